// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Streams: the ring delivers the same samples as the sound that was loaded whole, loops included. The test reads the
// ring as the mixer does. Without libvorbisfile no sound can be streamed, and the test is skipped.

#include "support/sound_files.h"

#include "coir/scheduler.h"
#include "sound/stream.h"

#define RING COIR_STREAM_SAMPLES

static CoirStream *open_stream(const CoirSound *sound, int64_t from, int loops)
{
    CoirStreamPart part = {from, sound->format.loop_begin, sound->format.loop_end, loops};
    CoirStream *stream = coir_stream_open(sound, part);
    if (!stream)
        fail_msg("%s", coir_error());
    return stream;
}

// Returns how many samples are in the ring.
static uint32_t samples_in(CoirStream *stream)
{
    return (uint32_t)(atomic_load(&stream->written) - atomic_load(&stream->read));
}

// A simple model of a stream: the position that the stream must have in the whole sound.
typedef struct Expected {
    const CoirSound *whole;
    CoirSoundFormat format;
    int64_t at;
    int loops;
} Expected;

static Expected expect(const CoirSound *whole, const CoirSound *streamed, int64_t from, int loops)
{
    return (Expected){whole, streamed->format, from, from < streamed->format.loop_end ? loops : 0};
}

// Returns the next sample of the whole sound, or NULL at the end.
static const float *next_sample(Expected *expected)
{
    if (expected->at == expected->format.loop_end && expected->loops > 0) {
        expected->at = expected->format.loop_begin;
        expected->loops -= expected->loops != COIR_FOREVER;
    }
    if (expected->at == expected->format.length)
        return NULL;
    return expected->whole->samples + expected->at++ * expected->format.channels;
}

// Takes `count` samples out of the ring and compares the samples bit for bit.
static void take(CoirStream *stream, Expected *expected, uint32_t count)
{
    uint32_t read = (uint32_t)atomic_load(&stream->read);
    size_t size = (size_t)stream->channels * sizeof(float);
    assert_true(count <= samples_in(stream));
    for (uint32_t i = 0; i < count; i++, read++) {
        const float *sample = next_sample(expected);
        if (!sample || memcmp(sample, stream->ring + (read % RING) * (uint32_t)stream->channels, size) != 0)
            fail_msg("sample %u of the stream is not sample %d of the sound", (unsigned)read, (int)expected->at - 1);
    }
    atomic_store(&stream->read, read);
}

// Reads a stream in pieces of changing sizes, up to the end or for at least `limit` samples. Returns the number of
// samples.
static int64_t play(CoirStream *stream, Expected *expected, int64_t limit)
{
    static const uint32_t pieces[] = {512, 1, 7777, 65536, 3, 40000};
    int64_t count = 0;
    for (int i = 0; count < limit && (samples_in(stream) > 0 || !atomic_load(&stream->is_complete)); i++) {
        uint32_t piece = pieces[i % 6], there = samples_in(stream);
        piece = piece < there ? piece : there;
        take(stream, expected, piece);
        count += piece;
        coir_stream_fill(stream);
        assert_true(samples_in(stream) == RING - 1 || atomic_load(&stream->is_complete));
    }
    return count;
}

static void assert_plays(const CoirSound *streamed, const CoirSound *whole, int64_t from, int loops, int64_t length)
{
    CoirStream *stream = open_stream(streamed, from, loops);
    Expected expected = expect(whole, streamed, from, loops);
    assert_int_equal(play(stream, &expected, length + 1), length);
    assert_null(next_sample(&expected));
    assert_true(atomic_load(&stream->is_complete));
    coir_stream_fill(stream);
    assert_int_equal(samples_in(stream), 0);
    coir_stream_close(stream);
}

// Playing ------------------------------------------------------------------------------------------------------------

