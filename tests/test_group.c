// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Groups: their tree, volumes, pauses, effects and ducking.

#include "support/sounds.h"

static CoirVoice play_in(CoirGroup group)
{
    return coir_sound_play_with(level, &(CoirPlay){.group = group, .loops = COIR_FOREVER});
}

static void volumes_of_the_groups_above_multiply(void **state)
{
    (void)state;
    CoirGroup birds = coir_group_new("birds", COIR_GROUP_EFFECTS);
    assert_true(birds > COIR_GROUP_ALL);
    assert_true(coir_group_set_volume(COIR_GROUP_ALL, 0.5F));
    assert_true(coir_group_set_volume(COIR_GROUP_EFFECTS, 0.5F));
    assert_true(coir_group_set_volume(birds, 0.8F));
    assert_true(coir_group_set_volume(COIR_GROUP_MUSIC, 0));
    play_in(birds);
    play_in(COIR_GROUP_MUSIC);
    play_frames(0.1, 60);
    float *samples = render(0.1);
    assert_float_equal(samples[1000], 0.1, 1e-6);
    free(samples);
}

static void groups_are_found_by_name_and_a_number_is_never_used_again(void **state)
{
    (void)state;
    assert_int_equal(coir_group_find("music"), COIR_GROUP_MUSIC);
    assert_int_equal(coir_group_parent(COIR_GROUP_MUSIC), COIR_GROUP_ALL);
    assert_int_equal(coir_group_parent(COIR_GROUP_ALL), COIR_GROUP_NONE);
    CoirGroup birds = coir_group_new("birds", COIR_GROUP_ALL), owls = coir_group_new("owls", birds);
    assert_int_equal(coir_group_find("owls"), owls);
    assert_int_equal(coir_group_parent(owls), birds);
    assert_string_equal(coir_group_name(birds), "birds");
    coir_group_destroy(birds);
    assert_false(coir_group_exists(birds) || coir_group_exists(owls));
    assert_int_equal(coir_group_find("owls"), COIR_GROUP_NONE);
    for (int i = 0; i < 100; i++) {
        CoirGroup group = coir_group_new(NULL, COIR_GROUP_ALL);
        assert_true(group != birds && group != owls);
        coir_group_destroy(group);
    }
    coir_group_destroy(birds);
    assert_mistake("coir_group_destroy: there is no group");
    coir_group_destroy(COIR_GROUP_MUSIC);
    assert_mistake("coir_group_destroy: group 1 is always there");
}

static void there_are_32_groups_at_most(void **state)
{
    (void)state;
    int made = 0;
    while (coir_group_new(NULL, COIR_GROUP_ALL) != COIR_GROUP_NONE)
        made++;
    assert_int_equal(made, COIR_GROUPS_MAX - 4);
    assert_non_null(strstr(coir_error(), "32 groups"));
}

static void a_destroyed_group_stops_its_voices(void **state)
{
    (void)state;
    CoirGroup birds = coir_group_new("birds", COIR_GROUP_ALL), owls = coir_group_new("owls", birds);
    CoirVoice voice = play_in(owls), other = play_in(COIR_GROUP_EFFECTS);
    coir_group_destroy(birds);
    assert_false(coir_voice_is_playing(voice));
    assert_true(coir_voice_is_playing(other));
    CoirVoice again = play_in(birds);
    assert_int_equal(again.generation, 0);
    assert_mistake("there is no group");
    play_frames(1, 60);
    free(render(1));
}

static void a_paused_group_pauses_the_voices_below(void **state)
{
    (void)state;
    CoirGroup birds = coir_group_new("birds", COIR_GROUP_EFFECTS);
    CoirVoice voice = play_in(birds);
    play_frames(0.25, 60);
    assert_true(coir_group_pause(COIR_GROUP_EFFECTS));
    CoirVoice late = play_in(birds);
    play_frames(0.25, 60);
    assert_float_equal(coir_voice_position(voice), 0.25, 1e-9);
    assert_float_equal(coir_voice_position(late), 0, 0);
    assert_true(coir_group_is_paused(COIR_GROUP_EFFECTS) && !coir_group_is_paused(birds));
    assert_true(coir_group_resume(COIR_GROUP_EFFECTS));
    play_frames(0.25, 60);
    assert_float_equal(coir_voice_position(voice), 0.5, 1e-9);
    assert_float_equal(coir_voice_position(late), 0.25, 1e-9);
    assert_true(coir_voice_set_group(voice, COIR_GROUP_MUSIC));
    coir_group_pause(COIR_GROUP_MUSIC);
    play_frames(0.25, 60);
    assert_float_equal(coir_voice_position(voice), 0.5, 1e-9);
    assert_true(coir_group_stop_all(COIR_GROUP_EFFECTS));
    assert_true(coir_voice_is_playing(voice) && !coir_voice_is_playing(late));
}

