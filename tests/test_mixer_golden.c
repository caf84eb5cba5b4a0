// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Renders programs that consist of timers and actions only. The samples are the same bytes at 30, 60 and 144 frames
// per second, with each compiler and on each machine. After an intended change, copy the new hash from the message of
// the failed test.

#include "support/support.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "coir/coir.h"
#include "coir/mixer.h"
#include "coir/music.h"
#include "coir/node_sound.h"
#include "coir/tone.h"

#define RATE 48000
#define SECONDS 60
#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

// State of the program that plays.
static struct {
    CoirStage *stage;
    CoirNode *scene, *fish;
    CoirSound *blip, *boom, *hum, *song, *other_song;
    CoirGroup water;
    CoirRandom random;
    CoirVoice voice;
    int beats;
} game;

// Returns a sound that is the sum of two triangle waves. A sine would depend on the maths library of the machine.
static CoirSound *make_hum(int channels, int rate, int count, int period)
{
    float *samples = malloc((size_t)(count * channels) * sizeof *samples);
    for (int i = 0; i < count * channels; i++) {
        int at = i / channels + 11 * (i % channels), slow = at % period, fast = at * 3 % period;
        samples[i] = 0.2f * (float)(abs(2 * slow - period) - period / 2) / (float)period +
                     0.1f * (float)(abs(2 * fast - period) - period / 2) / (float)period;
    }
    CoirSound *sound = coir_sound_from_samples(channels, rate, count, samples);
    free(samples);
    assert_non_null(sound);
    return sound;
}

static CoirNode *start_game(void)
{
    memset(&game, 0, sizeof game);
    assert_true(coir_mixer_open(&(CoirMixerDef){.no_device = true}));
    game.random = coir_random(7);
    coir_sounds_set_random(&game.random);
    game.blip = coir_sound_tone(&(CoirTone){.pitch = 700, .slide = 2, .hold = 0.03, .decay = 0.2});
    game.boom = coir_sound_tone(
        &(CoirTone){.shape = COIR_TONE_NOISE, .pitch = 5000, .slide = -3, .hold = 0.1, .punch = 0.6, .decay = 0.8});
    game.hum = make_hum(1, 44100, 9000, 300);
    game.song = make_hum(2, 44100, 44100 * 4, 420);
    game.other_song = make_hum(2, 32000, 32000 * 3, 230);
    game.stage = coir_stage_new();
    game.scene = coir_node_new();
    game.fish = coir_node_new();
    coir_node_add(game.scene, game.fish);
    assert_true(coir_stage_show(game.stage, game.scene));
    assert_true(coir_stage_update(game.stage, 0));
    return game.scene;
}

static void end_game(void)
{
    coir_stage_destroy(game.stage);
    coir_nodes_sweep();
    coir_mixer_close();
    coir_sounds_set_random(NULL);
    CoirSound *sounds[] = {game.blip, game.boom, game.hum, game.song, game.other_song};
    for (int i = 0; i < COUNT(sounds); i++)
        coir_sound_destroy(sounds[i]);
}

// Hashing ------------------------------------------------------------------------------------------------------------

static void add_to_hash(uint64_t *hash, const float *samples, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &samples[i], sizeof bits);
        for (int byte = 0; byte < 4; byte++) // FNV-1a, the lowest byte first
            *hash = (*hash ^ (bits >> (8 * byte) & 255)) * UINT64_C(1099511628211);
    }
}

static uint64_t play(void (*program)(CoirNode *scene), int frame_rate)
{
    static float samples[2 * RATE];
    uint64_t hash = UINT64_C(14695981039346656037);
    float loudest = 0;
    program(start_game());
    for (int second = 0; second < SECONDS; second++) {
        for (int frame = 0; frame < frame_rate; frame++)
            assert_true(coir_stage_update(game.stage, 1.0 / frame_rate));
        // The frames of a second may be some nanoseconds short in all, so the first call renders only 0.99 s.
        int64_t count = coir_sound_render(second == 0 ? 0.99 : 1, samples);
        assert_int_equal(count, second == 0 ? RATE * 99 / 100 : RATE);
        add_to_hash(&hash, samples, 2 * count);
        for (int i = 0; i < 2 * count; i++)
            loudest = fabsf(samples[i]) > loudest ? fabsf(samples[i]) : loudest;
    }
    assert_int_equal(coir_mixer_stats().late, 0);
    assert_true(loudest > 0.1f);
    end_game();
    return hash;
}

static void check(void (*program)(CoirNode *scene), uint64_t golden)
{
    const int rates[] = {30, 60, 144};
    for (int i = 0; i < COUNT(rates); i++) {
        uint64_t hash = play(program, rates[i]);
        if (hash != golden)
            fail_msg("at %d frames a second the hash is 0x%016" PRIx64 ", and not 0x%016" PRIx64, rates[i], hash,
                     golden);
    }
}

// Programs -----------------------------------------------------------------------------------------------------------

static void hit(CoirNode *node, void *user)
{
    (void)node;
    (void)user;
    coir_sound_play(game.beats % 3 ? game.blip : game.boom);
    game.beats++;
}