static void a_streamed_sound_has_its_numbers_and_no_samples(void **state)
{
    CoirSound *sound = stream_sound("good_long.ogg");
    (void)state;
    assert_null(sound->samples);
    assert_true(coir_sound_length(sound) == 12.5 && coir_sound_rate(sound) == 8000);
    assert_true(coir_sound_loop_begin(sound) == 1.25 && coir_sound_loop_end(sound) == 11.25);
    assert_int_equal(coir_sounds_bytes(), 0);
    assert_ptr_not_equal(load_sound("good_long.ogg"), sound);
}

static void the_ring_is_filled_when_a_stream_is_opened(void **state)
{
    CoirStream *stream = open_stream(stream_sound("good_long.ogg"), 0, 0);
    (void)state;
    assert_int_equal(samples_in(stream), RING - 1);
    assert_false(atomic_load(&stream->is_complete));
    coir_stream_close(stream);
    stream = open_stream(stream_sound("good_short.ogg"), 0, 0);
    assert_int_equal(samples_in(stream), 3000);
    assert_true(atomic_load(&stream->is_complete));
    coir_stream_close(stream);
    coir_stream_close(NULL);
}

static void a_stream_plays_to_the_end(void **state)
{
    CoirSound *mono = stream_sound("good_long.ogg"), *stereo = stream_sound("good_stereo.ogg");
    (void)state;
    assert_plays(mono, load_sound("good_long.ogg"), 0, 0, 100000);
    assert_plays(stereo, load_sound("good_stereo.ogg"), 0, 0, 3000);
    assert_plays(stream_sound("good_six_channels.ogg"), load_sound("good_six_channels.ogg"), 0, 0, 3000);
    assert_plays(stream_sound("good_chain.ogg"), load_sound("good_chain.ogg"), 0, 0, 5000);
}

static void a_stream_may_begin_anywhere(void **state)
{
    static const int64_t froms[] = {1, 2999, 4097, 65535, 65536, 89999, 90000, 90001, 99999, 100000};
    CoirSound *sound = stream_sound("good_long.ogg"), *whole = load_sound("good_long.ogg");
    (void)state;
    for (size_t i = 0; i < sizeof froms / sizeof *froms; i++)
        assert_plays(sound, whole, froms[i], 0, 100000 - froms[i]);
    assert_plays(stream_sound("good_chain.ogg"), load_sound("good_chain.ogg"), 3500, 0, 1500);
}

// Loops --------------------------------------------------------------------------------------------------------------

static void a_long_loop_has_an_exact_seam(void **state)
{
    CoirSound *sound = stream_sound("good_long.ogg"), *whole = load_sound("good_long.ogg"); // loop of 80000 samples
    (void)state;
    assert_plays(sound, whole, 0, 3, 100000 + 3 * 80000);
    assert_plays(sound, whole, 50000, 2, 50000 + 2 * 80000);
    assert_plays(sound, whole, 89999, 1, 10001 + 80000);
}

static void a_short_loop_has_an_exact_seam(void **state)
{
    static const int64_t loops[][2] = {{5000, 5001}, {5000, 5007}, {0, 1},          {0, 65536},      {1, 65536},
                                       {1, 65537},   {1, 65538},   {99999, 100000}, {99000, 100000}, {40000, 72768}};
    CoirSound *sound = stream_sound("good_long.ogg"), *whole = load_sound("good_long.ogg");
    (void)state;
    for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
        int64_t begin = loops[i][0], end = loops[i][1], length = end - begin;
        int times = length < 1000 ? 20000 : 5;
        sound->format.loop_begin = begin;
        sound->format.loop_end = end;
        assert_plays(sound, whole, 0, times, 100000 + times * length);
        assert_plays(sound, whole, begin + 1, times, 100000 - (begin + 1) + (length > 1 ? times * length : 0));
        assert_plays(sound, whole, end - 1, times, 100000 - (end - 1) + times * length);
        assert_plays(sound, whole, (begin + end) / 2, 1, 100000 - (begin + end) / 2 + length);
    }
}

// Moves the mixer's position `count` samples beyond the samples in the ring, as a voice that plays very fast does.
static void outrun(CoirStream *stream, uint32_t count)
{
    atomic_store(&stream->read, (uint32_t)atomic_load(&stream->written) + count);
}

