// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// All notes are from the scale A C D E G, because this scale fits every chord of the music.

#include "sounds.h"

#include "breaker.h"

// With these volumes, five tones of a usual volume (0.3) add up to less than 1, and the music stays in the background.
#define VOLUME 0.55f
#define MUSIC_VOLUME 0.5f

// Octaves above an A. The A below the middle C has 220 hertz.
#define C (3 / 12.0)
#define D (5 / 12.0)
#define E (7 / 12.0)
#define G (10 / 12.0)

static const CoirTone tones[TONES] = {
    [TONE_BLIP] = {.pitch = 880, .volume = 0.25, .hold = 0.02, .decay = 0.07, .duty = 0.25, .low_pass = 5000},
    // Three quick notes that rise.
    [TONE_SERVE] = {.shape = COIR_TONE_TRIANGLE,
                    .pitch = 220,
                    .volume = 0.5,
                    .hold = 0.1,
                    .decay = 0.2,
                    .jumps = {{0.04, E}, {0.08, 1}},
                    .vibrato = 0.01},
    [TONE_PADDLE] =
        {.pitch = 330, .volume = 0.3, .hold = 0.015, .punch = 0.5, .decay = 0.13, .slide = -3, .low_pass = 2400},
    [TONE_WALL] = {.shape = COIR_TONE_TRIANGLE, .pitch = 220, .volume = 0.5, .hold = 0.01, .decay = 0.09, .slide = -4},
    // A plucked note that begins an octave lower.
    [TONE_BRICK] = {.pitch = 220,
                    .volume = 0.21,
                    .hold = 0.04,
                    .punch = 0.6,
                    .decay = 0.3,
                    .jumps = {{0.025, 1}},
                    .duty = 0.25,
                    .duty_slide = 0.6,
                    .low_pass = 4200},
    [TONE_CRUMBLE] = {.shape = COIR_TONE_NOISE,
                      .seed = 4,
                      .pitch = 6000,
                      .volume = 0.3,
                      .decay = 0.22,
                      .slide = -9,
                      .high_pass = 300,
                      .low_pass = 7000},
    // A chord that rises.
    [TONE_POWER] = {.pitch = 440,
                    .volume = 0.27,
                    .hold = 0.24,
                    .decay = 0.4,
                    .duty = 0.25,
                    .jumps = {{0.07, C}, {0.14, E}, {0.21, 1}},
                    .vibrato = 0.012,
                    .low_pass = 5000},
    // A falling tone that trembles and gets darker.
    [TONE_MISS] = {.shape = COIR_TONE_SAW,
                   .pitch = 440,
                   .volume = 0.42,
                   .hold = 0.12,
                   .decay = 0.6,
                   .slide = -2.4,
                   .vibrato = 0.07,
                   .vibrato_rate = 11,
                   .low_pass = 3000,
                   .low_pass_slide = -2.5,
                   .resonance = 0.3},
    // C E G C E: the chord of C, whose first note has 523 hertz.
    [TONE_WIN] = {.pitch = 523.25,
                  .volume = 0.3,
                  .hold = 0.5,
                  .decay = 1.2,
                  .duty = 0.25,
                  .jumps = {{0.12, E - C}, {0.24, G - C}, {0.36, 1}, {0.48, 1 + E - C}},
                  .duty_slide = 0.12,
                  .vibrato = 0.012,
                  .low_pass = 4500},
    // A G E D, and a long low A.
    [TONE_LOSE] = {.pitch = 440,
                   .volume = 0.28,
                   .hold = 0.9,
                   .decay = 1.1,
                   .jumps = {{0.2, G - 1}, {0.4, E - 1}, {0.6, D - 1}, {0.8, -1}},
                   .vibrato = 0.02,
                   .vibrato_rate = 5,
                   .low_pass = 3000,
                   .low_pass_slide = -0.8},
};

