// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Sounds: the cache, owners and users, loops, rules, tempo. test_sound_files.c checks the reading of files.

#include "support/sound_files.h"

#include <math.h>

#include "coir/music.h"
#include "coir/texture.h"

static const float four_numbers[4] = {0.25f, -1, 3, 0.5f};

static CoirSound *make(void)
{
    static float numbers[2000];
    CoirSound *sound = coir_sound_from_samples(1, 1000, 2000, numbers);
    if (!sound)
        fail_msg("%s", coir_error());
    return sound;
}

// The cache ----------------------------------------------------------------------------------------------------------

static void a_path_is_loaded_once(void **state)
{
    const char *path = copy_sound("good_mono16.wav", "a.wav");
    CoirSound *first = coir_sound_load(path);
    (void)state;
    assert_non_null(first);
    assert_ptr_equal(coir_sound_load(path), first);
    assert_ptr_not_equal(load_sound("good_8.wav"), first);
    assert_int_equal(coir_sounds_each(NULL, NULL), 2);
    assert_true(system_remove(path)); // the file is not read again
    assert_ptr_equal(coir_sound_load(path), first);
    assert_string_equal(coir_sound_path(first), path);
    assert_int_equal(coir_sounds_purge(), 2);
}

static void loaded_and_streamed_sounds_are_two(void **state)
{
    CoirSound *loaded = load_sound("good_mono16.wav"), *streamed = stream_sound("good_mono16.wav");
    (void)state;
    assert_ptr_not_equal(loaded, streamed);
    assert_ptr_equal(stream_sound("good_mono16.wav"), streamed);
    assert_true(streamed->is_streamed && !loaded->is_streamed);
    assert_true(streamed->samples && loaded->samples); // a WAV file is read whole
    coir_sound_retain(streamed);
    assert_int_equal(coir_sounds_purge(), 1);
    assert_ptr_equal(stream_sound("good_mono16.wav"), streamed);
    coir_sound_release(streamed);
    assert_int_equal(coir_sounds_purge(), 1);
}

static void relative_paths_start_in_the_assets_folder(void **state)
{
    const char *path = copy_sound("good_mono16.wav", "a.wav");
    (void)state;
    assert_true(coir_assets_set_folder(folder.path));
    CoirSound *sound = coir_sound_load("a.wav");
    assert_non_null(sound);
    assert_string_equal(coir_sound_path(sound), path);
    assert_ptr_equal(coir_sound_load(path), sound);
    assert_null(coir_sound_load("b.wav"));
    assert_non_null(strstr(coir_error(), "coir_assets_set_folder"));
    assert_true(coir_assets_set_folder(NULL));
}

static void a_bad_path_is_a_mistake(void **state)
{
    (void)state;
    assert_null(coir_sound_load(NULL));
    assert_mistake("coir_sound_load: the path is NULL");
    assert_null(coir_sound_load(""));
    assert_mistake("coir_sound_load: the path is empty");
    assert_null(coir_sound_stream(NULL));
    assert_mistake("coir_sound_stream: the path is NULL");
}

static void purging_keeps_sounds_in_use(void **state)
{
    CoirSound *a = load_sound("good_mono16.wav"), *b = load_sound("good_8.wav");
    (void)state;
    coir_sound_retain(a);
    coir_sound_retain(a);
    assert_int_equal(coir_sounds_purge(), 1);
    assert_ptr_equal(load_sound("good_mono16.wav"), a);
    coir_sound_release(a);
    assert_int_equal(coir_sounds_purge(), 0);
    coir_sound_release(a);
    assert_ptr_equal(load_sound("good_mono16.wav"), a); // the cache still has the sound
    assert_int_equal(coir_sounds_purge(), 1);
    assert_false(coir_sound_check(a, "the_test"));
    assert_mistake("the_test: this sound has been destroyed or purged");
    assert_false(coir_sound_check(b, "the_test"));
    assert_mistake("the_test: this sound has been destroyed or purged");
}

typedef struct Seen {
    CoirSoundInfo infos[4];
    int count;
} Seen;

static void see(const CoirSoundInfo *info, void *user)
{
    Seen *seen = user;
    assert_in_range(seen->count, 0, 3);
    seen->infos[seen->count++] = *info;
}

