// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The state of playing: how far the timeline of a run, and each inner timeline, has been played.
//
// A playhead is the state of one timeline: the time up to which the timeline has been played, and the items in
// progress. The playhead of an inner timeline has an *outer* playhead, the playhead of the timeline around.
//
// The value of a channel is computed only when needed: the start value, plus the sum that finished leaves have added,
// plus the amounts that leaves in progress add at this time. There are two kinds of inner playheads:
//
// 1. The time of a time bender (ease, yoyo, reverse_time) may turn back. So the playhead of a time bender has channels
//    of its own. For the outer playhead, the time bender is like one leaf, which adds to the outer channels of the same
//    properties, or sets them.
// 2. The playhead of a repeat or of coir_speed uses the channels of the outer playhead.
//
// An item in a repeat is played once in each loop. One such play is an *occurrence* of the item. An occurrence has a
// key: a number computed from the loops of all playheads around. When the time has turned back and an item begins again
// with the same key, a leaf keeps its start value, and an object is not started again.
//
// A run *halts* when user code has ended or frozen the run, or has changed its time, speed, direction or manager. In a
// pass that only shows a time (CoirPass.is_for_show), a run halts before user code. `is_halted` of the run's block
// becomes true. Then all functions that play return at once. The next pass plays the rest.

#ifndef COIR_ACTION_PLAYHEAD_H
#define COIR_ACTION_PLAYHEAD_H

#include "action/play/timeline.h"
#include "base/heap.h"

typedef struct CoirRunRecord CoirRunRecord;
typedef struct CoirRunBlock CoirRunBlock;
typedef struct CoirPlayhead CoirPlayhead;

// A pass brings the playhead of a run from its time to another time: a step or a seek. Each function that plays hands
// the pass down. User code that the pass calls finds the pass in the block of the run.
typedef struct CoirPass {
    CoirRunRecord *run;
    CoirRunBlock *block;  // block of the run
    int64_t number;       // number of the manager's update, or of the seek, from -2 down; between two updates, number
                          // of the next update; 0: no manager
    int64_t goal;         // local time to which a seek brings the run; -1: no seek is playing
    int replayed;         // number of begins and ends of objects so far in a silent replay (coir_objects_silence)
    bool is_muted;        // calls are not made, and loops may be skipped (loops.c)
    bool drops_calls;     // calls are not made, but loops are played as if calls were made
    bool is_seeking;      // the pass is a seek: no time passes
    bool is_replaying;    // true while the playhead of a time bender is replayed because its time has turned back
    bool is_skipping;     // objects are not called, and no node is destroyed
    bool is_exact;        // a seek that is a step backwards of a run with exact objects: if user code starts another
                          // run, the other run begins at the time of this run
    bool is_timeless;     // an exact object is updated at speed 0: as in a seek, no time passes
    bool is_for_exact;    // only exact objects (CoirAction.is_exact) are updated
    bool is_for_show;     // only shows a time: the run halts before an item that calls user code
    bool is_exact_update; // the pass belongs to a call of coir_run_update_exact
    bool freezes;         // with `is_exact_update`: the local time stops now
} CoirPass;

// Begin and end a pass of a run. A pass begins as a step; coir_pass_turn_to_seek makes the pass a seek.
void coir_pass_begin(CoirPass *pass, CoirRunRecord *run);
void coir_pass_turn_to_seek(CoirPass *pass);
void coir_pass_end(const CoirPass *pass);

// Head of the state of an item that is an object or has an inner timeline. Links these items while they are in
// progress.
typedef struct CoirItemState {
    int next, previous; // indices of items of the playhead, in the order of the description; -1: none
} CoirItemState;