static void a_muted_group_keeps_its_volume(void **state)
{
    (void)state;
    play_in(COIR_GROUP_EFFECTS);
    coir_group_set_volume(COIR_GROUP_EFFECTS, 0.5F);
    play_frames(0.1, 60);
    assert_true(coir_group_set_muted(COIR_GROUP_EFFECTS, true));
    assert_true(coir_group_is_muted(COIR_GROUP_EFFECTS));
    play_frames(0.1, 60);
    coir_group_set_volume(COIR_GROUP_EFFECTS, 0.25F);
    play_frames(0.1, 60);
    assert_true(coir_group_set_muted(COIR_GROUP_EFFECTS, false));
    play_frames(0.1, 60);
    float *samples = render(0.4);
    assert_float_equal(samples[RATE * 9 / 100], 0.25, 1e-6);
    assert_float_equal(samples[RATE * 19 / 100], 0, 0);
    assert_float_equal(samples[RATE * 29 / 100], 0, 0);
    assert_float_equal(samples[RATE * 39 / 100], 0.125, 1e-6);
    free(samples);
}

static void a_fade_is_even(void **state)
{
    (void)state;
    play_in(COIR_GROUP_EFFECTS);
    assert_true(coir_group_fade_to(COIR_GROUP_EFFECTS, 0, 0.5));
    play_frames(0.25, 60);
    assert_float_equal(coir_group_volume(COIR_GROUP_EFFECTS), 0.5, 1e-6);
    play_frames(0.35, 60);
    float *samples = render(0.6);
    for (int i = 0; i < RATE / 2; i++)
        assert_float_equal(samples[i], 0.5 * (1 - (double)i / (RATE / 2)), 1e-5);
    assert_float_equal(samples[RATE / 2 + 1], 0, 0);
    free(samples);
}

static void the_echo_comes_at_its_exact_samples(void **state)
{
    (void)state;
    assert_true(coir_group_set_echo(COIR_GROUP_EFFECTS, &(CoirEcho){.delay = 0.1, .feedback = 0.5F, .mix = 0.5F}));
    coir_sound_play(click);
    play_frames(0.5, 60);
    float *samples = render(0.5);
    const double levels[] = {0.5, 0.25, 0.125, 0.0625, 0.03125};
    for (int i = 0; i < 5; i++)
        assert_float_equal(samples[i * RATE / 10], levels[i], 1e-6);
    assert_int_equal(first_sound(samples, 1, RATE / 2), RATE / 10);
    free(samples);
    assert_true(coir_group_set_echo(COIR_GROUP_EFFECTS, NULL));
    play_frames(0.5, 60);
    samples = render(0.5);
    assert_int_equal(first_sound(samples, 1, RATE / 2), -1);
    free(samples);
}

static void the_low_pass_takes_the_edge_off(void **state)
{
    (void)state;
    assert_true(coir_group_set_low_pass(COIR_GROUP_EFFECTS, 500));
    play_frames(0.25, 60); // the filter fades in
    free(render(0.25));
    coir_sound_play(click);
    play_frames(0.25, 60);
    float *samples = render(0.25), sum = 0;
    assert_true(samples[0] > 0 && samples[0] < 0.01F);
    for (int i = 0; i < RATE / 4; i++)
        sum += samples[i];
    assert_float_equal(sum, 0.5, 1e-4); // low frequencies pass
    free(samples);
}

