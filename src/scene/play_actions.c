// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Actions that play sounds: coir_play, an instant, and coir_play_whole, which lasts as long as the sound.

#include "coir/node_sound.h"

#include <math.h>

#include "action/describe/action.h"
#include "action/run/run.h"
#include "coir/action_class.h"
#include "node/clock.h"
#include "node/reference.h"
#include "node/timers.h"
#include "scene/sound.h"
#include "scene/stage.h"
#include "sound/clock.h"
#include "sound/follow.h"
#include "sound/rules.h"
#include "sound/voices.h"

// The action that plays ----------------------------------------------------------------------------------------------

typedef struct Play {
    CoirSound *sound;
    CoirPlay options;
} Play;

// Returns CoirVoiceRecord.started_by for the action that is being called: a hash of the run and of the address of the
// action's state. The address of the state tells the actions of one run apart: one description may be in a run twice,
// but each time with a state of its own. The factors spread the numbers over all bits.
static uint32_t caller(const void *state)
{
    uint64_t run = (uint64_t)coir_runs()->caller.generation << 32 | coir_runs()->caller.index;
    uint64_t sum = (run * UINT64_C(0x9E3779B97F4A7C15) + (uintptr_t)state) * UINT64_C(0xBF58476D1CE4E5B9);
    return (uint32_t)(sum >> 32) | 1;
}

// Starts a voice for the action that is being called. Returns NULL if no voice may start.
static CoirVoiceRecord *start_voice(CoirNode *node, const void *state, CoirSound *sound, const CoirPlay *options,
                                    bool follows, const char *function)
{
    CoirVoiceRecord *record = coir_voice_find(coir_node_play_as(node, sound, options, follows, function));
    if (!record)
        return NULL;
    record->started_by = caller(state);
    record->started_at = coir_run_caller().time;
    return record;
}

// Stops the voices that the action has started on the node later than the local time `after` of the run.
static void stop_started(const CoirNode *node, const void *state, int64_t after)
{
    coir_sounds_busy_begin();
    for (CoirVoiceRecord *at = NULL; (at = coir_node_next_started(node, caller(state), at)) != NULL;)
        if (at->started_at > after)
            coir_voice_end(at, COIR_VOICE_STOPPED, coir_sound_time(NULL));
    coir_sounds_busy_end();
}

// Starts the voice of coir_play. A seek starts no sound.
static void do_play(CoirNode *node, const void *parameters, void *state, double t)
{
    const Play *self = parameters;
    const CoirActionManager *its = coir_manager_of(node);
    (void)t;
    if (!coir_runs()->is_seeking && (!its || its->is_calling))
        start_voice(node, state, self->sound, &self->options, false, "coir_play");
}

// Called when the run's time goes back. Stops the voices that the action has started after the local time to which a
// seek or a step backwards brings the run (`goal`). In coir_run_restart, `goal` is -1, so that all voices of the action
// are stopped.
static void undo_play(CoirNode *node, const void *parameters, void *state)
{
    (void)parameters;
    stop_started(node, state, coir_run_caller().goal);
}

static const CoirActionClass play_class = {
    "play", sizeof(Play), 0, .update = do_play, .undo = undo_play, .reverse = coir_action_is_its_opposite};

static void release_sound(void *user)
{
    coir_sound_release(user);
}

// Makes an action that holds a sound.
static CoirAction *make(const CoirActionClass *object, double duration, const void *parameters, size_t size,
                        CoirSound *sound, const char *function)
{
    if (!coir_sound_check(sound, function))
        return NULL;
    CoirAction *action = coir_action_make_object(object, duration, parameters, size, function);
    if (action)
        action->is_exact = true;
    coir_sound_retain(sound);
    return coir_action_own(action, sound, release_sound);
}

static CoirAction *make_play(CoirSound *sound, const CoirPlay *options, const char *function)
{
    Play self = {sound, options ? *options : (CoirPlay){0}};
    if (!coir_play_check(&self.options, function))
        return NULL;
    return make(&play_class, 0, &self, sizeof self, sound, function);
}

CoirAction *coir_play(CoirSound *sound)
{
    return make_play(sound, NULL, "coir_play");
}

CoirAction *coir_play_with(CoirSound *sound, const CoirPlay *options)
{
    return make_play(sound, options, "coir_play_with");
}

// The action that lasts as long as the sound -------------------------------------------------------------------------

typedef struct Whole {
    CoirSound *sound;
    bool is_backwards;
} Whole;

// Returns the position in the sound, in samples, at the fraction `t` of the action.
static double position_of(const Whole *self, double t)
{
    return (self->is_backwards ? 1 - t : t) * (double)self->sound->format.length;
}

// Stops the voices of coir_play_whole whose runs have left the sound in a seek or a replay, and have not come back
// (CoirVoiceRecord.is_left). Called at the end of the pass.
static void stop_left(void)
{
    coir_sounds_busy_begin();
    for (int slot = 0; slot < coir_sounds.used; slot++) {
        CoirVoiceRecord *record = &coir_sounds.voices[slot];
        if (coir_voice_is_alive(record) && record->is_left)
            coir_voice_end(record, COIR_VOICE_STOPPED, coir_sound_time(NULL));
    }
    coir_sounds_busy_end();
}

