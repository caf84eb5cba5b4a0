// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Reads any bytes as a file of bindings. Nothing may crash, hang, leak or be undefined. The error for a wrong file has
// the name of the file and the number of a line. Then all bindings of the CoirInput are written as text and read again,
// and must not change. Finally, the bindings are used: all keys are pressed.
//
// With clang's libFuzzer:
//     build/tests/fuzz_bindings -dict=tests/fuzz/bindings.dict NEW_FOLDER tests/fuzz/corpus_bindings
// Without libFuzzer, run_corpus.c calls LLVMFuzzerTestOneInput.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coir/error.h"
#include "coir/log.h"
#include "fuzz/target.h"
#include "input/input.h"

#define SIZE_LIMIT 8192

static void fail(const char *what)
{
    fprintf(stderr, "%s; coir_error() is \"%s\"\n", what, coir_error());
    abort();
}

static CoirInput *make_input(void)
{
    CoirInput *input = coir_input_new();
    if (!input || !coir_input_bind(input, "left", "A, Left stick left") || !coir_input_bind(input, "jump", "Space") ||
        !coir_input_bind(coir_input_player(input, 2), "jump", "Up") || !coir_input_bind(input, "fire", "") ||
        !coir_input_connect(input, 1, NULL))
        fail("no memory");
    return input;
}

static void use(CoirInput *input)
{
    for (int key = 0; key < COIR_KEY_COUNT; key++)
        if (coir_key_name((CoirKey)key))
            coir_input_key(input, (CoirKey)key, true);
    coir_input_step(input);
    for (int player = 0; player <= COIR_PLAYERS; player++)
        for (int i = 0; coir_input_name(input, i); i++) {
            const CoirInput *of = coir_input_player(input, player);
            const char *name = coir_input_name(input, i);
            int count = coir_input_binding_count(of, name);
            if (count < 0 || count > COIR_BINDINGS_MOST || (count > 0 && !coir_input_describe(of, name, count - 1)) ||
                coir_input_describe(of, name, count))
                fail("the count of bindings of a name does not match the bindings that can be described");
            coir_input_pressed(of, name);
        }
    coir_input_release_all(input);
}

// Writes the bindings as the text of a file of bindings, with a line for each name and player.
static void list(CoirInput *input, char *text, size_t size)
{
    size_t length = 0;
    for (int player = 0; player <= COIR_PLAYERS; player++)
        for (int i = 0; coir_input_name(input, i); i++) {
            const CoirInput *of = coir_input_player(input, player);
            length +=
                (size_t)snprintf(text + length, size - length, "%s%s = ", i == 0 && player > 0 ? "[player ?]\n" : "",
                                 coir_input_name(input, i));
            for (int slot = 0; coir_input_describe(of, coir_input_name(input, i), slot); slot++)
                length += (size_t)snprintf(text + length, size - length, "%s%s", slot > 0 ? ", " : "",
                                           coir_input_describe(of, coir_input_name(input, i), slot));
            length += (size_t)snprintf(text + length, size - length, "\n");
            if (i == 0 && player > 0)
                *strchr(strrchr(text, '['), '?') = (char)('0' + player);
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char first[8192], second[8192];
    if (size > SIZE_LIMIT)
        return 0;
    coir_log_set_level(COIR_LOG_ERROR);
    coir_error_clear();
    CoirInput *input = make_input();
    if (!coir_bindings_read(input->state, "x.txt", (const char *)data, size) && !strstr(coir_error(), "'x.txt', line "))
        fail("the error does not name the file and a line");
    list(input, first, sizeof first);
    if (!coir_bindings_read(input->state, "y.txt", first, strlen(first)))
        fail("the bindings cannot be read again");
    list(input, second, sizeof second);
    if (strcmp(first, second) != 0)
        fail("the bindings have changed");
    use(input);
    coir_input_destroy(input);
    return 0;
}

static bool is_good(const uint8_t *data, size_t size)
{
    (void)data;
    return size > 0;
}

const FuzzTarget fuzz_target = {is_good, SIZE_LIMIT, " =,\n", '\0', '\0', 30, 0, 50};