// Skips `count` samples, as if the voice were not heard.
static void skip_samples(CoirStream *stream, Expected *expected, uint32_t count)
{
    coir_stream_skip(stream);
    assert_true(count <= samples_in(stream));
    for (uint32_t i = 0; i < count; i++)
        assert_non_null(next_sample(expected));
    atomic_fetch_add(&stream->read, count);
}

static void check_skip(const CoirSound *streamed, const CoirSound *whole, int64_t from, int loops, uint32_t count)
{
    CoirStream *stream = open_stream(streamed, from, loops);
    Expected expected = expect(whole, streamed, from, loops);
    take(stream, &expected, 100);
    skip_samples(stream, &expected, count / 2);
    skip_samples(stream, &expected, count - count / 2);
    coir_stream_fill(stream);
    play(stream, &expected, loops == COIR_FOREVER ? 200000 : INT64_MAX);
    if (loops != COIR_FOREVER)
        assert_null(next_sample(&expected));
    coir_stream_close(stream);
}

static void after_a_skip_a_stream_continues_at_its_sample(void **state)
{
    CoirSound *sound = stream_sound("good_long.ogg"), *whole = load_sound("good_long.ogg");
    (void)state;
    check_skip(sound, whole, 0, 0, 70000);
    check_skip(sound, whole, 0, 3, 89900); // 100 + 89900: to the end of the loop
    check_skip(sound, whole, 0, 3, 89899);
    check_skip(sound, whole, 0, 3, 89900 + 2 * 80000 + 7);
    check_skip(sound, whole, 0, 3, 89900 + 3 * 80000 + 7);
    check_skip(sound, whole, 0, COIR_FOREVER, 50000000);
    check_skip(sound, whole, 20000, 1, 69900);
    check_skip(sound, whole, 95000, 5, 1000);
    sound->format.loop_begin = 40000;
    sound->format.loop_end = 40007;
    check_skip(sound, whole, 0, 20000, 120000);
    check_skip(sound, whole, 0, COIR_FOREVER, 39900);
}

static void a_second_skip_also_stops_at_the_end(void **state)
{
    CoirSound *sound = stream_sound("good_long.ogg"), *whole = load_sound("good_long.ogg");
    CoirStream *stream = open_stream(sound, 0, 1);
    Expected expected = expect(whole, sound, 0, 1);
    (void)state;
    skip_samples(stream, &expected, 100000);
    coir_stream_fill(stream); // the stream is heard for a moment
    skip_samples(stream, &expected, 80000);
    assert_true(atomic_load(&stream->is_complete));
    assert_int_equal(samples_in(stream), 0);
    coir_stream_close(stream);
}

static void after_a_skip_to_the_end_a_stream_is_over(void **state)
{
    CoirSound *sound = stream_sound("good_long.ogg"), *whole = load_sound("good_long.ogg");
    CoirStream *stream = open_stream(sound, 0, 1);
    Expected expected = expect(whole, sound, 0, 1);
    (void)state;
    skip_samples(stream, &expected, 180000);
    assert_true(atomic_load(&stream->is_complete));
    assert_int_equal(samples_in(stream), 0);
    coir_stream_fill(stream);
    assert_true(atomic_load(&stream->is_complete));
    assert_int_equal(samples_in(stream), 0);
    coir_stream_close(stream);
}

// The mixer shows that `count` samples beyond the end of a skipped stream are no longer needed.
static void check_skip_beyond_the_end(const CoirSound *sound, int loops, uint32_t count)
{
    CoirStream *stream = open_stream(sound, 0, loops);
    support_forget_messages();
    coir_stream_skip(stream);
    outrun(stream, count);
    coir_stream_skip(stream);
    coir_stream_fill(stream);
    assert_true(atomic_load(&stream->is_complete));
    assert_int_equal(samples_in(stream), 0);
    assert_int_equal(stream->at, sound->format.length);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 0);
    coir_stream_close(stream);
}

