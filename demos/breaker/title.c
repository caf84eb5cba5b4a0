// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include <string.h>

#include "../ink.h"
#include "breaker.h"

bool breaker_begin(Breaker *breaker, CoirDirector *director, const char *levels_path, uint64_t seed)
{
    CoirInput *input = coir_director_input(director);
    *breaker = (Breaker){.director = director, .input = input, .random = coir_random(seed), .heading = "BREAKER"};
    coir_input_bind(input, "left", "Left, A, Left stick left, Pad left");
    coir_input_bind(input, "right", "Right, D, Left stick right, Pad right");
    coir_input_bind(input, "launch", "Space, Enter, Pad south, Mouse left");
    coir_input_bind(input, "pause", "P, Pad start");
    coir_input_bind(input, "back", "Escape, Pad east");
    return read_levels(breaker, levels_path) && coir_texture_load("night.png") && coir_texture_load("spark.png") &&
           breaker_go(breaker, make_title);
}

// Shows another scene, unless a change of scenes is under way.
bool breaker_go(Breaker *breaker, CoirNode *(*make_scene)(Breaker *breaker))
{
    CoirStage *stage = coir_director_stage(breaker->director);
    CoirNode *scene = coir_stage_is_changing(stage) ? NULL : make_scene(breaker);
    double duration = coir_stage_scene(stage) ? 0.5 : 0; // the first scene comes at once
    if (scene && coir_stage_show_with(stage, scene, coir_transition_fade(duration, coir_rgb(16, 18, 46))))
        return true;
    coir_node_destroy(scene);
    return false;
}

CoirLabel *add_text(CoirNode *parent, const char *text, float x, float y, float scale)
{
    CoirTextStyle style = {.font = coir_font_load("chunky.fnt"), .scale = scale, .align = COIR_ALIGN_CENTER};
    return coir_label_add_with_style(parent, text, &style, x, y);
}

static void add_letter(CoirNode *scene, const char *word, int index)
{
    float x = 480 + 92 * (index - (strlen(word) - 1) / 2.0f);
    CoirBox *brick = coir_box_add(scene, x, 620, 84, 84, ink_hue(index / 8.0f));
    if (!brick)
        return;
    brick->radius = 16;
    add_text(&brick->node, (char[]){word[index], '\0'}, 42, 40, 1.1f);
    CoirAction *fall = coir_ease(COIR_EASE_OUT_BOUNCE, coir_move_by(1, 0, -250));
    coir_node_run(brick, coir_sequence(coir_delay(index / 12.0f), fall));
}

static void watch_title(void *scene, double dt, void *user)
{
    Breaker *breaker = user;
    if (coir_input_pressed(breaker->input, "launch"))
        breaker_go(breaker, make_game);
    if (coir_input_pressed(breaker->input, "back"))
        coir_director_end(breaker->director);
}

CoirNode *make_title(Breaker *breaker)
{
    CoirNode *scene = coir_node_new();
    coir_sprite_add(scene, "night.png", 480, 270);
    for (int i = 0; breaker->heading[i]; i++)
        if (breaker->heading[i] != ' ')
            add_letter(scene, breaker->heading, i);
    if (breaker->best > 0)
        coir_label_set_format(add_text(scene, "", 480, 240, 0.9f), "score %d   best %d", breaker->score, breaker->best);
    CoirLabel *hint = add_text(scene, "press space, click or tap to play", 480, 150, 0.5f);
    coir_node_run(hint, coir_repeat_forever(coir_yoyo(coir_fade_to(0.9, 0.3f))));
    coir_node_every_frame(scene, watch_title, breaker, 0);
    return scene;
}