static void music_is_lowered_while_somebody_speaks(void **state)
{
    (void)state;
    CoirGroup speech = coir_group_new("speech", COIR_GROUP_ALL), hero = coir_group_new("hero", speech);
    assert_true(coir_group_set_duck(COIR_GROUP_MUSIC,
                                    &(CoirDuck){.by = speech, .volume = 0.2F, .attack = 0.1, .release = 0.2}));
    CoirSound *word = constant_sound(RATE / 2, 0);
    play_in(COIR_GROUP_MUSIC);
    play_frames(0.5, 60);
    coir_sound_play_with(word, &(CoirPlay){.group = hero});
    play_frames(1, 60);
    float *samples = render(1.5);
    assert_float_equal(samples[RATE / 2 - 1], 0.5, 1e-6);
    assert_float_equal(samples[RATE * 55 / 100], 0.5 * 0.6, 1e-3);
    assert_float_equal(samples[RATE * 99 / 100], 0.1, 1e-6);
    assert_float_equal(samples[RATE * 11 / 10], 0.5 * 0.6, 1e-3);
    assert_float_equal(samples[RATE * 13 / 10], 0.5, 1e-6);
    free(samples);
    coir_sound_destroy(word);
}

static void bad_numbers_change_nothing(void **state)
{
    (void)state;
    assert_false(coir_group_set_volume(COIR_GROUP_MUSIC, NAN));
    assert_mistake("coir_group_set_volume: a volume of nan; it must be 0 to 16");
    assert_false(coir_group_set_volume(40, 1));
    assert_mistake("coir_group_set_volume: there is no group 40");
    assert_false(coir_group_fade_to(COIR_GROUP_MUSIC, 1, -1));
    assert_mistake("coir_group_fade_to: -1 s");
    assert_false(coir_group_set_low_pass(COIR_GROUP_MUSIC, 5));
    assert_mistake("coir_group_set_low_pass: 5 Hz");
    assert_false(coir_group_set_echo(COIR_GROUP_MUSIC, &(CoirEcho){.delay = 3}));
    assert_mistake("coir_group_set_echo: a delay of 3 s");
    assert_false(coir_group_set_echo(COIR_GROUP_MUSIC, &(CoirEcho){.delay = 1, .feedback = 1}));
    assert_mistake("coir_group_set_echo: a feedback of 1");
    assert_false(coir_group_set_duck(COIR_GROUP_MUSIC, &(CoirDuck){.by = COIR_GROUP_MUSIC}));
    assert_mistake("coir_group_set_duck: a group cannot be lowered by itself");
    assert_false(coir_group_set_duck(COIR_GROUP_MUSIC, &(CoirDuck){.by = COIR_GROUP_EFFECTS, .volume = 2}));
    assert_mistake("coir_group_set_duck: a volume of 2");
    assert_int_equal(coir_group_new("x", 50), COIR_GROUP_NONE);
    assert_mistake("coir_group_new: there is no group 50");
    assert_float_equal(coir_group_volume(COIR_GROUP_MUSIC), 1, 0);
}

static void a_voice_that_is_paused_lowers_nothing(void **state)
{
    (void)state;
    coir_group_set_duck(COIR_GROUP_MUSIC, &(CoirDuck){.by = COIR_GROUP_INTERFACE, .attack = 0.1, .release = 0.1});
    coir_sound_play_with(level, &(CoirPlay){.group = COIR_GROUP_MUSIC, .loops = COIR_FOREVER});
    CoirVoice word = coir_sound_play_with(click, &(CoirPlay){.group = COIR_GROUP_INTERFACE, .pitch = 1e-6F});
    coir_voice_set_volume(word, 0);
    play_frames(0.5, 60);
    coir_voice_pause(word);
    play_frames(0.5, 60);
    coir_voice_resume(word);
    play_frames(0.5, 60);
    float *samples = render(1.5);
    assert_float_equal(samples[RATE / 4], 0, 1e-6);
    assert_float_equal(samples[RATE * 3 / 4], 0.5, 1e-6);
    assert_float_equal(samples[RATE * 5 / 4], 0, 1e-6);
    free(samples);
}

static void a_number_of_a_group_is_stale_after_the_mixer_was_closed(void **state)
{
    (void)state;
    CoirGroup group = coir_group_new("one", COIR_GROUP_ALL);
    coir_mixer_close();
    CoirGroup other = coir_group_new("two", COIR_GROUP_ALL);
    assert_int_not_equal(group, other);
    assert_false(coir_group_exists(group));
    assert_true(coir_group_exists(other));
}

static CoirGroup doomed;

static void destroy_group(CoirNode *node, CoirRunEnd reason, void *user)
{
    (void)node, (void)reason, (void)user;
    if (coir_group_exists(doomed))
        coir_group_destroy(doomed);
    assert_int_not_equal(coir_group_new("later", COIR_GROUP_ALL), COIR_GROUP_NONE);
}

