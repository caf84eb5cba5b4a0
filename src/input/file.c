// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Files of bindings. A file is read into a copy of the defaults, and the copy replaces the bindings at the end. A
// last line without a newline is refused: if the file was truncated there, "Pad left shoulder" could be read as "Pad
// left".
//
// Messages about wrong lines are logged at once, and the log hook may do anything. So the input is kept alive while the
// file is read. Names that the log hook binds for the first time are not in the copy, and keep their bindings.

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "base/words.h"
#include "input/input.h"
#include "media/file.h"

#define FILE_MOST ((size_t)1 << 20) // bytes
#define MESSAGES_MOST 20            // wrong lines that are logged, at most; further wrong lines are only counted
#define WORD_MOST 40                // bytes of a word in a message

// The bindings of a name for all players.
typedef struct Draft {
    Bindings bindings[COIR_PLAYERS + 1];
} Draft;

typedef struct Reader {
    InputState *state;
    Draft *drafts; // in the order of the names
    int count;
    const char *path;
    int line, wrong;
    int player;      // player of the present section; 0: before the first section; -1: the section is unknown
    char first[400]; // message about the first wrong line
} Reader;

typedef struct Slice {
    const char *text;
    size_t length;
} Slice;

static bool is_blank(char character)
{
    return character == ' ' || character == '\t' || character == '\r';
}

static Slice trim(Slice slice)
{
    while (slice.length > 0 && is_blank(slice.text[0]))
        slice.text++, slice.length--;
    while (slice.length > 0 && is_blank(slice.text[slice.length - 1]))
        slice.length--;
    return slice;
}

// Messages ------------------------------------------------------------------------------------------------------------

// Word for a message: truncated, without control characters.
typedef struct Shown {
    char text[WORD_MOST + 1];
} Shown;

static Shown show(Slice word)
{
    Shown shown = {{0}};
    word = trim(word);
    for (size_t i = 0; i < word.length && i < WORD_MOST; i++)
        shown.text[i] = (unsigned char)word.text[i] < ' ' || word.text[i] == 127 ? '?' : word.text[i];
    return shown;
}

static void wrong(Reader *reader, const char *format, ...) COIR_PRINTF(2, 3);

static void wrong(Reader *reader, const char *format, ...)
{
    char what[200], text[sizeof reader->first];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    snprintf(text, sizeof text, "'%.150s', line %d: %s", reader->path, reader->line, what);
    if (reader->wrong++ == 0)
        memcpy(reader->first, text, sizeof text);
    if (reader->wrong <= MESSAGES_MOST)
        coir_log(COIR_LOG_WARNING, "%s", text);
}

// Reading -------------------------------------------------------------------------------------------------------------

// Returns the player of a section; 0 for a section that does not exist.
static int section_player(Slice line)
{
    char name[] = "player 0", *digit = name + sizeof name - 2;
    if (line.length < 2 || line.text[line.length - 1] != ']')
        return 0;
    line = trim((Slice){line.text + 1, line.length - 2});
    for (int player = 1; player <= COIR_PLAYERS; player++) {
        *digit = (char)('0' + player);
        if (coir_is_same_word(name, line.text, line.length))
            return player;
    }
    return 0;
}

static void read_section(Reader *reader, Slice line)
{
    int player = section_player(line);
    reader->player = player > 0 ? player : -1;
    if (player == 0)
        wrong(reader, "there is no section '%s', and its lines are left out; sections are [player 1] to [player %d]",
              show(line).text, COIR_PLAYERS);
}

// Returns the index of a name; -1 for an unknown name.
static int find_name(const Reader *reader, Slice name)
{
    const NamedInput *named = reader->state->first;
    for (int i = 0; i < reader->count; i++, named = named->next)
        if (strlen(named->name) == name.length && memcmp(named->name, name.text, name.length) == 0)
            return i;
    return -1;
}

static void read_binding(Reader *reader, Slice name, Slice words)
{
    Bindings bindings;
    Slice bad;
    int at = find_name(reader, name);
    if (at < 0) {
        wrong(reader, "there is no input '%s'; coir_input_bind makes one, and upper and lower case differ",
              show(name).text);
        return;
    }
    Words problem = coir_bindings_parse(words.text, words.length, &bindings, &bad.text, &bad.length);
    if (problem == WORDS_GOOD)
        reader->drafts[at].bindings[reader->player] = bindings;
    else if (problem == WORDS_TOO_MANY)
        wrong(reader, "'%s' is one binding too many; a name has at most %d. The line for '%s' has no effect",
              show(bad).text, COIR_BINDINGS_MOST, show(name).text);
    else if (show(bad).text[0] == '\0')
        wrong(reader, "there is no word before or after a comma. The line for '%s' has no effect", show(name).text);
    else
        wrong(reader,
              "there is no key, button or axis '%s'; coir/bindings.h has the words. The line for '%s' has no effect",
              show(bad).text, show(name).text);
}