static void the_cache_is_listed_in_order_of_loading(void **state)
{
    CoirSound *made = make(), *stereo = stream_sound("good_stereo16.wav"), *mono = load_sound("good_mono16.wav");
    Seen seen = {.count = 0};
    (void)state;
    stream_sound("good_8.wav");
    coir_sound_retain(mono);
    assert_int_equal(coir_sounds_each(see, &seen), 3); // without the sound from samples
    assert_string_equal(seen.infos[0].path, coir_sound_path(stereo));
    assert_true(seen.infos[0].is_streamed && !seen.infos[1].is_streamed && seen.infos[2].is_streamed);
    assert_true(seen.infos[1].length == 40.0 / 8000);
    assert_int_equal(seen.infos[0].channels, 2);
    assert_int_equal(seen.infos[0].rate, 44100);
    assert_int_equal(seen.infos[0].bytes, 40 * 2 * 4);
    assert_int_equal(seen.infos[0].users, 0);
    assert_int_equal(seen.infos[1].users, 1);
    assert_int_equal(coir_sounds_bytes(), (40 * 2 + 40 + 36 + 2000) * 4);
    coir_sound_release(mono);
    coir_sound_destroy(made);
}

static void load_and_purge(const CoirSoundInfo *info, void *user)
{
    (void)user;
    assert_null(coir_sound_load(info->path));
    assert_mistake("inside coir_sounds_each");
    assert_int_equal(coir_sounds_purge(), 0);
    assert_mistake("inside coir_sounds_each");
    assert_int_equal(coir_sounds_each(NULL, NULL), 1);
    assert_null(coir_sound_stream(info->path));
    assert_mistake("inside coir_sounds_each");
    coir_sound_destroy(make());
}

static void the_cache_cannot_be_changed_while_listed(void **state)
{
    (void)state;
    load_sound("good_8.wav");
    assert_int_equal(coir_sounds_each(load_and_purge, NULL), 1);
    assert_int_equal(coir_sounds_each(NULL, NULL), 1);
}

static void end_the_sounds(const CoirSoundInfo *info, void *user)
{
    (void)user;
    coir_sounds_end();
    assert_int_equal(strlen(info->path), strlen(sound_file("good_8.wav"))); // the path is still in memory
}

static void coir_sounds_end_inside_coir_sounds_each_waits(void **state)
{
    (void)state;
    load_sound("good_8.wav");
    assert_int_equal(coir_sounds_each(end_the_sounds, NULL), 1);
    assert_int_equal(coir_sounds_each(NULL, NULL), 0);
    load_sound("good_8.wav");
    coir_sounds_end();
    assert_int_equal(coir_sounds_each(NULL, NULL), 0);
}

// From samples -------------------------------------------------------------------------------------------------------

static void samples_are_copied(void **state)
{
    float numbers[4];
    (void)state;
    memcpy(numbers, four_numbers, sizeof numbers);
    CoirSound *sound = coir_sound_from_samples(2, 8000, 2, numbers);
    assert_non_null(sound);
    memset(numbers, 0, sizeof numbers);
    assert_memory_equal(sound->samples, four_numbers, sizeof four_numbers);
    assert_true(coir_sound_length(sound) == 2.0 / 8000);
    assert_int_equal(coir_sound_channels(sound), 2);
    assert_int_equal(coir_sound_rate(sound), 8000);
    assert_null(coir_sound_path(sound));
    assert_true(coir_sound_loop_begin(sound) == 0 && coir_sound_loop_end(sound) == 2.0 / 8000);
    assert_true(sound->last_start < 0 && sound->users == 0);
    assert_int_equal(coir_sounds_each(NULL, NULL), 0);
    coir_sound_destroy(sound);
}

static void numbers_out_of_range_are_mistakes(void **state)
{
    static const struct Case {
        int channels, rate;
        int64_t count;
    } cases[] = {{0, 8000, 2},         {3, 8000, 1},     {-1, 8000, 2}, {1, 999, 2},
                 {1, 384001, 2},       {1, 8000, 0},     {1, 8000, -5}, {1, 8000, (int64_t)8000 * 36000 + 1},
                 {2, 8000, INT64_MAX}, {1, INT32_MIN, 4}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_null(coir_sound_from_samples(cases[i].channels, cases[i].rate, cases[i].count, four_numbers));
        assert_mistake("coir_sound_from_samples: ");
    }
    assert_null(coir_sound_from_samples(1, 8000, 4, NULL));
    assert_mistake("samples are NULL");
}

