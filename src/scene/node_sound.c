// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Voices of nodes, and actions that change the volume, pan and pitch of voices and the volume of groups.
//
// A voice reads the speed of its node's clock through CoirSoundHooks. The speed is the product of the scales of the
// clocks above the node, and of the speed of the stage.
//
// Runs need a node. So a voice or a group on which an action runs gets a hidden node, a carrier, which is in no tree.

#include "coir/node_sound.h"

#include <math.h>

#include "action/describe/action.h"
#include "action/run/run.h"
#include "base/alloc.h"
#include "base/fail.h"
#include "base/world.h"
#include "coir/action_class.h"
#include "coir/action_manager.h"
#include "coir/node_time.h"
#include "node/clock.h"
#include "node/reference.h"
#include "node/timers.h"
#include "node/tree.h"
#include "scene/sound.h"
#include "scene/stage.h"
#include "sound/advance.h"
#include "sound/clock.h"
#include "sound/follow.h"
#include "sound/groups.h"
#include "sound/setup.h"
#include "sound/voices.h"

#define SPEED_MAX 1e9 // limit of a speed: a product of many scales may be too large for a double

// The clock of a node ------------------------------------------------------------------------------------------------

static float ear_center, ear_reach, view_center = 480, view_reach = 480;

void coir_sound_set_view(float center, float reach)
{
    view_center = center;
    view_reach = reach;
}

bool coir_sound_set_ear(float center, float reach)
{
    if (!coir_world_check("coir_sound_set_ear"))
        return false;
    if (!isfinite(center) || !(reach >= 0) || isinf(reach))
        return MISTAKE("coir_sound_set_ear: center %g, reach %g; both must be finite, and the reach at least 0",
                       (double)center, (double)reach);
    ear_center = center;
    ear_reach = reach;
    return true;
}

// Returns the pan for the position of a node on the stage; 0 if the position is NaN.
static float pan_of(const CoirNode *node)
{
    float center = ear_reach > 0 ? ear_center : view_center, reach = ear_reach > 0 ? ear_reach : view_reach;
    CoirVec2 middle = coir_vec2(node->anchor.x * node->size.x, node->anchor.y * node->size.y);
    float pan = (coir_node_to_world(node, middle).x - center) / reach;
    return isnan(pan) ? 0 : fminf(fmaxf(pan, -1), 1);
}

// Returns the speed of the clock of a node on stage: seconds of this clock in a second of the sound clock.
static double clock_speed(const CoirNode *node)
{
    const CoirStage *stage = node->stage_;
    const CoirTimerQueue *clock = coir_node_target_state(node).clock;
    double speed = fmin(stage->sound_speed * (node->on_interface_ ? 1 : stage->sound_scale), SPEED_MAX);
    for (; clock->parent; clock = clock->parent)
        speed = fmin(speed * (clock->paused ? 0 : clock->scale), SPEED_MAX);
    return speed;
}

// Stores the speed, the pause and the pan of the node that owns a voice. Returns false if the node is destroyed.
static bool read_owner(CoirSlotId owner, bool pans, CoirOwnerState *state)
{
    const CoirNode *node = coir_node_get((CoirNodeRef){owner.index, owner.generation});
    if (!node)
        return false;
    const CoirStage *stage = node->stage_;
    bool is_held = stage && !node->on_interface_ && stage->is_held;
    state->is_frozen = !stage || node->paused_ || is_held;
    state->slope = stage ? clock_speed(node) : 0;
    if (stage) // off stage, the voice keeps its last pan
        state->pan = pans ? pan_of(node) : 0;
    return true;
}

static const CoirClockWatch watch = {coir_voices_clock_changing, coir_voices_clock_changed, coir_voices_owner_gone};

// Carriers -----------------------------------------------------------------------------------------------------------