static void after_a_skip_beyond_the_end_a_stream_is_over(void **state)
{
    CoirSound *sound = stream_sound("good_long.ogg");
    (void)state;
    for (int loops = 0; loops <= 3; loops += 3) {
        check_skip_beyond_the_end(sound, loops, 1);
        check_skip_beyond_the_end(sound, loops, 60);
    }
}

static void a_stream_that_begins_behind_its_loop_does_not_loop(void **state)
{
    CoirSound *sound = stream_sound("good_long.ogg"), *whole = load_sound("good_long.ogg");
    (void)state;
    assert_plays(sound, whole, 90000, 5, 10000);
    assert_plays(sound, whole, 95000, COIR_FOREVER, 5000);
}

static void a_loop_without_end_never_ends(void **state)
{
    CoirSound *sound = stream_sound("good_long.ogg"), *whole = load_sound("good_long.ogg");
    (void)state;
    for (int i = 0; i < 2; i++) {
        CoirStream *stream = open_stream(sound, 0, COIR_FOREVER);
        Expected expected = expect(whole, sound, 0, COIR_FOREVER);
        assert_true(play(stream, &expected, 1000000) >= 1000000);
        assert_true(stream->loops == COIR_FOREVER && !atomic_load(&stream->is_complete));
        assert_int_equal(stream->has_loop, i == 1);
        coir_stream_close(stream);
        assert_true(coir_sound_set_loop(sound, 0.5, 0.51)); // 80 samples: copied in the ring, not decoded
    }
}

static void a_stream_that_the_mixer_has_passed_continues_at_the_position_of_the_mixer(void **state)
{
    CoirSound *sound = stream_sound("good_long.ogg"), *whole = load_sound("good_long.ogg");
    (void)state;
    for (int loops = 0; loops <= 1; loops++) {
        CoirStream *stream = open_stream(sound, 0, loops);
        int64_t all = 100000 + loops * (sound->format.loop_end - sound->format.loop_begin);
        outrun(stream, 5000);
        uint32_t read = (uint32_t)atomic_load(&stream->read);
        if (loops)
            coir_stream_skip(stream);
        coir_stream_fill(stream);
        Expected expected = expect(whole, sound, read, loops);
        assert_int_equal(play(stream, &expected, 1000000), all - read);
        coir_stream_close(stream);
        stream = open_stream(sound, 0, loops);
        outrun(stream, 1000000); // beyond the end
        coir_stream_fill(stream);
        assert_true(atomic_load(&stream->is_complete));
        assert_int_equal(samples_in(stream), 0);
        coir_stream_close(stream);
    }
}

static void the_counters_wrap_around(void **state)
{
    CoirSound *sound = stream_sound("good_long.ogg"), *whole = load_sound("good_long.ogg");
    (void)state;
    for (int i = 0; i < 2; i++) {
        CoirStream *stream = open_stream(sound, 0, 10);
        Expected expected = expect(whole, sound, 0, 10);
        atomic_store(&stream->written, (uint32_t)(atomic_load(&stream->written) - 3 * RING));
        atomic_store(&stream->read, (uint32_t)(0u - 3 * RING));
        assert_int_equal(play(stream, &expected, 10000000),
                         100000 + 10 * (sound->format.loop_end - sound->format.loop_begin));
        coir_stream_close(stream);
        assert_true(coir_sound_set_loop(sound, 1, 2));
    }
}

static void loops_of_the_sound_that_change_later_do_not_count(void **state)
{
    CoirSound *sound = stream_sound("good_long.ogg"), *whole = load_sound("good_long.ogg");
    CoirStream *stream = open_stream(sound, 0, 1);
    Expected expected = expect(whole, sound, 0, 1);
    (void)state;
    assert_true(coir_sound_set_loop(sound, 0, 1));
    assert_int_equal(play(stream, &expected, 1000000), 180000);
    coir_stream_close(stream);
}

// Failures -----------------------------------------------------------------------------------------------------------

