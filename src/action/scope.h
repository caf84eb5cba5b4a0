// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// How far a timeline has been played: the state of a run, and of each timeline inside it.
//
// A scope knows what is in progress at its time, and nothing is computed before it is asked for: the value of a channel
// is where it started, what the leaves that are over have added, and what those in progress add at this time. What
// turns time back has channels of its own, and is to what it is in a leaf that adds or sets what they say; a repeat and
// a speed change the channels of what they are in.

#ifndef COIR_ACTION_SCOPE_H
#define COIR_ACTION_SCOPE_H

#include "action/timeline.h"

typedef struct CoirRunRecord CoirRunRecord;
typedef struct CoirScope CoirScope;

// The head of the state of what is in progress and no leaf of a channel: an object, or a timeline inside.
typedef struct CoirOther {
    int next, previous; // in the list of its scope, in the order of writing; -1: none
} CoirOther;

struct CoirScope {
    CoirOther other;
    CoirRunRecord *run;
    const CoirTimeline *timeline;
    CoirScope *outer;     // NULL: of the run itself
    const CoirItem *item; // that it is in `outer`
    int64_t time;         // to which it has been brought, its loops included
    int64_t since;        // of its last event: from there on what is in progress just moves
    int64_t frontier;     // the last time whose instants have taken effect; -1: none
    int64_t loop;         // how many are behind it
    int64_t step;         // the last step or seek in which loops have ended, and how many have in it
    int loops;
    bool is_spent;               // no more of them may make their calls
    int64_t until;               // to which the step goes
    uint64_t key;                // tells this passing from others
    int next, next_end;          // the first item that has not begun, the first of the ends that has not come
    int first, last;             // of the others in progress
    int going;                   // links of leaves, and objects, in progress
    int64_t reaches, reached_at; // an event inside, and the time that has passed outside when it comes
};

typedef struct CoirChannel {
    double initial[COIR_PROPERTY_WIDTH]; // before anything of the scope has touched it
    double start[COIR_PROPERTY_WIDTH], sum[COIR_PROPERTY_WIDTH];
    double mark[COIR_PROPERTY_WIDTH]; // of the sum or the value, before a loop
    float wrote[COIR_PROPERTY_WIDTH];
    int first, last; // of the links in progress, in the order of writing
    bool is_known, is_dirty;
    bool is_set; // a leaf that sets it has begun
} CoirChannel;

typedef struct CoirLink {
    int next, previous;
    double absorbed[COIR_PROPERTY_WIDTH]; // of what it adds, so much is in what a `to` before it has taken in
} CoirLink;

// Of a leaf that changes a channel: where it started, in the passing of this key.
typedef struct CoirLeafState {
    double from[COIR_PROPERTY_WIDTH];
    uint64_t key;
} CoirLeafState;

// Where a replay in silence has come to with an object.
typedef enum CoirObjectStage { COIR_OBJECT_BEFORE, COIR_OBJECT_GOING, COIR_OBJECT_LEFT } CoirObjectStage;

// Of an object; its class's state follows, three times: as it is, as it was after the first start in this passing of
// what bends time around it, and after the first of all.
typedef struct CoirObjectState {
    CoirOther other;
    bool is_known;
    bool is_silent;   // it is not told of what is replayed, but afterwards where that has led
    uint8_t stage;    // then
    uint32_t touched; // for each home it is in, the run's own first, a bit: updated since it was undone there
    double left_at;   // with COIR_OBJECT_LEFT: the fraction
    int left_order;   // and the how many-th it was in the replay
    double told;      // the fraction that it was told last, in this passing; -1: none
    uint64_t key, home_key;
    CoirScope *scope;
    const CoirItem *item;
    struct CoirObjectState *earlier; // of the run, by the first start
} CoirObjectState;

static inline bool coir_item_turns_back(const CoirItem *item)
{
    return item->action->kind != COIR_ACTION_REPEAT && item->action->kind != COIR_ACTION_SPEED;
}

#define COIR_STATE_ALIGNED(size) (((size) + 15) / 16 * 16)

static inline CoirChannel *coir_scope_channel(const CoirScope *scope, int channel)
{
    return (CoirChannel *)((uintptr_t)scope + scope->timeline->channels_at) + channel;
}

static inline CoirLink *coir_scope_link(const CoirScope *scope, int link)
{
    return (CoirLink *)((uintptr_t)scope + scope->timeline->links_at) + link;
}

static inline void *coir_scope_state(const CoirScope *scope, const CoirItem *item)
{
    return (void *)((uintptr_t)scope + item->state);
}

static inline void *coir_object_state(CoirObjectState *object)
{
    return (char *)object + COIR_STATE_ALIGNED(sizeof *object);
}

// True for what has channels of its own: the run's own scope, and what bends time so that it may go back.
static inline bool coir_scope_is_home(const CoirScope *scope)
{
    return !scope->item || coir_item_turns_back(scope->item);
}

// The innermost such scope around one, or itself.
static inline const CoirScope *coir_scope_home(const CoirScope *scope)
{
    while (!coir_scope_is_home(scope))
        scope = scope->outer;
    return scope;
}

