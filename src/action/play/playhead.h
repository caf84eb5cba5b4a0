// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The state of playing: how far the timeline of a run, and each timeline inside it, has been played.
//
// A playhead is the state of one timeline: its time, and the items in progress. The value of a channel is computed when
// it is needed: the start value, plus the sum that finished leaves have added, plus the amounts that leaves in progress
// add at this time. A playhead whose time may turn back (yoyo, reverse_time, ease) has its own channels, and counts in
// the outer playhead like a leaf that adds to or sets these channels. The playheads of repeats and of coir_speed use
// the channels of the outer playhead.

#ifndef COIR_ACTION_PLAYHEAD_H
#define COIR_ACTION_PLAYHEAD_H

#include "action/play/timeline.h"

typedef struct CoirRunRecord CoirRunRecord;
typedef struct CoirRunBlock CoirRunBlock;
typedef struct CoirPlayhead CoirPlayhead;

// A pass brings the playhead of a run from its time to another time: a step or a seek. Functions that play hand the
// pass down. User code that the pass calls finds the pass in the block of the run.
typedef struct CoirPass {
    CoirRunRecord *run;
    CoirRunBlock *block; // of the run
    int64_t number;      // of the step (0 and more) or seek (below 0)
    int64_t goal;        // of a seek: the time to which the run is brought; -1: a step
    int replayed;        // number of begins and ends of objects in a silent replay
    bool is_muted;       // calls are not made
    bool drops_calls;    // as `is_muted`, but all loops are played
    bool is_seeking;     // no time passes
    bool is_replaying;   // a playhead whose time has turned back is replayed
    bool is_skipping;    // objects are not called
    bool is_exact;       // a step backwards in which calls have their instants, although it is made of seeks (exact.c)
    bool is_timeless;    // the call has no instant: with a speed of 0, the local time lasts
    bool is_for_exact;   // objects that are not exact are not updated
    bool is_for_show;    // the run halts before it calls user code
    bool is_telling;     // coir_run_tell_exact is under way
    bool is_told_to_stand; // with `is_telling`: the local time stands from now on
} CoirPass;

// Begin and end a pass of a run. A pass begins as a step; coir_pass_turn_to_seek makes the pass a seek.
void coir_pass_begin(CoirPass *pass, CoirRunRecord *run);
void coir_pass_turn_to_seek(CoirPass *pass);
void coir_pass_end(const CoirPass *pass);

// Head of the state of an item that is no leaf of a channel: an object, or a timeline inside. Links the items in
// progress.
typedef struct CoirOther {
    int next, previous; // in the list of its playhead, in the order of writing; -1: none
} CoirOther;

struct CoirPlayhead {
    CoirOther other;
    CoirRunRecord *run;
    const CoirTimeline *timeline;
    CoirPlayhead *outer;   // NULL: the playhead of the run itself
    const CoirItem *item;  // item of `outer` that this playhead plays
    int64_t time;          // current time, with all finished loops; while the playhead waits, an earlier time
    int64_t since;         // time of the last event; since then items in progress only move
    int64_t frontier;      // last time whose instants have taken effect; -1: none
    int64_t loop;          // number of finished loops
    int64_t step;          // number of the last step or seek in which loops have ended
    int loops;             // loops that have ended in that step or seek
    bool is_spent;         // further loops of this step make no calls
    bool is_waiting;       // in the heap of the outer playhead
    int64_t until;         // end of the step that is under way
    uint64_t key;          // key of this passing
    int next, next_end;    // first item that has not begun, first end that has not come
    int first, last;       // items in progress that have a CoirOther; -1: none
    int going;             // number of links of leaves, and of objects, in progress
    int watched;           // number of timelines inside in progress that cannot wait
    CoirPlayhead *waiting; // heap of the timelines inside that wait; NULL: none
    CoirPlayhead *due;     // list of the timelines inside whose event has come; NULL: none