struct CoirPlayhead {
    CoirItemState head;
    CoirRunRecord *run;
    const CoirTimeline *timeline;
    CoirPlayhead *outer;   // playhead of the timeline around; NULL: this is the run's own playhead
    const CoirItem *item;  // item of `outer` that this playhead plays
    int64_t time;          // current time, counted over all loops; of a waiting playhead: time when the wait began
    int64_t since;         // time of the last event; since then items in progress only move
    int64_t frontier;      // greatest time up to which instants have taken effect; -1: none
    int64_t loop;          // number of finished loops; of an empty loop: number of its last update (timeline.h)
    int64_t step;          // number of the last step or seek in which loops were played one by one (loops.c)
    int loops;             // number of loops that were played one by one in that step or seek, up to a limit
    bool is_spent;         // further loops of this step make no calls
    bool is_waiting;       // not moved before `event`; until then in the heap of the outer playhead
    int64_t until;         // end of the step that is under way
    uint64_t key;          // key of the occurrence of `item`
    int next, next_end;    // index of the next item to begin; index in `ends` of the next leaf to end
    int first, last;       // items in progress that have a CoirItemState; -1: none
    int active;            // number of links and of objects in progress
    int watched;           // number of inner timelines in progress that cannot wait
    CoirPlayhead *waiting; // heap of inner playheads that wait; NULL: none
    CoirPlayhead *due;     // list of inner playheads with an event that has come; NULL: none

    // Of an inner playhead that can wait.
    int64_t event; // time of the outer playhead at which the next inner event comes
    union {
        CoirHeapLinks heap;     // in `waiting` of the outer playhead
        CoirPlayhead *next_due; // in `due` of the outer playhead
    };

    int64_t cached_event;   // cache: time of an event, on this playhead
    int64_t cached_elapsed; // cache: time of the same event, as elapsed time of `item`
};

// State of a channel (value.c). `start` is the start value, and `sum` the amount that finished leaves have added since.
// The value of the channel is `start` + `sum`, changed by the links in progress.
typedef struct CoirChannel {
    // Value before the playhead touched the channel, plus later changes by other code if there are leaves that add.
    double initial[COIR_PROPERTY_WIDTH];

    double start[COIR_PROPERTY_WIDTH], sum[COIR_PROPERTY_WIDTH];
    double mark[COIR_PROPERTY_WIDTH]; // sum before a loop; of an uneven channel (loops.c): value before a loop
    float wrote[COIR_PROPERTY_WIDTH]; // value that was written to the node, or read from the node, last
    int first, last;                  // links in progress, in the order of the description
    bool is_known, is_dirty;          // the start value is known; the value must be written
    bool is_set;                      // a leaf that sets the channel has begun since the last rewind
} CoirChannel;

// State of a link (CoirLinkDef). The links of a channel that are in progress are a list in the order of the
// description.
typedef struct CoirLink {
    int next, previous;
    double absorbed[COIR_PROPERTY_WIDTH]; // amount of this link that a `to` has absorbed; the `to` is before this link
                                          // in the description
} CoirLink;

// State of a leaf that needs its start value: a leaf that sets or multiplies. `from` is the start value in the
// occurrence with the key `key`.
typedef struct CoirLeafState {
    double from[COIR_PROPERTY_WIDTH];
    uint64_t key;
} CoirLeafState;

// State of an object at the present time of a silent replay: before its beginning, in progress, or after its end.
typedef enum CoirObjectStage { COIR_OBJECT_BEFORE, COIR_OBJECT_ACTIVE, COIR_OBJECT_LEFT } CoirObjectStage;

// State of an object. The current state of the class follows, and the state after the first start.
typedef struct CoirObjectState {
    CoirItemState head;
    bool is_started;  // started or updated, and neither undone nor left (coir_objects_leave) since
    bool has_effect;  // started or updated since the last undo of the whole run
    bool is_silent;   // in a silent replay: the object is called after the replay, if needed
    uint8_t stage;    // in a silent replay: a CoirObjectStage
    int replay_order; // in a silent replay: number of the last begin or end
    double left_at;   // with COIR_OBJECT_LEFT: fraction at which the replay has left the object
    double shown;     // fraction of the last update since the start; -1: none
    uint64_t key;     // key of the occurrence of the last start; 0: undone, to be started again
    CoirPlayhead *playhead;
    const CoirItem *item;            // NULL: the object was never started
    struct CoirObjectState *earlier; // object of the run that was started before this object
} CoirObjectState;

// Returns true for an item that is a time bender. The item must have an inner timeline.
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

// Returns true for a playhead with channels of its own: the run's own playhead, or the playhead of a time bender.
static inline bool coir_playhead_owns_channels(const CoirPlayhead *playhead)
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

// Returns the key of the present loop in the present occurrence of a playhead. The key is never 0.
static inline uint64_t coir_playhead_occurrence(const CoirPlayhead *playhead)
{
    return ((playhead->key + (uint64_t)playhead->loop + 1) * UINT64_C(0x9E3779B97F4A7C15)) | 1;
}

