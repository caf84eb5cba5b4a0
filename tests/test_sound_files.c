// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Sound files that coir_sound_load and coir_sound_stream read: good files and bad files. Without libvorbisfile the
// tests of Ogg Vorbis are skipped.

#include "support/sound_files.h"

#include <math.h>

#include <sys/stat.h>

#include "sound/decoder.h"
#include "sound/pcm.h"

// Numbers ------------------------------------------------------------------------------------------------------------

static float convert(CoirPcmFormat format, const char *bytes)
{
    float number = -77;
    coir_pcm_convert(format, (const uint8_t *)bytes, 1, &number);
    return number;
}

static void whole_numbers_become_minus_one_to_one(void **state)
{
    const CoirPcmFormat u8 = {.size = 1}, s8 = {.size = 1, .is_signed = true}, u16 = {.size = 2},
                        s16 = {.size = 2, .is_signed = true}, s32 = {.size = 4, .is_signed = true};
    (void)state;
    assert_true(convert(u8, "\x80") == 0 && convert(u8, "\0") == -1 && convert(u8, "\xff") == 127.0f / 128);
    assert_true(convert(s8, "\0") == 0 && convert(s8, "\x80") == -1 && convert(s8, "\x7f") == 127.0f / 128);
    assert_true(convert(u16, "\0\x80") == 0 && convert(u16, "\0\0") == -1 && convert(u16, "\1\x80") == 1.0f / 32768);
    assert_true(convert(s16, "\1\0") == 1.0f / 32768 && convert(s16, "\0\x80") == -1 && convert(s16, "\0\x40") == 0.5f);
    assert_true(convert(s32, "\0\0\0\x80") == -1 && convert(s32, "\0\0\0\x60") == 0.75f &&
                convert(s32, "\1\0\0\0") > 0);
    assert_true(convert(s32, "\xff\xff\xff\x7f") == 1); // rounded to a float
}

static void both_byte_orders_are_read(void **state)
{
    const CoirPcmFormat s16 = {.size = 2, .is_signed = true, .is_big_endian = true},
                        u16 = {.size = 2, .is_big_endian = true},
                        s32 = {.size = 4, .is_signed = true, .is_big_endian = true},
                        big = {.size = 4, .is_float = true, .is_big_endian = true},
                        little = {.size = 4, .is_float = true};
    (void)state;
    assert_true(convert(s16, "\x40\0") == 0.5f && convert(u16, "\x80\1") == 1.0f / 32768);
    assert_true(convert(s32, "\xc0\0\0\0") == -0.5f);
    assert_true(convert(big, "\x3f\xa0\0\0") == 1.25f && convert(little, "\0\0\xa0\x3f") == 1.25f);
}

// Channels -----------------------------------------------------------------------------------------------------------

static void one_and_two_channels_are_kept(void **state)
{
    const float numbers[4] = {0.1f, -0.3f, 0.7f, 1.5f};
    float one[4] = {0}, two[4] = {0};
    CoirDownmix mono = coir_downmix(COIR_ORDER_WAV, 1), stereo = coir_downmix(COIR_ORDER_VORBIS, 2);
    (void)state;
    assert_true(mono.to == 1 && stereo.to == 2);
    coir_downmix_add(&mono, 0, numbers, 1, 4, one);
    coir_downmix_add(&stereo, 0, numbers, 2, 2, two);
    coir_downmix_add(&stereo, 1, numbers + 1, 2, 2, two);
    assert_memory_equal(one, numbers, sizeof one);
    assert_memory_equal(two, numbers, sizeof two);
}

// Checks the side of a channel: 'L' left, 'R' right, 'C' both sides alike, 'W' neither side; 'l' and 'r' are quieter
// than 'L' and 'R'.
static void assert_side(const CoirDownmix *mix, int channel, char side, float front)
{
    float left = mix->factors[channel][0], right = mix->factors[channel][1];
    if (side == 'L' || side == 'l')
        assert_true(right == 0 && left > 0 && (side == 'L' ? left == front : left < front));
    else if (side == 'R' || side == 'r')
        assert_true(left == 0 && right > 0 && (side == 'R' ? right == front : right < front));
    else
        assert_true(left == right && (side == 'W' ? left == 0 : left > 0));
}