    // Of a timeline inside that can wait.
    int64_t event;                // time of the outer playhead at which the next event inside comes
    CoirPlayhead *below, *beside; // in the heap; `beside` also links the list of those that are due

    int64_t reaches;    // time of an event inside, cached with
    int64_t reached_at; // the elapsed time of the item at which this event comes
};

typedef struct CoirChannel {
    double initial[COIR_PROPERTY_WIDTH]; // value before the playhead touched the channel
    double start[COIR_PROPERTY_WIDTH], sum[COIR_PROPERTY_WIDTH];
    double mark[COIR_PROPERTY_WIDTH]; // sum or value before a loop
    float wrote[COIR_PROPERTY_WIDTH]; // value that was written to the node last
    int first, last;                  // links in progress, in the order of writing
    bool is_known, is_dirty;          // the start is known; the value is to be written
    bool is_set;                      // a leaf that sets the channel has begun
} CoirChannel;

typedef struct CoirLink {
    int next, previous;
    double absorbed[COIR_PROPERTY_WIDTH]; // part of the amount that the start value of a `to` contains already
} CoirLink;

// State of a leaf that changes a channel, but not by an amount: the start value in the passing with this key.
typedef struct CoirLeafState {
    double from[COIR_PROPERTY_WIDTH];
    uint64_t key;
} CoirLeafState;

// How far a silent replay has come with an object.
typedef enum CoirObjectStage { COIR_OBJECT_BEFORE, COIR_OBJECT_GOING, COIR_OBJECT_LEFT } CoirObjectStage;

// State of an object. The current state of the class follows, and the state after the first start.
typedef struct CoirObjectState {
    CoirOther other;
    bool is_started;  // and not undone since
    bool has_effect;  // started or updated since the last undo of the whole run
    bool is_silent;   // the object is not called during a replay, but once after the replay
    uint8_t stage;    // in a silent replay: a CoirObjectStage
    int replay_order; // in a silent replay: the number of the last begin or end
    double left_at;   // with COIR_OBJECT_LEFT: the fraction
    double told;      // fraction of the last update since the start; -1: none
    uint64_t key;     // of the passing of the last start; 0: undone, to be started again
    CoirPlayhead *playhead;
    const CoirItem *item;            // NULL: the object was never started
    struct CoirObjectState *earlier; // object of the run that was started before
} CoirObjectState;

static inline bool coir_item_turns_back(const CoirItem *item)
{
    return item->action->kind != COIR_ACTION_REPEAT && item->action->kind != COIR_ACTION_SPEED;
}

#define COIR_STATE_ALIGNED(size) (((size) + 15) / 16 * 16)

static inline CoirChannel *coir_playhead_channel(const CoirPlayhead *playhead, int channel)
{
    return (CoirChannel *)((uintptr_t)playhead + playhead->timeline->channels_at) + channel;
}

static inline CoirLink *coir_playhead_link(const CoirPlayhead *playhead, int link)
{
    return (CoirLink *)((uintptr_t)playhead + playhead->timeline->links_at) + link;
}

static inline void *coir_playhead_state(const CoirPlayhead *playhead, const CoirItem *item)
{
    return (void *)((uintptr_t)playhead + item->state);
}

static inline void *coir_object_state(CoirObjectState *object)
{
    return (char *)object + COIR_STATE_ALIGNED(sizeof *object);
}

// Returns true for a home playhead, which has its own channels: the run's own playhead, and playheads whose time may
// turn back.
static inline bool coir_playhead_is_home(const CoirPlayhead *playhead)
{
    return !playhead->item || coir_item_turns_back(playhead->item);
}

// Returns the time of a playhead at which its current loop began.
static inline int64_t coir_playhead_loop_begin(const CoirPlayhead *playhead)
{
    return playhead->loop > 0 ? playhead->loop * playhead->timeline->length : 0;
}

