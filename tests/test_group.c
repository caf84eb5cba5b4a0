// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Groups: tree, volumes, pauses, effects and ducking.

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

static void a_destroyed_group_fades_out_with_its_voices_and_its_echo(void **state)
{
    (void)state;
    CoirGroup birds = coir_group_new("birds", COIR_GROUP_ALL), owls = coir_group_new("owls", birds);
    assert_true(coir_group_set_echo(birds, &(CoirEcho){.delay = 0.1, .feedback = 0.5F, .mix = 0.5F}));
    play_in(birds);
    play_in(owls);
    play_frames(0.25, 64);
    coir_group_destroy(birds);
    play_frames(0.25, 64);
    float *samples = render(0.5);
    assert_true(samples[RATE / 4 - 1] > 0.9F);
    for (int at = RATE / 4; at < RATE / 2; at++)
        assert_true(fabsf(samples[at] - samples[at - 1]) < 0.02F);
    assert_int_equal(first_sound(samples, RATE * 256 / 1000, RATE / 2), -1);
    free(samples);
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
    assert_int_equal(coir_sound_play(level).generation, 0); // steals the voice; the end of its action closes the mixer
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
    assert_float_equal(samples[RATE * 3 / 8], 0.5 / 2, 1e-3); // half of the fade, as without the mute
    assert_float_equal(samples[RATE * 5 / 8 + 1], 0.5, 1e-6);
    free(samples);
}

static void the_rest_of_a_fade_out_is_heard_after_a_mute(void **state)
{
    (void)state;
    play_in(COIR_GROUP_EFFECTS);
    coir_group_fade_to(COIR_GROUP_EFFECTS, 0, 1);
    coir_group_set_muted(COIR_GROUP_EFFECTS, true);
    play_frames(0.25, 64);
    coir_group_set_muted(COIR_GROUP_EFFECTS, false);
    play_frames(0.5, 64);
    float *samples = render(0.75);
    assert_float_equal(samples[RATE / 8], 0, 1e-6);
    assert_float_equal(samples[RATE / 2], 0.5 / 2, 1e-3);
    free(samples);
}

// A group that is destroyed ------------------------------------------------------------------------------------------

static CoirGroup doomed;

static void play_in_doomed(CoirNode *node, CoirRunEnd reason, void *user)
{
    (void)node, (void)reason, (void)user;
    assert_int_equal(coir_sound_play_with(level, &(CoirPlay){.group = doomed, .delay = 0.3}).generation, 0);
    assert_mistake("coir_sound_play_with: the group");
    assert_int_equal(coir_group_new("below", doomed), COIR_GROUP_NONE);
    assert_mistake("coir_group_new: the group");
}

static void a_group_that_is_being_destroyed_gets_no_voices(void **state)
{
    (void)state;
    doomed = coir_group_new("doomed", COIR_GROUP_ALL);
    CoirVoice first = coir_sound_play(level), voice = play_in(doomed);
    coir_run_on_done(coir_voice_run(voice, coir_volume_to(100, 0.5F)), play_in_doomed, NULL);
    coir_voice_stop(first);
    for (int i = 0; i < 3; i++) { // the slot of the first voice becomes free
        play_frames(0.5, 64);
        free(render(0.5));
    }
    coir_group_destroy(doomed);
    assert_int_equal(coir_voices_count(NULL), 0);
    play_frames(0.5, 64);
    free(render(0.5));
}

// Deep trees ---------------------------------------------------------------------------------------------------------

// Makes a group three levels below COIR_GROUP_INTERFACE. Stores its parent in `*middle`.
static CoirGroup deep_group(CoirGroup *middle)
{
    *middle = coir_group_new("middle", coir_group_new("high", COIR_GROUP_INTERFACE));
    return coir_group_new("deep", *middle);
}

