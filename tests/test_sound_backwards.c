// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Sound actions in runs that timers reverse, pause, slow down and seek in the middle of frames. At several frame rates,
// the samples must be the samples of the sound at the local time of the run.

#include "support/ramp.h"

static const double rates[] = {7, 10, 30, 50, 60, 144, 1000};

#define RATES (int)(sizeof rates / sizeof *rates)
#define LENGTH 1.5               // length of each test in seconds
#define CLICK (RATE * 11 / 1000) // length of a fade-out and a fade-in together, in samples

// Changes of the run -------------------------------------------------------------------------------------------------

typedef enum What { REVERSE, PAUSE, RESUME, HALF_SPEED, FULL_SPEED, SEEK_TO_START, SEEK_INSIDE, KINDS } What;

#define INSIDE 0.17 // local time to which SEEK_INSIDE seeks, in seconds

typedef struct Change {
    double time;
    What what;
} Change;

// Returns the sample at a local time of a run. The time is below 0 if the run is paused or over.
typedef double (*SoundAt)(double local);

// The changes of a run, and the sound that must be heard.
typedef struct Course {
    const Change *changes;
    int count;
    double length; // duration of the action
    SoundAt sound_at;
} Course;

static CoirNode *player; // the node of the run
static CoirRun run;
static bool pauses_node; // PAUSE and RESUME act on the node of the run
static bool pauses_tree; // PAUSE and RESUME act on the tree of the node

static void pause_player(void)
{
    if (pauses_tree)
        coir_node_pause_tree(player);
    else if (pauses_node)
        coir_node_pause(player);
    else
        coir_run_pause(run);
}

static void resume_player(void)
{
    if (pauses_tree)
        coir_node_resume_tree(player);
    else if (pauses_node)
        coir_node_resume(player);
    else
        coir_run_resume(run);
}

// Makes the change `user` when its timer fires. The run may be over by then.
static void change(CoirNode *node, void *user)
{
    const Change *self = user;
    (void)node;
    switch (self->what) {
    case REVERSE: coir_run_reverse(run); break;
    case PAUSE: pause_player(); break;
    case RESUME: resume_player(); break;
    case HALF_SPEED: coir_run_set_speed(run, 0.5); break;
    case FULL_SPEED: coir_run_set_speed(run, 1); break;
    case SEEK_INSIDE: coir_run_seek(run, INSIDE, 0); break;
    default: coir_run_seek(run, 0, 0); break;
    }
}

#define OVER (-2.0)

// Returns the local time of the run at a time of the clock, -1 if the run is paused, or OVER.
static double local_at(const Course *course, double time)
{
    const Change *changes = course->changes;
    const int count = course->count;
    double local = 0, speed = 1, direction = 1, before = 0;
    bool is_paused = false;
    for (int i = 0; i <= count; i++) {
        double until = i < count && changes[i].time < time ? changes[i].time : time;
        local += is_paused ? 0 : speed * direction * (until - before);
        before = until;
        if (local < 0 || local >= course->length)
            return OVER;
        if (i == count || changes[i].time >= time)
            return is_paused ? -1 : local;
        switch (changes[i].what) {
        case REVERSE: direction = -direction; break;
        case PAUSE: is_paused = true; break;
        case RESUME: is_paused = false; break;
        case HALF_SPEED: speed = 0.5; break;
        case FULL_SPEED: speed = 1; break;
        case SEEK_INSIDE: local = INSIDE; break;
        default: local = 0; break;
        }
    }
    return OVER;
}

// Plays an action with changes at a frame rate. Returns samples of LENGTH seconds.
static float *hear(CoirAction *action, const Course *course, double frames_a_second)
{
    coir_mixer_close();
    CoirNode *timers = coir_node_new();
    coir_node_add(scene, timers);
    player = coir_node_new();
    coir_node_add(scene, player);
    run = coir_node_run(player, action);
    for (int i = 0; i < course->count; i++) { // a node can have only one timer with this callback
        CoirNode *timer = coir_node_new();
        coir_node_add(timers, timer);
        coir_node_once_after(timer, course->changes[i].time, change, (void *)&course->changes[i]);
    }
    play_frames(ceil(LENGTH * frames_a_second) / frames_a_second, frames_a_second);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
    coir_node_destroy(timers);
    coir_run_stop(run);
    coir_node_destroy(player);
    return render(LENGTH);
}