// Returns the time of a playhead, also while the playhead waits.
static inline int64_t coir_playhead_now(const CoirPlayhead *playhead)
{
    if (!playhead->is_waiting)
        return playhead->time;
    return coir_playhead_now(playhead->outer) - coir_playhead_loop_begin(playhead->outer) - playhead->item->begin;
}

// Returns a key that tells this loop of this passing from all others.
static inline uint64_t coir_playhead_passing(const CoirPlayhead *playhead)
{
    return ((playhead->key + (uint64_t)playhead->loop + 1) * UINT64_C(0x9E3779B97F4A7C15)) | 1;
}

// Returns the key of an item of a playhead, in this passing.
static inline uint64_t coir_playhead_key(const CoirPlayhead *outer, const CoirItem *item)
{
    return coir_playhead_passing(outer) + (uint64_t)item->order;
}

// Channels (channel.c) -----------------------------------------------------------------------------------------------

// Returns the node of a target, NULL if the node has been destroyed or the run has ended.
CoirNode *coir_run_target(const CoirRunRecord *run, CoirNodeRef target);

// Reads the start value of a channel from the node, and what others have changed there since the last write.
void coir_channel_touch(CoirPass *pass, CoirPlayhead *playhead, int channel);

// Lets a channel be written with the next write, also if nothing is in progress in the channel.
void coir_channel_mark(CoirPlayhead *playhead, int channel);

// Computes the value of a channel at the playhead's time.
void coir_channel_value(const CoirPlayhead *playhead, int channel, double *value);

// Called where a leaf or a timeline inside begins and ends.
void coir_leaf_begin(CoirPass *pass, CoirPlayhead *playhead, const CoirItem *item);
void coir_leaf_end(CoirPass *pass, CoirPlayhead *playhead, const CoirItem *item);
void coir_links_begin(CoirPlayhead *playhead, const CoirItem *item);
void coir_links_end(CoirPlayhead *playhead, const CoirItem *item);

// Adds the whole amount of a leaf that adds to the sum of its channel, as if the leaf had been played.
void coir_leaf_add_whole(CoirPlayhead *playhead, const CoirItem *item);

// Empties the notes of the run's own playhead.
void coir_channels_let_go(CoirPlayhead *playhead);

// Called when a run has ended: blinks in progress leave their nodes as found. `node`: of the run.
void coir_channels_end(const CoirPlayhead *playhead, CoirNode *node);

// Returns the fraction of a leaf's time, eased.
double coir_leaf_fraction(const CoirPlayhead *playhead, const CoirItem *item);

// Sets all channels back to the values before the playhead touched them.
void coir_channels_rewind(CoirPlayhead *playhead);

// Writes channels of the run's own playhead to the nodes: channels with items in progress, and channels that have
// changed.
void coir_channels_write(CoirPass *pass, CoirPlayhead *playhead);

// Objects (object.c) -------------------------------------------------------------------------------------------------

// Starts an object. Returns false for an instant that has not taken effect because its `start` halted the run.
bool coir_object_begin(CoirPass *pass, CoirPlayhead *playhead, const CoirItem *item);
void coir_object_update(CoirPass *pass, CoirPlayhead *playhead, const CoirItem *item, double t);

// Undoes an object that has come back to its begin.
void coir_object_undo(CoirPass *pass, CoirPlayhead *playhead, const CoirItem *item);

// Updates the objects in progress, also in the timelines inside.
void coir_objects_update(CoirPass *pass, CoirPlayhead *playhead);

// Undoes all objects of a run that have begun, the last one first.
void coir_objects_undo(CoirPass *pass);

// Called when a home playhead begins anew: objects inside that an earlier passing has started keep their effects when
// the time of the playhead turns back.
void coir_objects_leave(CoirPass *pass, const CoirPlayhead *playhead);