static void settings_of_a_group_count_for_all_groups_below(void **state)
{
    (void)state;
    CoirGroup middle, deep = deep_group(&middle);
    CoirVoice voice = play_in(deep), other = play_in(COIR_GROUP_EFFECTS);
    assert_int_equal(coir_voice_group(voice), deep);
    coir_group_pause(COIR_GROUP_INTERFACE);
    play_frames(0.25, 64);
    assert_float_equal(coir_voice_position(voice), 0, 0);
    coir_group_resume(COIR_GROUP_INTERFACE);
    coir_group_set_volume(COIR_GROUP_INTERFACE, 0.5F);
    coir_group_set_volume(middle, 0.5F);
    coir_voice_stop(other);
    play_frames(0.25, 64);
    float *samples = render(0.5);
    assert_float_equal(samples[RATE / 2 - 1], 0.125, 1e-6);
    free(samples);
    other = play_in(COIR_GROUP_EFFECTS);
    coir_group_stop_all(COIR_GROUP_INTERFACE);
    assert_true(!coir_voice_is_playing(voice) && coir_voice_is_playing(other));
}

static void a_reused_slot_keeps_parents_and_voices_apart(void **state)
{
    (void)state;
    coir_group_destroy(coir_group_new("old", COIR_GROUP_ALL));
    CoirGroup high = coir_group_new("high", COIR_GROUP_ALL), low = coir_group_new("low", high);
    assert_int_equal(coir_group_parent(low), high);
    CoirVoice voice = play_in(high);
    assert_int_equal(coir_voice_group(voice), high);
    play_frames(0.25, 64);
    float *samples = render(0.25);
    assert_float_equal(samples[RATE / 8], 0.5, 1e-6);
    free(samples);
}

static void a_group_in_the_place_of_another_takes_nothing_over(void **state)
{
    (void)state;
    CoirGroup old = coir_group_new("old", COIR_GROUP_ALL);
    coir_group_set_volume(old, 0.25F);
    coir_group_set_muted(old, true);
    coir_group_pause(old);
    coir_group_set_low_pass(old, 100);
    coir_group_set_echo(old, &(CoirEcho){.delay = 0.05, .mix = 1});
    coir_group_set_duck(old, &(CoirDuck){.by = COIR_GROUP_EFFECTS});
    CoirVoice voice = play_in(COIR_GROUP_EFFECTS);
    play_frames(0.25, 64);
    coir_voice_stop(voice);
    coir_group_destroy(old);
    CoirGroup next = coir_group_new("next", COIR_GROUP_ALL);
    assert_true(!coir_group_is_muted(next) && !coir_group_is_paused(next));
    assert_float_equal(coir_group_volume(next), 1, 0);
    play_frames(0.25, 64);
    free(render(0.5));
    coir_sound_play_with(click, &(CoirPlay){.group = next});
    play_frames(0.25, 64);
    float *samples = render(0.25);
    assert_float_equal(samples[0], 0.5, 1e-6);
    assert_int_equal(first_sound(samples, 1, RATE / 4), -1);
    free(samples);
}

static void the_groups_that_are_always_there_need_no_mixer(void **state)
{
    (void)state;
    coir_mixer_close();
    const char *const names[] = {"effects", "music", "interface", "all"};
    for (CoirGroup group = 0; group < 4; group++) {
        assert_true(coir_group_exists(group));
        assert_string_equal(coir_group_name(group), names[group]);
        assert_int_equal(coir_group_find(names[group]), group);
        assert_int_equal(coir_group_parent(group), group < 3 ? COIR_GROUP_ALL : COIR_GROUP_NONE);
        assert_float_equal(coir_group_volume(group), 1, 0);
    }
    assert_false(coir_group_exists(4) || coir_group_exists(COIR_GROUP_NONE));
    assert_float_equal(coir_group_volume(4), 0, 0);
    assert_null(coir_group_name(4));
}