static void a_file_that_was_removed_or_changed_is_refused(void **state)
{
    static const char *const others[] = {"good_stereo.ogg", "good_loop_end.ogg",
                                         "good_chain.ogg"}; // other channels, rate, length
    const char *path = copy_sound("good_short.ogg", "a.ogg");
    CoirSound *sound = coir_sound_stream(path);
    (void)state;
    assert_non_null(sound);
    for (int i = 0; i < 3; i++) {
        copy_sound(others[i], "a.ogg");
        assert_null(coir_stream_open(sound, (CoirStreamPart){0}));
        assert_non_null(strstr(coir_error(), "the file was changed since it was loaded"));
    }
    copy_sound("good_mono16.wav", "a.ogg");
    assert_null(coir_stream_open(sound, (CoirStreamPart){0}));
    assert_non_null(strstr(coir_error(), "it is no Ogg Vorbis"));
    assert_true(system_remove(path));
    assert_null(coir_stream_open(sound, (CoirStreamPart){0}));
    assert_non_null(strstr(coir_error(), "is missing or cannot be opened"));
    copy_sound("good_short.ogg", "a.ogg");
    coir_stream_close(open_stream(sound, 0, 0));
}

static void a_damaged_file_ends_early_with_one_warning(void **state)
{
    CoirSound *sound = stream_sound("good_damaged.ogg"), *whole = load_sound("good_damaged.ogg");
    (void)state;
    support_forget_messages();
    CoirStream *stream = open_stream(sound, 0, COIR_FOREVER);
    Expected expected = expect(whole, sound, 0, COIR_FOREVER);
    assert_int_equal(play(stream, &expected, 1000000), whole->format.length);
    coir_stream_fill(stream);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 1);
    assert_non_null(strstr(support_last_message(), "good_damaged.ogg' ends early"));
    coir_stream_close(stream);
}

static void every_failing_allocation_is_survived(void **state)
{
    CoirSound *sound = stream_sound("good_short.ogg");
    bool failed = true;
    (void)state;
    for (long nth = 1; failed; nth++) {
        size_t blocks = support_blocks();
        coir_error_clear();
        support_fail_allocation(nth);
        CoirStream *stream = coir_stream_open(sound, (CoirStreamPart){0});
        failed = support_failed();
        support_fail_allocation(0);
        assert_int_equal(!stream, failed);
        assert_true(failed ? strstr(coir_error(), "out of memory") != NULL : nth > 3);
        coir_stream_close(stream);
        assert_int_equal(support_blocks(), blocks);
    }
}

TEST_FILE(stream)
{
    const struct CMUnitTest tests[] = {
        sound_test(a_streamed_sound_has_its_numbers_and_no_samples),
        sound_test(the_ring_is_filled_when_a_stream_is_opened),
        sound_test(a_stream_plays_to_the_end),
        sound_test(a_stream_may_begin_anywhere),
        sound_test(a_long_loop_has_an_exact_seam),
        sound_test(a_short_loop_has_an_exact_seam),
        sound_test(a_stream_that_begins_behind_its_loop_does_not_loop),
        sound_test(after_a_skip_a_stream_continues_at_its_sample),
        sound_test(after_a_skip_to_the_end_a_stream_is_over),
        sound_test(after_a_skip_beyond_the_end_a_stream_is_over),
        sound_test(a_second_skip_also_stops_at_the_end),
        sound_test(a_loop_without_end_never_ends),
        sound_test(a_stream_that_the_mixer_has_passed_continues_at_the_position_of_the_mixer),
        sound_test(the_counters_wrap_around),
        sound_test(loops_of_the_sound_that_change_later_do_not_count),
        sound_test(a_file_that_was_removed_or_changed_is_refused),
        sound_test(a_damaged_file_ends_early_with_one_warning),
        sound_test(every_failing_allocation_is_survived),
    };
#if !defined(COIR_TESTS_VORBIS)
    (void)tests;
    puts("skipped: this build of Coir is without libvorbisfile (Debian: libvorbis-dev)");
    return 77;
#else
    return cmocka_run_group_tests_name("stream", tests, folder_setup, folder_teardown);
#endif
}