typedef struct Carrier {
    CoirNode node;
    CoirVoice voice;
    CoirGroup group; // COIR_GROUP_NONE: the carrier of a voice
    CoirRun *runs;   // runs of the voice's node that change the voice; some may have ended
    int run_count, run_capacity;
} Carrier;

static void free_runs(CoirNode *node)
{
    coir_free(((Carrier *)node)->runs);
}

static const CoirNodeClass Carrier_class;
static COIR_NODE_CLASS(Carrier, .destroy = free_runs);

static void forget_ended_runs(Carrier *self)
{
    int kept = 0;
    for (int i = 0; i < self->run_count; i++)
        if (coir_run_is_running(self->runs[i]))
            self->runs[kept++] = self->runs[i];
    self->run_count = kept;
}

// Makes room for one more run. Returns false if there is no memory.
static bool need_room(Carrier *self)
{
    forget_ended_runs(self);
    CoirRun *runs = coir_grow(self->runs, &self->run_capacity, self->run_count + 1, sizeof *runs);
    self->runs = runs ? runs : self->runs;
    return runs;
}

// Ends a run that can no longer run on its voice.
static void end_run(CoirRun run)
{
    if (coir_run_is_running(run))
        coir_run_end(run.index, COIR_END_GONE);
}

// Runs an action of a voice on the clock of the voice's node. A run that begins at once may call user code, which may
// start other runs on the voice, or end the voice.
static CoirRun run_on_node(CoirNode *node, CoirNode *carrier, CoirAction *action)
{
    Carrier *self = (Carrier *)carrier;
    if (!need_room(self))
        return coir_action_release(action), (CoirRun){0};
    coir_nodes_busy_begin(); // keeps the carrier of an ended voice
    CoirRun run = coir_node_run(node, coir_targeted(carrier, action));
    if (carrier->dead_ || !need_room(self)) {
        end_run(run);
        run = (CoirRun){0};
    } else if (run.generation != 0) {
        self->runs[self->run_count++] = run;
    }
    coir_nodes_busy_end();
    return run;
}

static CoirActionManager *manager; // of the runs on groups and on voices without a node, on the sound clock

// Returns the time from a callback of the manager's runs to the end of the step (CoirSoundStep.lag).
static int64_t lag(const CoirSoundStep *step, bool *is_instant)
{
    (void)step;
    *is_instant = manager->is_calling;
    return manager->is_calling ? manager->time - manager->instant : 0;
}

static void step_runs(double seconds)
{
    CoirSoundStep sound = {.end = coir_sounds.until, .lag = lag};
    if (!manager)
        return;
    coir_sound_begin_step(&sound);
    coir_action_manager_update(manager, seconds);
    coir_sound_end_step(&sound);
}

static bool has_runs(void)
{
    return manager && coir_action_manager_count(manager) > 0;
}

// Destroys a carrier, and ends its runs. The callbacks at the ends of the runs may do anything, so no node is freed
// before all runs have ended.
static void drop_carrier(CoirSlotId carrier)
{
    CoirNode *node = coir_node_get((CoirNodeRef){carrier.index, carrier.generation});
    if (!node)
        return;
    coir_nodes_busy_begin();
    coir_node_destroy(node);
    for (int i = 0; i < ((Carrier *)node)->run_count; i++)
        end_run(((Carrier *)node)->runs[i]);
    coir_nodes_busy_end();
}

static void close_sound(void)
{
    CoirActionManager *old = manager;
    manager = NULL;
    coir_action_manager_destroy(old);
    for (int i = 0; i < COIR_GROUPS_MAX; i++)
        drop_carrier(coir_sounds.groups[i].carrier);
}

static const CoirSoundHooks hooks = {read_owner, step_runs, drop_carrier, has_runs, close_sound};