// Returns the key of the occurrence of an item in the present loop of `outer`.
static inline uint64_t coir_playhead_key(const CoirPlayhead *outer, const CoirItem *item)
{
    return coir_playhead_occurrence(outer) + (uint64_t)item->order;
}

// Channels (channel.c, value.c) --------------------------------------------------------------------------------------

// Returns the node of a target; NULL: the node was destroyed, or the run has ended.
CoirNode *coir_run_target(const CoirRunRecord *run, CoirNodeRef target);

// Reads the start value of a channel from the node. If the start value is known already, adds the changes by other code
// (the user's, and other runs) since the last write.
void coir_channel_touch(CoirPass *pass, CoirPlayhead *playhead, int channel);

// Marks a channel for the next write, also if nothing is in progress in the channel.
void coir_channel_mark(CoirPlayhead *playhead, int channel);

// Computes the value of a channel at the playhead's time.
void coir_channel_value(const CoirPlayhead *playhead, int channel, double *value);

// Called when a leaf, or an inner timeline, begins and ends.
void coir_leaf_begin(CoirPass *pass, CoirPlayhead *playhead, const CoirItem *item);
void coir_leaf_end(CoirPass *pass, CoirPlayhead *playhead, const CoirItem *item);
void coir_links_begin(CoirPlayhead *playhead, const CoirItem *item);
void coir_links_end(CoirPlayhead *playhead, const CoirItem *item);

// Adds the whole amount of a leaf to the sum of its channel, as if the leaf had been played. The leaf must not be a
// leaf that sets.
void coir_leaf_add_whole(CoirPlayhead *playhead, const CoirItem *item);

// Releases the copies of frames of pictures (CoirChannelDef.notes) that the run's own playhead keeps.
void coir_channels_let_go(CoirPlayhead *playhead);

// Called when a run has ended. Sets properties that blink to their values before the blink. `node`: the node of the
// run.
void coir_channels_end(const CoirPlayhead *playhead, CoirNode *node);

// Returns the fraction of a leaf's time, eased. An ease function may halt the run.
double coir_leaf_fraction(const CoirPlayhead *playhead, const CoirItem *item);

// Sets all channels of a playhead to the values before the playhead touched them.
void coir_channels_rewind(CoirPlayhead *playhead);

// Writes channels of the run's own playhead to the nodes: channels with leaves in progress, also in inner timelines,
// and channels that have changed.
void coir_channels_write(CoirPass *pass, CoirPlayhead *playhead);

// Objects (object.c, playhead.c) -------------------------------------------------------------------------------------

// Starts an object. Returns false for an instant that has not taken effect because its `start` halted the run.
bool coir_object_begin(CoirPass *pass, CoirPlayhead *playhead, const CoirItem *item);
void coir_object_update(CoirPass *pass, CoirPlayhead *playhead, const CoirItem *item, double t);

// Undoes an object when the time is back at the object's begin.
void coir_object_undo(CoirPass *pass, CoirPlayhead *playhead, const CoirItem *item);

// Updates the objects in progress, also in inner timelines.
void coir_objects_update(CoirPass *pass, CoirPlayhead *playhead);

// Undoes all objects of a run that have begun, in the reverse order of their first starts.
void coir_objects_undo(CoirPass *pass);

// Called when a time bender begins. Objects inside that an earlier occurrence has started keep their effects when the
// time turns back in the new occurrence.
void coir_objects_leave(CoirPass *pass, const CoirPlayhead *playhead);

// Called before and after a *silent* replay: the replay of a time bender when the time has turned back. The replay
// calls no object that was started before. coir_objects_end_silence then calls these objects for the new time:
//
// 1. An object that has not begun at the new time is undone. Objects are undone in the reverse order of their first
//    starts.
// 2. An object that has begun, and was undone before, is started again.
// 3. An object that has ended is updated, if its last update was for another fraction.
//
// Instants are not undone.
void coir_objects_silence(CoirPass *pass, const CoirPlayhead *playhead);
void coir_objects_end_silence(CoirPass *pass);
bool coir_object_is_silent(const CoirPlayhead *playhead, const CoirItem *item);

// Calls the `end` functions of the objects in progress, when the run has ended.
void coir_objects_end(CoirRunRecord *run, CoirPlayhead *playhead, CoirNode *node, CoirRunEnd reason);

