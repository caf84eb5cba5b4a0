// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

//   run_<target> COUNT DICTIONARY FILE...
//
// Does the work of a fuzzer for compilers without a fuzzer: runs the target on the files, and then on COUNT changed
// files. Each changed file is made from its own seed: 1, 2, 3, ... With COIR_SEED=NUMBER in the environment, the
// program prints the file of this seed, and runs the target on this file only. After a crash, PROGRAM.last in the
// working directory has the seed of the last changed file.
//
// A changed file is a good file with up to 24 random edits, of four kinds:
// 1. Lines, inserted, replaced or removed: a line of one file makes sense in another file.
// 2. Forms, which are texts in brackets (in scripts, the descriptions of actions).
// 3. Words, taken from the dictionary.
// 4. Bytes.

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coir/log.h"
#include "coir/random.h"
#include "fuzz/target.h"
#include "trace/script.h"
#include "trace/words.h"

typedef struct Corpus {
    TraceText *files, dictionary; // `dictionary`: words, each ended by a line end
    size_t count, good;           // the first `good` files are good; only good files are changed
} Corpus;

static char last_name[512];

// Reading ------------------------------------------------------------------------------------------------------------

static TraceText read_file(const char *name)
{
    TraceText text = {0};
    char bytes[4096];
    size_t count;
    FILE *file = fopen(name, "rb");
    if (!file) {
        perror(name);
        exit(1);
    }
    trace_text_add_bytes(&text, "", 0); // allocates, so that the text of an empty file is not NULL
    while ((count = fread(bytes, 1, sizeof bytes, file)) > 0)
        trace_text_add_bytes(&text, bytes, count);
    fclose(file);
    return text;
}

static int hex_digit(char character)
{
    const char *digits = "0123456789abcdef", *found = strchr(digits, character);
    return character && found ? (int)(found - digits) : 0;
}

// Reads a dictionary of libFuzzer: one word in quotes on each line, with \\, \" and \xab as escapes.
static TraceText read_dictionary(const char *name)
{
    TraceText file = read_file(name), words = {0};
    for (const char *c = strchr(file.text, '"'); c; c = strchr(c + 1, '"')) {
        for (c++; *c && *c != '"'; c++) {
            char byte = *c;
            if (*c == '\\' && *++c != 'x') {
                byte = *c;
            } else if (*c == 'x' && c[-1] == '\\' && c[1] && c[2]) {
                byte = (char)(hex_digit(c[1]) * 16 + hex_digit(c[2]));
                c += 2;
            }
            trace_text_add_bytes(&words, &byte, 1);
        }
        trace_text_add_bytes(&words, "\n", 1);
    }
    free(file.text);
    return words;
}

static bool is_good(const TraceText *file)
{
    return fuzz_target.is_good((const uint8_t *)file->text, file->length);
}

static Corpus read_corpus(const char *dictionary, char **names, size_t count)
{
    Corpus corpus = {.dictionary = read_dictionary(dictionary), .count = count};
    corpus.files = trace_allocate(NULL, sizeof *corpus.files * count);
    for (size_t i = 0; i < count; i++) {
        TraceText file = read_file(names[i]);
        corpus.files[i] = file;
        if (!is_good(&file))
            continue;
        corpus.files[i] = corpus.files[corpus.good];
        corpus.files[corpus.good++] = file;
    }
    return corpus;
}

static void free_corpus(Corpus *corpus)
{
    for (size_t i = 0; i < corpus->count; i++)
        free(corpus->files[i].text);
    free(corpus->files);
    free(corpus->dictionary.text);
}

// Changing -----------------------------------------------------------------------------------------------------------

static size_t any(CoirRandom *random, size_t count)
{
    return count ? coir_random_bits(random) % count : 0;
}

