// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Delta debugging. The script is cut into two kinds of pieces: operations, and heads. A head such as "on 1 a 2:" begins
// a line and carries the operations that follow on the line. The script becomes shorter in two ways:
// 1. Stretches of neighbouring pieces are left out, first long stretches, then short ones. A head goes together with
//    all operations that the head carries.
// 2. Words are replaced by simpler words.
// A change is taken back if the script is not interesting any more. Both ways are repeated until nothing helps or no
// tries are left.

#include "model/shrink.h"

#include <stdlib.h>
#include <string.h>

typedef struct Piece {
    char *text;
    bool is_head;    // a text such as "on 1 a 2:"
    bool is_carried; // an operation that a head carries: the last head before this piece
    bool is_left_out;
} Piece;

typedef struct Shrinking {
    Piece *pieces;
    size_t count;
    ShrinkTest is_interesting;
    int tries;
} Shrinking;

// Pieces -------------------------------------------------------------------------------------------------------------

static void add_piece(Shrinking *self, const char *text, size_t length, bool is_head, bool is_carried)
{
    TraceText copy = {0};
    Piece *pieces = realloc(self->pieces, (self->count + 1) * sizeof *pieces);
    if (!pieces)
        abort();
    while (length > 0 && *text == ' ') {
        text++;
        length--;
    }
    trace_text_add_bytes(&copy, text, length);
    self->pieces = pieces;
    pieces[self->count++] = (Piece){.text = copy.text, .is_head = is_head, .is_carried = is_carried};
}

static void cut_line(Shrinking *self, const char *line, size_t length)
{
    const char *colon = memchr(line, ':', length), *end = line + length;
    if (colon)
        add_piece(self, line, (size_t)(colon + 1 - line), true, false);
    for (const char *part = colon ? colon + 1 : line; part < end;) {
        const char *semicolon = colon ? memchr(part, ';', (size_t)(end - part)) : NULL;
        const char *part_end = semicolon ? semicolon : end;
        add_piece(self, part, (size_t)(part_end - part), false, colon != NULL);
        part = part_end + 1;
    }
}

static void cut(Shrinking *self, const TraceText *script)
{
    const char *line = script->text, *end = script->text + script->length;
    while (line < end) {
        size_t length = strcspn(line, "\n");
        cut_line(self, line, length);
        line += length + 1;
    }
}

// Writes the remaining pieces as a script. A head without operations is left out, too.
static void join(const Shrinking *self, TraceText *script)
{
    const Piece *head = NULL;
    bool is_open = false; // true inside a line that a head began
    for (const Piece *piece = self->pieces; piece < self->pieces + self->count; piece++) {
        if (!piece->is_carried) {
            trace_text_add(script, "%s", is_open ? "\n" : "");
            is_open = false;
        }
        if (piece->is_head)
            head = piece->is_left_out ? NULL : piece;
        if (piece->is_head || piece->is_left_out || (piece->is_carried && !head))
            continue;
        if (piece->is_carried)
            trace_text_add(script, "%s %s", is_open ? ";" : head->text, piece->text);
        else
            trace_text_add(script, "%s\n", piece->text);
        is_open = piece->is_carried;
    }
    trace_text_add(script, "%s", is_open ? "\n" : "");
}

static bool is_still_interesting(Shrinking *self)
{
    TraceText script = {0};
    if (self->tries <= 0)
        return false;
    self->tries--;
    trace_text_add_bytes(&script, "", 0); // makes the text of an empty script "", not NULL
    join(self, &script);
    bool interesting = self->is_interesting(&script);
    free(script.text);
    return interesting;
}

// Leaving out --------------------------------------------------------------------------------------------------------

static void drop_left_out(Shrinking *self)
{
    size_t kept = 0;
    bool drops_head = false;
    for (size_t i = 0; i < self->count; i++) {
        Piece piece = self->pieces[i];
        if (piece.is_head)
            drops_head = piece.is_left_out;
        if (piece.is_left_out || (piece.is_carried && drops_head))
            free(piece.text);
        else
            self->pieces[kept++] = piece;
    }
    self->count = kept;
}