// Fails if a sample differs from the sound at the run's time. A voice may differ while it fades in or out. A course
// with several changes is compared until the run is OVER: if a change turns the run back in the frame of its end, the
// run does not end.
static void compare(const float *samples, const Course *course, double rate)
{
    int off = 0;
    for (int i = 0; i < (int)(LENGTH * RATE); i++) {
        double local = local_at(course, (double)i / RATE), wanted = course->sound_at(local);
        if (local == OVER && course->count > 1)
            return;
        off = fabs(wanted - (double)samples[i]) > 3e-4 ? off + 1 : 0;
        if (off > CLICK)
            fail_msg("at %g frames a second, %g s: %g instead of %g", rate, (double)i / RATE, (double)samples[i],
                     wanted);
    }
}

static void assert_smooth(const float *samples, double begin, double end, double rate)
{
    for (int at = (int)(begin * RATE) + 1; at < (int)(end * RATE); at++)
        if (fabsf(samples[at] - samples[at - 1]) > 1e-4F)
            fail_msg("at %g frames a second, %g s: a step of %g", rate, (double)at / RATE,
                     (double)(samples[at] - samples[at - 1]));
}

static void hear_at_all_rates(CoirAction *action, const Change *changes, int count, SoundAt sound_at)
{
    const Course course = {changes, count, coir_action_duration(action), sound_at};
    for (int i = 0; i < RATES; i++) {
        float *samples = hear(coir_action_retain(action), &course, rates[i]);
        compare(samples, &course, rates[i]);
        free(samples);
    }
    coir_action_release(action);
}

// Whole sounds -------------------------------------------------------------------------------------------------------

static double ramp_at(double local)
{
    return local >= 0 && local < 1 ? local : 0;
}

static void a_whole_sound_turns_at_the_time_of_the_timer(void **state)
{
    static const Change changes[] = {{0.3137, REVERSE}};
    (void)state;
    hear_at_all_rates(coir_play_whole(ramp), changes, 1, ramp_at);
}

static void a_whole_sound_turns_twice_inside_of_a_frame(void **state)
{
    static const Change changes[] = {{0.3137, REVERSE}, {0.3319, REVERSE}, {0.7001, REVERSE}};
    (void)state;
    hear_at_all_rates(coir_play_whole(ramp), changes, 3, ramp_at);
}

static void a_whole_sound_is_frozen_during_a_pause_of_its_run_or_node(void **state)
{
    static const Change changes[] = {{0.2137, PAUSE}, {0.4719, RESUME}, {0.4803, PAUSE}, {0.4871, RESUME}};
    (void)state;
    for (int i = 0; i < 2; i++) {
        pauses_node = i == 1;
        hear_at_all_rates(coir_play_whole(ramp), changes, 4, ramp_at);
    }
    pauses_node = false;
}

static void a_whole_sound_changes_its_speed_with_its_run(void **state)
{
    static const Change changes[] = {{0.2137, HALF_SPEED}, {0.4719, FULL_SPEED}, {0.8131, REVERSE}};
    (void)state;
    hear_at_all_rates(coir_play_whole(ramp), changes, 3, ramp_at);
}

static void a_whole_sound_is_sought_at_the_time_of_the_timer(void **state)
{
    static const Change changes[] = {{0.2137, SEEK_TO_START}, {0.8131, SEEK_TO_START}};
    (void)state;
    hear_at_all_rates(coir_play_whole(ramp), changes, 2, ramp_at);
}

static double reversed_ramp_at(double local)
{
    return local >= 0 && local < 1 ? 1 - local : 0;
}

static void the_reverse_of_a_whole_sound_is_sought_at_the_time_of_the_timer(void **state)
{
    static const Change changes[] = {{0.2137, SEEK_TO_START}, {0.8131, SEEK_TO_START}};
    (void)state;
    hear_at_all_rates(coir_reverse(coir_play_whole(ramp)), changes, 2, reversed_ramp_at);
}

static CoirSound *short_level, *short_ramp; // 0.2 seconds of -0.25, and the first quarter of the ramp