static void samples_that_are_not_finite_are_mistakes(void **state)
{
    const float bads[3] = {NAN, INFINITY, -INFINITY};
    (void)state;
    for (int i = 0; i < 3; i++) {
        const float numbers[4] = {0, 0, 0, bads[i]};
        assert_null(coir_sound_from_samples(2, 8000, 2, numbers));
        assert_mistake("samples[3] is not finite");
        CoirSound *sound = coir_sound_from_samples(1, 8000, 3, numbers);
        assert_non_null(sound);
        coir_sound_destroy(sound);
    }
}

static void destroying_twice_is_a_mistake(void **state)
{
    CoirSound *sound = make();
    (void)state;
    coir_sound_destroy(sound);
    coir_sound_destroy(sound); // the address alone shows that the sound was destroyed
    assert_mistake("coir_sound_destroy: this sound has already been destroyed");
    coir_sound_destroy(NULL);
    assert_string_equal(coir_error(), "");
}

static void destroying_a_sound_of_the_cache_is_a_mistake(void **state)
{
    CoirSound *sound = load_sound("good_8.wav");
    (void)state;
    coir_sound_destroy(sound);
    assert_mistake("belongs to the cache");
    assert_ptr_equal(load_sound("good_8.wav"), sound);
}

static void a_destroyed_sound_that_is_used_lives_on(void **state)
{
    CoirSound *sound = make();
    (void)state;
    coir_sound_retain(sound);
    coir_sound_destroy(sound);
    assert_int_equal(coir_sound_rate(sound), 1000);
    assert_true(coir_sound_check(sound, "the_test"));
    coir_sound_destroy(sound);
    assert_mistake("coir_sound_destroy: this sound has already been destroyed");
    assert_int_equal(coir_sounds_purge(), 0);
    coir_sound_release(sound);
    assert_int_equal(coir_sounds_bytes(), 0);
}

static void releasing_too_often_is_a_mistake(void **state)
{
    CoirSound *sound = make();
    (void)state;
    coir_sound_release(sound);
    assert_mistake("more often");
    coir_sound_release(NULL);
    coir_sound_retain(NULL);
    coir_sound_destroy(sound);
}

// Questions ----------------------------------------------------------------------------------------------------------

static void null_has_no_numbers(void **state)
{
    (void)state;
    assert_true(coir_sound_length(NULL) == 0 && coir_sound_loop_begin(NULL) == 0 && coir_sound_loop_end(NULL) == 0);
    assert_true(coir_sound_channels(NULL) == 0 && coir_sound_rate(NULL) == 0 && !coir_sound_path(NULL));
    assert_int_equal(coir_sound_rules(NULL).voices, 0);
    assert_string_equal(coir_error(), "");
}

static void null_cannot_be_set(void **state)
{
    (void)state;
    assert_null(coir_sound_load(folder_path("missing.wav")));
    assert_false(coir_sound_set_loop(NULL, 0, 0));
    assert_mistake("coir_sound_set_loop: the sound is NULL. The last error was: the sound '");
    assert_false(coir_sound_set_rules(NULL, NULL));
    assert_mistake("coir_sound_set_rules: the sound is NULL");
    assert_false(coir_sound_set_tempo(NULL, 120, 4, 0));
    assert_mistake("coir_sound_set_tempo: the sound is NULL");
}

static void a_destroyed_sound_is_found_out(void **state)
{
    CoirSound *sound = make();
    (void)state;
    coir_sound_destroy(sound);
    assert_true(coir_sound_length(sound) == 0);
    assert_mistake("coir_sound_length: this sound has been destroyed or purged");
    assert_int_equal(coir_sound_channels(sound) + coir_sound_rate(sound) + coir_sound_rules(sound).voices, 0);
    assert_mistake("this sound has been destroyed");
    assert_true(!coir_sound_path(sound) && coir_sound_loop_begin(sound) + coir_sound_loop_end(sound) == 0);
    assert_false(coir_sound_set_loop(sound, 0, 0));
    assert_mistake("coir_sound_set_loop: this sound has been destroyed");
    assert_false(coir_sound_set_rules(sound, NULL));
    assert_false(coir_sound_set_tempo(sound, 0, 0, 0));
    assert_mistake("coir_sound_set_tempo: this sound has been destroyed");
}