// Makes the carrier of a voice or a group, if there is none. Returns NULL if there is no memory.
static CoirNode *need_carrier(CoirSlotId *carrier, CoirVoice voice, CoirGroup group)
{
    CoirNode *node = coir_node_get((CoirNodeRef){carrier->index, carrier->generation});
    if (node)
        return node;
    coir_sounds.hooks = &hooks;
    node = coir_node_make(&Carrier_class, __FILE__, 0); // line 0: coir_nodes_report logs no warning for the node
    if (!node)
        return NULL;
    ((Carrier *)node)->voice = voice;
    ((Carrier *)node)->group = group;
    *carrier = (CoirSlotId){node->ref_.index, node->ref_.generation};
    return node;
}

static CoirRun run_on_sound_clock(CoirNode *carrier, CoirAction *action)
{
    if (!manager)
        manager = coir_action_manager_new();
    if (carrier && manager)
        return coir_action_manager_run(manager, carrier, action);
    coir_action_release(action);
    return (CoirRun){0};
}

// Playing ------------------------------------------------------------------------------------------------------------

CoirVoice coir_node_play_as(CoirNode *node, CoirSound *sound, const CoirPlay *options, bool follows,
                            const char *function)
{
    if (!coir_world_check(function) || !coir_node_check(node, function))
        return (CoirVoice){0};
    coir_sounds.hooks = &hooks;
    CoirVoiceStart start = {.play = options, .owner = {node->ref_.index, node->ref_.generation}, .follows = follows};
    coir_world()->clock_watch = &watch;
    node->sounds_ = true;
    coir_sounds_bring_to_now();
    return coir_voice_start(sound, &start, function);
}

CoirVoice coir_node_play(CoirNode *node, CoirSound *sound)
{
    return coir_node_play_as(node, sound, NULL, false, "coir_node_play");
}

CoirVoice coir_node_play_with(CoirNode *node, CoirSound *sound, const CoirPlay *options)
{
    return coir_node_play_as(node, sound, options, false, "coir_node_play_with");
}

static bool is_of(const CoirVoiceRecord *record, const CoirNode *node)
{
    return coir_voice_is_alive(record) && record->owner.index == node->ref_.index &&
           record->owner.generation == node->ref_.generation;
}

CoirVoiceRecord *coir_node_next_started(const CoirNode *node, uint32_t started_by, CoirVoiceRecord *after)
{
    int first = after ? (int)(after - coir_sounds.voices) + 1 : 0;
    for (int slot = first; slot < coir_sounds.used; slot++) {
        CoirVoiceRecord *record = &coir_sounds.voices[slot];
        if (is_of(record, node) && (started_by == 0 || record->started_by == started_by))
            return record;
    }
    return NULL;
}

int coir_node_stop_voices(CoirNode *node)
{
    if (!coir_world_check("coir_node_stop_voices"))
        return 0;
    int count = 0;
    coir_sounds_bring_to_now();
    if (!coir_node_check(node, "coir_node_stop_voices"))
        return 0;
    coir_sounds_busy_begin();
    for (CoirVoiceRecord *record = NULL; (record = coir_node_next_started(node, 0, record)) != NULL; count++)
        coir_voice_end(record, COIR_VOICE_STOPPED, coir_sound_time(NULL));
    coir_sounds_busy_end();
    return count;
}

// Numbers of voices and groups ---------------------------------------------------------------------------------------

typedef enum Number { VOLUME, PAN, PITCH } Number;

typedef struct To {
    Number number;
    float value;
} To;

typedef struct ToState {
    float from;
    uint32_t newest; // generation of the newest voice when the action began
} ToState;

// Returns the volume with which an action begins, in a step that began at `begin`. If an earlier action has already
// changed the volume in this step, returns the volume that the earlier action reached; otherwise the volume at `begin`.
static float read_volume(const CoirFade *volume, int64_t begin)
{
    bool is_of_step = volume->begin == begin && volume->end == coir_sound_step_end();
    return is_of_step ? volume->to : coir_fade_at(volume, begin);
}

