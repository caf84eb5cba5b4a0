// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Timers that change voices, groups, music and nodes. The samples are the same bytes at every frame rate, and a timer
// finds the voices as they are at the timer's own time.

#include "support/ramp.h"

#define LENGTH 2.0 // length of each course in seconds

static const double rates[] = {1000, 144, 30, 7};

#define RATES (int)(sizeof rates / sizeof *rates)

// A call that a timer makes at `time`. Each kind of call uses some of the arguments.
typedef struct Call {
    double time;
    void (*function)(const struct Call *call);
    int name;          // number of the voice, sound, group or node
    float number, pan; // `number`: 0 to 2; `pan`: -1 to 1
    double seconds;    // duration, 0 to 0.6
    CoirPlay play;
    CoirMusic music;
} Call;

#define VOICES 12

static CoirVoice voices[VOICES];
static CoirSound *short_tone, *long_tone, *piece; // `piece` has a loop and a tempo
static CoirRandom generators[2];
static CoirNode *world, *slow, *nodes[2];

static CoirSound *sound_of(const Call *call)
{
    CoirSound *const sounds[] = {short_tone, long_tone, piece};
    return sounds[call->name % 3];
}

static CoirVoice voice_of(const Call *call)
{
    return voices[call->name];
}

static CoirGroup group_of(const Call *call)
{
    static const CoirGroup groups[] = {COIR_GROUP_EFFECTS, COIR_GROUP_MUSIC, COIR_GROUP_ALL};
    return groups[call->name % 3];
}

static CoirNode *node_of(const Call *call)
{
    return nodes[call->name % 2];
}

static void set_up_sounds(void)
{
    static const CoirSoundRules rules = {.voices = 2};
    assert_true(coir_sound_set_rules(short_tone, &rules) && coir_sound_set_rules(long_tone, NULL));
    assert_true(coir_sound_set_rules(piece, NULL) && coir_sound_set_loop(piece, 0.1, 0.5));
    assert_true(coir_sound_set_tempo(piece, 240, 2, 0.05));
    generators[0] = coir_random(1);
    generators[1] = coir_random(2);
    coir_sounds_set_random(&generators[0]);
}

// Kinds of calls -----------------------------------------------------------------------------------------------------

static void play(const Call *call)
{
    voices[call->name] = coir_sound_play_with(sound_of(call), &call->play);
}

static void play_on_node(const Call *call)
{
    voices[call->name] = coir_node_play_with(node_of(call), sound_of(call), &call->play);
}

static void set_rules(const Call *call)
{
    CoirSoundRules rules = {.voices = (int)(call->number * 2),
                            .gap = call->seconds / 6,
                            .priority = call->pan < 0,
                            .volume_spread = call->number / 2};
    coir_sound_set_rules(sound_of(call), &rules);
}

static void set_random(const Call *call)
{
    coir_sounds_set_random(&generators[call->name % 2]);
}

static void set_loop(const Call *call)
{
    coir_sound_set_loop(piece, call->seconds / 6, 0.5);
}

static void set_tempo(const Call *call)
{
    coir_sound_set_tempo(piece, 300, 3, call->seconds);
}

static void pause_voice(const Call *call)
{
    coir_voice_pause(voice_of(call));
}

static void resume_voice(const Call *call)
{
    coir_voice_resume(voice_of(call));
}

static void set_pitch(const Call *call)
{
    coir_voice_set_pitch(voice_of(call), call->number);
}

static void set_volume(const Call *call)
{
    coir_voice_set_volume(voice_of(call), call->number);
}

static void set_pan(const Call *call)
{
    coir_voice_set_pan(voice_of(call), call->pan);
}

static void seek(const Call *call)
{
    coir_voice_seek(voice_of(call), call->seconds);
}

static void set_loops(const Call *call)
{
    coir_voice_set_loops(voice_of(call), (int)(call->number * 2));
}

static void fade_to(const Call *call)
{
    coir_voice_fade_to(voice_of(call), call->number, call->seconds);
}

