// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The lengths of the calls of coir_mixer_mix do not change the samples. Random programs with changes of every kind are
// mixed twice: in one call for each part of the program, and in random pieces. Both must give the same bytes. If the
// array of samples is NULL, no samples are mixed, but voices and groups must reach the same state.

#include "support/mixing.h"

#include <inttypes.h>

#include "coir/random.h"

#define SEEDS SUPPORT_TRIES(200)
#define SLOTS 12
#define PARTS 6
#define PART 3000 // samples in a part; streams are filled between the parts
#define CHANGES 200
#define SOURCES 40
#define ECHO 3000 // longest delay of an echo, in samples

typedef struct Program {
    CoirMixer *mixer;
    CoirRandom random;
    CoirChange changes[CHANGES];
    MemoryStream sources[SOURCES];
    int source_count;
    float *echoes[CHANGES];
    int echo_count;
    uint32_t serials[SLOTS];
} Program;

static float sound[2 * 5000];

static int draw(Program *program, int count)
{
    return coir_random_int(&program->random, 0, count - 1);
}

static float draw_part(Program *program)
{
    return (float)draw(program, 1001) / 1000;
}

static CoirStream *draw_stream(Program *program, int channels)
{
    if (program->source_count == SOURCES)
        return NULL;
    MemoryStream *source = &program->sources[program->source_count++];
    *source = (MemoryStream){.samples = sound, .length = 1 + draw(program, 2500), .loops = draw(program, 3)};
    source->loop_begin = draw(program, (int)source->length);
    source->loop_end = source->loop_begin + 1 + draw(program, (int)(source->length - source->loop_begin));
    if (source->loops == 2)
        source->loops = COIR_FOREVER;
    memory_stream_begin(source, channels);
    memory_stream_fill(source, draw(program, 3000));
    return &source->stream;
}

static int64_t draw_speed(Program *program)
{
    const int64_t speeds[] = {COIR_MIX_ONE, COIR_MIX_ONE / 2, 0, -COIR_MIX_ONE, COIR_MIX_ONE * 3};
    return draw(program, 2) ? speeds[draw(program, COUNT(speeds))] : speed_of(draw_part(program) * 4);
}

static int draw_loops(Program *program)
{
    const int loops[] = {0, 1, 5, 1000, COIR_FOREVER};
    return loops[draw(program, COUNT(loops))];
}

static CoirMixVoice draw_voice(Program *program)
{
    int channels = 1 + draw(program, 2), length = 1 + draw(program, 2500);
    CoirStream *stream = draw(program, 3) == 0 ? draw_stream(program, channels) : NULL;
    CoirMixVoice voice = stream ? voice_of_stream(stream) : voice_of(sound, channels, length);
    voice.speed = draw_speed(program);
    voice.group = (uint8_t)draw(program, 5);
    voice.volume = coir_ramp(draw_part(program), draw_part(program), draw(program, 2000));
    voice.gate = coir_ramp(0, 1, draw(program, 2) * FADE);
    voice.left = voice.left_from = draw_part(program);
    voice.right = voice.right_from = draw_part(program);
    if (stream)
        return voice;
    voice.position = (int64_t)draw(program, length) * COIR_MIX_ONE + draw(program, 1000) * 1000;
    voice.loops = draw_loops(program);
    voice.loop_begin = draw(program, length);
    voice.loop_end = voice.loop_begin + 1 + draw(program, length - voice.loop_begin);
    return voice;
}

static void draw_seek(Program *program, CoirChange *change)
{
    const CoirMixVoice *voice = &program->mixer->voices[change->slot];
    change->position = speed_of(draw_part(program) * 3000);
    for (int i = 0; i < CHANGES; i++) // finds the start of the voice
        if (program->changes[i].kind == COIR_CHANGE_START && program->changes[i].slot == change->slot &&
            program->changes[i].voice.serial == change->serial)
            voice = &program->changes[i].voice;
    if (voice->is_stream)
        change->pointer = draw_stream(program, voice->channels);
    if (voice->is_stream && !change->pointer)
        change->kind = COIR_CHANGE_STOP;
}