static float read_number(const CoirVoiceRecord *record, Number number)
{
    switch (number) {
    case VOLUME: return read_volume(&record->volume, coir_voice_step_begin(record));
    case PAN: return record->pan;
    case PITCH: return record->pitch;
    }
    return 0;
}

static void write_number(CoirVoiceRecord *record, Number number, float value)
{
    int64_t begin = coir_voice_step_begin(record), end = coir_sound_step_end();
    switch (number) {
    case VOLUME:
        if (!record->stops_after_fade) // coir_voice_fade_out has precedence
            coir_voice_change_volume(record, value, begin, end);
        break;
    case PAN: coir_voice_change_pan(record, value, begin, end); break;
    case PITCH: coir_voice_change_pitch(record, value, begin); break;
    }
}

static bool is_carrier(const CoirNode *node)
{
    return node->class_ == &Carrier_class;
}

// Returns true if an action on `node` changes the voice.
static bool is_changed(const CoirVoiceRecord *record, const CoirNode *node, const ToState *state)
{
    if (!is_carrier(node))
        return is_of(record, node) && (int32_t)(record->generation - state->newest) <= 0;
    CoirVoice voice = ((const Carrier *)node)->voice, name = coir_voice_name(record);
    return coir_voice_find(voice) && voice.index == name.index;
}

// Returns the index of the group that the node carries; below 0: the node carries no group.
static int group_of(const CoirNode *node)
{
    CoirGroup group = is_carrier(node) ? ((const Carrier *)node)->group : COIR_GROUP_NONE;
    return group == COIR_GROUP_NONE ? -1 : coir_group_index(group);
}

// Stores the volume, pan or pitch from which a change starts: the value of the group, or of the oldest voice that the
// action changes. Without a group or voice, stores the value to which the action goes.
static void note_number(CoirNode *node, const void *parameters, void *state)
{
    const To *self = parameters;
    ToState *own = state;
    const CoirVoiceRecord *oldest = NULL;
    int group = group_of(node);
    *own = (ToState){self->value, coir_sounds.generation};
    if (group >= 0 && self->number == VOLUME)
        own->from = read_volume(&coir_sounds.groups[group].volume, coir_sounds.now);
    for (int slot = 0; slot < coir_sounds.used; slot++) {
        const CoirVoiceRecord *record = &coir_sounds.voices[slot];
        bool is_older = !oldest || (int32_t)(record->generation - oldest->generation) < 0;
        oldest = is_older && is_changed(record, node, own) ? record : oldest;
    }
    own->from = oldest ? read_number(oldest, self->number) : own->from;
}

static const struct {
    float low, high;
} limits[] = {{0, COIR_VOLUME_MAX}, {-1, 1}, {0, COIR_PITCH_MAX}}; // indexed by Number

// Returns the volume, pan or pitch at the fraction `t` of the action, clamped to `limits`. With an ease, `t` may be
// below 0, above 1, or NaN.
static float number_at(const To *to, const ToState *state, double t)
{
    double from = (double)state->from, value = t == 1 ? (double)to->value : from + ((double)to->value - from) * t;
    float low = limits[to->number].low, high = limits[to->number].high;
    return value >= (double)low ? value <= (double)high ? (float)value : high : low;
}

static void set_number(CoirNode *node, const void *parameters, void *state, double t)
{
    const To *self = parameters;
    float value = number_at(self, state, t);
    int group = group_of(node);
    if (group >= 0 && self->number == VOLUME)
        coir_group_change_volume(group, value, coir_sounds.now, coir_sound_step_end());
    for (int slot = 0; slot < coir_sounds.used; slot++)
        if (is_changed(&coir_sounds.voices[slot], node, state))
            write_number(&coir_sounds.voices[slot], self->number, value);
}

static const CoirActionClass to_classes[] = {
    {"volume_to", sizeof(To), sizeof(ToState), .start = note_number, .update = set_number},
    {"pan_to", sizeof(To), sizeof(ToState), .start = note_number, .update = set_number},
    {"pitch_to", sizeof(To), sizeof(ToState), .start = note_number, .update = set_number},
};