// Tells this loop of this passing from all others.
static inline uint64_t coir_scope_passing(const CoirScope *scope)
{
    return ((scope->key + (uint64_t)scope->loop + 1) * UINT64_C(0x9E3779B97F4A7C15)) | 1;
}

// The key of what is in a scope at an item, in this passing.
static inline uint64_t coir_scope_key(const CoirScope *outer, const CoirItem *item)
{
    return coir_scope_passing(outer) + (uint64_t)item->order;
}

// Channels (channel.c) -----------------------------------------------------------------------------------------------

// Returns the node of a target, NULL if the node has been destroyed or the run has ended.
CoirNode *coir_run_target(const CoirRunRecord *run, CoirNodeRef target);

// Takes in where a channel stands, and what others have done to it meanwhile.
void coir_channel_touch(CoirRunRecord *run, CoirScope *scope, int channel);

// It is to be written, though nothing may be in progress in it.
void coir_channel_mark(CoirScope *scope, int channel);

// Its value at the scope's time.
void coir_channel_value(const CoirScope *scope, int channel, double *value);

// A leaf begins, and ends; a timeline inside likewise.
void coir_leaf_begin(CoirRunRecord *run, CoirScope *scope, const CoirItem *item);
void coir_leaf_end(CoirRunRecord *run, CoirScope *scope, const CoirItem *item);
void coir_links_begin(CoirScope *scope, const CoirItem *item);
void coir_links_end(CoirScope *scope, const CoirItem *item);

// How far a leaf in progress is: the fraction of its time, eased.
double coir_leaf_fraction(const CoirScope *scope, const CoirItem *item);

// Brings all channels back to where they were before anything touched them.
void coir_channels_rewind(CoirScope *scope);

// Writes those channels of the run's own scope to their nodes in which something is in progress or has changed.
void coir_channels_write(CoirRunRecord *run, CoirScope *scope);

// Objects (object.c) -------------------------------------------------------------------------------------------------

// Starts an object. Returns false for an instant that has not taken effect because its `start` halted the run.
bool coir_object_begin(CoirRunRecord *run, CoirScope *scope, const CoirItem *item);
void coir_object_update(CoirRunRecord *run, CoirScope *scope, const CoirItem *item, double t);

// Puts back what an object found when it was first started, now that the time at `home`, the run's own scope or what
// bends time around it, is before it.
void coir_object_undo(CoirRunRecord *run, CoirScope *scope, const CoirItem *item, const CoirScope *home);

// Updates those in progress, also in the timelines inside.
void coir_objects_update(CoirRunRecord *run, CoirScope *scope);

// Undoes all in a scope that have begun, the last one first.
void coir_objects_undo(CoirRunRecord *run, CoirScope *scope);

// These stand around the replay of a scope whose time has turned back. What is over before the time to which it goes is
// left as it is, and so are all instants; but where there are objects in repeats, all with a length is undone and
// replayed aloud, as each loop begins with what the one before has left.
void coir_objects_silence(CoirRunRecord *run, CoirScope *scope);
void coir_objects_settle(CoirRunRecord *run, const CoirScope *scope);
bool coir_object_is_silent(const CoirScope *scope, const CoirItem *item);

// Tells those in progress that the run has ended.
void coir_objects_end(CoirRunRecord *run, CoirScope *scope, CoirNode *node, CoirRunEnd reason);

// Lets go what their states hold.
void coir_objects_let_go(CoirScope *scope);

// Playing (play.c) ---------------------------------------------------------------------------------------------------

// Returns the time inside `inner` at this elapsed time of its item. An ease function may halt the run.
int64_t coir_scope_inner_time(const CoirScope *inner, int64_t elapsed);

// Makes a scope begin at its first moment. What leaves have kept of other passings stays.
void coir_scope_begin(CoirRunRecord *run, CoirScope *scope, const CoirTimeline *timeline, CoirScope *outer,
                      const CoirItem *item);

// Brings a run's scope to a time, forwards; a call may halt it before. The nodes are written.
void coir_scope_play(CoirRunRecord *run, int64_t time);

// Brings it backwards, or forwards, in silence: as if it had been played there in one step.
void coir_scope_seek(CoirRunRecord *run, int64_t time, bool with_calls);

// Puts everything back to where the run found it, as if nothing had begun.
void coir_scope_rewind(CoirRunRecord *run);

// The next time at which anything happens but that leaves move; COIR_NEVER: none. `until`: to which the step goes.
int64_t coir_scope_next_event(const CoirRunRecord *run, CoirScope *scope, int64_t until);

// True while nothing moves between events.
bool coir_scope_is_idle(const CoirScope *scope);

// Leaves that may be stepped without looking at anything else until the next event.
typedef struct CoirHotLeaf {
    const CoirItem *item;
    int64_t since;        // the run's local time at which it began
    double at[2];         // what it starts from; COIR_HOT_TURN: and how far it goes
    CoirChannel *channel; // of the run's own scope
} CoirHotLeaf;

// How many there are, if they are all that is in progress, not more than `most`, and each is alone in its channel. 0
// otherwise.
int coir_scope_hot_leaves(CoirScope *scope, CoirHotLeaf *hot, int most);

// Plays to a time in silence, writing nothing.
void coir_scope_catch_up(CoirRunRecord *run, int64_t time);

#endif