// Called when the run's time leaves the sound. Stops the voices that the action has started on the node, also in
// earlier loops. In a seek, or in a replay (the loop is played anew up to an earlier time), the run may come back to
// the sound. So the voices are only marked there, and a voice to which the run comes back continues.
static void leave(CoirNode *node, const void *state)
{
    if (!coir_runs()->is_seeking) {
        stop_started(node, state, -1);
        return;
    }
    for (CoirVoiceRecord *at = NULL; (at = coir_node_next_started(node, caller(state), at)) != NULL;) {
        at->is_left = true;
        coir_runs()->after_pass = stop_left;
    }
}

static void undo_whole(CoirNode *node, const void *parameters, void *state)
{
    (void)parameters;
    leave(node, state);
}

// Returns `position`, but at most the last sample, so that a voice has at least one sample to play from there.
static double position_inside(const Whole *self, double position)
{
    return fmin(position, (double)self->sound->format.length - 1);
}

// Stops the voices that the action has started on the node, starts a voice at `position` (samples), and stores the
// voice in `*voice`. Returns NULL if no voice may start.
static CoirVoiceRecord *begin_whole(CoirNode *node, const Whole *self, CoirVoice *voice, double position)
{
    // In a frozen run, the new voice is frozen at once. A voice that begins at sample 0 has no fade-in, and would still
    // be heard as a click.
    double least = coir_run_caller().is_frozen ? 1 : 0;
    CoirPlay options = {.from = position_inside(self, fmax(position, least)) / self->sound->format.rate};
    stop_started(node, voice, -1);
    CoirVoiceRecord *record = start_voice(node, voice, self->sound, &options, true, "coir_play_whole");
    *voice = record ? coir_voice_name(record) : (CoirVoice){0};
    if (record)
        record->was_followed = true;
    return record;
}

static void start_whole(CoirNode *node, const void *parameters, void *state)
{
    if (!coir_runs()->is_seeking)
        begin_whole(node, parameters, state, position_of(parameters, 0));
}

// Returns the voice of the action; NULL: none. A replay clears the action's state; then the voice is found by its
// mark `is_left`.
static CoirVoiceRecord *find_voice(const CoirNode *node, CoirVoice *voice)
{
    CoirVoiceRecord *record = coir_voice_find(*voice);
    if (record || !coir_runs()->after_pass)
        return record;
    while ((record = coir_node_next_started(node, caller(voice), record)) != NULL && !record->is_left) {
    }
    *voice = record ? coir_voice_name(record) : *voice;
    return record;
}

static void follow(CoirVoiceRecord *record, const CoirRunCaller *run, double position)
{
    if (run->is_exact_update)
        coir_voice_follow_quietly(record, position, coir_sound_time(NULL), run->is_frozen);
    else
        coir_voice_follow(record, position, coir_sound_time(NULL));
}

// Called when the run's time is outside of the sound, at the end of the sound, or back at the beginning of the sound.
// An ease may lead beyond the sound and back; then a new voice starts.
static void update_outside(CoirNode *node, CoirVoice *voice, double position)
{
    CoirVoiceRecord *record = coir_voice_find(*voice);
    CoirRunCaller run = coir_run_caller();
    if (record && !run.is_on_its_way && !run.is_seek) // the rest of the sound is heard up to this time
        follow(record, &run, position);
    leave(node, voice);
}

static void update_inside(CoirNode *node, const Whole *self, CoirVoice *voice, double position)
{
    CoirRunCaller run = coir_run_caller();
    CoirVoiceRecord *record = run.is_on_its_way ? NULL : find_voice(node, voice);
    if (!record && !run.is_on_its_way && !run.is_exact_update)
        record = begin_whole(node, self, voice, position);
    if (!record)
        return;
    record->is_left = false;
    if (run.is_seek)
        coir_voice_jump(record, position_inside(self, position), coir_sound_time(NULL), run.is_frozen);
    else
        follow(record, &run,
               position < (double)self->sound->format.length ? position : position_inside(self, position));
}

static void update_whole(CoirNode *node, const void *parameters, void *state, double t)
{
    double position = position_of(parameters, fmax(0, fmin(t, 1)));
    bool is_back_at_begin = t == 0 && coir_run_caller().goes_back;
    if (t < 0 || t >= 1 || is_back_at_begin)
        update_outside(node, state, position);
    else
        update_inside(node, parameters, state, position);
}

static void end_whole(CoirNode *node, const void *parameters, void *state, CoirRunEnd reason)
{
    (void)parameters, (void)reason;
    stop_started(node, state, -1);
}

static CoirAction *make_whole(CoirSound *sound, bool is_backwards);

static CoirAction *reverse_whole(const void *parameters, double duration)
{
    const Whole *self = parameters;
    (void)duration;
    return make_whole(self->sound, !self->is_backwards);
}

static const CoirActionClass whole_class = {"play_whole", sizeof(Whole), sizeof(CoirVoice), start_whole,
                                            update_whole, end_whole,     undo_whole,        reverse_whole};

static CoirAction *make_whole(CoirSound *sound, bool is_backwards)
{
    return make(&whole_class, coir_sound_length(sound), &(Whole){sound, is_backwards}, sizeof(Whole), sound,
                "coir_play_whole");
}

CoirAction *coir_play_whole(CoirSound *sound)
{
    return make_whole(sound, false);
}