// Replaces `length` bytes at `at` by `count` bytes.
static void replace(TraceText *text, size_t at, size_t length, const char *bytes, size_t count)
{
    TraceText changed = {0};
    trace_text_add_bytes(&changed, text->text, at);
    trace_text_add_bytes(&changed, bytes, count);
    trace_text_add_bytes(&changed, text->text + at + length, text->length - at - length);
    free(text->text);
    *text = changed;
}

// Returns the start of a random line of a text, and stores the length of the line, line end included.
static size_t any_line(CoirRandom *random, const TraceText *text, size_t *length)
{
    size_t at = any(random, text->length + 1);
    while (at > 0 && text->text[at - 1] != '\n')
        at--;
    const char *end = memchr(text->text + at, '\n', text->length - at);
    *length = end ? (size_t)(end - text->text) + 1 - at : text->length - at;
    return at;
}

static void change_line(CoirRandom *random, const Corpus *corpus, TraceText *text)
{
    const TraceText *other = &corpus->files[any(random, corpus->good)];
    size_t length, other_length, at = any_line(random, text, &length);
    size_t other_at = any_line(random, other, &other_length);
    if (any(random, 3) > 0)
        length = 0; // keep the old line
    if (any(random, 4) == 0)
        other_length = 0; // add no line
    replace(text, at, length, other->text + other_at, other_length);
}

static bool is_word(char character)
{
    return character && !strchr(fuzz_target.separators, character);
}

// Returns the class of a word: 0 for a number, 1 for a word of the language, 2 for a one-letter name, 3 for a form.
static int class_of(const char *word)
{
    if (*word == fuzz_target.open)
        return 3;
    if (strchr("+-.0123456789", *word))
        return 0;
    return is_word(*word) && is_word(word[1]) ? 1 : 2;
}

// Replaces a random word by a random word of the dictionary, if both are numbers, one-letter names or forms. In one try
// of 100 any word replaces any word: if this happened more often, hardly any script could be read to its end.
static void change_word(CoirRandom *random, const Corpus *corpus, TraceText *text)
{
    size_t length, begin = any(random, text->length), end = begin;
    while (begin > 0 && is_word(text->text[begin - 1]))
        begin--;
    while (is_word(text->text[end]))
        end++;
    const char *word = corpus->dictionary.text + any_line(random, &corpus->dictionary, &length);
    int class = class_of(text->text + begin);
    if ((class == class_of(word) && class != 1) || any(random, 100) == 0)
        replace(text, begin, end - begin, word, length ? length - 1 : 0);
}

// Returns the end of the form that opens at `at`. If the form is not closed, returns the end of the line.
static size_t closing(const TraceText *text, size_t at)
{
    int depth = 0;
    for (size_t i = at; i < text->length; i++) {
        depth += text->text[i] == fuzz_target.open;
        depth -= text->text[i] == fuzz_target.close;
        if (depth == 0)
            return i + 1;
    }
    return at + strcspn(text->text + at, "\n");
}

// Finds the first form that opens at or after a random position of a text. Returns false if there is none.
static bool any_form(CoirRandom *random, const TraceText *text, size_t *at, size_t *length)
{
    size_t begin = any(random, text->length);
    const char *open = text->length ? memchr(text->text + begin, fuzz_target.open, text->length - begin) : NULL;
    if (!open)
        return false;
    *at = (size_t)(open - text->text);
    *length = closing(text, *at) - *at;
    return true;
}

// Replaces a random form by a form of a random good file or of the dictionary.
static void change_form(CoirRandom *random, const Corpus *corpus, TraceText *text)
{
    const TraceText *other = any(random, 3) ? &corpus->files[any(random, corpus->good)] : &corpus->dictionary;
    size_t at, length, other_at, other_length;
    if (!any_form(random, text, &at, &length) || !any_form(random, other, &other_at, &other_length))
        return;
    replace(text, at, length, other->text + other_at, other_length);
}

static void change_byte(CoirRandom *random, TraceText *text)
{
    char byte = (char)coir_random_bits(random);
    size_t at = any(random, text->length + 1), length = any(random, 2);
    if (at + length <= text->length)
        replace(text, at, length, &byte, any(random, 2));
}

