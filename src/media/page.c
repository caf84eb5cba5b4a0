// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "media/page.h"

#include <string.h>

#include "base/alloc.h"
#include "base/world.h"

#define WHITE_SIDE 1

static CoirPage *pages;
static uint32_t last_stamp;

static void link_page(CoirPage *page)
{
    page->link = &pages;
    page->next = pages;
    if (page->next)
        page->next->link = &page->next;
    pages = page;
}

static void link_place(CoirPlace *place)
{
    CoirPage *page = place->page;
    place->link = &page->places;
    place->next = page->places;
    if (place->next)
        place->next->link = &place->next;
    page->places = place;
    for (int form = 0; form < COIR_TEXTURE_FORMS; form++) {
        place->uploaded[form] = false;
        page->incomplete[form] = true;
    }
}

static void free_page(CoirPage *page)
{
    coir_page_drop_copies(page);
    *page->link = page->next;
    if (page->next)
        page->next->link = page->link;
    coir_packer_clear(&page->packer);
    coir_free(page);
}

static CoirPage *make_page(int width, int height, CoirFilter filter)
{
    CoirPage *page = coir_alloc(sizeof *page);
    if (!page)
        return NULL;
    page->width = width;
    page->height = height;
    page->u = 1 / (float)width;
    page->v = 1 / (float)height;
    page->filter = filter;
    page->stamp = ++last_stamp;
    page->packer = coir_packer(width, height);
    link_page(page);
    return page;
}

// Finds a place on a shared page. Returns false if there is no room.
static bool put(CoirPage *page, CoirPlace *place, int width, int height)
{
    const int padding = COIR_PAGE_PADDING;
    if (!coir_packer_put(&page->packer, width + 2 * padding, height + 2 * padding, &place->box))
        return false;
    place->page = page;
    place->x = (float)(place->box.x + padding);
    place->y = (float)(place->box.y + padding);
    link_place(place);
    return true;
}

static bool take_shared(CoirPlace *place, int width, int height, CoirFilter filter)
{
    for (CoirPage *page = pages; page; page = page->next) {
        if (!page->shared || page->filter != filter)
            continue;
        if (!coir_packer_reserve(&page->packer))
            return false;
        if (put(page, place, width, height))
            return true;
    }
    CoirPage *page = make_page(COIR_PAGE_SIZE, COIR_PAGE_SIZE, filter);
    if (!page)
        return false;
    page->shared = true;
    if (!coir_packer_reserve(&page->packer)) {
        free_page(page);
        return false;
    }
    put(page, &page->white, WHITE_SIDE, WHITE_SIDE);
    if (coir_packer_reserve(&page->packer) && put(page, place, width, height))
        return true;
    free_page(page);
    return false;
}

static bool take_alone(CoirPlace *place, int width, int height, CoirFilter filter)
{
    CoirPage *page = make_page(width, height, filter);
    if (!page)
        return false;
    place->page = page;
    place->box = (CoirPackedRect){0, 0, width, height};
    place->x = place->y = 0;
    link_place(place);
    return true;
}

bool coir_place_take(CoirPlace *place, CoirTexture *texture, int width, int height, CoirFilter filter)
{
    bool small = width <= COIR_PAGE_IMAGE_MAX && height <= COIR_PAGE_IMAGE_MAX;
    place->texture = texture;
    return small ? take_shared(place, width, height, filter) : take_alone(place, width, height, filter);
}

bool coir_place_take_canvas(CoirPlace *place, CoirTexture *texture, int width, int height, CoirFilter filter)
{
    place->texture = texture;
    if (!take_alone(place, width, height, filter))
        return false;
    place->page->canvas = true;
    return true;
}

void coir_place_give(CoirPlace *place)
{
    CoirPage *page = place->page;
    *place->link = place->next;
    if (place->next)
        place->next->link = place->link;
    page->stamp = ++last_stamp;
    if (page->shared)
        coir_packer_remove(&page->packer, place->box);
    bool empty = page->places == (page->shared ? &page->white : NULL);
    if (empty)
        free_page(page);
    memset(place, 0, sizeof *place);
}

void coir_place_move(CoirPlace *to, CoirPlace *from)
{
    *to = *from;
    *to->link = to;
    if (to->next)
        to->next->link = &to->next;
    memset(from, 0, sizeof *from);
}

// Returns shared page number `number` (from 0) in the list; NULL if there are not so many.
static const CoirPage *shared_page(int number)
{
    const CoirPage *page = pages;
    while (page && (!page->shared || number-- > 0))
        page = page->next;
    return page;
}

static CoirPageInfo info_of(const CoirPage *page)
{
    double area = (double)page->width * page->height;
    // -1: the white pixel is not counted.
    CoirPageInfo info = {page->width, page->height, page->filter, -1, (double)page->packer.used_area / area};
    for (const CoirPlace *place = page->places; place; place = place->next)
        info.images++;
    return info;
}

int coir_pages_each(void (*function)(const CoirPageInfo *info, void *user), void *user)
{
    if (!coir_world_check("coir_pages_each"))
        return 0;
    int count = 0;
    for (const CoirPage *page; (page = shared_page(count)) != NULL; count++) { // `function` may change the list
        CoirPageInfo info = info_of(page);
        if (function)
            function(&info, user);
    }
    return count;
}
