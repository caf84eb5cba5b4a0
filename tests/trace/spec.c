// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A pattern describes the arguments of a form, with one letter for each argument. The forms that are not closed yet are
// kept in an array, not on the stack of the program, so that brackets may be nested to any depth.

#include "trace/spec.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "trace/words.h"

// n: a number; o: a number that may be left out; i: a whole number; b: 0 or 1; p: points, at least one pair of numbers;
// w: a name; e: the name of an ease; a: a form; m: forms, at least one. Numbers come before forms.
static const struct {
    const char *word, *pattern;
} kinds[TRACE_KINDS] = {
    [TRACE_MOVETO] = {"moveto", "nnn"},
    [TRACE_MOVEBY] = {"moveby", "nnn"},
    [TRACE_SCALETO] = {"scaleto", "nnn"},
    [TRACE_SCALEBY] = {"scaleby", "nnn"},
    [TRACE_ROTATETO] = {"rotateto", "nn"},
    [TRACE_ROTATEBY] = {"rotateby", "nn"},
    [TRACE_SKEWTO] = {"skewto", "nnn"},
    [TRACE_SKEWBY] = {"skewby", "nnn"},
    [TRACE_JUMPTO] = {"jumpto", "nnnni"},
    [TRACE_JUMPBY] = {"jumpby", "nnnni"},
    [TRACE_BEZIERTO] = {"bezierto", "nnnnnnn"},
    [TRACE_BEZIERBY] = {"bezierby", "nnnnnnn"},
    [TRACE_CARDINALTO] = {"cardinalto", "nnp"},
    [TRACE_CARDINALBY] = {"cardinalby", "nnp"},
    [TRACE_CATMULLTO] = {"catmullto", "np"},
    [TRACE_CATMULLBY] = {"catmullby", "np"},
    [TRACE_FADEIN] = {"fadein", "n"},
    [TRACE_FADEOUT] = {"fadeout", "n"},
    [TRACE_FADETO] = {"fadeto", "nn"},
    [TRACE_TINTTO] = {"tintto", "niii"},
    [TRACE_TINTBY] = {"tintby", "nnnn"},
    [TRACE_BLINK] = {"blink", "ni"},
    [TRACE_DELAY] = {"delay", "n"},
    [TRACE_PLACE] = {"place", "nn"},
    [TRACE_SHOW] = {"show", ""},
    [TRACE_HIDE] = {"hide", ""},
    [TRACE_TOGGLEVIS] = {"togglevis", ""},
    [TRACE_FLIPX] = {"flipx", "b"},
    [TRACE_FLIPY] = {"flipy", "b"},
    [TRACE_CALL] = {"call", "w"},
    [TRACE_REMOVESELF] = {"removeself", ""},
    [TRACE_SEQUENCE] = {"sequence", "m"},
    [TRACE_SPAWN] = {"spawn", "m"},
    [TRACE_REPEAT] = {"repeat", "ia"},
    [TRACE_REPEATFOREVER] = {"repeatforever", "a"},
    [TRACE_SPEED] = {"speed", "na"},
    [TRACE_REVERSE] = {"reverse", "a"},
    [TRACE_REVERSETIME] = {"reversetime", "a"},
    [TRACE_TARGETED] = {"targeted", "ia"},
    [TRACE_YOYO] = {"yoyo", "a"},
    [TRACE_EASE] = {"ease", "eoa"},
};

typedef struct Open { // a form that is not closed yet
    TraceForm form;
    const char *pattern; // pattern of the arguments that are still to come
} Open;

typedef struct Reader {
    TraceSpec *spec;
    Open *open;
    size_t depth, number_count;
} Reader;

static bool find_kind(const char *word, TraceKind *kind)
{
    for (int i = 0; i < TRACE_KINDS; i++)
        if (!strcmp(word, kinds[i].word)) {
            *kind = (TraceKind)i;
            return true;
        }
    return false;
}

static bool find_ease(const char *word, CoirEase *ease)
{
    for (int i = 0; i < COIR_EASE_COUNT; i++)
        if (!strcmp(word, coir_ease_name((CoirEase)i))) {
            *ease = (CoirEase)i;
            return true;
        }
    return false;
}

static void add_number(Reader *reader, TraceForm *form, double number)
{
    reader->spec->numbers[reader->number_count++] = number;
    form->number_count++;
}