// Notes have no pitch_spread, so that they are always in tune. The sounds of the paddle, the walls and crumbling bricks
// vary.
static const CoirSoundRules rules[TONES] = {
    [TONE_BLIP] = {.voices = 2},
    [TONE_PADDLE] = {.voices = 2, .gap = 0.05, .pitch_spread = 0.04f},
    [TONE_WALL] = {.voices = 3, .gap = 0.04, .volume_spread = 0.3f, .pitch_spread = 0.06f},
    [TONE_BRICK] = {.voices = 6, .volume_spread = 0.15f},
    [TONE_CRUMBLE] = {.voices = 4, .gap = 0.03, .volume_spread = 0.3f, .pitch_spread = 0.15f},
    [TONE_POWER] = {.priority = 1},
    [TONE_MISS] = {.priority = 1},
    [TONE_WIN] = {.priority = 1},
    [TONE_LOSE] = {.priority = 1},
};

bool sounds_load(Sounds *sounds, uint64_t seed)
{
    bool done = true;
    *sounds = (Sounds){.random = coir_random(seed), .music = coir_sound_stream("breaker/breaker.ogg")};
    for (int i = 0; i < TONES; i++) {
        sounds->tones[i] = coir_sound_tone(&tones[i]);
        done = done && sounds->tones[i] && coir_sound_set_rules(sounds->tones[i], &rules[i]);
    }
    if (sounds->music)
        coir_sound_set_tempo(sounds->music, 126, 4, 0);
    else
        coir_log(COIR_LOG_INFO, "there is no music: %s", coir_error());
    sounds->news = coir_group_find("news");
    if (sounds->news == COIR_GROUP_NONE)
        sounds->news = coir_group_new("news", COIR_GROUP_EFFECTS);
    coir_sounds_set_random(&sounds->random);
    coir_sound_set_ear(480, 800); // reaches beyond the walls, so that a hit of a wall is heard on both sides
    return done && coir_group_set_duck(COIR_GROUP_MUSIC, &(CoirDuck){.by = sounds->news, .volume = 0.35f});
}

// Destroys the tones. The cache owns the music.
void sounds_destroy(Sounds *sounds)
{
    for (int i = 0; i < TONES; i++)
        coir_sound_destroy(sounds->tones[i]);
    coir_sounds_set_random(NULL);
    *sounds = (Sounds){0};
}

void sounds_play_at(const Sounds *sounds, Tone tone, CoirNode *node, float pitch)
{
    coir_node_play_with(node, sounds->tones[tone],
                        &(CoirPlay){.volume = VOLUME, .pitch = pitch, .pans = true, .rings_out = true});
}

void sounds_play_news(const Sounds *sounds, Tone tone)
{
    coir_sound_play_with(sounds->tones[tone], &(CoirPlay){.group = sounds->news, .volume = VOLUME});
}

void sounds_play_blip(const Sounds *sounds)
{
    coir_sound_play_with(sounds->tones[TONE_BLIP], &(CoirPlay){.group = COIR_GROUP_INTERFACE, .volume = VOLUME});
}

void sounds_play_music(const Sounds *sounds)
{
    coir_music_play(sounds->music, &(CoirMusic){.fade = 2, .volume = MUSIC_VOLUME});
}

void sounds_bend_music(float pitch)
{
    coir_voice_run(coir_music_voice(), coir_ease(COIR_EASE_IN_OUT_SINE, coir_pitch_to(0.4, pitch)));
}

void sounds_set_paused(bool paused)
{
    coir_group_set_low_pass(COIR_GROUP_MUSIC, paused ? 500 : 0);
    if (paused)
        coir_group_pause(COIR_GROUP_EFFECTS);
    else
        coir_group_resume(COIR_GROUP_EFFECTS);
}

// The steps are literals, because exp2 gives different last digits on different machines.
float sounds_brick_pitch(int row)
{
    static const float steps[] = {1, 1.189207f, 1.334840f, 1.498307f, 1.781797f}; // A C D E G
    int note = row < 0 ? ROWS - 1 : row < ROWS ? ROWS - 1 - row : 0;
    return steps[note % 5] * (float)(1 << note / 5);
}