static double pieces_at(double local)
{
    if (local < 0.1 || local >= 0.65)
        return 0;
    return local < 0.3 ? -0.25 : local < 0.55 ? local - 0.3 : 0;
}

static double later_pieces_at(double local)
{
    return pieces_at(local - 0.1);
}

static CoirAction *pieces(void)
{
    return coir_sequence(coir_delay(0.1), coir_play_whole(short_level), coir_play_whole(short_ramp), coir_delay(0.1));
}

static int set_up_pieces(void **state)
{
    static float samples[RATE / 4];
    int failed = set_up_ramp(state);
    for (int i = 0; i < RATE / 4; i++)
        samples[i] = (float)i / RATE;
    short_level = constant_sound(RATE / 5, -0.25F);
    short_ramp = coir_sound_from_samples(1, RATE, RATE / 4, samples);
    return failed || !short_level || !short_ramp;
}

static int tear_down_pieces(void **state)
{
    coir_stage_destroy(stage);
    stage = NULL;
    coir_mixer_close();
    coir_sound_destroy(short_level);
    coir_sound_destroy(short_ramp);
    return tear_down_ramp(state);
}

#define pieces_test(function) cmocka_unit_test_setup_teardown(function, set_up_pieces, tear_down_pieces)

static void backwards_whole_sounds_follow_each_other_without_a_gap(void **state)
{
    static const Change changes[] = {{0.4719, REVERSE}};
    (void)state;
    hear_at_all_rates(pieces(), changes, 1, pieces_at);
    hear_at_all_rates(coir_repeat(1, coir_spawn(pieces())), changes, 1, pieces_at);
}

static void a_sequence_of_whole_sounds_turns_again_and_again(void **state)
{
    static const Change changes[] = {
        {0.3119, REVERSE}, {0.3289, REVERSE}, {0.4719, REVERSE}, {0.7303, REVERSE}, {0.9001, HALF_SPEED}};
    (void)state;
    hear_at_all_rates(pieces(), changes, 5, pieces_at);
}

// Makes changes of the kinds up to `last` at random times, often several in a frame. Returns the number of changes.
static int make_changes(CoirRandom *random, Change *changes, What last)
{
    int count = 0;
    for (double time = 0; (time += coir_random_range(random, 0.025, 0.2)) < LENGTH;)
        changes[count++] = (Change){time, (What)coir_random_int(random, 0, (int)last)};
    return count;
}

static void whole_sounds_follow_the_time_of_their_run_through_all_changes(void **state)
{
    (void)state;
    CoirAction *all[] = {pieces(), coir_spawn(pieces(), coir_repeat(50, coir_delay(0.013))),
                         coir_sequence(coir_spawn(coir_delay(0.1)), coir_repeat(1, pieces()))};
    for (int i = 0; i < SUPPORT_TRIES(300); i++) {
        CoirRandom random = coir_random((uint64_t)i);
        Change changes[64];
        CoirAction *action = all[i % 3];
        const Course course = {changes, make_changes(&random, changes, SEEK_INSIDE), coir_action_duration(action),
                               i % 3 < 2 ? pieces_at : later_pieces_at};
        float *samples = hear(coir_action_retain(action), &course, rates[i % RATES]);
        compare(samples, &course, rates[i % RATES]);
        free(samples);
    }
    for (int i = 0; i < 3; i++)
        coir_action_release(all[i]);
}

static double there_and_back(double local)
{
    return local < 0 ? 0 : local < 0.25 ? local : local < 0.5 ? 0.5 - local : 0;
}

static void a_yoyo_turns_a_whole_sound_at_its_exact_end(void **state)
{
    static const Change changes[] = {{0.1137, HALF_SPEED}};
    (void)state;
    hear_at_all_rates(coir_sequence(coir_yoyo(coir_play_whole(short_ramp)), coir_delay(0.5)), changes, 1,
                      there_and_back);
}

static void a_paused_run_that_is_sought_into_a_sound_is_silent(void **state)
{
    static const Change changes[] = {{0.0537, PAUSE}, {0.1119, SEEK_INSIDE}, {0.4719, RESUME}};
    (void)state;
    hear_at_all_rates(pieces(), changes, 3, pieces_at);
}