static void a_destroyed_group_drops_its_music(void **state)
{
    (void)state;
    CoirVoice gone = coir_sound_play(click);
    CoirGroup room = coir_group_new("room", COIR_GROUP_MUSIC);
    CoirVoice piece = coir_music_play(level, NULL);
    coir_voice_set_group(piece, room);
    for (int i = 0; i < 3; i++)
        coir_music_queue(level, NULL);
    play_frames(0.25, 64);
    // The slot of `gone` is free, and comes before the slot of the piece. A piece of the queue that started in the free
    // slot would play on, as the loop that stops the voices has passed the slot.
    assert_false(coir_voice_is_playing(gone));
    coir_group_destroy(room);
    assert_int_equal(coir_voices_count(NULL), 0);
}

static void stopping_a_group_drops_only_the_queue_of_its_own_music(void **state)
{
    (void)state;
    coir_sound_play(click);
    CoirVoice piece = coir_music_play(level, NULL);
    for (int i = 0; i < 3; i++)
        coir_music_queue(click, NULL);
    play_frames(0.25, 64); // the click ends; its slot, before the slot of the piece, is free for a piece of the queue
    coir_group_stop_all(COIR_GROUP_EFFECTS);
    assert_true(coir_voice_is_playing(piece));
    coir_group_stop_all(COIR_GROUP_MUSIC);
    assert_int_equal(coir_voices_count(NULL), 0);
    play_frames(0.25, 64);
    assert_int_equal(coir_voices_count(NULL), 0);
}

static void make_in_the_place_of_the_doomed(CoirNode *node, CoirRunEnd reason, void *user)
{
    (void)node, (void)reason;
    coir_group_destroy(doomed);
    *(CoirGroup *)user = coir_group_new("later", COIR_GROUP_ALL);
}

static void a_group_that_is_made_while_the_voices_of_another_stop_stays(void **state)
{
    (void)state;
    CoirGroup later = COIR_GROUP_NONE;
    doomed = coir_group_new("doomed", COIR_GROUP_ALL);
    CoirRun run = coir_voice_run(play_in(doomed), coir_volume_to(1, 0));
    coir_run_on_done(run, make_in_the_place_of_the_doomed, &later);
    coir_group_destroy(doomed);
    assert_true(coir_group_exists(later));
    assert_string_equal(coir_group_name(later), "later");
}

static CoirVoice voice_of_later;

static void make_and_play_in_the_place_of_the_doomed(CoirNode *node, CoirRunEnd reason, void *user)
{
    make_in_the_place_of_the_doomed(node, reason, user);
    voice_of_later = play_in(*(CoirGroup *)user);
}

// All indices of groups are in use, so the new group has the index of the destroyed group.
static void a_voice_of_a_group_that_is_made_while_the_voices_of_another_stop_plays_on(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        CoirGroup later = COIR_GROUP_NONE;
        coir_mixer_close();
        doomed = coir_group_new("doomed", COIR_GROUP_ALL);
        while (coir_group_new(NULL, COIR_GROUP_ALL) != COIR_GROUP_NONE) {
        }
        CoirRun run = coir_voice_run(play_in(doomed), coir_volume_to(1, 0));
        coir_run_on_done(run, make_and_play_in_the_place_of_the_doomed, &later);
        if (i == 0)
            coir_group_destroy(doomed);
        else
            coir_group_stop_all(doomed);
        assert_true(coir_voice_is_playing(voice_of_later));
        assert_int_equal(coir_voice_group(voice_of_later), later);
    }
}

// Ducking ------------------------------------------------------------------------------------------------------------

static CoirGroup music_and_speech(CoirDuck duck)
{
    CoirGroup speech = coir_group_new("speech", COIR_GROUP_ALL);
    duck.by = speech;
    assert_true(coir_group_set_duck(COIR_GROUP_MUSIC, &duck));
    play_in(COIR_GROUP_MUSIC);
    return speech;
}

