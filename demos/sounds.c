// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Sound: a keyboard of sounds, a mixing desk, slow motion with sound, and a beat machine. All sounds are tones, made
// from a few numbers. The parts are in the other files with names that begin with `sounds`.

#include "sounds.h"

#include "demo.h"
#include "ink.h"

typedef struct Studio {
    CoirNode node;
    SoundsKit kit;
} Studio;

static const CoirNodeClass Studio_class;

static bool studio_made(CoirNode *node)
{
    return sounds_kit_make(&COIR_AS(Studio, node)->kit);
}

static void studio_destroy(CoirNode *node)
{
    sounds_kit_free(&COIR_AS(Studio, node)->kit);
}

static void studio_draw(CoirNode *node, CoirPainter *painter)
{
    (void)node;
    ink_backdrop(painter);
}

static COIR_NODE_CLASS(Studio, .made = studio_made, .destroy = studio_destroy, .draw = studio_draw);

static bool add(Studio *studio, CoirNode *part)
{
    return part && coir_node_add(studio, part);
}

static CoirNode *make_sounds(CoirDirector *director, uint64_t seed)
{
    Studio *studio = COIR_NEW(Studio);
    (void)seed;
    if (studio && add(studio, sounds_pads_new(&studio->kit)) && add(studio, sounds_desk_new(&studio->kit)) &&
        add(studio, sounds_ball_new(&studio->kit)) && add(studio, sounds_beat_new(&studio->kit)) &&
        add(studio, sounds_frames_new(&studio->kit, director)))
        return &studio->node;
    coir_node_destroy(studio ? &studio->node : NULL);
    return NULL;
}

const CoirDemo demo_sounds = {"sounds", "tones, groups, slow motion that is heard, and an exact beat", make_sounds};