static void assert_sides(CoirChannelOrder order, const char *sides)
{
    int count = (int)strlen(sides);
    CoirDownmix mix = coir_downmix(order, count);
    float front = mix.factors[strchr(sides, 'L') - sides][0], left = 0, right = 0;
    assert_int_equal(mix.to, 2);
    for (int i = 0; i < count; i++) {
        assert_side(&mix, i, sides[i], front);
        left += mix.factors[i][0];
        right += mix.factors[i][1];
    }
    assert_true(fabsf(left - 1) < 1e-6f && fabsf(right - 1) < 1e-6f);
}

static void many_channels_are_mixed_to_the_left_and_right_sides(void **state)
{
    (void)state;
    assert_sides(COIR_ORDER_WAV, "LRC");
    assert_sides(COIR_ORDER_WAV, "LRlr");
    assert_sides(COIR_ORDER_WAV, "LRClr");
    assert_sides(COIR_ORDER_WAV, "LRCWlr");
    assert_sides(COIR_ORDER_WAV, "LRCWClr");
    assert_sides(COIR_ORDER_WAV, "LRCWlrlr");
    assert_sides(COIR_ORDER_VORBIS, "LCR");
    assert_sides(COIR_ORDER_VORBIS, "LRlr");
    assert_sides(COIR_ORDER_VORBIS, "LCRlr");
    assert_sides(COIR_ORDER_VORBIS, "LCRlrW");
    assert_sides(COIR_ORDER_VORBIS, "LCRlrCW");
    assert_sides(COIR_ORDER_VORBIS, "LCRlrlrW");
    assert_sides(COIR_ORDER_WAV, "LRLRLRLRLR");
}

static void numbers_that_are_not_finite_become_silence(void **state)
{
    const float numbers[6] = {NAN, INFINITY, -INFINITY, 1e31f, -3.4e38f, 1e30f};
    float samples[12] = {0};
    CoirDownmix mix = coir_downmix(COIR_ORDER_WAV, 3);
    (void)state;
    coir_downmix_add(&mix, 0, numbers, 1, 6, samples);
    for (int i = 0; i < 11; i++)
        assert_true(i == 10 ? samples[i] > 1e29f : samples[i] == 0);
}

// Files of all kinds -------------------------------------------------------------------------------------------------

// Checks that a file is refused with `text` and its path in coir_error(), and that no memory is kept.
static void assert_refused(const char *path, const char *text)
{
    CoirSound *(*const functions[])(const char *path) = {coir_sound_load, coir_sound_stream};
    size_t blocks = support_blocks();
    for (int i = 0; i < 2; i++) {
        coir_error_clear();
        if (functions[i](path))
            fail_msg("%s was not refused", path);
        if (!strstr(coir_error(), text) || !strstr(coir_error(), path))
            fail_msg("expected \"%s\" and the path %s in: %s", text, path, coir_error());
        assert_int_equal(support_blocks(), blocks);
        assert_int_equal(coir_sounds_each(NULL, NULL), 0);
    }
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
}

static void assert_finite(const CoirSound *sound)
{
    for (int64_t i = 0; i < sound->format.length * sound->format.channels; i++)
        assert_true(isfinite(sound->samples[i]));
}

typedef struct Good {
    const char *name;
    int channels, rate;
    int64_t length;
} Good;

static void assert_good(const Good *good)
{
    CoirSound *sound = load_sound(good->name);
    assert_int_equal(sound->format.channels, good->channels);
    assert_int_equal(sound->format.rate, good->rate);
    assert_int_equal(sound->format.length, good->length);
    assert_true(coir_sound_format_is_good(&sound->format));
    assert_true(sound->samples && !sound->is_streamed);
    assert_finite(sound);
}

static void wav_files_of_all_kinds_are_read(void **state)
{
    static const Good goods[] = {{"good_mono16.wav", 1, 8000, 40},
                                 {"good_stereo16.wav", 2, 44100, 40},
                                 {"good_8.wav", 1, 22050, 36},
                                 {"good_24.wav", 1, 8000, 40},
                                 {"good_32.wav", 1, 8000, 30},
                                 {"good_float.wav", 2, 48000, 4},
                                 {"good_six_channels.wav", 2, 48000, 20},
                                 {"good_alaw.wav", 1, 8000, 200},
                                 {"good_mulaw.wav", 1, 8000, 200},
                                 {"good_ima.wav", 1, 8000, 130},
                                 {"good_ms.wav", 1, 8000, 104},
                                 {"good_odd_chunk.wav", 1, 8000, 40},
                                 {"good_list.wav", 1, 8000, 40},
                                 {"good_cut.wav", 1, 8000, 40},
                                 {"good_no_sizes.wav", 1, 8000, 40},
                                 {"good_odd.wav", 2, 8000, 10},
                                 {"good_seventeen_channels.wav", 2, 48000, 5}};
    (void)state;
    for (size_t i = 0; i < sizeof goods / sizeof *goods; i++)
        assert_good(&goods[i]);
}