// Plays a word of 10 s that is not heard.
static CoirVoice say(CoirGroup group)
{
    CoirVoice voice = coir_sound_play_with(level, &(CoirPlay){.group = group, .pitch = 0.1F});
    coir_voice_set_pan(voice, 1); // at the right: heard_after takes left samples
    return voice;
}

static double heard_after(double seconds)
{
    play_frames(seconds, 64);
    float *samples = render(seconds);
    double last = (double)samples[(int)(seconds * RATE) - 1];
    free(samples);
    return last;
}

static void a_duck_of_default_times_takes_a_tenth_and_half_a_second(void **state)
{
    (void)state;
    CoirGroup speech = music_and_speech((CoirDuck){.volume = 0.2F});
    CoirVoice word = say(speech);
    assert_float_equal(heard_after(0.0625), 0.5 * (1 - 0.8 * 0.625), 2e-3);
    assert_float_equal(heard_after(0.0625), 0.1, 1e-6);
    coir_voice_stop(word);
    assert_float_equal(heard_after(0.25), 0.5 * 0.6, 2e-3);
    assert_float_equal(heard_after(0.3125), 0.5, 1e-6);
}

static void a_duck_multiplies_the_volume_without_setting_the_volume(void **state)
{
    (void)state;
    CoirGroup speech = music_and_speech((CoirDuck){.volume = 0.5F, .attack = 0.01, .release = 0.01});
    coir_group_set_volume(COIR_GROUP_MUSIC, 0.5F);
    CoirVoice word = say(speech);
    assert_float_equal(heard_after(0.0625), 0.125, 1e-6);
    assert_float_equal(coir_group_volume(COIR_GROUP_MUSIC), 0.5, 0);
    coir_voice_stop(word);
    assert_float_equal(heard_after(0.0625), 0.25, 1e-6);
}

static void a_voice_that_has_not_begun_ducks_nothing(void **state)
{
    (void)state;
    CoirGroup speech = music_and_speech((CoirDuck){.attack = 0.01, .release = 0.01});
    CoirVoice word = coir_sound_play_with(level, &(CoirPlay){.group = speech, .delay = 0.125, .pan = 1});
    play_in(COIR_GROUP_EFFECTS);
    coir_group_set_muted(COIR_GROUP_EFFECTS, true);
    assert_float_equal(heard_after(0.0625), 0.5, 1e-6);
    assert_float_equal(heard_after(0.125), 0, 1e-6);
    coir_voice_stop(word);
    assert_float_equal(heard_after(0.0625), 0.5, 1e-6);
}

static void a_voice_that_enters_the_group_starts_a_duck_and_a_voice_that_leaves_ends_the_duck(void **state)
{
    (void)state;
    CoirGroup speech = music_and_speech((CoirDuck){.attack = 0.01, .release = 0.01});
    CoirVoice word = say(COIR_GROUP_EFFECTS);
    coir_group_set_volume(COIR_GROUP_EFFECTS, 0);
    assert_float_equal(heard_after(0.0625), 0.5, 1e-6);
    coir_voice_set_group(word, speech);
    assert_float_equal(heard_after(0.0625), 0, 1e-6);
    coir_voice_set_group(word, COIR_GROUP_EFFECTS);
    assert_float_equal(heard_after(0.0625), 0.5, 1e-6);
}

static void words_that_follow_do_not_begin_the_attack_again(void **state)
{
    (void)state;
    CoirGroup speech = music_and_speech((CoirDuck){.attack = 0.125, .release = 0.01});
    say(speech);
    for (int i = 0; i < 6; i++) {
        heard_after(1.0 / 64);
        say(speech);
    }
    assert_float_equal(heard_after(0.0625), 0, 1e-6);
}

// In a step, the timer of 0.5 s is called before the action of 0.25 s. Groups are made in the order of the calls. So a
// group that the action makes is made at 0.5 s.

static CoirGroup late;
static CoirVoice visitor;

