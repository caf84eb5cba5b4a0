// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A demo from beginning to end, with every single allocation failing in turn: it does not crash, leaves nothing behind,
// and says so.

#include "support/support.h"

#include <stdio.h>
#include <string.h>

#include "coir/coir.h"
#include "demo.h"

extern const CoirDemo demo_hello;

// What a coconut does takes 2.6 seconds: after three, some have come and gone.
#define FRAMES 13
#define DT 0.25

// True when all went as if nothing had happened.
static bool play(void)
{
    CoirDirector *director = coir_director_create(&(CoirDirectorDef){.headless = true, .width = 96, .height = 54});
    CoirNode *scene = director ? demo_hello.make_scene(director, 7) : NULL;
    bool done = scene && coir_director_show(director, scene);
    for (int i = 0; done && i < FRAMES; i++)
        done = coir_director_frame(director, DT);
    coir_director_destroy(director);
    coir_assets_set_folder(NULL);
    return done;
}

static void a_demo_survives_every_failing_allocation(void **state)
{
    long nth = 0, failures = 0;
    size_t blocks = support_blocks();
    (void)state;
    do {
        coir_error_clear();
        support_fail_allocation(0);
        assert_true(coir_assets_set_folder(COIR_ASSETS));
        support_fail_allocation(++nth);
        bool done = play();
        failures += !done;
        if (support_failed() && !strstr(coir_error(), "out of memory"))
            fail_msg("allocation %ld failed, but coir_error() is \"%s\"", nth, coir_error());
        if (!support_failed() && (!done || coir_error()[0]))
            fail_msg("no allocation failed, but coir_error() is \"%s\"", coir_error());
        if (support_blocks() != blocks)
            fail_msg("allocation %ld failed, and %d blocks were left behind", nth, (int)(support_blocks() - blocks));
    } while (support_failed());
    support_fail_allocation(0);
    assert_true(nth > 100);
    assert_int_equal(coir_nodes_count(), 0);
    assert_int_equal(coir_textures_each(NULL, NULL), 0);
    printf("%ld allocations, each failed once; %ld times the demo could not go on\n", nth - 1, failures);
}

int main(void)
{
    const struct CMUnitTest tests[] = {support_test(a_demo_survives_every_failing_allocation)};
    return cmocka_run_group_tests_name("allocations", tests, NULL, NULL);
}
