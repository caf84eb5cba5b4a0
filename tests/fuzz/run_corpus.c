// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

//   run_corpus COUNT DICTIONARY SCRIPT...
//
// Does a fuzzer's work for compilers that have none: runs the scripts, then COUNT random changes of them, each made
// from a number of its own, from 1 on. COIR_SEED=NUMBER shows and runs that one alone. The file run_corpus.last in the
// working directory has the number of the one that is run, for when it is the last one.
//
// A change is a few edits: of lines, since a line of one script makes sense in another; of the descriptions of actions
// in brackets; of words, taken from the dictionary; and of single bytes.

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coir/log.h"
#include "coir/random.h"
#include "trace/script.h"
#include "trace/words.h"

#define LAST "run_corpus.last"
#define LENGTH_MAX 4000

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct Corpus {
    TraceText *scripts, dictionary; // the words of the dictionary, each ended by a line end
    size_t count, readable;         // the first ones can be read to their end; only those are changed
} Corpus;

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
    trace_text_add(&text, "%s", "");
    while ((count = fread(bytes, 1, sizeof bytes, file)) > 0)
        trace_text_add_bytes(&text, bytes, count);
    fclose(file);
    return text;
}

// The words stand in quotes, one a line.
static TraceText read_dictionary(const char *name)
{
    TraceText file = read_file(name), words = {0};
    for (const char *open = strchr(file.text, '"'), *close; open && (close = strchr(open + 1, '"'));
         open = strchr(close + 1, '"'))
        trace_text_add(&words, "%.*s\n", (int)(close - open - 1), open + 1);
    free(file.text);
    return words;
}

static bool is_readable(const TraceText *script)
{
    TraceText output = {0};
    int status = trace_run_limited(trace_whole(), script->text, script->length, 5000, &output);
    free(output.text);
    return status == 0;
}

static Corpus read_corpus(const char *dictionary, char **names, size_t count)
{
    Corpus corpus = {.dictionary = read_dictionary(dictionary), .count = count};
    corpus.scripts = trace_allocate(NULL, sizeof *corpus.scripts * count);
    for (size_t i = 0; i < count; i++) {
        TraceText script = read_file(names[i]);
        corpus.scripts[i] = script;
        if (!is_readable(&script))
            continue;
        corpus.scripts[i] = corpus.scripts[corpus.readable];
        corpus.scripts[corpus.readable++] = script;
    }
    return corpus;
}

static void free_corpus(Corpus *corpus)
{
    for (size_t i = 0; i < corpus->count; i++)
        free(corpus->scripts[i].text);
    free(corpus->scripts);
    free(corpus->dictionary.text);
}

// Changing -----------------------------------------------------------------------------------------------------------

static size_t any(CoirRandom *random, size_t count)
{
    return count ? coir_random_bits(random) % count : 0;
}

// Puts `count` bytes in place of `length` bytes.
static void replace(TraceText *text, size_t at, size_t length, const char *bytes, size_t count)
{
    TraceText changed = {0};
    trace_text_add_bytes(&changed, text->text, at);
    trace_text_add_bytes(&changed, bytes, count);
    trace_text_add_bytes(&changed, text->text + at + length, text->length - at - length);
    free(text->text);
    *text = changed;
}

// Where one of the lines of a text begins, by chance; and how long it is, with its end.
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
    const TraceText *other = &corpus->scripts[any(random, corpus->readable)];
    size_t length, other_length, at = any_line(random, text, &length);
    size_t other_at = any_line(random, other, &other_length);
    if (any(random, 3) > 0)
        length = 0; // keep the old one
    if (any(random, 4) == 0)
        other_length = 0; // leave one out
    replace(text, at, length, other->text + other_at, other_length);
}

static bool is_word(char character)
{
    return character && !strchr(" \t\r\n;:()", character);
}

// Numbers, names, words of the language, and descriptions of actions.
static int class_of(const char *word)
{
    if (*word == '(')
        return 3;
    if (strchr("+-.0123456789", *word))
        return 0;
    return is_word(*word) && is_word(word[1]) ? 1 : 2;
}

// A number for a number and a name for a name, mostly: or hardly any script could be read to its end.
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

// Where the brackets end that open at `at`; the end of their line if they are not closed in it.
static size_t closing(const TraceText *text, size_t at)
{
    int depth = 0;
    for (; at < text->length && text->text[at] != '\n'; at++) {
        depth += text->text[at] == '(';
        depth -= text->text[at] == ')';
        if (depth == 0)
            return at + 1;
    }
    return at;
}

// Some brackets of a text with what stands in them: the first that open behind a place. False: none do.
static bool any_form(CoirRandom *random, const TraceText *text, size_t *at, size_t *length)
{
    size_t begin = any(random, text->length);
    const char *open = text->length ? memchr(text->text + begin, '(', text->length - begin) : NULL;
    if (!open)
        return false;
    *at = (size_t)(open - text->text);
    *length = closing(text, *at) - *at;
    return true;
}

// Another description of an action in place of one.
static void change_form(CoirRandom *random, const Corpus *corpus, TraceText *text)
{
    const TraceText *other = any(random, 3) ? &corpus->scripts[any(random, corpus->readable)] : &corpus->dictionary;
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

static TraceText make_script(uint64_t seed, const Corpus *corpus)
{
    CoirRandom random = coir_random(seed);
    const TraceText *source = &corpus->scripts[any(&random, corpus->readable)];
    TraceText text = {0};
    trace_text_add_bytes(&text, source->text, source->length < LENGTH_MAX ? source->length : LENGTH_MAX);
    for (size_t edits = 1 + any(&random, 24); edits > 0 && text.length < LENGTH_MAX; edits--) {
        size_t kind = any(&random, 100);
        if (kind < 40)
            change_line(&random, corpus, &text);
        else if (kind < 60)
            change_form(&random, corpus, &text);
        else if (kind < 99)
            change_word(&random, corpus, &text);
        else
            change_byte(&random, &text);
    }
    return text;
}

// Running ------------------------------------------------------------------------------------------------------------

static void run_script(const TraceText *script)
{
    LLVMFuzzerTestOneInput((const uint8_t *)script->text, script->length);
}

static void run_seed(uint64_t seed, const Corpus *corpus, bool show)
{
    TraceText script = make_script(seed, corpus);
    if (show)
        fwrite(script.text, 1, script.length, stdout);
    fflush(stdout);
    run_script(&script);
    free(script.text);
}

// Each number is written over the one before, which takes no time.
static void run_seeds(uint64_t count, const Corpus *corpus)
{
    FILE *last = fopen(LAST, "w");
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
    remove(LAST);
}

static void run_all(const Corpus *corpus, uint64_t count)
{
    const char *alone = getenv("COIR_SEED");
    if (alone) {
        run_seed(strtoull(alone, NULL, 10), corpus, true);
        return;
    }
    printf("%zu scripts, seeds 1 to %llu; after a crash " LAST " has the last one\n", corpus->count,
           (unsigned long long)count);
    fflush(stdout);
    for (size_t i = 0; i < corpus->count; i++)
        run_script(&corpus->scripts[i]);
    run_seeds(count, corpus);
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "run_corpus COUNT DICTIONARY SCRIPT...\n");
        return 2;
    }
    coir_log_set_level(COIR_LOG_ERROR);
    Corpus corpus = read_corpus(argv[2], argv + 3, (size_t)argc - 3);
    run_all(&corpus, strtoull(argv[1], NULL, 10));
    free_corpus(&corpus);
    return 0;
}