static void leave_out(Shrinking *self, size_t first, size_t count, bool is_left_out)
{
    for (size_t i = first; i < first + count && i < self->count; i++)
        self->pieces[i].is_left_out = is_left_out;
}

// Tries to leave out each stretch of `length` pieces. Begins at the end, because late operations seldom matter.
static bool try_without_stretches(Shrinking *self, size_t length)
{
    size_t before = self->count;
    for (size_t end = self->count; end > 0 && self->tries > 0;) {
        size_t first = end > length ? end - length : 0;
        leave_out(self, first, end - first, true);
        if (is_still_interesting(self))
            drop_left_out(self);
        else
            leave_out(self, first, end - first, false);
        end = first < self->count ? first : self->count;
    }
    return self->count < before;
}

static bool shorten(Shrinking *self)
{
    bool helped = false;
    for (size_t length = self->count; length > 0; length /= 2)
        while (try_without_stretches(self, length))
            helped = true;
    return helped;
}

// Simpler words ------------------------------------------------------------------------------------------------------

// Tries to replace the word at `at`, `length` characters long, by `word`. With an empty `word`, leaves the word out.
static bool try_word(Shrinking *self, Piece *piece, size_t at, size_t length, const char *word)
{
    TraceText text = {0};
    char *old = piece->text;
    size_t new_length = strlen(word);
    if (new_length > length || (new_length == length && strncmp(word, old + at, length) >= 0))
        return false; // each word must be shorter, or less by strncmp: otherwise words could be replaced forever
    trace_text_add(&text, "%.*s%s%s", (int)(new_length ? at : at - 1), old, word, old + at + length);
    piece->text = text.text;
    bool helped = is_still_interesting(self);
    free(helped ? old : piece->text);
    if (!helped)
        piece->text = old;
    return helped;
}

static bool try_rounded(Shrinking *self, Piece *piece, size_t at, size_t length)
{
    char *end;
    double number = strtod(piece->text + at, &end);
    bool helped = false;
    if (end != piece->text + at + length)
        return false;
    for (int digits = 1; digits < 6 && !helped; digits++) {
        TraceText rounded = {0};
        trace_text_add(&rounded, "%.*g", digits, number);
        helped = try_word(self, piece, at, length, rounded.text);
        free(rounded.text);
    }
    return helped;
}

static bool try_simpler(Shrinking *self, Piece *piece, size_t at, size_t length)
{
    static const char *const words[] = {"",     "0",  "1",  "2",  "3",  "0.5", "1e-9",
                                        "2e-9", "10", "q0", "q1", "q2", "i0",  "a"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (try_word(self, piece, at, length, words[i]))
            return true;
    return try_rounded(self, piece, at, length);
}

static bool simplify_piece(Shrinking *self, Piece *piece)
{
    for (size_t at = strcspn(piece->text, " "); piece->text[at];) {
        at += strspn(piece->text + at, " ");
        size_t length = strcspn(piece->text + at, " :");
        if (length > 0 && try_simpler(self, piece, at, length))
            return true;
        at += strcspn(piece->text + at, " ");
    }
    return false;
}

static bool simplify(Shrinking *self)
{
    bool helped = false;
    for (size_t i = 0; i < self->count; i++)
        while (simplify_piece(self, &self->pieces[i]))
            helped = true;
    return helped;
}

void shrink(TraceText *script, ShrinkTest is_interesting, int tries)
{
    Shrinking self = {.is_interesting = is_interesting, .tries = tries};
    cut(&self, script);
    bool helped = true;
    while (helped && self.tries > 0) {
        helped = shorten(&self);
        helped = simplify(&self) || helped;
    }
    trace_text_cut(script, 0);
    join(&self, script);
    for (size_t i = 0; i < self.count; i++)
        free(self.pieces[i].text);
    free(self.pieces);
}