static void draw_echo(Program *program, CoirChange *change)
{
    change->samples = 50 + draw(program, ECHO - 50);
    change->value *= 0.9f;
    if (draw(program, 3) > 0)
        change->pointer = program->echoes[program->echo_count++] = calloc(2 * ECHO, sizeof(float));
    else
        change->samples = 0;
}

// Returns a random change of any kind. The start of a voice is the most frequent kind.
static CoirChange draw_change(Program *program, int64_t at)
{
    int kind = draw(program, 4) ? draw(program, COIR_CHANGE_ECHO + 1) : COIR_CHANGE_START;
    CoirChange change = {.at = at,
                         .kind = (uint8_t)kind,
                         .slot = (uint16_t)draw(program, SLOTS),
                         .samples = draw(program, 2000),
                         .value = draw_part(program),
                         .value2 = draw_part(program),
                         .group = (uint8_t)draw(program, 5)};
    change.serial = program->serials[change.slot];
    switch (kind) {
    case COIR_CHANGE_START:
        change.voice = draw_voice(program);
        change.voice.serial = ++program->serials[change.slot];
        break;
    case COIR_CHANGE_SPEED: change.position = draw_speed(program); break;
    case COIR_CHANGE_SEEK: draw_seek(program, &change); break;
    case COIR_CHANGE_LOOPS: change.samples = draw_loops(program); break;
    case COIR_CHANGE_GROUP:
    case COIR_CHANGE_GROUP_END:
        change.group = 4;
        change.slot = (uint16_t)draw(program, 4);
        break;
    case COIR_CHANGE_LOW_PASS: change.value = draw(program, 2) ? 1 : 0.1f; break;
    case COIR_CHANGE_ECHO: draw_echo(program, &change); break;
    default: break;
    }
    return change;
}

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static Program *begin(uint64_t seed)
{
    static int times[CHANGES];
    Program *program = calloc(1, sizeof *program);
    program->mixer = coir_mixer_new(RATE, SLOTS);
    program->random = coir_random(seed);
    for (int i = 0; i < CHANGES; i++)
        times[i] = draw(program, PARTS * PART);
    qsort(times, CHANGES, sizeof *times, by_number);
    for (int i = 0; i < CHANGES; i++) {
        program->changes[i] = draw_change(program, times[i]);
        add_change(program->mixer, program->changes[i]);
    }
    return program;
}

static void end(Program *program)
{
    coir_mixer_free(program->mixer);
    for (int i = 0; i < program->source_count; i++)
        memory_stream_end(&program->sources[i]);
    for (int i = 0; i < program->echo_count; i++)
        free(program->echoes[i]);
    free(program);
}

static void fill_sources(Program *program)
{
    for (int i = 0; i < program->source_count; i++)
        memory_stream_fill(&program->sources[i], draw(program, 3000)); // some streams get too few samples
}

// Mixes a part: in random pieces, or in one call if `cuts` is NULL. If `pairs` is NULL, no samples are mixed.
static void mix_part(Program *program, float *pairs, CoirRandom *cuts)
{
    for (int done = 0, count; done < PART; done += count) {
        count = cuts ? coir_random_int(cuts, 1, coir_random_int(cuts, 0, 3) ? 20 : 800) : PART;
        count = count < PART - done ? count : PART - done;
        coir_mixer_mix(program->mixer, pairs ? pairs + 2 * done : NULL, count);
    }
}

static void assert_same_samples(uint64_t seed, int part, const float *whole, const float *cut)
{
    for (int i = 0; i < 2 * PART; i++)
        if (memcmp(&whole[i], &cut[i], sizeof *whole) != 0)
            fail_msg("seed %" PRIu64 ", sample %d: %.9g in one call, %.9g in pieces", seed, part * PART + i / 2,
                     (double)whole[i], (double)cut[i]);
}

