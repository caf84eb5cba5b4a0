// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The default world, and the world of each thread. The functions of worlds are in worlds.c, so that files of
// base can use the variables without a dependency on the functions.

#include "base/world.h"

CoirWorld coir_default_world = {.unreleased_end = &coir_default_world.unreleased};
_Thread_local CoirWorld *coir_world_of_thread COIR_FAST_THREAD_LOCAL = &coir_default_world;