static void make_group(CoirNode *node, void *user)
{
    (void)node;
    (void)user;
    assert_int_not_equal(coir_group_new(NULL, COIR_GROUP_ALL), COIR_GROUP_NONE);
}

static void fill_late_group(CoirNode *node, void *user)
{
    make_group(node, user);
    late = coir_group_new("late", COIR_GROUP_ALL);
    assert_true(coir_group_set_volume(late, 0.5F));
    visitor = play_in(late);
    coir_sound_play_with(click, &(CoirPlay){.group = late});
}

static void stop_visitor(CoirNode *node, void *user)
{
    (void)node;
    (void)user;
    assert_true(coir_voice_stop(visitor));
}

static void visit_muted_group(CoirNode *node, void *user)
{
    make_group(node, user);
    late = coir_group_new("late", COIR_GROUP_ALL);
    assert_true(coir_group_set_muted(late, true));
    assert_true(coir_voice_set_group(visitor, late));
}

static void leave_group(CoirNode *node, void *user)
{
    (void)node;
    (void)user;
    assert_true(coir_voice_set_group(visitor, COIR_GROUP_EFFECTS));
}

static void quieten_new_group(CoirNode *node, void *user)
{
    (void)node;
    (void)user;
    late = coir_group_new("late", COIR_GROUP_ALL);
    coir_group_run(late, coir_volume_to(0, 0));
    play_in(late);
}

static void a_new_group_of_a_timer_takes_the_volume_of_its_action(void **state)
{
    (void)state;
    coir_node_once_after(scene, 0.26, quieten_new_group, NULL); // in a frame; the action changes the whole frame
    assert_float_equal(heard_after(0.5), 0, 1e-6);
    assert_float_equal(coir_group_volume(late), 0, 0);
}

static void a_group_that_is_made_late_loses_no_volume_and_no_start_of_a_voice(void **state)
{
    (void)state;
    coir_node_once_after(scene, 0.5, make_group, NULL);
    coir_node_run(scene, coir_sequence(coir_delay(0.25), coir_call(fill_late_group, NULL)));
    play_frames(1, 1);
    float *samples = render(1);
    assert_int_equal(first_sound(samples, 0, RATE), RATE / 2);
    assert_true(samples[RATE / 2] > 0.9F); // the click
    assert_float_equal(samples[RATE - 1], 0.25, 1e-6);
    free(samples);
}

static void a_voice_of_a_group_that_is_made_late_can_be_stopped(void **state)
{
    (void)state;
    coir_node_once_after(scene, 0.5, make_group, NULL);
    coir_node_run(scene, coir_sequence(coir_delay(0.25), coir_call(fill_late_group, NULL), coir_delay(0.125),
                                       coir_call(stop_visitor, NULL)));
    play_frames(1, 1);
    float *samples = render(1);
    assert_int_equal(first_sound(samples, RATE / 2 + 1, RATE), -1);
    free(samples);
}

static void a_voice_visits_a_group_that_is_made_late(void **state)
{
    (void)state;
    visitor = play_in(COIR_GROUP_EFFECTS);
    coir_node_once_after(scene, 0.5, make_group, NULL);
    coir_node_run(scene, coir_sequence(coir_delay(0.25), coir_call(visit_muted_group, NULL), coir_delay(0.125),
                                       coir_call(leave_group, NULL)));
    play_frames(1, 1);
    float *samples = render(1);
    assert_float_equal(samples[RATE / 4 + 1000], 0.5, 1e-6);
    assert_float_equal(samples[RATE - 1], 0.5, 1e-6);
    free(samples);
}

static void dim_groups(CoirNode *node, void *user)
{
    (void)node;
    (void)user;
    assert_true(coir_group_set_muted(COIR_GROUP_EFFECTS, true));
    assert_true(coir_group_set_volume(COIR_GROUP_EFFECTS, 0.25F));
    assert_true(coir_group_set_low_pass(COIR_GROUP_MUSIC, 20));
}