static void fade_out(const Call *call)
{
    coir_voice_fade_out(voice_of(call), call->seconds);
}

static void stop_voice(const Call *call)
{
    coir_voice_stop(voice_of(call));
}

static void move_voice(const Call *call)
{
    coir_voice_set_group(voice_of(call), call->pan < 0 ? COIR_GROUP_EFFECTS : COIR_GROUP_MUSIC);
}

static void fade_group(const Call *call)
{
    coir_group_fade_to(group_of(call), call->number, call->seconds);
}

static void set_group_volume(const Call *call)
{
    coir_group_set_volume(group_of(call), call->number);
}

static void mute_group(const Call *call)
{
    coir_group_set_muted(group_of(call), call->pan < 0);
}

static void pause_group(const Call *call)
{
    coir_group_pause(group_of(call));
}

static void resume_group(const Call *call)
{
    coir_group_resume(group_of(call));
}

static void muffle_group(const Call *call)
{
    coir_group_set_low_pass(group_of(call), call->pan < 0 ? 300 : 0);
}

static void duck_effects(const Call *call)
{
    const CoirDuck duck = {.by = COIR_GROUP_MUSIC, .volume = call->number / 2, .release = call->seconds};
    coir_group_set_duck(COIR_GROUP_EFFECTS, call->pan < 0 ? NULL : &duck);
}

static void stop_group(const Call *call)
{
    coir_group_stop_all(group_of(call));
}

static void play_music(const Call *call)
{
    voices[call->name] = coir_music_play(sound_of(call), &call->music);
}

static void queue_music(const Call *call)
{
    coir_music_queue(sound_of(call), &call->music);
}

static void stop_music(const Call *call)
{
    coir_music_stop_at(call->music.start, call->seconds);
}

static void scale_time_of_node(const Call *call)
{
    coir_node_set_time_scale(node_of(call), (double)call->number);
}

static void pause_node(const Call *call)
{
    coir_node_pause(node_of(call));
}

static void resume_node(const Call *call)
{
    coir_node_resume(node_of(call));
}

static void pause_tree(const Call *call)
{
    coir_node_pause_tree(node_of(call));
}

static void resume_tree(const Call *call)
{
    coir_node_resume_tree(node_of(call));
}

static void move_node(const Call *call)
{
    coir_node_set_parent(node_of(call), call->pan < 0 ? world : slow);
}

static void take_node_away(const Call *call)
{
    if (coir_node_parent(node_of(call)))
        coir_node_detach(node_of(call));
}

static void mark_node_as_interface(const Call *call)
{
    coir_node_set_interface(node_of(call), call->pan < 0);
}

static void (*const kinds[])(const Call *call) = {
    play,
    play_on_node, // the first two kinds are the most frequent
    set_rules,    set_random,         set_loop,
    set_tempo, //
    pause_voice,  resume_voice,       set_pitch,        set_volume,     set_pan,
    seek,         set_loops,          fade_to,          fade_out,       stop_voice,
    move_voice,   fade_group,         set_group_volume, mute_group,     pause_group,
    resume_group, muffle_group,       duck_effects,     stop_group,     play_music,
    queue_music,  stop_music,         pause_node,       resume_node,    pause_tree,
    resume_tree,  scale_time_of_node, move_node,        take_node_away, mark_node_as_interface,
};

#define KINDS (int)(sizeof kinds / sizeof *kinds)

// Random courses -----------------------------------------------------------------------------------------------------

#define CALLS_MOST 40

typedef struct Course {
    Call calls[CALLS_MOST];
    int count;
} Course;

static bool chance(CoirRandom *random, int of)
{
    return coir_random_int(random, 1, of) == 1;
}

static double number(CoirRandom *random, double low, double high)
{
    return coir_random_range(random, low, high);
}