// Called before and after the replay of a playhead whose time has turned back. The replay calls no object that was
// started before. Afterwards, objects that have not begun at the new time are undone, the last one first; others are
// started, if an undo came before, and updated. Instants, and objects that end before the new time, are not undone.
void coir_objects_silence(CoirPass *pass, const CoirPlayhead *playhead);
void coir_objects_settle(CoirPass *pass);
bool coir_object_is_silent(const CoirPlayhead *playhead, const CoirItem *item);

// Tells the objects in progress that the run has ended.
void coir_objects_end(CoirRunRecord *run, CoirPlayhead *playhead, CoirNode *node, CoirRunEnd reason);

// Returns true if instants at this time have taken effect before, and the time of an outer playhead has turned back.
bool coir_playhead_is_past(const CoirPlayhead *playhead);

// Playing (play.c) ---------------------------------------------------------------------------------------------------

// Returns the time inside `inner` at this elapsed time of its item. An ease function may halt the run.
int64_t coir_playhead_inner_time(const CoirPlayhead *inner, int64_t elapsed);

// Lets a playhead begin at its time 0. The states of leaves from other passings stay.
void coir_playhead_begin(CoirRunRecord *run, CoirPlayhead *playhead, const CoirTimeline *timeline, CoirPlayhead *outer,
                         const CoirItem *item);

// Plays a run's playhead forwards up to a time, and writes the nodes. A call may halt the run before. `drops_calls`:
// calls are not made.
void coir_playhead_play(CoirRunRecord *run, int64_t time, bool drops_calls);

// Brings a run's playhead backwards or forwards to a time, with the result of playing up to this time in one step.
// Calls are made only forwards, and only `with_calls`.
void coir_playhead_seek(CoirRunRecord *run, int64_t time, bool with_calls);

// Brings a run's playhead to a time, and writes the nodes, but calls no user code. A run that would call user code on
// the way halts there, and its next step goes on with this call.
void coir_playhead_show(CoirRunRecord *run, int64_t time);

// Tells the exact objects of a run's playhead of a time, or of the time just before the first event on the way. Calls
// nothing else. `stands`: the local time stands from now on.
void coir_playhead_tell(CoirRunRecord *run, int64_t time, bool stands);

// Plays a run's playhead backwards to a time, without calls, and writes the nodes.
void coir_playhead_play_back(CoirRunRecord *run, int64_t time);

// Sets everything back to the values that the run found, as if nothing had begun.
void coir_playhead_rewind(CoirRunRecord *run);

// Returns the time of the next event: an item begins, ends or is called. COIR_NEVER: none. `until`: the end of the
// step.
int64_t coir_playhead_next_event(CoirPlayhead *playhead, int64_t until);

// Returns true while nothing moves between events.
bool coir_playhead_is_idle(const CoirPlayhead *playhead);

// A leaf that is stepped alone until the next event. A plain run has one for each channel, with the channel's state:
// while a leaf that adds is in progress, `at` contains the sum of the leaves before; otherwise `at` is the start value
// of the channel. `wrote` of a leaf that sets is the value before the first leaf of the channel.
typedef struct CoirHotLeaf {
    const CoirItem *item; // of a plain run: the leaf that has begun last; NULL: none
    int64_t since;        // local time of the run at which the leaf began
    double at[2];         // start value; with COIR_HOT_TURN: start value and distance
    float wrote[2];       // value that was written last; not used while the leaf is in the hot part of the run
    int channel;          // of the run's own playhead
    bool is_known;        // of a plain run: the start value of the channel is known
    bool is_over;         // of a plain run: the leaf is over
} CoirHotLeaf;

// Returns the local time of the run up to which all frames stay, if only repeats are in progress, and animations whose
// time no ease or speed changes; -1 otherwise.
int64_t coir_playhead_frames_until(const CoirPlayhead *playhead);

// Stores the leaves in progress in `hot`, and returns their number, if nothing else is in progress, there are at most
// `most` leaves, and each leaf is alone in its channel. Returns 0 otherwise.
int coir_playhead_hot_leaves(CoirPlayhead *playhead, CoirHotLeaf *hot, int most);

#endif