static void clear_groups(CoirNode *node, void *user)
{
    (void)node;
    (void)user;
    assert_true(coir_group_set_muted(COIR_GROUP_EFFECTS, false));
    assert_true(coir_group_set_volume(COIR_GROUP_EFFECTS, 0.75F));
    assert_true(coir_group_set_low_pass(COIR_GROUP_MUSIC, 0));
}

static void a_group_is_heard_as_the_last_call_of_a_step_has_set_it(void **state)
{
    (void)state;
    CoirPlay later = {.group = COIR_GROUP_MUSIC, .delay = 0.75};
    play_in(COIR_GROUP_EFFECTS);
    coir_sound_play_with(click, &later);
    coir_node_once_after(scene, 0.5, dim_groups, NULL);
    coir_node_run(scene, coir_sequence(coir_delay(0.25), coir_call(clear_groups, NULL))); // called after the timer
    play_frames(1, 1);
    float *samples = render(1);
    assert_false(coir_group_is_muted(COIR_GROUP_EFFECTS));
    assert_float_equal(coir_group_volume(COIR_GROUP_EFFECTS), 0.75, 0);
    assert_float_equal(samples[RATE - 1], 0.375, 1e-6);
    assert_float_equal(samples[RATE * 3 / 4], 0.375 + 0.5, 1e-6); // the click is not muffled
    free(samples);
}

static void quieten_effects(CoirNode *node, void *user)
{
    (void)node;
    (void)user;
    assert_true(coir_group_set_volume(COIR_GROUP_EFFECTS, 0.5F));
}

static void mute_effects(CoirNode *node, void *user)
{
    (void)node;
    (void)user;
    assert_true(coir_group_set_muted(COIR_GROUP_EFFECTS, true));
}

static void a_later_change_of_the_volume_does_not_put_off_a_mute(void **state)
{
    (void)state;
    play_in(COIR_GROUP_EFFECTS);
    coir_node_once_after(scene, 0.5, quieten_effects, NULL);
    coir_node_run(scene, coir_sequence(coir_delay(0.25), coir_call(mute_effects, NULL)));
    play_frames(1, 1);
    float *samples = render(1);
    assert_int_equal(first_sound(samples, RATE * 26 / 100, RATE), -1);
    free(samples);
}

static void stop_word(CoirNode *node, void *user)
{
    (void)node;
    assert_true(coir_voice_stop(*(CoirVoice *)user));
}

static void a_word_of_an_action_lowers_the_music_when_a_later_timer_of_the_step_has_ended_a_word(void **state)
{
    (void)state;
    CoirGroup speech = music_and_speech((CoirDuck){.attack = 0.01, .release = 0.01});
    CoirVoice word = say(speech);
    coir_node_once_after(scene, 0.75, stop_word, &word);
    CoirPlay next = {.group = speech, .pitch = 0.1F, .pan = 1};
    coir_node_run(scene, coir_sequence(coir_delay(0.25), coir_play_with(level, &next)));
    play_frames(1, 1); // the timer is called before the action
    float *samples = render(1);
    assert_float_equal(samples[RATE - 1], 0, 1e-6);
    free(samples);
}

static void an_active_duck_may_be_changed_and_ended(void **state)
{
    (void)state;
    CoirGroup speech = music_and_speech((CoirDuck){.volume = 0.5F, .attack = 0.01, .release = 0.01});
    say(speech);
    assert_float_equal(heard_after(0.0625), 0.25, 1e-6);
    CoirDuck deeper = {.by = speech, .volume = 0.1F, .attack = 0.01, .release = 0.01};
    assert_true(coir_group_set_duck(COIR_GROUP_MUSIC, &deeper));
    assert_float_equal(heard_after(0.0625), 0.05, 1e-6);
    assert_true(coir_group_set_duck(COIR_GROUP_MUSIC, NULL));
    assert_float_equal(heard_after(0.0625), 0.5, 1e-6);
    say(speech);
    assert_float_equal(heard_after(0.0625), 0.5, 1e-6);
    assert_true(coir_group_set_duck(COIR_GROUP_MUSIC, &deeper)); // while a word is playing
    assert_float_equal(heard_after(0.0625), 0.05, 1e-6);
}