static void the_samples_of_a_wav_file_are_exact(void **state)
{
    CoirSound *eight = load_sound("good_8.wav"), *numbers = load_sound("good_float.wav"),
              *three = load_sound("good_24.wav");
    static const float expected[8] = {0, 1, -1, 0.5f, 2, 0, 0, 0};
    (void)state;
    for (int i = 0; i < 36; i++)
        assert_true(eight->samples[i] == (float)(7 * i - 128) / 128);
    for (int i = 0; i < 8; i++)
        assert_true(numbers->samples[i] == expected[i]);
    for (int i = 0; i < 40; i++) { // the bytes are 0, 1, 2 ...
        int number = (3 * i) | (3 * i + 1) << 8 | (3 * i + 2) << 16;
        assert_true(three->samples[i] == (float)number / 8388608);
    }
}

static void bad_wav_files_are_refused(void **state)
{
    static const char *const bads[][2] = {
        {"bad_no_channels.wav", "has 0 channels; it must be 1 to 255"},
        {"bad_channels.wav", "has 257 channels"},
        {"bad_rate_high.wav", "has 400000 samples a second; it must be 1000 to 384000"},
        {"bad_rate_low.wav", "has 999 samples a second"},
        {"bad_rate_zero.wav", "has 0 samples a second"},
        {"bad_rate_huge.wav", "has 4294967295 samples a second; it must be 1000 to 384000"},
        {"bad_no_samples.wav", "has no samples"},
        {"bad_half_sample.wav", "has no samples"},
        {"bad_no_data.wav", "damaged"},
        {"bad_no_fmt.wav", "damaged"},
        {"bad_cut_in_fmt.wav", "damaged"},
        {"bad_bits.wav", "damaged"},
        {"bad_kind.wav", "of a kind of WAV that SDL does not read"},
        {"bad_not_wave.wav", "damaged"},
        {"bad_riff_alone.wav", "damaged"},
        {"bad_empty.wav", "is an empty file"},
        {"bad_text.wav", "is neither a WAV nor an Ogg Vorbis file"}};
    (void)state;
    for (size_t i = 0; i < sizeof bads / sizeof *bads; i++)
        assert_refused(sound_file(bads[i][0]), bads[i][1]);
}

static void paths_that_are_no_files_are_refused(void **state)
{
    (void)state;
    assert_refused(folder_path("no_such.wav"), "is missing or cannot be opened");
    assert_refused(folder.path, "it is a folder, not a file");
    assert_null(coir_sound_load("no_such.wav"));
    assert_non_null(strstr(coir_error(), "working directory"));
}

#if !defined(SUPPORT_HAS_POSIX_FILES)
SUPPORT_SKIPPED(a_pipe_is_refused, "folders have no pipes here")
#else
static void a_pipe_is_refused(void **state)
{
    (void)state;
    assert_int_equal(mkfifo(folder_path("pipe.ogg"), 0600), 0);
    assert_refused(folder_path("pipe.ogg"), "it is a pipe, a socket or a device");
}
#endif

static void names_may_have_any_characters_and_no_ending(void **state)
{
    CoirSound *sound = coir_sound_load(copy_sound("good_mono16.wav", "\xc3\xa4\xe2\x82\xac \xe9\x9f\xb3.ogg"));
    (void)state;
    assert_non_null(sound);
    assert_non_null(coir_sound_stream(copy_sound("good_stereo16.wav", "b")));
}

static void every_failing_allocation_of_a_file_is_survived(void **state)
{
    static const char *const names[] = {
        "good_mono16.wav",
#if defined(COIR_TESTS_VORBIS)
        "good_stereo.ogg",
        "good_damaged.ogg"
#endif
    };
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bool failed = true;
        for (long nth = 1; failed; nth++) {
            size_t blocks = support_blocks();
            coir_error_clear();
            support_fail_allocation(nth);
            CoirSound *sound = coir_sound_load(sound_file(names[i]));
            failed = support_failed();
            support_fail_allocation(0);
            assert_int_equal(!sound, failed);
            assert_int_equal(coir_sounds_each(NULL, NULL), !failed);
            assert_true(failed ? strstr(coir_error(), "out of memory") != NULL : nth > 4);
            coir_sounds_purge();
            if (failed)
                assert_int_equal(support_blocks(), blocks);
        }
    }
}