// Loops, rules, tempo ------------------------------------------------------------------------------------------------

static void loops_are_set_to_the_nearest_sample(void **state)
{
    CoirSound *sound = make(); // 2 seconds with 1000 samples per second
    (void)state;
    assert_true(coir_sound_set_loop(sound, 0.5, 1.5));
    assert_true(sound->format.loop_begin == 500 && sound->format.loop_end == 1500);
    assert_true(coir_sound_loop_begin(sound) == 0.5 && coir_sound_loop_end(sound) == 1.5);
    assert_true(coir_sound_set_loop(sound, 0.0104, 0.0115));
    assert_true(sound->format.loop_begin == 10 && sound->format.loop_end == 12);
    assert_true(coir_sound_set_loop(sound, 1.999, 0));
    assert_true(sound->format.loop_begin == 1999 && sound->format.loop_end == 2000);
    assert_true(coir_sound_set_loop(sound, 0, coir_sound_length(sound)));
    assert_true(sound->format.loop_begin == 0 && sound->format.loop_end == 2000);
    coir_sound_destroy(sound);
}

static void loops_outside_of_the_sound_are_mistakes(void **state)
{
    static const double bads[][2] = {{-0.1, 1},   {1, 2.1},    {1, 1},   {1, 0.5},      {2, 0},
                                     {1, 1.0001}, {NAN, 1},    {0, NAN}, {INFINITY, 0}, {0, INFINITY},
                                     {0, 1e300},  {-1e300, 0}, {0, -1},  {0, 0.0004}};
    CoirSound *sound = make();
    (void)state;
    assert_true(coir_sound_set_loop(sound, 0.5, 1.5));
    for (size_t i = 0; i < sizeof bads / sizeof *bads; i++) {
        assert_false(coir_sound_set_loop(sound, bads[i][0], bads[i][1]));
        assert_mistake("the loop must be inside of the sound, which has 2 seconds");
        assert_true(sound->format.loop_begin == 500 && sound->format.loop_end == 1500);
    }
    coir_sound_destroy(sound);
}

static void rules_are_kept(void **state)
{
    CoirSound *sound = make();
    CoirSoundRules rules = {3, 0.05, -7, 0.5f, 1};
    (void)state;
    assert_int_equal(coir_sound_rules(sound).voices, 0);
    assert_true(coir_sound_set_rules(sound, &rules));
    CoirSoundRules kept = coir_sound_rules(sound);
    assert_true(kept.voices == 3 && kept.gap == 0.05 && kept.priority == -7);
    assert_true(kept.volume_spread == 0.5f && kept.pitch_spread == 1);
    assert_true(coir_sound_set_rules(sound, NULL));
    kept = coir_sound_rules(sound);
    assert_true(kept.voices == 0 && kept.gap == 0 && kept.priority == 0 && kept.pitch_spread == 0);
    coir_sound_destroy(sound);
}

static void bad_rules_are_mistakes(void **state)
{
    const CoirSoundRules bads[] = {{.voices = -1},         {.gap = -0.1},           {.gap = NAN},
                                   {.gap = INFINITY},      {.volume_spread = 1.1f}, {.volume_spread = -0.1f},
                                   {.volume_spread = NAN}, {.pitch_spread = 2},     {.pitch_spread = -INFINITY},
                                   {.pitch_spread = NAN}};
    CoirSound *sound = make();
    (void)state;
    assert_true(coir_sound_set_rules(sound, &(CoirSoundRules){.voices = 2}));
    for (size_t i = 0; i < sizeof bads / sizeof *bads; i++) {
        assert_false(coir_sound_set_rules(sound, &bads[i]));
        assert_mistake("coir_sound_set_rules: ");
        assert_int_equal(coir_sound_rules(sound).voices, 2);
    }
    coir_sound_destroy(sound);
}

static void a_tempo_is_kept(void **state)
{
    CoirSound *sound = make();
    (void)state;
    assert_true(coir_sound_set_tempo(sound, 120, 3, 0.25));
    assert_true(sound->tempo == 120 && sound->beats_per_bar == 3 && sound->tempo_offset == 0.25);
    assert_true(coir_sound_set_tempo(sound, 0, 0, 0));
    assert_true(sound->tempo == 0);
    coir_sound_destroy(sound);
}

