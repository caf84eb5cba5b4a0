// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The existing objects: a few of each kind, in tables.
//
// - keep_... puts a new object into its table. If the table is full, an object is removed, and destroyed if the driver
//   owns the object.
// - any_... picks an object, or sometimes NULL.
// - take_... picks an object and removes it from the table, because the object will be handed over or destroyed.
//
// Objects that end with their owner are removed from the tables when the owner is taken or destroyed.

#ifndef COIR_TESTS_RANDOM_WORLD_H
#define COIR_TESTS_RANDOM_WORLD_H

#include "random/driver.h"

// Destroys all objects.
void world_end(void);

// Ends the program if coir_node_validate fails for a scene.
void check_scenes(void);

// Nodes. any_node picks any node, also a destroyed node that is not freed yet. any_sprite to any_circle pick a node of
// a class; any_sprite and any_label sometimes pick a node of another class. live_node picks a node that has not been
// destroyed, or NULL.
void keep_node(void *node);
void forget_node(const CoirNode *node); // called before the node is freed
CoirNode *any_node(void);
CoirNode *live_node(void);
CoirSprite *any_sprite(void);
CoirLabel *any_label(void);
CoirNineSlice *any_nine_slice(void);
CoirTiled *any_tiled(void);
CoirBox *any_box(void);
CoirCircle *any_circle(void);
CoirNodeRef any_ref(void);
bool is_alive(const CoirNode *node);

#define NODES 6
CoirNode *const *any_nodes(void); // NODES nodes, some of them NULL; or NULL

// Actions. The driver owns a reference to each description in the table. The table has the cost of each description: if
// a description would make the present call too expensive, take_action releases the description and returns a leaf.
// keep_action_times is for a description that plays its parts `times` times.
CoirAction *any_action(void);
CoirAction *take_action(void);
void keep_action(CoirAction *action);
void keep_action_times(CoirAction *action, int times);
int any_times(void); // a number of repeats for the action that was just taken

#define PARTS 4
typedef struct Parts {
    CoirAction *of[PARTS + 1]; // the parts and the end mark
} Parts;
Parts take_parts(int count);
CoirAction *const *take_parts_to_end(void);

typedef struct Cost {
    double calls; // maximum number of calls of callbacks in one step
    int parts;    // number of leaves and compositions
} Cost;
extern Cost taken; // cost of all actions that were taken for the present call

void keep_run(CoirRun run);
CoirRun any_run(void);

// Time.
void keep_scheduler(CoirScheduler *scheduler);
CoirScheduler *any_scheduler(void); // also the scheduler of a stage
CoirScheduler *take_scheduler(void);

// any_target picks a target for a scheduler: an address, or in the scheduler of a stage also a node. any_tick_of picks
// a callback for the target.
void *any_target(const CoirScheduler *scheduler);
CoirTickFn any_tick_of(const void *target);
const void *any_queried_target(void); // any address or node
void keep_target_set(CoirTargetSet *set);
CoirTargetSet *any_target_set(void);
CoirTargetSet *take_target_set(void);
void keep_queue(CoirTimerQueue *queue, CoirTimerQueue *parent);
CoirTimerQueue *any_queue(void);
CoirTimerQueue *take_queue(void); // removes the child queues from the table, too
void move_queue(CoirTimerQueue *queue, CoirTimerQueue *parent);
void keep_timer(CoirTimerId id);
CoirTimerId any_timer(void);

void keep_manager(CoirActionManager *manager, CoirScheduler *on);
CoirActionManager *any_manager(void); // also the manager of a stage
CoirActionManager *take_manager(void);
void keep_node_set(CoirNodeSet *set);
CoirNodeSet *any_node_set(void);
CoirNodeSet *take_node_set(void);

// Stages and directors. take_... also destroys the action managers that run on the stage's scheduler.
void keep_stage(CoirStage *stage);
CoirStage *any_stage(void); // also the stage of a director
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
void forget_caches_without_director(void); // the end of the last director empties the caches
CoirFrame any_frame_value(void);
const CoirFrame *any_frame(void);
void keep_font(CoirFont *font);
CoirFont *any_font(void); // also a purged font
CoirTextStyle any_style(void);
const CoirTextStyle *any_style_pointer(void); // NULL: the default
void keep_sheet(CoirSheet *sheet);
CoirSheet *any_sheet(void); // also a purged sheet

// Sounds. any_sound also picks sounds that were destroyed or purged.
void keep_sound(CoirSound *sound); // made from samples or a tone
void keep_cached_sound(CoirSound *sound);
CoirSound *any_sound(void);
CoirSound *take_sound(void);
void keep_voice(CoirVoice voice);
CoirVoice any_voice(void); // also a stale voice
void keep_group(CoirGroup group);
CoirGroup any_group(void); // also a destroyed group

// Ends the program if coir_sounds_fault finds a fault.
void check_sounds(void);

#endif