static CoirPlay random_play(CoirRandom *random)
{
    return (CoirPlay){.group = coir_random_int(random, COIR_GROUP_EFFECTS, COIR_GROUP_INTERFACE),
                      .volume = (float)number(random, 0.1, 0.5),
                      .pan = (float)number(random, -1, 1),
                      .pitch = chance(random, 2) ? 0 : (float)number(random, 0.3, 3),
                      .loops = coir_random_int(random, 0, 2),
                      .from = chance(random, 3) ? number(random, 0, 0.25) : 0,
                      .delay = chance(random, 2) ? number(random, 0, 0.3) : 0,
                      .fade_in = chance(random, 3) ? number(random, 0, 0.2) : 0,
                      .rings_out = chance(random, 2),
                      .keeps_pitch = chance(random, 2)};
}

static CoirMusic random_music(CoirRandom *random)
{
    return (CoirMusic){.start = (CoirMusicStart)coir_random_int(random, COIR_MUSIC_NOW, COIR_MUSIC_AT_END),
                       .fade = chance(random, 2) ? number(random, 0, 0.3) : 0,
                       .volume = (float)number(random, 0.2, 0.6),
                       .once = chance(random, 2),
                       .in_place = chance(random, 2)};
}

static Call random_call(CoirRandom *random)
{
    bool plays = chance(random, 3);
    return (Call){.time = number(random, 0, LENGTH * 0.8),
                  .function = kinds[coir_random_int(random, 0, plays ? 1 : KINDS - 1)],
                  .name = coir_random_int(random, 0, VOICES - 1),
                  .number = (float)number(random, 0, 2),
                  .pan = (float)number(random, -1, 1),
                  .seconds = number(random, 0, 0.6),
                  .play = random_play(random),
                  .music = random_music(random)};
}

static Course random_course(uint64_t seed)
{
    CoirRandom random = coir_random(seed);
    Course course = {.count = coir_random_int(&random, 5, CALLS_MOST)};
    for (int i = 0; i < course.count; i++)
        course.calls[i] = random_call(&random);
    return course;
}

static void do_call(CoirNode *node, void *user)
{
    const Call *call = user;
    (void)node;
    call->function(call);
}

static CoirNode *node_in(CoirNode *parent)
{
    CoirNode *node = coir_node_new();
    coir_node_add(parent, node);
    return node;
}

static void set_up_nodes(void)
{
    world = node_in(scene);
    slow = node_in(scene);
    coir_node_set_time_scale(slow, 0.5);
    nodes[0] = node_in(world);
    nodes[1] = node_in(nodes[0]);
}

static void tear_down_nodes(void)
{
    coir_node_destroy(nodes[1]);
    coir_node_destroy(nodes[0]);
    coir_node_destroy(slow);
    coir_node_destroy(world);
}

// Plays a course at a frame rate. Returns the samples, in pairs of left and right. The caller frees the samples.
static float *hear(Course *course, double frames_a_second)
{
    coir_mixer_close();
    assert_true(coir_mixer_open(&(CoirMixerDef){.rate = RATE, .voices = 6, .no_device = true}));
    memset(voices, 0, sizeof voices);
    set_up_sounds();
    set_up_nodes();
    CoirNode *timers = node_in(scene);
    for (int i = 0; i < course->count; i++) // a node can have only one timer with this callback
        coir_node_once_after(node_in(timers), course->calls[i].time, do_call, &course->calls[i]);
    play_frames(LENGTH, frames_a_second);
    float *pairs = malloc(sizeof *pairs * 2 * (size_t)(LENGTH * RATE));
    assert_int_equal(coir_sound_render(LENGTH, pairs), LENGTH * RATE);
    coir_node_destroy(timers);
    coir_sounds_set_random(NULL);
    tear_down_nodes();
    return pairs;
}

// Returns the index of the first pair that differs, or -1.
static int first_difference(const float *one, const float *other)
{
    int count = (int)(LENGTH * RATE) * 2;
    for (int i = 0; i < count; i++)
        if (memcmp(&one[i], &other[i], sizeof *one) != 0)
            return i / 2;
    return -1;
}