// Returns true if instants at the time of a playhead have taken effect before: this playhead, or a playhead around,
// plays a time bender whose time has turned back.
bool coir_playhead_is_past(const CoirPlayhead *playhead);

// Playing ------------------------------------------------------------------------------------------------------------

// Returns the inner time at an elapsed time of the item of `inner`. An ease function may halt the run.
int64_t coir_playhead_inner_time(const CoirPlayhead *inner, int64_t elapsed);

// Lets a playhead begin at its time 0. Leaves keep their states of earlier occurrences.
void coir_playhead_begin(CoirRunRecord *run, CoirPlayhead *playhead, const CoirTimeline *timeline, CoirPlayhead *outer,
                         const CoirItem *item);

// Plays a run's playhead forwards up to a time, and writes the nodes. User code may halt the run before this time.
// `drops_calls`: calls are not made.
void coir_playhead_play(CoirRunRecord *run, int64_t time, bool drops_calls);

// Brings a run's playhead backwards or forwards to a time. The result is that of playing up to this time in one step.
// Calls are made only if the time goes forwards and `with_calls` is true.
void coir_playhead_seek(CoirRunRecord *run, int64_t time, bool with_calls);

// Brings a run's playhead to a time, and writes the nodes, but calls no user code. A run that would call user code on
// the way, or begin a leaf on a node without the leaf's property, halts before this item, and its next step goes on
// with the item. Two kinds of runs are brought at most to the time before the first event: runs with exact objects,
// and, if the time goes backwards, runs that may call user code. Does nothing for a run that may call user code between
// events (ease functions, fields with functions, time benders with calls).
void coir_playhead_show(CoirRunRecord *run, int64_t time);

// Updates the exact objects of a run's playhead for a time; forwards, at most for the time just before the first event
// on the way. Does nothing if the time goes backwards, and an event lies between or a time bender is in progress. Calls
// nothing else. `is_frozen`: the local time stops now.
void coir_playhead_update_exact(CoirRunRecord *run, int64_t time, bool is_frozen);

// Plays a run's playhead backwards to a time, without calls, and writes the nodes.
void coir_playhead_play_back(CoirRunRecord *run, int64_t time);

// Restores the values that the run found, as if nothing had begun.
void coir_playhead_rewind(CoirRunRecord *run);

// Returns the time of the next event: an item begins or ends, also in an inner timeline, or a loop ends. COIR_NEVER:
// none. `until`: the end of the step.
int64_t coir_playhead_next_event(CoirPlayhead *playhead, int64_t until);

// Returns true while nothing moves between events.
bool coir_playhead_is_still(const CoirPlayhead *playhead);

// A leaf that is stepped alone until the next event. A plain run has a CoirHotLeaf for each channel:
//
// 1. In a channel with leaves that add, `at` is the start value of the channel; while a leaf is in progress, this value
//    plus the sum of the leaves before.
// 2. In a channel with leaves that set, `at` is the start value of the leaf `item`, also when this leaf is over.
// 3. In a channel with leaves that set, `wrote` is not the value that was written last, but the value before the first
//    leaf.
typedef struct CoirHotLeaf {
    const CoirItem *item; // the leaf; of a plain run: the leaf that has begun last, NULL: none
    int64_t since;        // local time of the run at which the leaf began
    double at[2];         // start value; with COIR_HOT_TURN: start value and distance
    float wrote[2];       // value that was written last; not used while the leaf is in the hot part of the run (run.h)
    int channel;          // channel of the run's own playhead
    bool is_known;        // of a plain run: the start value of the channel is known
    bool is_over;         // of a plain run: the leaf is over
} CoirHotLeaf;

// Returns the local time of the run up to which all animations keep their frames; COIR_NEVER: no animation is in
// progress. Returns -1 if anything is in progress besides repeats, and animations without ease and speed.
int64_t coir_playhead_frames_until(const CoirPlayhead *playhead);

// Stores the hot leaves in progress in `hot`, and returns their number. Returns 0 if anything is in progress besides
// repeats, and hot leaves on the run's node. Also returns 0 if there are more than `most` leaves, or if a leaf is not
// alone in its channel.
int coir_playhead_hot_leaves(CoirPlayhead *playhead, CoirHotLeaf *hot, int most);

#endif
