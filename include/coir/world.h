// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Worlds: stages that run at the same time, each in a thread of its own. A program that never calls these functions has
// one world, the default world, and can ignore this header.
//
// A world has everything that its stages share: nodes, references, schedulers, actions, runs and the memory that is
// kept for them. A thread uses one world at a time. All functions of Coir work in the world that their thread uses,
// and each thread begins with the default world. A server that plays many games gives each thread a world:
//
//     void play(CoirWorld *world) // in a thread
//     {
//         coir_world_use(world);
//         CoirStage *stage = coir_stage_new();
//         while (is_playing())
//             coir_stage_update(stage, 1.0 / 60);
//         coir_stage_destroy(stage);
//         coir_world_use(NULL); // before the thread ends
//     }
//
// 1. A world is used by at most one thread at a time. This thread may hand the world on to another thread. The library
//    refuses a second thread, except in the default world: only your main thread should use the default world while
//    this world has nodes. A thread must call coir_world_use(NULL) before it ends: otherwise its world counts as in use
//    for ever.
// 2. Everything belongs to the world in which it was made. Nodes, references, actions, runs, stages and schedulers of
//    one world must not be passed to functions while the calling thread uses another world. Functions that change
//    nodes, stages, schedulers and action managers report this as a mistake; queries do not. A reference or a run of
//    another world names nothing; only after 254 more worlds were made, an old reference may name an object of a new
//    world. Actions are not checked: make each action in the world that runs the action, since worlds that share an
//    action may crash the program. The scheduler of a stage takes a node of another world for a target that is no node.
//    To send something to another world, call coir_scheduler_post with a scheduler of the other world, as for any
//    thread.
// 3. Textures, fonts, labels, sheets, sounds, voices, the mixer, drawing, directors, windows, inputs, controllers,
//    saves, the folder of assets, and the hooks for the log and for memory belong to the whole program. Only the thread
//    that uses the default world may call their functions; elsewhere the call is a mistake. In other worlds, nodes,
//    sprites without a picture, timers, actions, scenes, listeners and events work as in the default world, but nothing
//    is drawn, and no sound is played.
// 4. Each thread has a coir_error() of its own. Set the hooks for the log (coir/log.h) and for memory (coir/memory.h)
//    before you start threads: all threads call the hooks, maybe at the same time.
// 5. Node types and everything else that is constant may be used in all worlds.

#ifndef COIR_WORLD_H
#define COIR_WORLD_H

#include <stdbool.h>

#include "coir/api.h"

typedef struct CoirWorld CoirWorld;

// Makes an empty world, which no thread uses yet. You destroy the world. Returns NULL if there is no memory.
COIR_API CoirWorld *coir_world_new(void);

// Destroys a world, and frees the memory that the world keeps. If this thread uses the world, the thread uses the
// default world afterwards. Returns false, and changes nothing, while another thread uses the world, inside of a
// callback of the world, and while the world has stages, nodes, schedulers, action managers or actions;
// coir_error() says which. Destroyed nodes count until they are freed (coir_nodes_sweep). NULL does nothing and returns
// true.
COIR_API bool coir_world_destroy(CoirWorld *world);

// Lets this thread use `world` from now on; NULL: the default world. Returns false, and changes nothing, while another
// thread uses `world`, and inside of a callback of stages, nodes, actions or schedulers. In other callbacks the call is
// not always refused. Do not call the function there: in callbacks of timer queues without a scheduler and of inputs
// without a director, in CoirStaggerDef.make, in CoirActionClass.reverse, and in the functions of coir_voice_on_end.
COIR_API bool coir_world_use(CoirWorld *world);

// Returns the world that this thread uses; NULL: the default world.
COIR_API CoirWorld *coir_world_used(void);

#endif