static int set_up_tones(void **state)
{
    int failed = set_up_ramp(state);
    short_tone = coir_sound_tone(&(CoirTone){.pitch = 300, .hold = 0.1, .decay = 0.2});
    long_tone = coir_sound_tone(&(CoirTone){.pitch = 500, .attack = 0.1, .hold = 0.5, .decay = 0.2});
    piece = coir_sound_tone(&(CoirTone){.shape = COIR_TONE_SINE, .pitch = 700, .hold = 0.7});
    return failed || !short_tone || !long_tone || !piece;
}

static int tear_down_tones(void **state)
{
    coir_stage_destroy(stage);
    stage = NULL;
    coir_mixer_close();
    coir_sound_destroy(short_tone);
    coir_sound_destroy(long_tone);
    coir_sound_destroy(piece);
    return tear_down_ramp(state);
}

#define tones_test(function) cmocka_unit_test_setup_teardown(function, set_up_tones, tear_down_tones)

// Compares the samples of a course at a frame rate with the samples at the first frame rate.
static void assert_same(Course *course, int number, double rate)
{
    float *wanted = hear(course, rates[0]), *samples = hear(course, rate);
    int at = first_difference(wanted, samples);
    if (at >= 0)
        fail_msg("course %d at %g frames a second: another sample at %g s", number, rate, (double)at / RATE);
    free(wanted);
    free(samples);
}

static void calls_of_timers_sound_the_same_at_every_frame_rate(void **state)
{
    (void)state;
    for (int seed = 0; seed < SUPPORT_TRIES(400); seed++) {
        Course course = random_course((uint64_t)seed);
        assert_same(&course, seed, rates[1 + seed % (RATES - 1)]);
    }
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
}

// Music --------------------------------------------------------------------------------------------------------------

#define PIECE 2 // Call.name of `piece`
#define NEXT 1

static void a_queue_follows_a_piece_that_was_sought_in_the_same_frame(void **state)
{
    (void)state;
    Course course = {.count = 3,
                     .calls = {{.time = 0.1, .function = play_music, .name = PIECE},
                               {.time = 0.2, .function = queue_music, .name = NEXT},
                               {.time = 0.4, .function = seek, .name = PIECE, .seconds = 0.375}}};
    assert_same(&course, 0, 7);
}

static void a_queue_follows_the_last_loop_of_a_piece_at_every_frame_rate(void **state)
{
    (void)state;
    Course course = {.count = 4,
                     .calls = {{.time = 0.1, .function = play_music, .name = PIECE},
                               {.time = 0.31, .function = set_loops, .name = PIECE, .number = 0.5F},
                               {.time = 0.35, .function = queue_music, .name = NEXT},
                               {.time = 0.65, .function = set_volume, .name = NEXT}}};
    assert_same(&course, 0, 7);
}

static void a_queued_piece_makes_room_by_the_rules_of_its_start(void **state)
{
    (void)state;
    const CoirPlay loud = {.volume = 0.5F}, quiet = {.volume = 0.4F, .group = COIR_GROUP_INTERFACE};
    const Call lates[] = {{.function = set_group_volume, .name = 0}, // volume of COIR_GROUP_EFFECTS
                          {.function = fade_group, .name = 0},
                          {.function = mute_group, .name = 0, .pan = -1},
                          {.function = set_rules, .name = 1, .pan = -1}, // rules of `long_tone`
                          {.function = set_random, .name = 1}};
    for (int i = 0; i < (int)(sizeof lates / sizeof *lates); i++) {
        Course course = {.count = 9,
                         .calls = {{.time = 0.05, .function = set_rules, .name = NEXT, .number = 0.4F, .pan = 1},
                                   {.time = 0.1, .function = play_music, .name = PIECE},
                                   {.time = 0.35, .function = queue_music, .name = NEXT},
                                   {.time = 0.46, .function = play, .name = 0, .play = loud},
                                   {.time = 0.47, .function = play, .name = 1, .play = quiet},
                                   {.time = 0.48, .function = play, .name = 3, .play = loud},
                                   {.time = 0.49, .function = play, .name = 4, .play = quiet},
                                   {.time = 0.5, .function = play, .name = 7, .play = loud},
                                   lates[i]}};
        course.calls[8].time = 0.65; // the queued piece begins at 0.6 s
        assert_same(&course, i, 7);
    }
}