static double short_level_at(double local)
{
    return local >= 0 && local < 0.2 ? -0.25 : 0;
}

static double late_level_at(double local)
{
    return short_level_at(local - 0.9);
}

static void a_run_that_turns_and_changes_its_speed_in_a_paused_tree_is_silent(void **state)
{
    // At all rates, a frame begins at 1 s, so that the pause comes early in a frame.
    static const Change changes[] = {{1.0001, PAUSE}, {1.1137, REVERSE}, {1.2719, HALF_SPEED}, {1.4137, REVERSE}};
    (void)state;
    pauses_tree = true;
    hear_at_all_rates(coir_sequence(coir_delay(0.9), coir_play_whole(short_level)), changes, 4, late_level_at);
    pauses_tree = false;
}

static void a_paused_run_that_turns_at_the_begin_of_a_sound_is_silent(void **state)
{
    static const Change changes[] = {
        {0.1137, PAUSE}, {0.1519, SEEK_TO_START}, {0.3119, REVERSE}, {0.4719, HALF_SPEED}, {0.8137, RESUME}};
    (void)state;
    hear_at_all_rates(coir_play_whole(short_level), changes, 4, short_level_at);
    hear_at_all_rates(coir_play_whole(short_level), changes, 5, short_level_at);
}

static double canon_at(double local)
{
    return local < 0 ? 0 : (local < 0.25 ? local : 0) + (local >= 0.1 && local < 0.35 ? local - 0.1 : 0);
}

static void an_action_that_is_in_a_run_twice_sounds_twice(void **state)
{
    static const Change changes[] = {{0.1719, SEEK_INSIDE}, {0.2319, REVERSE}};
    (void)state;
    CoirAction *action = coir_play_whole(short_ramp);
    CoirAction *canon = coir_spawn(coir_action_retain(action), coir_sequence(coir_delay(0.1), action));
    hear_at_all_rates(canon, changes, 2, canon_at);
}

static double twice_as_fast(double local)
{
    return local < 0 ? 0 : ramp_at(2 * local);
}

static void a_whole_sound_inside_of_a_speed_turns_at_the_time_of_the_timer(void **state)
{
    static const Change changes[] = {{0.2137, REVERSE}, {0.4001, REVERSE}};
    (void)state;
    hear_at_all_rates(coir_speed(2, coir_sequence(coir_play_whole(ramp), coir_delay(0.5))), changes, 2, twice_as_fast);
}

static void do_nothing(CoirNode *node, void *user)
{
    (void)node;
    (void)user;
}

static void a_whole_sound_in_a_run_with_calls_plays_at_the_time_of_its_run(void **state)
{
    static const Change changes[] = {
        {0.2137, PAUSE}, {0.4719, RESUME}, {0.5137, HALF_SPEED}, {0.5519, SEEK_INSIDE}, {0.6137, REVERSE}};
    (void)state;
    CoirAction *calls = coir_sequence(coir_delay(0.05), coir_call(do_nothing, NULL), coir_delay(0.95));
    hear_at_all_rates(coir_spawn(coir_play_whole(ramp), calls, coir_move_by(1, 8, 0)), changes, 5, ramp_at);
}

// The run goes back over many calls. The voice must not stop and start again at each call.
static void a_whole_sound_sounds_on_over_events_beside(void **state)
{
    static const Change changes[] = {{0.4719, REVERSE}};
    (void)state;
    CoirAction *calls = coir_repeat(40, coir_sequence(coir_call(do_nothing, NULL), coir_delay(0.01)));
    CoirAction *program = coir_spawn(coir_play_whole(ramp), calls, coir_fade_out(0.2));
    const Course course = {changes, 1, 1, ramp_at};
    for (int i = 0; i < RATES; i++) {
        float *samples = hear(coir_action_retain(program), &course, rates[i]);
        assert_smooth(samples, 0, 0.93, rates[i]);
        compare(samples, &course, rates[i]);
        free(samples);
    }
    coir_action_release(program);
}

