// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// One list in the order of calling. The first update of each priority (a level) also knows the first of the next level
// and the last of its own, so that inserting steps over priorities, not over updates, and nothing is allocated.

#include "time/update_list.h"

#include <stddef.h>

// The first of the level before `priority`'s (NULL: none); `*level` becomes the first with `priority` or above.
static CoirUpdate *find_level(const CoirUpdateList *list, int priority, CoirUpdate **level)
{
    CoirUpdate *before = NULL;
    *level = list->first;
    while (*level && (*level)->priority < priority) {
        before = *level;
        *level = before->level_next;
    }
    return before;
}

static void link_after(CoirUpdateList *list, CoirUpdate *update, CoirUpdate *after)
{
    update->previous = after;
    update->next = after ? after->next : list->first;
    if (update->next)
        update->next->previous = update;
    if (after)
        after->next = update;
    else
        list->first = update;
}

void coir_update_list_insert(CoirUpdateList *list, CoirUpdate *update)
{
    CoirUpdate *level, *before = find_level(list, update->priority, &level);
    CoirUpdate *after = before ? before->level_last : NULL;
    bool is_first = true;
    update->level_next = level;
    update->level_last = update;
    if (level && level->priority == update->priority) {
        CoirUpdate *last = level->level_last;
        while (last != after && last->order > update->order)
            last = last->previous;
        is_first = last == after;
        if (is_first) {
            update->level_next = level->level_next;
            update->level_last = level->level_last;
        } else if (last == level->level_last) {
            level->level_last = update;
        }
        after = last;
    }
    link_after(list, update, after);
    if (is_first && before)
        before->level_next = update;
    update->listed = true;
}

void coir_update_list_remove(CoirUpdateList *list, CoirUpdate *update)
{
    CoirUpdate *level, *before = find_level(list, update->priority, &level);
    CoirUpdate *follower = update->level_next;
    if (level == update && update->level_last != update) {
        follower = update->next;
        follower->level_next = update->level_next;
        follower->level_last = update->level_last;
    } else if (level->level_last == update) {
        level->level_last = update->previous;
    }
    if (level == update && before)
        before->level_next = follower;
    if (list->cursor == update)
        list->cursor = update->next;
    if (update->previous)
        update->previous->next = update->next;
    else
        list->first = update->next;
    if (update->next)
        update->next->previous = update->previous;
    update->previous = update->next = update->level_next = update->level_last = NULL;
    update->listed = false;
}
