// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "scene/sprite_actions.h"

#include "action/describe/action.h"
#include "coir/sprite.h"

#define AT(FIELD) .offset = offsetof(CoirSprite, FIELD), .node_class = &CoirSprite_class, .is_discrete = true
#define FLIP(NAME, FIELD)                                                               \
    {                                                                                   \
        .prefix = "", .name = NAME, AT(FIELD), .count = 1, .storage = COIR_STORAGE_BOOL \
    }

static const CoirPropertyTraits properties[] = {
    [COIR_PROPERTY_FLIP_X - COIR_PROPERTY_FLIP_X] = FLIP("flip_x", flip_x),
    [COIR_PROPERTY_FLIP_Y - COIR_PROPERTY_FLIP_X] = FLIP("flip_y", flip_y),
    [COIR_PROPERTY_FRAME - COIR_PROPERTY_FLIP_X] = {.prefix = "",
                                                    .name = "set_frame",
                                                    .offset = offsetof(CoirSprite, texture_),
                                                    .node_class = &CoirSprite_class,
                                                    .count = 3,
                                                    .storage = COIR_STORAGE_ADDRESS,
                                                    .frames = &coir_sprite_frames},
};

void coir_sprite_use_properties(void)
{
    if (!atomic_load_explicit(&coir_sprite_properties, memory_order_relaxed))
        atomic_store_explicit(&coir_sprite_properties, properties, memory_order_relaxed);
}

static CoirAction *flip(CoirProperty property, bool is_flipped)
{
    coir_sprite_use_properties();
    return coir_action_make_switch(property, is_flipped);
}

CoirAction *coir_flip_x(bool is_flipped)
{
    return flip(COIR_PROPERTY_FLIP_X, is_flipped);
}

CoirAction *coir_flip_y(bool is_flipped)
{
    return flip(COIR_PROPERTY_FLIP_Y, is_flipped);
}