static CoirAction *make_to(double duration, Number number, float value, const char *function)
{
    if (!coir_world_check(function))
        return NULL;
    float low = limits[number].low, high = limits[number].high;
    if (!(value >= low && value <= high))
        return MISTAKE("%s: the second argument is %g; it must be %g to %g", function, (double)value, (double)low,
                       (double)high),
               NULL;
    return coir_action_make_object(&to_classes[number], duration, &(To){number, value}, sizeof(To), function);
}

CoirAction *coir_volume_to(double duration, float volume)
{
    return make_to(duration, VOLUME, volume, "coir_volume_to");
}

CoirAction *coir_pan_to(double duration, float pan)
{
    return make_to(duration, PAN, pan, "coir_pan_to");
}

CoirAction *coir_pitch_to(double duration, float pitch)
{
    return make_to(duration, PITCH, pitch, "coir_pitch_to");
}

// Runs on voices and groups ------------------------------------------------------------------------------------------

// Returns true if each part of an action may run on a voice, or, with `is_group`, on a group.
static bool is_of_sound(const CoirAction *action, bool is_group)
{
    if (coir_action_kinds[action->kind].changes_property)
        return false;
    switch (action->kind) {
    case COIR_ACTION_REMOVE: return false;
    case COIR_ACTION_OBJECT:
        return action->object == &to_classes[VOLUME] ||
               (!is_group && (action->object == &to_classes[PAN] || action->object == &to_classes[PITCH]));
    case COIR_ACTION_TARGETED: return true; // changes another node
    default: break;
    }
    for (int i = 0; i < action->part_count; i++)
        if (!is_of_sound(coir_action_parts(action)[i], is_group))
            return false;
    return true;
}

// Returns true if an action may run on a voice, or, with `is_group`, on a group. Otherwise reports a mistake.
static bool check_action(const CoirAction *action, bool is_group, const char *function)
{
    if (!action)
        return MISSING("%s: the action is NULL", function);
    if (is_of_sound(action, is_group))
        return true;
    return MISTAKE("%s: the action has a part that cannot run on a %s; give %s and compositions of these", function,
                   is_group ? "group" : "voice",
                   is_group ? "coir_volume_to, coir_delay, coir_call"
                            : "coir_volume_to, coir_pan_to, coir_pitch_to, coir_delay, coir_call");
}

CoirRun coir_voice_run(CoirVoice voice, CoirAction *action)
{
    if (!coir_world_check("coir_voice_run") || !check_action(action, false, "coir_voice_run"))
        return coir_action_release(action), (CoirRun){0};
    coir_sounds_bring_to_now();
    CoirVoiceRecord *record = coir_voice_find(voice);
    CoirNode *node = record ? coir_node_get((CoirNodeRef){record->owner.index, record->owner.generation}) : NULL;
    CoirNode *carrier = record ? need_carrier(&record->carrier, voice, COIR_GROUP_NONE) : NULL;
    if (!carrier)
        return coir_action_release(action), (CoirRun){0};
    return node ? run_on_node(node, carrier, action) : run_on_sound_clock(carrier, action);
}

CoirRun coir_group_run(CoirGroup group, CoirAction *action)
{
    if (!check_action(action, true, "coir_group_run"))
        return coir_action_release(action), (CoirRun){0};
    int index = coir_group_check(group, "coir_group_run");
    if (index >= 0 && coir_sounds.is_refusing)
        index = -1, MISTAKE("coir_group_run: the mixer is being closed; run the action after coir_mixer_close");
    if (index < 0)
        return coir_action_release(action), (CoirRun){0};
    CoirNode *carrier = need_carrier(&coir_sounds.groups[index].carrier, (CoirVoice){0}, group);
    return run_on_sound_clock(carrier, action);
}