// Replaces some bytes by as many bytes of another file, or removes all bytes after a position.
static void change_bytes(CoirRandom *random, const Corpus *corpus, TraceText *text)
{
    const TraceText *other = &corpus->files[any(random, corpus->good)];
    size_t at = any(random, text->length + 1), from = any(random, other->length + 1);
    size_t length = any(random, 64), left = text->length - at, other_left = other->length - from;
    if (any(random, 8) == 0)
        replace(text, at, left, "", 0);
    else if (length <= left && length <= other_left)
        replace(text, at, length, other->text + from, length);
}

static TraceText make_file(uint64_t seed, const Corpus *corpus)
{
    CoirRandom random = coir_random(seed);
    const TraceText *source = &corpus->files[any(&random, corpus->good)];
    size_t lines = (size_t)fuzz_target.lines, forms = lines + (size_t)fuzz_target.forms;
    size_t words = forms + (size_t)fuzz_target.words;
    TraceText text = {0};
    trace_text_add_bytes(&text, source->text,
                         source->length < fuzz_target.length_max ? source->length : fuzz_target.length_max);
    for (size_t edits = 1 + any(&random, 24); edits > 0 && text.length < fuzz_target.length_max; edits--) {
        size_t kind = any(&random, 100);
        if (kind < lines)
            change_line(&random, corpus, &text);
        else if (kind < forms)
            change_form(&random, corpus, &text);
        else if (kind < words)
            change_word(&random, corpus, &text);
        else if (any(&random, 4) > 0)
            change_byte(&random, &text);
        else
            change_bytes(&random, corpus, &text);
    }
    return text;
}

// Running ------------------------------------------------------------------------------------------------------------

static void run_file(const TraceText *file)
{
    LLVMFuzzerTestOneInput((const uint8_t *)file->text, file->length);
}

static void run_seed(uint64_t seed, const Corpus *corpus, bool show)
{
    TraceText file = make_file(seed, corpus);
    if (show)
        fwrite(file.text, 1, file.length, stdout);
    fflush(stdout);
    run_file(&file);
    free(file.text);
}

// Runs the target on the changed files. Before each run, writes the seed over the previous seed in PROGRAM.last: the
// file stays open, because opening a file for each seed would take long.
static void run_seeds(uint64_t count, const Corpus *corpus)
{
    FILE *last = fopen(last_name, "w");
    for (uint64_t seed = 1; seed <= count; seed++) {
        if (last) {
            rewind(last);
            fprintf(last, "%llu\n", (unsigned long long)seed);
            fflush(last);
        }
        run_seed(seed, corpus, false);
    }
    if (last)
        fclose(last);
    remove(last_name);
}

static void run_all(const Corpus *corpus, uint64_t count)
{
    const char *alone = getenv("COIR_SEED");
    if (alone) {
        run_seed(strtoull(alone, NULL, 10), corpus, true);
        return;
    }
    printf("%zu files, %zu of them good, seeds 1 to %llu; after a crash %s has the last seed\n", corpus->count,
           corpus->good, (unsigned long long)count, last_name);
    fflush(stdout);
    for (size_t i = 0; i < corpus->count; i++)
        run_file(&corpus->files[i]);
    run_seeds(count, corpus);
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "%s COUNT DICTIONARY FILE...\n", argv[0]);
        return 2;
    }
    const char *slash = strrchr(argv[0], '/');
    snprintf(last_name, sizeof last_name, "%s.last", slash ? slash + 1 : argv[0]);
    coir_log_set_level(COIR_LOG_ERROR);
    Corpus corpus = read_corpus(argv[2], argv + 3, (size_t)argc - 3);
    if (corpus.good > 0)
        run_all(&corpus, strtoull(argv[1], NULL, 10));
    else
        fprintf(stderr, "none of the files is good\n");
    free_corpus(&corpus);
    return corpus.good > 0 ? 0 : 1;
}