static void the_end_of_a_group_ends_only_its_ducks(void **state)
{
    (void)state;
    CoirGroup speech = music_and_speech((CoirDuck){.attack = 0.01, .release = 0.01});
    CoirGroup other = coir_group_new("other", COIR_GROUP_ALL);
    coir_group_set_volume(COIR_GROUP_INTERFACE, 0.5F);
    CoirDuck by_other = {.by = other, .volume = 0, .attack = 0.01, .release = 0.01};
    assert_true(coir_group_set_duck(COIR_GROUP_INTERFACE, &by_other));
    play_in(COIR_GROUP_INTERFACE);
    say(speech);
    say(other);
    assert_float_equal(heard_after(0.0625), 0, 1e-6);
    coir_group_destroy(speech);
    assert_float_equal(heard_after(0.0625), 0.5, 1e-6); // only the music is heard
    coir_group_destroy(coir_group_new("third", COIR_GROUP_ALL));
    assert_float_equal(heard_after(0.0625), 0.5, 1e-6);
    coir_group_destroy(other);
    assert_float_equal(heard_after(0.0625), 0.75, 1e-6);
}

static void a_group_cannot_be_lowered_by_a_group_above_or_below(void **state)
{
    (void)state;
    CoirGroup middle, deep = deep_group(&middle);
    const CoirGroup bad[][2] = {{COIR_GROUP_MUSIC, COIR_GROUP_ALL},
                                {COIR_GROUP_ALL, COIR_GROUP_MUSIC},
                                {deep, COIR_GROUP_INTERFACE},
                                {COIR_GROUP_INTERFACE, deep},
                                {deep, middle},
                                {middle, deep}};
    for (int i = 0; i < 6; i++) {
        assert_false(coir_group_set_duck(bad[i][0], &(CoirDuck){.by = bad[i][1]}));
        assert_mistake("coir_group_set_duck: a group cannot be lowered by itself, or by a group above or below");
    }
    assert_true(coir_group_set_duck(deep, &(CoirDuck){.by = COIR_GROUP_MUSIC}));
}

// Effects ------------------------------------------------------------------------------------------------------------

static void a_low_pass_passes_a_constant_sound_and_may_be_switched_off(void **state)
{
    (void)state;
    play_in(COIR_GROUP_EFFECTS);
    const double hertz[] = {20000, 1000, 20, 20000};
    for (int i = 0; i < 4; i++) {
        assert_true(coir_group_set_low_pass(COIR_GROUP_EFFECTS, hertz[i]));
        assert_float_equal(heard_after(0.5), 0.5, 1e-3);
    }
    coir_voices_stop_all();
    coir_group_set_low_pass(COIR_GROUP_EFFECTS, 20);
    heard_after(1);
    coir_group_set_low_pass(COIR_GROUP_EFFECTS, 0);
    heard_after(1);
    coir_sound_play(click);
    play_frames(0.25, 64);
    float *samples = render(0.25);
    assert_float_equal(samples[0], 0.5, 1e-6);
    assert_float_equal(samples[1], 0, 1e-6);
    free(samples);
}