static void effects(CoirNode *scene)
{
    CoirSoundRules rules = {.voices = 6, .gap = 0.01, .volume_spread = 0.5f, .pitch_spread = 0.3f};
    coir_sound_set_rules(game.blip, &rules);
    coir_sound_set_rules(game.boom, &rules);
    coir_node_every(scene, 0.037, hit, NULL);
    coir_node_every(scene, 0.25, hit, NULL);
}

static void effects_with_random_pitch_and_volume(void **state)
{
    (void)state;
    check(effects, UINT64_C(0xbedec9740f246961));
}

static void change_song(CoirNode *node, void *user)
{
    (void)node;
    (void)user;
    switch (game.beats++ % 4) {
    case 0: coir_music_play(game.song, &(CoirMusic){.fade = 1.5}); break;
    case 1: coir_music_play(game.other_song, &(CoirMusic){.start = COIR_MUSIC_AT_BAR, .fade = 0.7}); break;
    case 2: coir_music_queue(game.song, &(CoirMusic){.once = true}); break;
    case 3: coir_music_stop(0.5); break;
    }
}

static void music(CoirNode *scene)
{
    coir_sound_set_tempo(game.song, 137, 4, 0.1);
    coir_sound_set_loop(game.song, 0.7, 3.3);
    coir_node_every(scene, 3.71, change_song, NULL);
    coir_sound_play_with(game.hum, &(CoirPlay){.loops = COIR_FOREVER, .pitch = 0.7f, .volume = 0.2f, .fade_in = 2});
}

static void loops_and_cross_fades_of_music(void **state)
{
    (void)state;
    check(music, UINT64_C(0x32a704545a192030));
}

static void change_time(CoirNode *node, void *user)
{
    const double scales[] = {0.25, 1, 2, 0, 0.7};
    (void)node;
    (void)user;
    coir_node_set_time_scale(game.fish, scales[game.beats++ % COUNT(scales)]);
}

static void splash(CoirNode *node, void *user)
{
    (void)user;
    coir_node_play(node, game.blip);
    coir_node_play_with(node, game.boom, &(CoirPlay){.keeps_pitch = true, .volume = 0.3f});
}

static void slow_motion(CoirNode *scene)
{
    coir_node_every(scene, 0.83, change_time, NULL);
    coir_node_every(game.fish, 0.4, splash, NULL);
    coir_node_play_with(game.fish, game.hum, &(CoirPlay){.loops = COIR_FOREVER, .pan = -0.3f});
}

static void slow_motion_of_a_node(void **state)
{
    (void)state;
    check(slow_motion, UINT64_C(0xa62a6074e6add85e));
}

static void change_groups(CoirNode *node, void *user)
{
    (void)node;
    (void)user;
    switch (game.beats++ % 6) {
    case 0: coir_group_fade_to(COIR_GROUP_EFFECTS, 0.3f, 0.4); break;
    case 1: coir_group_set_echo(game.water, &(CoirEcho){.delay = 0.13, .feedback = 0.6f, .mix = 0.5f}); break;
    case 2: coir_group_set_low_pass(COIR_GROUP_EFFECTS, 900); break;
    case 3: coir_group_fade_to(COIR_GROUP_EFFECTS, 1, 0.1); break;
    case 4: coir_group_set_low_pass(COIR_GROUP_EFFECTS, 0); break;
    case 5: coir_group_set_muted(COIR_GROUP_INTERFACE, game.beats % 12 == 0); break;
    }
}

static void play_in_groups(CoirNode *node, void *user)
{
    (void)node;
    (void)user;
    coir_sound_play_with(game.blip, &(CoirPlay){.group = game.water, .pan = 0.5f});
    coir_sound_play_with(game.boom, &(CoirPlay){.group = COIR_GROUP_INTERFACE, .delay = 0.211, .volume = 0.4f});
}

static void groups(CoirNode *scene)
{
    game.water = coir_group_new("water", COIR_GROUP_EFFECTS);
    coir_group_set_duck(COIR_GROUP_MUSIC, &(CoirDuck){.by = COIR_GROUP_INTERFACE, .volume = 0.2f});
    coir_music_play(game.song, NULL);
    coir_node_every(scene, 0.31, change_groups, NULL);
    coir_node_every(scene, 0.53, play_in_groups, NULL);
}

static void groups_with_fades_and_effects(void **state)
{
    (void)state;
    check(groups, UINT64_C(0x1520de18f0ef44c7));
}

static void tones(CoirNode *scene)
{
    CoirAction *tune = coir_sequence(coir_play(game.blip), coir_delay(0.11), coir_play(game.boom), coir_delay(0.27),
                                     coir_play_with(game.blip, &(CoirPlay){.pitch = 1.5f, .delay = 0.05}),
                                     coir_delay(0.19), coir_play_whole(game.blip));
    coir_node_run(scene, coir_repeat_forever(tune));
}

static void tones_of_actions(void **state)
{
    (void)state;
    check(tones, UINT64_C(0x0577607065162265));
}

TEST_FILE(mixer_golden)
{
    const struct CMUnitTest tests[] = {
        support_test(effects_with_random_pitch_and_volume),
        support_test(loops_and_cross_fades_of_music),
        support_test(slow_motion_of_a_node),
        support_test(groups_with_fades_and_effects),
        support_test(tones_of_actions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