// Ogg Vorbis ---------------------------------------------------------------------------------------------------------

#if defined(COIR_TESTS_VORBIS)

static void vorbis_files_are_read(void **state)
{
    static const Good goods[] = {{"good_short.ogg", 1, 8000, 3000},
                                 {"good_long.ogg", 1, 8000, 100000},
                                 {"good_stereo.ogg", 2, 8000, 3000},
                                 {"good_six_channels.ogg", 2, 48000, 3000},
                                 {"good_chain.ogg", 1, 8000, 5000}};
    (void)state;
    for (size_t i = 0; i < sizeof goods / sizeof *goods; i++)
        assert_good(&goods[i]);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 0);
}

// Returns sample `i` of the signal that make_sounds.py has encoded.
static float source_sample(int i)
{
    static int phase, next;
    if (i == 0)
        phase = next = 0;
    for (; next <= i; next++)
        phase = (phase + 2000 + next / 4 % 3000) % 65536;
    return (float)(abs(phase - 32768) - 16384) / 32768;
}

static void vorbis_samples_equal_the_encoded_samples(void **state)
{
    CoirSound *sound = load_sound("good_short.ogg");
    double both = 0, ours = 0, theirs = 0;
    (void)state;
    for (int i = 0; i < 3000; i++) {
        double a = (double)sound->samples[i], b = (double)source_sample(i);
        both += a * b;
        ours += a * a;
        theirs += b * b;
    }
    assert_true(both / sqrt(ours * theirs) > 0.9);
    assert_true(ours / theirs > 0.7 && ours / theirs < 1.3);
}

static void assert_loop(const char *name, int64_t begin, int64_t end, int warnings)
{
    support_forget_messages();
    CoirSound *sound = load_sound(name);
    assert_int_equal(sound->format.loop_begin, begin);
    assert_int_equal(sound->format.loop_end, end);
    assert_int_equal(support_logged(COIR_LOG_WARNING), warnings);
    if (warnings)
        assert_non_null(strstr(support_last_message(), name));
}

static void loop_points_are_read_from_tags(void **state)
{
    (void)state;
    assert_loop("good_long.ogg", 10000, 90000, 0);
    assert_loop("good_loop_end.ogg", 1000, 2500, 0);
    assert_loop("good_loop_start.ogg", 1000, 3000, 0);
    assert_loop("good_short.ogg", 0, 3000, 0);
}

static void bad_loop_points_are_left_out(void **state)
{
    (void)state;
    assert_loop("good_tag_text.ogg", 0, 3000, 1);
    assert_non_null(strstr(support_last_message(), "LOOPSTART=soon"));
    assert_loop("good_tag_negative.ogg", 0, 3000, 1);
    assert_loop("good_tag_huge.ogg", 0, 3000, 1);
    assert_loop("good_tag_many_digits.ogg", 0, 3000, 1);
    assert_loop("good_tag_letters.ogg", 0, 3000, 1);
    assert_loop("good_tag_empty.ogg", 0, 3000, 1);
    assert_loop("good_tag_beyond.ogg", 0, 3000, 1);
}

static void bad_vorbis_files_are_refused(void **state)
{
    static const char *const bads[][2] = {{"bad_chain_rate.ogg", "changes its rate or its channels"},
                                          {"bad_chain_channels.ogg", "changes its rate or its channels"},
                                          {"bad_length.ogg", "is longer than 36000 seconds"},
                                          {"bad_length_negative.ogg", "has no samples"},
                                          {"bad_channels.ogg", "damaged"},
                                          {"bad_rate.ogg", "has 400000 samples a second; it must be 1000 to 384000"},
                                          {"bad_rate_low.ogg", "has 999 samples a second"},
                                          {"bad_version.ogg", "damaged"},
                                          {"bad_kind.ogg", "it is no Ogg Vorbis"},
                                          {"bad_headers_only.ogg", "has no samples"},
                                          {"bad_cut.ogg", "it is no Ogg Vorbis, or its first bytes are damaged"},
                                          {"bad_first_page.ogg", "damaged"},
                                          {"bad_four_bytes.ogg", "it is no Ogg Vorbis"}};
    (void)state;
    for (size_t i = 0; i < sizeof bads / sizeof *bads; i++)
        assert_refused(sound_file(bads[i][0]), bads[i][1]);
}

static void a_vorbis_file_of_which_nothing_can_be_decoded_is_refused(void **state)
{
    (void)state;
    assert_null(coir_sound_load(sound_file("bad_codebook.ogg")));
    assert_non_null(strstr(coir_error(), "bad_codebook.ogg' is damaged: nothing of it can be decoded"));
}