static void read_line(Reader *reader, Slice line, bool ended)
{
    const char *hash = line.length ? memchr(line.text, '#', line.length) : NULL;
    if (hash)
        line.length = (size_t)(hash - line.text);
    line = trim(line);
    if (line.length == 0)
        return;
    if (!ended) {
        wrong(reader, "the file ends in '%s'; end the last line with a new line", show(line).text);
        return;
    }
    const char *equals = memchr(line.text, '=', line.length);
    if (line.text[0] == '[') {
        read_section(reader, line);
    } else if (reader->player < 0) {
        return; // the message about the section says that the lines are left out
    } else if (!equals) {
        wrong(reader, "'%s' is no binding; write: name = key, button", show(line).text);
    } else {
        Slice name = {line.text, (size_t)(equals - line.text)};
        Slice words = {equals + 1, line.length - name.length - 1};
        read_binding(reader, trim(name), words);
    }
}

static void read_lines(Reader *reader, Slice rest)
{
    if (rest.length >= 3 && memcmp(rest.text, "\xef\xbb\xbf", 3) == 0) // byte order mark, which some editors write
        rest.text += 3, rest.length -= 3;
    while (rest.length > 0) {
        const char *end = memchr(rest.text, '\n', rest.length);
        Slice line = {rest.text, end ? (size_t)(end - rest.text) : rest.length};
        reader->line++;
        read_line(reader, line, end != NULL);
        size_t used = line.length + (end != NULL);
        rest.text += used;
        rest.length -= used;
    }
}

static void take_over(Reader *reader)
{
    NamedInput *named = reader->state->first;
    for (int i = 0; i < reader->count; i++, named = named->next)
        coir_named_replace(reader->state, named, 0, COIR_PLAYERS + 1, reader->drafts[i].bindings);
    coir_named_update_all(reader->state);
}

static bool make_drafts(Reader *reader)
{
    for (const NamedInput *named = reader->state->first; named; named = named->next)
        reader->count++;
    reader->drafts = coir_alloc((size_t)(reader->count + 1) * sizeof *reader->drafts);
    Draft *draft = reader->drafts;
    for (const NamedInput *named = reader->state->first; draft && named; named = named->next, draft++)
        memcpy(draft->bindings, named->defaults, sizeof draft->bindings);
    return reader->drafts != NULL;
}

bool coir_bindings_read(InputState *state, const char *path, const char *text, size_t size)
{
    Reader reader = {.state = state, .path = path};
    if (!make_drafts(&reader))
        return false;
    coir_input_hold(state);
    read_lines(&reader, (Slice){text, size});
    take_over(&reader);
    coir_free(reader.drafts);
    coir_input_let_go_of(state);
    if (reader.wrong > 1)
        return FAIL("%s (%d more line%s wrong)", reader.first, reader.wrong - 1, reader.wrong > 2 ? "s are" : " is");
    return reader.wrong == 0 ? true : FAIL("%s", reader.first);
}

bool coir_input_load_bindings(CoirInput *input, const char *path)
{
    InputState *state = coir_input_state(input, "coir_input_load_bindings");
    size_t size;
    if (!state)
        return false;
    if (!path)
        return MISTAKE("coir_input_load_bindings: the path is NULL; give the path of a file");
    char *text = (char *)coir_file_read("bindings file", path, "", FILE_MOST, &size);
    bool done = text && coir_bindings_read(state, path, text, size);
    coir_free(text);
    return done;
}

// Writing -------------------------------------------------------------------------------------------------------------

static void write_line(CoirWords *words, const NamedInput *named, int player)
{
    const Bindings *bindings = &named->bindings[player];
    coir_words_append(words, "%s%s =", coir_bindings_same(bindings, &named->defaults[player]) ? "# " : "", named->name);
    for (int i = 0; i < bindings->count; i++)
        coir_words_append(words, "%s %s", i > 0 ? "," : "", coir_source_name(bindings->sources[i]));
    coir_words_append(words, "\n");
}

static void write_player(CoirWords *words, const InputState *state, int player)
{
    bool begun = player == 0;
    for (const NamedInput *named = state->first; named; named = named->next) {
        if (!named->bindings[player].own)
            continue;
        if (!begun)
            coir_words_append(words, "\n[player %d]\n", player);
        begun = true;
        write_line(words, named, player);
    }
}

static size_t write_all(const InputState *state, char *text, size_t size)
{
    CoirWords words = coir_words(text, size);
    coir_words_append(&words, "# Bindings: name = key, button, ... Remove the # before a line to change it.\n");
    for (int player = 0; player <= COIR_PLAYERS; player++)
        write_player(&words, state, player);
    return words.length;
}

bool coir_input_save_bindings(const CoirInput *input, const char *path)
{
    const InputState *state = coir_input_state(input, "coir_input_save_bindings");
    if (!state)
        return false;
    if (!path)
        return MISTAKE("coir_input_save_bindings: the path is NULL; give the path of a file");
    size_t size = write_all(state, NULL, 0);
    char *text = coir_alloc(size + 1);
    if (!text)
        return false;
    write_all(state, text, size + 1);
    bool done = coir_file_write("bindings file", path, text, size);
    coir_free(text);
    return done;
}
