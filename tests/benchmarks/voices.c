// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Sound: n voices of sounds with 44 100 samples a second, mixed into 48 000 pairs of left and right a second. In
// benchmarks 1 to 4, half of the voices have one channel and half have two, a frame is a buffer of 512 pairs, and an
// item a sample of a voice. The part "1 s of sound" is the time that mixing a second takes: 15 ms are 1.5 per cent of a
// core.
//
// The floor is a plain loop over the same samples with the same interpolation, and constant gains.
//
// The benchmarks:
//
// 1. voices: each voice has a pitch of its own.
// 2. voices-copied: sounds at the mixer's rate, with a pitch of 1.
// 3. voices-frozen: voices that are frozen, and are not mixed.
// 4. voices-effects: the same as voices, in a group with a low-pass filter and an echo.
// 5. voices-game: steps of a stage with voices of nodes; an item is a voice.
// 6. voices-starts: steps of a stage in which voices of a shorter sound start, about n per second; an item is a start.

#include "bench.h"

#include <stdlib.h>
#include <string.h>

#include "coir/error.h"
#include "coir/mixer.h"
#include "coir/node_sound.h"
#include "coir/stage.h"
#include "sound/mixer.h"

#define RATE 48000
#define SOUND_RATE 44100
#define BUFFER 512
#define SECONDS 2 // length of a sound
#define SOUNDS 8  // half of them with two channels
#define VOICES_MAX 64

// A voice of the floor.
typedef struct Plain {
    const float *samples;
    int channels;
    int64_t position, speed;
    float left, right;
} Plain;

typedef struct State {
    int n;
    CoirMixer *mixer;
    float *sounds[SOUNDS], *echo;
    float pairs[2 * BUFFER];
    Plain plain[VOICES_MAX];
    float plain_left[BUFFER], plain_right[BUFFER], plain_pairs[2 * BUFFER];
} State;

// The properties of the voices of a row.
typedef struct Way {
    bool is_copied, is_frozen, has_effects;
} Way;

static int channels_of(int sound)
{
    return 1 + sound % 2;
}

static float *make_samples(int channels, int count, uint32_t seed)
{
    float *samples = bench_alloc((size_t)(count * channels), sizeof *samples);
    for (int i = 0; i < count * channels; i++) {
        seed = seed * 1664525 + 1013904223;
        samples[i] = (float)(seed >> 8) / (float)(1 << 23) - 1;
    }
    return samples;
}

static void add_change(State *state, CoirChange change)
{
    if (!coir_change_add(&state->mixer->timed, &change))
        abort();
}

static void add_voice(State *state, int i, Way way)
{
    int sound = i % SOUNDS, length = SECONDS * SOUND_RATE, channels = channels_of(sound);
    double pitch = 0.7 + i * 0.01;
    int64_t speed = way.is_copied ? COIR_MIX_ONE : (int64_t)(pitch * SOUND_RATE / RATE * (double)COIR_MIX_ONE),
            position = way.is_copied ? (i * INT64_C(997)) * COIR_MIX_ONE : i * INT64_C(997) * COIR_MIX_ONE / 3;
    CoirMixVoice voice = {.samples = state->sounds[sound],
                          .position = position,
                          .speed = speed,
                          .length = length,
                          .loop_end = length,
                          .loops = COIR_FOREVER,
                          .volume = coir_ramp(1, 1, 0),
                          .gate = coir_ramp(1, 1, 0),
                          .left = 0.01f * (float)(i % 5),
                          .right = 0.01f * (float)(i % 7),
                          .serial = 1,
                          .channels = (uint8_t)channels,
                          .is_active = true};
    voice.left_from = voice.left;
    voice.right_from = voice.right;
    state->plain[i] = (Plain){voice.samples, channels, position, speed, voice.left, voice.right};
    add_change(state, (CoirChange){.kind = COIR_CHANGE_START, .slot = (uint16_t)i, .voice = voice});
    if (way.is_frozen)
        add_change(state, (CoirChange){.kind = COIR_CHANGE_FREEZE, .slot = (uint16_t)i, .serial = 1});
}