static void eased_sequences_and_yoyos_sound_smoothly_backwards(void **state)
{
    static const Change early[] = {{0.7, REVERSE}}, late[] = {{1.2137, REVERSE}};
    const Course there = {early, 1, 1.1, NULL}, back = {late, 1, 2, NULL};
    (void)state;
    for (int i = 2; i < RATES; i++) {
        CoirAction *program = coir_sequence(coir_play_whole(ramp), coir_delay(0.1));
        float *samples = hear(coir_ease_with(COIR_EASE_IN_OUT, 2, program), &there, rates[i]);
        assert_smooth(samples, 0, 1.3, rates[i]);
        free(samples);
        samples = hear(coir_yoyo(coir_sequence(coir_play_whole(ramp))), &back, rates[i]);
        assert_smooth(samples, 1.05, 1.42, rates[i]);
        free(samples);
    }
}

// Instants -----------------------------------------------------------------------------------------------------------

static double chord_at(double local)
{
    return local < 0 ? 0 : (local >= 0.125 ? -0.25 : 0) + (local >= 0.3 ? 0.5 : 0);
}

static void time_that_turns_back_stops_the_sounds_of_later_instants_only(void **state)
{
    static const Change changes[] = {{0.4719, REVERSE}};
    (void)state;
    CoirPlay play = {.loops = COIR_FOREVER};
    CoirAction *chord = coir_sequence(coir_delay(0.125), coir_play_with(short_level, &play), coir_delay(0.175),
                                      coir_play_with(level, &play), coir_delay(0.5));
    hear_at_all_rates(chord, changes, 1, chord_at);
}

// Times of the beats in three loops, in seconds. The level of the samples shows how many beats sound.
static const double beats[] = {0.05, 0.15, 0.3, 0.4, 0.55, 0.65};

#define BEATS 6

static CoirAction *three_loops(void)
{
    static const CoirPlay play = {.loops = COIR_FOREVER, .volume = 0.125F};
    return coir_repeat(3, coir_sequence(coir_delay(0.05), coir_play_with(level, &play), coir_delay(0.1),
                                        coir_play_with(level, &play), coir_delay(0.1)));
}

static bool is_sought_between(const Course *course, double after, double until)
{
    for (int i = 0; i < course->count; i++)
        if (course->changes[i].what == SEEK_TO_START && course->changes[i].time > after &&
            course->changes[i].time <= until)
            return true;
    return false;
}

// The sound of a beat starts when the time passes the beat, and stops when the time goes back before the beat. A seek
// starts no sound.
static void compare_beats(const float *samples, const Course *course, double rate)
{
    bool sounds[BEATS] = {false};
    double local = 0;
    int off = 0;
    for (int i = 0; i < (int)(LENGTH * RATE); i++) {
        double time = (double)i / RATE, next = local_at(course, time), wanted = 0;
        if (next == OVER)
            return;
        bool is_sought = is_sought_between(course, (double)(i - 1) / RATE, time);
        next = next >= 0 ? next : is_sought ? 0 : local;
        for (int k = 0; k < BEATS; k++) {
            sounds[k] = next >= beats[k] && (sounds[k] || (!is_sought && local < beats[k]));
            wanted += sounds[k] ? 0.0625 : 0;
        }
        local = next;
        off = fabs(wanted - (double)samples[i]) > 1e-3 ? off + 1 : 0;
        if (off > CLICK)
            fail_msg("at %g frames a second, %g s: %g instead of %g", rate, time, (double)samples[i], wanted);
    }
}

static void sounds_of_instants_follow_the_time_of_their_run_through_all_changes(void **state)
{
    (void)state;
    CoirAction *loops = three_loops();
    for (int i = 0; i < SUPPORT_TRIES(300); i++) {
        CoirRandom random = coir_random((uint64_t)i + 1000);
        Change changes[64];
        const Course course = {changes, make_changes(&random, changes, SEEK_TO_START), coir_action_duration(loops),
                               NULL};
        float *samples = hear(coir_action_retain(loops), &course, rates[i % RATES]);
        compare_beats(samples, &course, rates[i % RATES]);
        free(samples);
        coir_node_stop_voices(scene);
    }
    coir_action_release(loops);
}

