// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Shared by the tests of the rules of actions: calls that are noted as "name@time:x ", with the x of their node at the
// time of the call; a comparison of numbers.

#ifndef COIR_TESTS_ACTION_INSTANTS_H
#define COIR_TESTS_ACTION_INSTANTS_H

#include "support/actions.h"

static inline void note_x(CoirNode *of, void *name)
{
    assert_true(coir_manager_of(of)->is_calling);
    note("%s@%.10g:%.7g ", (const char *)name, time_of(of), (double)of->position.x);
}

static inline CoirAction *say_x(const char *name)
{
    return coir_call(note_x, (void *)name);
}

static inline CoirAction *loop_of(double duration, CoirAction *instant)
{
    return coir_sequence(instant, coir_delay(duration));
}

#define assert_at(value, expected) check_near((double)(value), (expected), #value, __FILE__, __LINE__)

#endif