static void add_effects(State *state)
{
    int pairs = RATE / 4;
    state->echo = bench_alloc((size_t)pairs * 2, sizeof *state->echo);
    add_change(state, (CoirChange){.kind = COIR_CHANGE_LOW_PASS, .value = 0.2f});
    add_change(state,
               (CoirChange){
                   .kind = COIR_CHANGE_ECHO, .pointer = state->echo, .samples = pairs, .value = 0.5f, .value2 = 0.5f});
}

static State *start(BenchRow *row, Way way)
{
    State *state = bench_alloc(1, sizeof *state);
    state->n = row->n;
    state->mixer = coir_mixer_new(RATE, VOICES_MAX);
    bench_expect(row, state->mixer, "%s", coir_error());
    if (row->failed)
        return free(state), NULL;
    for (int sound = 0; sound < SOUNDS; sound++)
        state->sounds[sound] = make_samples(channels_of(sound), SECONDS * SOUND_RATE, (uint32_t)sound);
    for (int i = 0; i < row->n; i++)
        add_voice(state, i, way);
    if (way.has_effects)
        add_effects(state);
    coir_mixer_mix(state->mixer, state->pairs, BUFFER); // the frozen voices fade out
    return state;
}

static void end(State *state)
{
    coir_mixer_free(state->mixer);
    for (int sound = 0; sound < SOUNDS; sound++)
        free(state->sounds[sound]);
    free(state->echo);
    free(state);
}

static void mix_frames(void *data, int frames)
{
    State *state = data;
    for (int frame = 0; frame < frames; frame++)
        coir_mixer_mix(state->mixer, state->pairs, BUFFER);
}

static const float *weights_at(const State *state, int64_t position)
{
    return state->mixer->weights[(position & (COIR_MIX_ONE - 1)) / (COIR_MIX_ONE / COIR_MIX_PHASES)];
}

static void add_plain_one(State *state, const Plain *voice)
{
    int64_t position = voice->position;
    for (int i = 0; i < BUFFER; i++, position += voice->speed) {
        const float *w = weights_at(state, position), *s = voice->samples + (position >> 32);
        float value = (w[0] * s[0] + w[1] * s[1]) + (w[2] * s[2] + w[3] * s[3]);
        state->plain_left[i] += value * voice->left;
        state->plain_right[i] += value * voice->right;
    }
}

static void add_plain_two(State *state, const Plain *voice)
{
    int64_t position = voice->position;
    for (int i = 0; i < BUFFER; i++, position += voice->speed) {
        const float *w = weights_at(state, position), *s = voice->samples + 2 * (position >> 32);
        state->plain_left[i] += ((w[0] * s[0] + w[1] * s[2]) + (w[2] * s[4] + w[3] * s[6])) * voice->left;
        state->plain_right[i] += ((w[0] * s[1] + w[1] * s[3]) + (w[2] * s[5] + w[3] * s[7])) * voice->right;
    }
}

static void plain_frame(State *state)
{
    int64_t last = (int64_t)(SECONDS * SOUND_RATE - 4) * COIR_MIX_ONE;
    memset(state->plain_left, 0, sizeof state->plain_left);
    memset(state->plain_right, 0, sizeof state->plain_right);
    for (int i = 0; i < state->n; i++) {
        Plain *voice = &state->plain[i];
        if (voice->position + voice->speed * BUFFER > last)
            voice->position = 0;
        if (voice->channels == 1)
            add_plain_one(state, voice);
        else
            add_plain_two(state, voice);
        voice->position += voice->speed * BUFFER;
    }
    for (int i = 0; i < BUFFER; i++) {
        float left = state->plain_left[i], right = state->plain_right[i];
        state->plain_pairs[2 * i] = left < -1 ? -1 : left > 1 ? 1 : left;
        state->plain_pairs[2 * i + 1] = right < -1 ? -1 : right > 1 ? 1 : right;
    }
}

static void plain_frames(void *data, int frames)
{
    for (int frame = 0; frame < frames; frame++)
        plain_frame(data);
}

static bool is_silent(const State *state)
{
    float sum = 0;
    for (int i = 0; i < 2 * BUFFER; i++)
        sum += state->pairs[i] * state->pairs[i];
    return sum == 0;
}

