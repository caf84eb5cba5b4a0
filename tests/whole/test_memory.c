// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A demo that runs 100000 frames (half an hour) uses no more memory at the end than after 20000 frames.

#include "support/support.h"

#include <stdio.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "coir/coir.h"
#include "demo.h"

extern const CoirDemo demo_hello;

// AddressSanitizer keeps freed memory for a while, so the process grows.
#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif

#define WARM 20000
#define FRAMES 100000
#define WINDOW 600 // frames over which the largest figure is taken: coconuts come and go
#define DT (1.0 / 60)

typedef struct Figures {
    size_t bytes, blocks;
    long in_use; // KiB of the whole process; -1: unknown on this system
} Figures;

// Returns the memory in use, in KiB, with the memory of SDL and of drivers. The figure comes from malloc if malloc
// reports its memory. Resident memory is a poor substitute: the figure grows for a long time even without a leak, as
// malloc starts to use pages that have been reserved from the start.
#if defined(__GLIBC__)
#if __GLIBC_PREREQ(2, 33)
#define MALLOC_TELLS 1
#endif
#endif
#if defined(MALLOC_TELLS)
static long in_use(void)
{
    struct mallinfo2 info = mallinfo2();
    return (long)((info.uordblks + info.hblkhd) / 1024);
}
#else
static long in_use(void)
{
    long kib = -1;
    FILE *file = fopen("/proc/self/smaps_rollup", "r");
    char line[256];
    while (file && kib < 0 && fgets(line, sizeof line, file))
        if (sscanf(line, "Rss: %ld kB", &kib) != 1)
            kib = -1;
    if (file)
        fclose(file);
    return kib;
}
#endif

static Figures run(CoirDirector *director, int frames)
{
    Figures most = {0};
    for (int i = 0; i < frames; i++) {
        if (!coir_director_frame(director, DT))
            fail_msg("%s", coir_error());
        if (i < frames - WINDOW)
            continue;
        most.bytes = support_bytes() > most.bytes ? support_bytes() : most.bytes;
        most.blocks = support_blocks() > most.blocks ? support_blocks() : most.blocks;
    }
    most.in_use = in_use();
    return most;
}

// Returns the scene of the demo in a tenth of its size, so that drawing takes little time.
static CoirNode *small_scene(CoirDirector *director)
{
    CoirNode *frame = coir_node_new();
    coir_node_set_scale(frame, 0.1f);
    assert_true(coir_node_add(frame, demo_hello.make_scene(director, 7)));
    return frame;
}

static void memory_does_not_grow_in_100000_frames(void **state)
{
    (void)state;
    coir_log_set_level(COIR_LOG_WARNING);
    assert_true(coir_assets_set_folder(COIR_ASSETS));
    CoirDirector *director = coir_director_create(&(CoirDirectorDef){.headless = true, .width = 96, .height = 54});
    assert_non_null(director);
    assert_true(coir_director_show(director, small_scene(director)));
    Figures early = run(director, WARM), late = run(director, FRAMES - WARM);
    assert_int_equal(coir_director_frame_count(director), FRAMES);
    printf(
        "after %d frames: %zu bytes in %zu blocks, %ld KiB in use\nafter %d frames: %zu bytes in %zu blocks, %ld KiB "
        "in use\n",
        WARM, early.bytes, early.blocks, early.in_use, FRAMES, late.bytes, late.blocks, late.in_use);
    assert_int_equal(late.bytes, early.bytes);
    assert_int_equal(late.blocks, early.blocks);
#if !defined(SANITIZED)
    if (early.in_use < 0)
        printf("the memory in use is unknown on this system\n");
    else
        assert_true(late.in_use <= early.in_use + 128);
#endif
    coir_director_destroy(director);
    coir_assets_set_folder(NULL);
    coir_log_set_level(COIR_LOG_INFO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {support_test(memory_does_not_grow_in_100000_frames)};
    return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