static void random_programs_sound_the_same_in_any_pieces(void **state)
{
    static float whole[2 * PART], cut[2 * PART];
    float sum = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        Program *one = begin(seed), *other = begin(seed);
        CoirRandom cuts = coir_random(seed * 7);
        for (int part = 0; part < PARTS; part++) {
            mix_part(one, whole, NULL);
            mix_part(other, cut, &cuts);
            assert_same_samples(seed, part, whole, cut);
            for (int i = 0; i < 2 * PART; i++)
                sum += whole[i] * whole[i] / (2 * PART);
            fill_sources(one);
            fill_sources(other);
        }
        assert_int_equal(one->mixer->underruns, other->mixer->underruns);
        assert_int_equal(one->mixer->late, 0);
        end(one);
        end(other);
    }
    assert_true(sum > SEEDS * PARTS * 0.001f); // the programs are not silent
}

static void assert_same_ramp(const CoirRamp *one, const CoirRamp *other)
{
    assert_true(one->from == other->from && one->to == other->to);
    assert_int_equal(one->done, other->done);
    assert_int_equal(one->length, other->length);
}

// Returns the position to compare: the position to which the gate will move the voice, or else the current position.
static int64_t place_of(const CoirMixVoice *voice)
{
    bool comes_back = voice->gate_action == COIR_GATE_FREEZE || voice->gate_action == COIR_GATE_JUMP;
    return comes_back ? voice->next_position : voice->position;
}

static void assert_same_voice(uint64_t seed, const CoirMixVoice *one, const CoirMixVoice *other)
{
    if (one->is_active != other->is_active || (one->is_active && place_of(one) != place_of(other)))
        fail_msg("seed %" PRIu64 ": with samples a voice %s at %.3f, without samples the voice %s at %.3f", seed,
                 one->is_active ? "is active" : "is inactive", (double)place_of(one) / (double)COIR_MIX_ONE,
                 other->is_active ? "is active" : "is inactive", (double)place_of(other) / (double)COIR_MIX_ONE);
    if (!one->is_active)
        return;
    assert_int_equal(one->loops, other->loops);
    assert_int_equal(one->is_frozen, other->is_frozen);
    assert_int_equal(one->has_looped, other->has_looped);
    assert_int_equal(one->gate_action, other->gate_action);
    assert_int_equal(one->pan_done, other->pan_done);
    assert_same_ramp(&one->volume, &other->volume);
    assert_same_ramp(&one->gate, &other->gate);
    if (one->is_stream)
        assert_int_equal(one->stream->read, other->stream->read);
}

static void without_samples_random_programs_come_to_the_same_state(void **state)
{
    static float pairs[2 * PART];
    int active = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        Program *heard = begin(seed), *unheard = begin(seed);
        CoirRandom cuts = coir_random(seed * 7);
        for (int part = 0; part < PARTS; part++) {
            mix_part(heard, pairs, &cuts);
            mix_part(unheard, NULL, seed % 2 ? &cuts : NULL);
            for (int slot = 0; slot < SLOTS; slot++) {
                assert_same_voice(seed, &heard->mixer->voices[slot], &unheard->mixer->voices[slot]);
                active += heard->mixer->voices[slot].is_active;
            }
            for (int group = 0; group < COIR_GROUPS_MAX; group++) {
                assert_same_ramp(&heard->mixer->groups[group].volume, &unheard->mixer->groups[group].volume);
                assert_same_ramp(&heard->mixer->groups[group].duck, &unheard->mixer->groups[group].duck);
            }
            fill_sources(heard);
            fill_sources(unheard);
        }
        end(heard);
        end(unheard);
    }
    assert_true(active > SEEDS * PARTS);
}

TEST_FILE(mixer_cuts)
{
    CoirRandom random = coir_random(1);
    for (int i = 0; i < COUNT(sound); i++)
        sound[i] = (float)coir_random_range(&random, -0.5, 0.5);
    const struct CMUnitTest tests[] = {
        support_test(random_programs_sound_the_same_in_any_pieces),
        support_test(without_samples_random_programs_come_to_the_same_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