static bool take_number(Reader *reader, Open *open, const char *word)
{
    double number;
    if (!trace_read_double(word, &number))
        return false;
    add_number(reader, &open->form, number);
    open->pattern += *open->pattern != 'p';
    return true;
}

static bool take_whole(Reader *reader, Open *open, const char *word)
{
    int number;
    if (!trace_read_int(word, &number) || (*open->pattern == 'b' && number != 0 && number != 1))
        return false;
    add_number(reader, &open->form, number);
    open->pattern++;
    return true;
}

static bool take_word(Reader *reader, const char *word)
{
    if (reader->depth == 0)
        return false;
    Open *open = &reader->open[reader->depth - 1];
    switch (*open->pattern) {
    case 'n':
    case 'o':
    case 'p': return take_number(reader, open, word);
    case 'i':
    case 'b': return take_whole(reader, open, word);
    case 'e': return open->pattern++, find_ease(word, &open->form.ease);
    case 'w': return open->pattern++, open->form.name = word, true;
    default: return false;
    }
}

// Counts a new part of an open form. Returns false if the form cannot have a part here.
static bool take_part(Open *open)
{
    open->pattern += *open->pattern == 'o';
    if (*open->pattern != 'a' && *open->pattern != 'm')
        return false;
    open->pattern += *open->pattern == 'a';
    open->form.part_count++;
    return true;
}

static bool open_form(Reader *reader, const char *word)
{
    TraceKind kind;
    bool has_place = reader->depth ? take_part(&reader->open[reader->depth - 1]) : reader->spec->form_count == 0;
    if (!has_place || !word || !find_kind(word, &kind))
        return false;
    reader->open[reader->depth++] = (Open){{.kind = kind, .numbers = reader->number_count}, kinds[kind].pattern};
    return true;
}

static bool is_complete(const Open *open)
{
    const TraceForm *form = &open->form;
    if (*open->pattern == 'm')
        return form->part_count > 0;
    if (*open->pattern != 'p')
        return *open->pattern == '\0';
    int before = open->pattern - kinds[form->kind].pattern == 2 ? 2 : 1; // numbers that are no coordinates
    return form->number_count > before && (form->number_count - before) % 2 == 0;
}

static bool close_form(Reader *reader)
{
    if (reader->depth == 0 || !is_complete(&reader->open[reader->depth - 1]))
        return false;
    reader->spec->forms[reader->spec->form_count++] = reader->open[--reader->depth].form;
    return true;
}

static bool read_forms(Reader *reader)
{
    char *rest = reader->spec->text;
    for (char *word; (word = trace_next_word(&rest));) {
        bool taken = *word == '('   ? open_form(reader, trace_next_word(&rest))
                     : *word == ')' ? close_form(reader)
                                    : take_word(reader, word);
        if (!taken)
            return false;
    }
    return reader->depth == 0 && reader->spec->form_count > 0;
}

// Returns a copy of `text` with blanks around brackets, so that each bracket is a word.
static char *copy_with_blanks(const char *text)
{
    char *copy = trace_allocate(NULL, strlen(text) * 3 + 1), *end = copy;
    for (; *text; text++) {
        bool is_bracket = *text == '(' || *text == ')';
        if (is_bracket)
            *end++ = ' ';
        *end++ = *text;
        if (is_bracket)
            *end++ = ' ';
    }
    *end = '\0';
    return copy;
}

TraceSpec *trace_read_spec(const char *text)
{
    size_t length = strlen(text), brackets = 0;
    for (size_t i = 0; i < length; i++)
        brackets += text[i] == '(';
    TraceSpec *spec = trace_allocate(NULL, sizeof *spec);
    *spec = (TraceSpec){.text = copy_with_blanks(text),
                        .numbers = trace_allocate(NULL, (length / 2 + 1) * sizeof *spec->numbers),
                        .forms = trace_allocate(NULL, (brackets + 1) * sizeof *spec->forms)};
    Reader reader = {.spec = spec, .open = trace_allocate(NULL, (brackets + 1) * sizeof *reader.open)};
    bool readable = read_forms(&reader);
    free(reader.open);
    if (readable)
        return spec;
    trace_free_spec(spec);
    return NULL;
}

void trace_free_spec(TraceSpec *spec)
{
    if (!spec)
        return;
    free(spec->text);
    free(spec->numbers);
    free(spec->forms);
    free(spec);
}