static void a_group_may_be_destroyed_and_made_while_its_action_ends(void **state)
{
    (void)state;
    doomed = coir_group_new("doomed", COIR_GROUP_ALL);
    CoirRun run = coir_group_run(doomed, coir_volume_to(1, 0));
    coir_run_on_done(run, destroy_group, NULL);
    coir_group_destroy(doomed);
    assert_false(coir_group_exists(doomed));
    CoirGroup later = coir_group_find("later");
    assert_int_not_equal(later, COIR_GROUP_NONE);
    assert_string_equal(coir_group_name(later), "later");
}

static void close_mixer(CoirNode *node, CoirRunEnd reason, void *user)
{
    (void)node, (void)reason, (void)user;
    coir_mixer_close();
}

static void closing_the_mixer_while_an_action_ends_is_legal(void **state)
{
    (void)state;
    coir_mixer_open(&(CoirMixerDef){.no_device = true, .voices = 1});
    CoirVoice voice = coir_sound_play(level);
    coir_run_on_done(coir_voice_run(voice, coir_volume_to(1, 0)), close_mixer, NULL);
    assert_int_equal(coir_sound_play(level).generation, 0); // steals the voice, whose action closes the mixer
    coir_sound_set_rules(level, &(CoirSoundRules){.voices = 1});
    voice = coir_sound_play(level);
    coir_run_on_done(coir_voice_run(voice, coir_volume_to(1, 0)), close_mixer, NULL);
    assert_int_equal(coir_sound_play(level).generation, 0);
    CoirGroup group = coir_group_new("one", COIR_GROUP_ALL);
    voice = coir_sound_play_with(level, &(CoirPlay){.group = group});
    coir_run_on_done(coir_voice_run(voice, coir_volume_to(1, 0)), close_mixer, NULL);
    coir_group_destroy(group);
    assert_false(coir_group_exists(group));
    group = coir_group_new("two", COIR_GROUP_ALL);
    coir_run_on_done(coir_group_run(group, coir_volume_to(1, 0)), close_mixer, NULL);
    coir_group_destroy(group);
    voice = coir_sound_play(level);
    coir_run_on_done(coir_voice_run(voice, coir_volume_to(1, 0)), close_mixer, NULL);
    coir_voices_stop_all();
    assert_false(coir_voice_is_playing(voice));
}

static void a_mute_inside_of_a_fade_ends_with_the_fade(void **state)
{
    (void)state;
    coir_sound_play(level);
    coir_group_set_volume(COIR_GROUP_EFFECTS, 0);
    play_frames(0.125, 64);
    coir_group_fade_to(COIR_GROUP_EFFECTS, 1, 0.5);
    coir_group_set_muted(COIR_GROUP_EFFECTS, true);
    play_frames(0.125, 64);
    coir_group_set_muted(COIR_GROUP_EFFECTS, false);
    play_frames(0.5, 64);
    float *samples = render(0.75);
    assert_float_equal(samples[RATE * 24 / 100], 0, 1e-6);
    assert_true(samples[RATE * 3 / 8] > 0.05F && samples[RATE * 3 / 8] < 0.3F); // still fading
    assert_float_equal(samples[RATE * 5 / 8 + 1], 0.5, 1e-6);
    free(samples);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        sound_test(volumes_of_the_groups_above_multiply),
        sound_test(groups_are_found_by_name_and_a_number_is_never_used_again),
        sound_test(there_are_32_groups_at_most),
        sound_test(a_destroyed_group_stops_its_voices),
        sound_test(a_paused_group_pauses_the_voices_below),
        sound_test(a_muted_group_keeps_its_volume),
        sound_test(a_fade_is_even),
        sound_test(the_echo_comes_at_its_exact_samples),
        sound_test(the_low_pass_takes_the_edge_off),
        sound_test(music_is_lowered_while_somebody_speaks),
        sound_test(bad_numbers_change_nothing),
        sound_test(a_voice_that_is_paused_lowers_nothing),
        sound_test(a_number_of_a_group_is_stale_after_the_mixer_was_closed),
        sound_test(a_group_may_be_destroyed_and_made_while_its_action_ends),
        sound_test(closing_the_mixer_while_an_action_ends_is_legal),
        sound_test(a_mute_inside_of_a_fade_ends_with_the_fade),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
