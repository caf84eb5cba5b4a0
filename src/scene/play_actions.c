// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Actions that play sounds: coir_play, an instant, and coir_play_whole, which lasts as long as the sound.

#include "coir/node_sound.h"

#include <math.h>

#include "action/action.h"
#include "action/run.h"
#include "coir/action_class.h"
#include "scene/sound.h"
#include "sound/world.h"

// The action that plays ----------------------------------------------------------------------------------------------

typedef struct Play {
    CoirSound *sound;
    CoirPlay options;
} Play;

// Returns `started_by` for the action whose function is being called. The actions of one run are told apart by the
// addresses of their parameters. The factor spreads the name of the run over all bits.
static uint64_t caller(const void *parameters)
{
    uint64_t run = (uint64_t)coir_runs.caller.generation << 32 | coir_runs.caller.index;
    return run * UINT64_C(0x9E3779B97F4A7C15) + (uintptr_t)parameters;
}

// Calls of a seek start no sound.
static void do_play(CoirNode *node, const void *parameters, void *state, double t)
{
    const Play *self = parameters;
    const CoirActionManager *its = coir_manager_of(node);
    (void)state, (void)t;
    if (coir_runs.is_seeking || (its && !its->is_calling))
        return;
    CoirVoiceRecord *record = coir_voice_find(coir_node_play_as(node, self->sound, &self->options, false, "coir_play"));
    if (record)
        record->started_by = caller(parameters);
}

// Called when the run's time goes back before the instant.
static void undo_play(CoirNode *node, const void *parameters, void *state)
{
    (void)state;
    coir_node_stop_started(node, caller(parameters));
}

static const CoirActionClass play_class = {
    "play", sizeof(Play), 0, .update = do_play, .undo = undo_play, .reverse = coir_action_is_its_opposite};

static void release_sound(void *user)
{
    coir_sound_release(user);
}

// Makes an action of a class that holds a sound.
static CoirAction *make(const CoirActionClass *object, double duration, const void *parameters, size_t size,
                        CoirSound *sound, const char *function)
{
    if (!coir_sound_check(sound, function))
        return NULL;
    CoirAction *action = coir_action_make_object(object, duration, parameters, size, function);
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

// Returns the place in the sound, in samples, at the part `t` of the action.
static double place_of(const Whole *self, double t)
{
    return (self->is_backwards ? 1 - t : t) * (double)self->sound->format.length;
}

// Stops the voices that the action has begun on the node, also in an earlier loop or pass of the run.
static void stop_whole(CoirNode *node, const void *parameters, void *state)
{
    (void)state;
    coir_node_stop_started(node, caller(parameters));
}

// Begins a voice at `place`. Returns its record; NULL: no voice may start.
static CoirVoiceRecord *begin_whole(CoirNode *node, const Whole *self, CoirVoice *voice, double place)
{
    double last = (double)self->sound->format.length - 1;
    CoirPlay options = {.from = (place < last ? place : last) / self->sound->format.rate};
    coir_node_stop_started(node, caller(self));
    *voice = coir_node_play_as(node, self->sound, &options, true, "coir_play_whole");
    CoirVoiceRecord *record = coir_voice_find(*voice);
    if (record)
        record->started_by = caller(self);
    return record;
}

static void start_whole(CoirNode *node, const void *parameters, void *state)
{
    if (!coir_runs.is_seeking)
        begin_whole(node, parameters, state, place_of(parameters, 0));
}

static void update_whole(CoirNode *node, const void *parameters, void *state, double t)
{
    const Whole *self = parameters;
    double place = place_of(self, fmax(0, fmin(t, 1)));
    CoirVoiceRecord *record = coir_voice_find(*(CoirVoice *)state);
    if (t < 0 || t >= 1) { // an ease may go beyond, and come back: then a voice begins anew
        if (record)        // and may have left more or less to play than the frame lasts
            coir_voice_follow(record, place, coir_sound_time(NULL));
        stop_whole(node, parameters, state);
        return;
    }
    if (!record)
        record = begin_whole(node, self, state, place);
    if (record)
        coir_voice_follow(record, place, coir_sound_step_end());
}

static void end_whole(CoirNode *node, const void *parameters, void *state, CoirRunEnd reason)
{
    (void)reason;
    stop_whole(node, parameters, state);
}

static CoirAction *make_whole(CoirSound *sound, bool is_backwards);

static CoirAction *reverse_whole(const void *parameters, double duration)
{
    const Whole *self = parameters;
    (void)duration;
    return make_whole(self->sound, !self->is_backwards);
}

static const CoirActionClass whole_class = {"play_whole", sizeof(Whole), sizeof(CoirVoice), start_whole,
                                            update_whole, end_whole,     stop_whole,        reverse_whole};

static CoirAction *make_whole(CoirSound *sound, bool is_backwards)
{
    return make(&whole_class, coir_sound_length(sound), &(Whole){sound, is_backwards}, sizeof(Whole), sound,
                "coir_play_whole");
}

CoirAction *coir_play_whole(CoirSound *sound)
{
    return make_whole(sound, false);
}