static void numbers_of_effects_may_be_at_their_limits(void **state)
{
    (void)state;
    const CoirEcho good[] = {{.delay = 0.001}, {.delay = 2, .mix = 1}, {.delay = 1, .feedback = 0.95F}};
    const CoirEcho bad[] = {
        {.delay = 0.0009},           {.delay = 2.01}, {.delay = 1, .feedback = 0.96F}, {.delay = 1, .mix = 1.01F},
        {.delay = 1, .mix = -0.01F}, {.delay = NAN},  {.delay = 1, .feedback = -0.01F}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(coir_group_set_echo(COIR_GROUP_EFFECTS, &good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(coir_group_set_echo(COIR_GROUP_EFFECTS, &bad[i]));
    assert_true(coir_group_set_low_pass(COIR_GROUP_EFFECTS, 20) && coir_group_set_low_pass(COIR_GROUP_EFFECTS, 20000));
    assert_false(coir_group_set_low_pass(COIR_GROUP_EFFECTS, 19.9));
    assert_false(coir_group_set_low_pass(COIR_GROUP_EFFECTS, 20001));
    assert_false(coir_group_set_low_pass(COIR_GROUP_EFFECTS, NAN));
    assert_true(coir_group_set_volume(COIR_GROUP_EFFECTS, 16) && !coir_group_set_volume(COIR_GROUP_EFFECTS, 16.1F));
    assert_false(coir_group_fade_to(COIR_GROUP_EFFECTS, 1, INFINITY));
    CoirDuck slow = {.by = COIR_GROUP_MUSIC, .volume = 1, .attack = 60, .release = 60};
    assert_true(coir_group_set_duck(COIR_GROUP_EFFECTS, &slow));
    slow.attack = 61;
    assert_false(coir_group_set_duck(COIR_GROUP_EFFECTS, &slow));
}

TEST_FILE(group)
{
    const struct CMUnitTest tests[] = {
        sound_test(volumes_of_the_groups_above_multiply),
        sound_test(groups_are_found_by_name_and_a_number_is_never_used_again),
        sound_test(there_are_32_groups_at_most),
        sound_test(a_destroyed_group_stops_its_voices),
        sound_test(a_destroyed_group_fades_out_with_its_voices_and_its_echo),
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
        sound_test(the_rest_of_a_fade_out_is_heard_after_a_mute),
        sound_test(a_group_that_is_being_destroyed_gets_no_voices),
        sound_test(settings_of_a_group_count_for_all_groups_below),
        sound_test(a_reused_slot_keeps_parents_and_voices_apart),
        sound_test(a_group_in_the_place_of_another_takes_nothing_over),
        sound_test(the_groups_that_are_always_there_need_no_mixer),
        sound_test(a_destroyed_group_drops_its_music),
        sound_test(stopping_a_group_drops_only_the_queue_of_its_own_music),
        sound_test(a_group_that_is_made_while_the_voices_of_another_stop_stays),
        sound_test(a_voice_of_a_group_that_is_made_while_the_voices_of_another_stop_plays_on),
        sound_test(a_new_group_of_a_timer_takes_the_volume_of_its_action),
        sound_test(a_group_that_is_made_late_loses_no_volume_and_no_start_of_a_voice),
        sound_test(a_voice_of_a_group_that_is_made_late_can_be_stopped),
        sound_test(a_voice_visits_a_group_that_is_made_late),
        sound_test(a_group_is_heard_as_the_last_call_of_a_step_has_set_it),
        sound_test(a_later_change_of_the_volume_does_not_put_off_a_mute),
        sound_test(a_duck_of_default_times_takes_a_tenth_and_half_a_second),
        sound_test(a_duck_multiplies_the_volume_without_setting_the_volume),
        sound_test(a_voice_that_has_not_begun_ducks_nothing),
        sound_test(a_voice_that_enters_the_group_starts_a_duck_and_a_voice_that_leaves_ends_the_duck),
        sound_test(words_that_follow_do_not_begin_the_attack_again),
        sound_test(a_word_of_an_action_lowers_the_music_when_a_later_timer_of_the_step_has_ended_a_word),
        sound_test(an_active_duck_may_be_changed_and_ended),
        sound_test(the_end_of_a_group_ends_only_its_ducks),
        sound_test(a_group_cannot_be_lowered_by_a_group_above_or_below),
        sound_test(a_low_pass_passes_a_constant_sound_and_may_be_switched_off),
        sound_test(numbers_of_effects_may_be_at_their_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