static double loudness(const CoirSound *sound, int channel)
{
    double sum = 0;
    for (int64_t i = 0; i < sound->format.length; i++) {
        double number = (double)sound->samples[2 * i + channel];
        sum += number * number;
    }
    return sqrt(sum);
}

static void six_channels_of_a_vorbis_file_go_to_their_sides(void **state)
{
    CoirSound *sound = load_sound("good_six_channels.ogg");
    double ratio = loudness(sound, 1) / loudness(sound, 0);
    (void)state; // the channels are L C R l r W; C, l and W are half as loud
    assert_true(fabs(ratio - (1 + 0.707 / 2 + 0.707) / (1 + 0.707 / 2 + 0.707 / 2)) < 0.03);
}

static void a_truncated_vorbis_file_is_a_shorter_sound(void **state)
{
    CoirSound *cut = load_sound("good_cut.ogg"), *whole = load_sound("good_long.ogg");
    int64_t length = cut->format.length;
    (void)state;
    assert_in_range(length, 30000, 90000);
    assert_memory_equal(cut->samples, whole->samples, (size_t)length * sizeof *cut->samples);
    assert_true(coir_sound_format_is_good(&cut->format));
}

static void damaged_parts_of_a_vorbis_file_are_skipped(void **state)
{
    CoirSound *damaged = load_sound("good_damaged.ogg");
    (void)state;
    assert_in_range(damaged->format.length, 30000, 99999);
    assert_int_equal(support_logged(COIR_LOG_WARNING), 1);
    assert_non_null(strstr(support_last_message(), "of 100000 samples"));
    assert_true(coir_sound_format_is_good(&damaged->format));
    assert_finite(damaged);
}

static void a_vorbis_file_whose_length_lies_has_the_samples_that_are_there(void **state)
{
    CoirSound *sound = load_sound("good_length_lies.ogg");
    (void)state;
    assert_in_range(sound->format.length, 60000, 61000);
    assert_int_equal(coir_sounds_bytes(), sound->format.length * 4);
    assert_non_null(strstr(support_last_message(), "of 16777216 samples"));
    assert_int_equal(sound->format.loop_end, sound->format.length);
}

#define vorbis_test(function) sound_test(function)

#else

static void without_libvorbisfile_vorbis_files_are_refused(void **state)
{
    (void)state;
    assert_refused(sound_file("good_short.ogg"), "this build of Coir is without libvorbisfile; install libvorbisfile");
}

static void vorbis_tests_need_libvorbisfile(void **state)
{
    (void)state;
    skip();
}

#define vorbis_test(function) sound_test(vorbis_tests_need_libvorbisfile)

#endif

TEST_FILE(sound_files)
{
    const struct CMUnitTest tests[] = {
        sound_test(whole_numbers_become_minus_one_to_one),
        sound_test(both_byte_orders_are_read),
        sound_test(one_and_two_channels_are_kept),
        sound_test(many_channels_are_mixed_to_the_left_and_right_sides),
        sound_test(numbers_that_are_not_finite_become_silence),
        sound_test(wav_files_of_all_kinds_are_read),
        sound_test(the_samples_of_a_wav_file_are_exact),
        sound_test(bad_wav_files_are_refused),
        sound_test(paths_that_are_no_files_are_refused),
        sound_test(a_pipe_is_refused),
        sound_test(names_may_have_any_characters_and_no_ending),
        sound_test(every_failing_allocation_of_a_file_is_survived),
#if !defined(COIR_TESTS_VORBIS)
        sound_test(without_libvorbisfile_vorbis_files_are_refused),
#endif
        vorbis_test(vorbis_files_are_read),
        vorbis_test(vorbis_samples_equal_the_encoded_samples),
        vorbis_test(loop_points_are_read_from_tags),
        vorbis_test(bad_loop_points_are_left_out),
        vorbis_test(bad_vorbis_files_are_refused),
        vorbis_test(a_vorbis_file_of_which_nothing_can_be_decoded_is_refused),
        vorbis_test(six_channels_of_a_vorbis_file_go_to_their_sides),
        vorbis_test(a_truncated_vorbis_file_is_a_shorter_sound),
        vorbis_test(damaged_parts_of_a_vorbis_file_are_skipped),
        vorbis_test(a_vorbis_file_whose_length_lies_has_the_samples_that_are_there),
    };
    return cmocka_run_group_tests_name("sound_files", tests, folder_setup, folder_teardown);
}