static void a_bad_tempo_is_a_mistake(void **state)
{
    static const struct Case {
        double tempo;
        int beats;
        double offset;
    } bads[] = {{0.5, 4, 0},  {1001, 4, 0}, {-1, 4, 0},     {NAN, 4, 0},   {INFINITY, 4, 0},  {120, 0, 0},
                {120, 65, 0}, {120, -1, 0}, {120, 4, -0.1}, {120, 4, NAN}, {120, 4, INFINITY}};
    CoirSound *sound = make();
    (void)state;
    assert_true(coir_sound_set_tempo(sound, 90, 4, 1));
    for (size_t i = 0; i < sizeof bads / sizeof *bads; i++) {
        assert_false(coir_sound_set_tempo(sound, bads[i].tempo, bads[i].beats, bads[i].offset));
        assert_mistake("coir_sound_set_tempo: ");
        assert_true(sound->tempo == 90 && sound->beats_per_bar == 4 && sound->tempo_offset == 1);
    }
    coir_sound_destroy(sound);
}

static void random_numbers_come_from_the_game_or_from_seed_0(void **state)
{
    CoirRandom game = coir_random(7), zero = coir_random(0);
    (void)state;
    coir_sounds_end();
    assert_int_equal(coir_random_bits(coir_sounds_random()), coir_random_bits(&zero));
    coir_sounds_set_random(&game);
    assert_ptr_equal(coir_sounds_random(), &game);
    coir_sounds_set_random(NULL);
    assert_int_equal(coir_random_bits(coir_sounds_random()), coir_random_bits(&zero)); // the generator goes on
    zero = coir_random(0);
    coir_sounds_end();
    assert_int_equal(coir_random_bits(coir_sounds_random()), coir_random_bits(&zero)); // the generator starts again
}

// Memory -------------------------------------------------------------------------------------------------------------

#define MANY 400 // enough sounds for the table to grow

static void every_failing_allocation_of_many_sounds_is_survived(void **state)
{
    static CoirSound *sounds[MANY];
    (void)state;
    for (long nth = 1; nth <= 2 * MANY + 10; nth++) {
        support_fail_allocation(nth);
        for (int i = 0; i < MANY; i++) {
            bool before = support_failed();
            sounds[i] = coir_sound_from_samples(1, 1000, 4, four_numbers);
            if (!sounds[i])
                assert_non_null(strstr(coir_error(), "out of memory"));
            assert_int_equal(!sounds[i], support_failed() && !before);
        }
        for (int i = 0; i < MANY; i++)
            coir_sound_destroy(sounds[i]);
        coir_error_clear();
        assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
        assert_int_equal(coir_sounds_bytes(), 0);
    }
    support_fail_allocation(0);
}

TEST_FILE(sound)
{
    const struct CMUnitTest tests[] = {
        sound_test(a_path_is_loaded_once),
        sound_test(loaded_and_streamed_sounds_are_two),
        sound_test(relative_paths_start_in_the_assets_folder),
        sound_test(a_bad_path_is_a_mistake),
        sound_test(purging_keeps_sounds_in_use),
        sound_test(the_cache_is_listed_in_order_of_loading),
        sound_test(the_cache_cannot_be_changed_while_listed),
        sound_test(coir_sounds_end_inside_coir_sounds_each_waits),
        sound_test(samples_are_copied),
        sound_test(numbers_out_of_range_are_mistakes),
        sound_test(samples_that_are_not_finite_are_mistakes),
        sound_test(destroying_twice_is_a_mistake),
        sound_test(destroying_a_sound_of_the_cache_is_a_mistake),
        sound_test(a_destroyed_sound_that_is_used_lives_on),
        sound_test(releasing_too_often_is_a_mistake),
        sound_test(null_has_no_numbers),
        sound_test(null_cannot_be_set),
        sound_test(a_destroyed_sound_is_found_out),
        sound_test(loops_are_set_to_the_nearest_sample),
        sound_test(loops_outside_of_the_sound_are_mistakes),
        sound_test(rules_are_kept),
        sound_test(bad_rules_are_mistakes),
        sound_test(a_tempo_is_kept),
        sound_test(a_bad_tempo_is_a_mistake),
        sound_test(random_numbers_come_from_the_game_or_from_seed_0),
        sound_test(every_failing_allocation_of_many_sounds_is_survived),
    };
    return cmocka_run_group_tests_name("sound", tests, folder_setup, folder_teardown);
}
