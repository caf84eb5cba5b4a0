// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "model/action_values.h"

#include <math.h>
#include <string.h>

#include "coir/sprite.h"

#define NEAR 1e-3

void action_values_read(const CoirNode *node, double values[][3])
{
    const CoirSprite *sprite = (const CoirSprite *)node;
    const double read[GROUP_COUNT][3] = {
        [GROUP_POSITION] = {(double)node->position.x, (double)node->position.y},
        [GROUP_SCALE] = {(double)node->scale.x, (double)node->scale.y},
        [GROUP_ROTATION] = {(double)node->rotation},
        [GROUP_SKEW] = {(double)node->skew.x, (double)node->skew.y},
        [GROUP_SIZE] = {(double)node->size.x, (double)node->size.y},
        [GROUP_ANCHOR] = {(double)node->anchor.x, (double)node->anchor.y},
        [GROUP_OPACITY] = {(double)node->opacity},
        [GROUP_COLOR] = {node->color.r, node->color.g, node->color.b},
        [GROUP_VISIBLE] = {node->visible},
        [GROUP_FLIP_X] = {sprite->flip_x},
        [GROUP_FLIP_Y] = {sprite->flip_y},
        [GROUP_Z] = {node->z},
        [GROUP_FRAME] = {(double)coir_sprite_region(sprite).x},
    };
    memcpy(values, read, sizeof read);
}

static CoirVec2 vec2_of(const double *values)
{
    return coir_vec2((float)values[0], (float)values[1]);
}

void action_values_write(CoirNode *node, const double values[][3])
{
    const double *color = values[GROUP_COLOR];
    node->position = vec2_of(values[GROUP_POSITION]);
    node->scale = vec2_of(values[GROUP_SCALE]);
    node->rotation = (float)values[GROUP_ROTATION][0];
    node->skew = vec2_of(values[GROUP_SKEW]);
    node->size = vec2_of(values[GROUP_SIZE]);
    node->anchor = vec2_of(values[GROUP_ANCHOR]);
    node->opacity = (float)values[GROUP_OPACITY][0];
    node->color = coir_rgb((uint8_t)color[0], (uint8_t)color[1], (uint8_t)color[2]);
    node->visible = values[GROUP_VISIBLE][0] != 0;
    ((CoirSprite *)node)->flip_x = values[GROUP_FLIP_X][0] != 0;
    ((CoirSprite *)node)->flip_y = values[GROUP_FLIP_Y][0] != 0;
    node->z = (int)values[GROUP_Z][0];
    ((CoirSprite *)node)->keeps_size_ = true;
    CoirFrame frame = action_frame((int)values[GROUP_FRAME][0]);
    coir_sprite_set_frame((CoirSprite *)node, &frame);
}

bool action_values_near(TreeGroup group, double model, double library)
{
    double most = group == GROUP_COLOR ? 255 : 1;
    if (isnan(model) || fabs(model) > 1e30)
        return true;
    if (group == GROUP_COLOR || group == GROUP_OPACITY)
        model = model < 0 ? 0 : model > most ? most : model;
    if (group == GROUP_COLOR)
        return fabs(model - library) <= 0.5 + NEAR;
    return fabs(model - library) <= NEAR + NEAR / 10 * fabs(model);
}

const char *const action_group_names[GROUP_COUNT] = {"position", "scale",   "rotation", "skew",    "size",
                                                     "anchor",   "opacity", "color",    "visible", "flip_x",
                                                     "flip_y",   "z",       "frame"};
