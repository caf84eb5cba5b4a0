// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "base/owned.h"

#include <stddef.h>

#include "base/alloc.h"

bool coir_owned_add(CoirOwned **list, void *user, CoirUserFn release)
{
    CoirOwned *owned = coir_alloc(sizeof *owned);
    if (!owned)
        return false;
    *owned = (CoirOwned){*list, user, release};
    *list = owned;
    return true;
}

void coir_owned_move(CoirOwned **list, CoirOwned **waiting)
{
    CoirOwned **end = list;
    while (*end)
        end = &(*end)->next;
    *end = *waiting;
    *waiting = *list;
    *list = NULL;
}

void coir_owned_release(CoirOwned **list)
{
    while (*list) {
        CoirOwned owned = **list;
        coir_free(*list);
        *list = owned.next;
        owned.release(owned.user);
    }
}