// The voices that a timer finds --------------------------------------------------------------------------------------

static void look_at_voices(CoirNode *node, void *user)
{
    (void)node;
    bool *has_looked = user;
    *has_looked = true;
    assert_int_equal(coir_voices_count(ramp), 2);
    assert_false(coir_voice_is_playing(voices[0]));                        // ended at 0.25 s
    assert_float_equal(coir_voice_position(voices[1]), 0.3 - 0.125, 1e-9); // waited until 0.125 s
    assert_true(coir_voice_is_playing(voices[2]));                         // ends at 0.4 s
    assert_false(coir_voice_stop(voices[0]));
}

static void a_timer_finds_the_voices_of_its_own_time(void **state)
{
    (void)state;
    bool has_looked = false;
    voices[0] = coir_sound_play_with(ramp, &(CoirPlay){.from = 0.75});
    voices[1] = coir_sound_play_with(ramp, &(CoirPlay){.delay = 0.125});
    voices[2] = coir_sound_play_with(ramp, &(CoirPlay){.from = 0.6});
    coir_node_once_after(scene, 0.3, look_at_voices, &has_looked);
    play_frames(1, 1);
    assert_true(has_looked);
}

static void note_end(CoirVoice voice, CoirVoiceEnd reason, void *user)
{
    (void)voice;
    CoirVoiceEnd *noted = user;
    *noted = reason;
}

static void destroy(CoirNode *node, void *user)
{
    CoirNode *owner = user;
    (void)node;
    coir_node_destroy(owner);
}

static void a_voice_whose_sound_was_over_before_its_node_was_destroyed_is_done(void **state)
{
    (void)state;
    CoirVoiceEnd reason = COIR_VOICE_STOLEN;
    coir_node_play_with(node_in(scene), ramp, &(CoirPlay){.from = 0.75, .on_end = note_end, .user = &reason});
    coir_node_once_after(scene, 0.3, destroy, coir_node_first_child(scene));
    play_frames(1, 1);
    assert_int_equal(reason, COIR_VOICE_DONE);
}

static void destroy_owner(CoirNode *node, CoirRunEnd reason, void *user)
{
    CoirNode *owner = user;
    (void)node;
    (void)reason;
    coir_node_destroy(owner);
}

static void destroying_a_node_may_end_a_run_whose_callback_destroys_the_node_too(void **state)
{
    (void)state;
    CoirNode *owner = node_in(scene);
    CoirVoice voice = coir_node_play_with(owner, ramp, &(CoirPlay){.from = 0.75});
    coir_run_on_done(coir_voice_run(voice, coir_volume_to(0.9, 0.5F)), destroy_owner, owner);
    coir_node_once_after(scene, 0.3, destroy, owner);
    play_frames(1, 1);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
    assert_null(coir_node_first_child(scene));
}

TEST_FILE(sound_rates)
{
    const struct CMUnitTest tests[] = {
        tones_test(calls_of_timers_sound_the_same_at_every_frame_rate),
        tones_test(a_queue_follows_a_piece_that_was_sought_in_the_same_frame),
        tones_test(a_queue_follows_the_last_loop_of_a_piece_at_every_frame_rate),
        tones_test(a_queued_piece_makes_room_by_the_rules_of_its_start),
        tones_test(a_timer_finds_the_voices_of_its_own_time),
        tones_test(a_voice_whose_sound_was_over_before_its_node_was_destroyed_is_done),
        tones_test(destroying_a_node_may_end_a_run_whose_callback_destroys_the_node_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
