// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The objects that are there: few of each kind, in tables. keep_... puts one that was just made into its table (and
// destroys another one where the table is full), any_... picks one, or now and then NULL, take_... picks one and
// removes it from the table, as it is about to be handed over or destroyed. An object that its owner takes along is
// removed by the function that destroys the owner.

#ifndef COIR_TESTS_RANDOM_WORLD_H
#define COIR_TESTS_RANDOM_WORLD_H

#include "random/driver.h"

// Destroys all there is.
void world_end(void);

// Ends the program when what must hold in a tree does not in one of the scenes.
void check_scenes(void);

// Nodes: any of all, also destroyed ones that are not yet freed; of a kind; one that has not been destroyed, or NULL.
void keep_node(void *node);
void forget_node(const CoirNode *node); // it is about to be freed
CoirNode *any_node(void);
CoirNode *live_node(void);
CoirSprite *any_sprite(void);
CoirLabel *any_label(void);
CoirNineSlice *any_nine_slice(void);
CoirTiled *any_tiled(void);
CoirNodeRef any_ref(void);
bool is_alive(const CoirNode *node);

#define NODES 6
CoirNode *const *any_nodes(void); // NODES of them, NULL among them

// Actions: references that the driver owns. A description is kept with the most calls that a step of it may make and
// the number of its parts, so that they stay small.
CoirAction *any_action(void);
CoirAction *take_action(void);
void keep_action(CoirAction *action);
void keep_action_times(CoirAction *action, int times);
int any_times(void); // how often what was just taken may be repeated

#define PARTS 4
typedef struct Parts {
    CoirAction *of[PARTS + 1]; // and the mark of the end
} Parts;
Parts take_parts(int count);
CoirAction *const *take_parts_to_end(void);

// What taken actions cost in all, since the call that is being made began.
typedef struct Cost {
    double calls;
    int parts;
} Cost;
extern Cost taken;

void keep_run(CoirRun run);
CoirRun any_run(void);

// Time.
void keep_scheduler(CoirScheduler *scheduler);
CoirScheduler *any_scheduler(void); // also a stage's
CoirScheduler *take_scheduler(void);

// What may be scheduled for in a scheduler: any address, and nodes in those of stages; and a callback for it.
void *any_target(const CoirScheduler *scheduler);
CoirTickFn any_tick_of(const void *target);
const void *any_target_asked(void); // any address or node
void keep_target_set(CoirTargetSet *set);
CoirTargetSet *any_target_set(void);
CoirTargetSet *take_target_set(void);
void keep_queue(CoirTimerQueue *queue, CoirTimerQueue *parent);
CoirTimerQueue *any_queue(void);
CoirTimerQueue *take_queue(void); // with all below it
void move_queue(CoirTimerQueue *queue, CoirTimerQueue *parent);
void keep_timer(CoirTimerId id);
CoirTimerId any_timer(void);

void keep_manager(CoirActionManager *manager, CoirScheduler *on);
CoirActionManager *any_manager(void); // also a stage's
CoirActionManager *take_manager(void);
void keep_node_set(CoirNodeSet *set);
CoirNodeSet *any_node_set(void);
CoirNodeSet *take_node_set(void);

// Stages and directors. take_...: with the managers that go by its clock.
void keep_stage(CoirStage *stage);
CoirStage *any_stage(void); // also a director's
CoirStage *take_stage(void);
void keep_director(CoirDirector *director);
CoirDirector *any_director(void);
CoirDirector *take_director(void);
int director_count(void);

// Pictures.
void keep_texture(CoirTexture *texture); // made from pixels
void keep_cached_texture(CoirTexture *texture);
CoirTexture *any_texture(void);
CoirTexture *take_texture(void);
void forget_cached_textures(void);
void forget_caches_without_director(void); // the last director takes the caches along
CoirFrame any_frame_value(void);
const CoirFrame *any_frame(void);
void keep_font(CoirFont *font);
CoirFont *any_font(void); // also a purged one
CoirTextStyle any_style(void);
const CoirTextStyle *any_style_pointer(void); // NULL: the default
void keep_sheet(CoirSheet *sheet);
CoirSheet *any_sheet(void); // also a purged one

#endif