static void a_seek_back_before_the_beat_of_a_loop_stops_the_beats_of_later_loops(void **state)
{
    (void)state;
    run = coir_node_run(scene, three_loops());
    play_frames(0.71875, 64);
    assert_int_equal(coir_voices_count(NULL), 6);
    static const double times[] = {0.51, 0.26, 0.2, 0.1, 0.01};
    static const int left[] = {4, 2, 2, 1, 0};
    for (int i = 0; i < 5; i++) {
        coir_run_seek(run, times[i], 0);
        assert_int_equal(coir_voices_count(NULL), left[i]);
    }
}

static void a_seek_back_stops_the_sounds_of_later_loops_only(void **state)
{
    (void)state;
    CoirAction *beat = coir_sequence(coir_play(level), coir_delay(0.25));
    run = coir_node_run(scene, coir_repeat_forever(beat));
    play_frames(0.9375, 64); // beats at 0, 0.25, 0.5, 0.75 s
    assert_int_equal(coir_voices_count(NULL), 4);
    coir_run_seek(run, 0.51, 0);
    assert_int_equal(coir_voices_count(NULL), 3);
    coir_run_seek(run, 0.5, 0);
    assert_int_equal(coir_voices_count(NULL), 3);
    coir_run_seek(run, 0.49, 0);
    assert_int_equal(coir_voices_count(NULL), 2);
    coir_run_seek(run, 0, 0);
    assert_int_equal(coir_voices_count(NULL), 1);
    coir_run_restart(run);
    assert_int_equal(coir_voices_count(NULL), 0);
}

static void a_restart_stops_all_sounds_of_the_run_and_of_no_other(void **state)
{
    (void)state;
    CoirAction *beat = coir_repeat_forever(coir_sequence(coir_play(level), coir_delay(0.25)));
    run = coir_node_run(scene, coir_action_retain(beat));
    CoirRun other = coir_node_run(scene, beat);
    play_frames(0.375, 64);
    assert_int_equal(coir_voices_count(NULL), 4);
    coir_run_restart(run);
    assert_int_equal(coir_voices_count(NULL), 2);
    coir_run_restart(other);
    assert_int_equal(coir_voices_count(NULL), 0);
    play_frames(0.125, 64);
    assert_int_equal(coir_voices_count(NULL), 2);
}

TEST_FILE(sound_backwards)
{
    const struct CMUnitTest tests[] = {
        ramp_test(a_whole_sound_turns_at_the_time_of_the_timer),
        ramp_test(a_whole_sound_turns_twice_inside_of_a_frame),
        ramp_test(a_whole_sound_is_frozen_during_a_pause_of_its_run_or_node),
        ramp_test(a_whole_sound_changes_its_speed_with_its_run),
        ramp_test(a_whole_sound_is_sought_at_the_time_of_the_timer),
        ramp_test(the_reverse_of_a_whole_sound_is_sought_at_the_time_of_the_timer),
        pieces_test(backwards_whole_sounds_follow_each_other_without_a_gap),
        pieces_test(a_sequence_of_whole_sounds_turns_again_and_again),
        pieces_test(whole_sounds_follow_the_time_of_their_run_through_all_changes),
        pieces_test(a_yoyo_turns_a_whole_sound_at_its_exact_end),
        pieces_test(a_paused_run_that_is_sought_into_a_sound_is_silent),
        pieces_test(a_run_that_turns_and_changes_its_speed_in_a_paused_tree_is_silent),
        pieces_test(a_paused_run_that_turns_at_the_begin_of_a_sound_is_silent),
        pieces_test(an_action_that_is_in_a_run_twice_sounds_twice),
        ramp_test(a_whole_sound_inside_of_a_speed_turns_at_the_time_of_the_timer),
        ramp_test(a_whole_sound_in_a_run_with_calls_plays_at_the_time_of_its_run),
        ramp_test(a_whole_sound_sounds_on_over_events_beside),
        ramp_test(eased_sequences_and_yoyos_sound_smoothly_backwards),
        pieces_test(time_that_turns_back_stops_the_sounds_of_later_instants_only),
        ramp_test(sounds_of_instants_follow_the_time_of_their_run_through_all_changes),
        ramp_test(a_seek_back_before_the_beat_of_a_loop_stops_the_beats_of_later_loops),
        ramp_test(a_seek_back_stops_the_sounds_of_later_loops_only),
        ramp_test(a_restart_stops_all_sounds_of_the_run_and_of_no_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