static void measure(BenchRow *row, Way way)
{
    State *state = start(row, way);
    if (!state)
        return;
    bench_measure(row, &(BenchLoop){.state = state,
                                    .measured = mix_frames,
                                    .floor = way.is_frozen || way.is_copied ? NULL : plain_frames,
                                    .items = row->n * BUFFER,
                                    .warm_up = 10});
    row->parts[0] = (BenchPart){"1 s of sound", row->ns_per_frame * RATE / BUFFER};
    bench_expect(row, is_silent(state) == way.is_frozen, "a frozen voice is heard, or another voice is not");
    end(state);
}

static void voices(BenchRow *row)
{
    measure(row, (Way){0});
}

static void copied(BenchRow *row)
{
    measure(row, (Way){.is_copied = true});
}

static void frozen(BenchRow *row)
{
    measure(row, (Way){.is_frozen = true});
}

static void effects(BenchRow *row)
{
    measure(row, (Way){.has_effects = true});
}

// The game's side ----------------------------------------------------------------------------------------------------

typedef struct Game {
    CoirStage *stage;
    CoirNode *scene;
    CoirSound *sound;
    int starts; // number of voices that start in a frame
    bool failed;
} Game;

static bool start_game(BenchRow *row, Game *game, double seconds)
{
    int count = (int)(seconds * SOUND_RATE);
    float *samples = make_samples(1, count, 1);
    *game = (Game){.stage = coir_stage_new(), .scene = coir_node_new()};
    game->sound = coir_sound_from_samples(1, SOUND_RATE, count, samples);
    free(samples);
    bool is_open = coir_mixer_open(&(CoirMixerDef){.no_device = true});
    bench_expect(row, is_open && game->sound && coir_stage_show(game->stage, game->scene), "%s", coir_error());
    coir_stage_update(game->stage, BENCH_DT);
    return !row->failed;
}

static void end_game(Game *game)
{
    coir_stage_destroy(game->stage);
    coir_nodes_sweep();
    coir_mixer_close();
    coir_sound_destroy(game->sound);
}

// Mixes the samples of the frame that has passed, and drops the samples.
static void render(void *data)
{
    Game *game = data;
    game->failed |= coir_sound_render(BENCH_DT, NULL) < 0;
}

static void play_frames(void *data, int frames)
{
    Game *game = data;
    for (int frame = 0; frame < frames; frame++) {
        for (int i = 0; i < game->starts; i++)
            game->failed |= coir_sound_play(game->sound).generation == 0;
        game->failed |= !coir_stage_update(game->stage, BENCH_DT);
    }
}

static void in_game(BenchRow *row)
{
    Game game;
    if (!start_game(row, &game, SECONDS))
        return;
    for (int i = 0; i < row->n; i++) {
        CoirNode *node = coir_node_new();
        coir_node_add(game.scene, node);
        game.failed |= coir_node_play_with(node, game.sound, &(CoirPlay){.loops = COIR_FOREVER}).generation == 0;
    }
    bench_measure(
        row, &(BenchLoop){.state = &game, .measured = play_frames, .prepare = render, .items = row->n, .warm_up = 10});
    bench_expect(row, !game.failed && coir_mixer_stats().voices == row->n, "%s", coir_error());
    end_game(&game);
}

static void starts(BenchRow *row)
{
    Game game;
    if (!start_game(row, &game, 0.03))
        return;
    game.starts = (int)(row->n * BENCH_DT);
    bench_measure(
        row,
        &(BenchLoop){.state = &game, .measured = play_frames, .prepare = render, .items = game.starts, .warm_up = 100});
    bench_expect(row, !game.failed, "%s", coir_error());
    end_game(&game);
}

const Bench bench_voices[] = {
    {"voices", voices, {64}, {64, 64, .ns_per_frame = 160000, .ratio = 2}},
    {"voices-copied", copied, {64}, {0}},
    {"voices-frozen", frozen, {64}, {0}},
    {"voices-effects", effects, {64}, {0}},
    {"voices-game", in_game, {64}, {0}},
    {"voices-starts", starts, {1000}, {0}},
    {0},
};
