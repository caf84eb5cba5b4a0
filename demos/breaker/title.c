// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include <string.h>

#include "../ink.h"
#include "breaker.h"

// The save of the game. A save with another size is from another version of the game, and is not read.
typedef struct Save {
    int best, volumes[2];
} Save;

void breaker_save(const Breaker *breaker)
{
    Save save = {breaker->best, {breaker->volumes[0], breaker->volumes[1]}};
    if (breaker->keeps && !coir_save_write("player", &save, sizeof save))
        coir_log(COIR_LOG_WARNING, "%s", coir_error());
}

static void set_volume(Breaker *breaker, CoirGroup group, int volume)
{
    breaker->volumes[group] = volume;
    coir_group_set_volume(group, volume / 10.0f);
    if (group == COIR_GROUP_EFFECTS)
        coir_group_set_volume(COIR_GROUP_INTERFACE, volume / 10.0f);
}

static void load(Breaker *breaker)
{
    Save save;
    if (!breaker->keeps || coir_save_read("player", &save, sizeof save) != sizeof save)
        return;
    breaker->best = save.best;
    for (CoirGroup group = COIR_GROUP_EFFECTS; group <= COIR_GROUP_MUSIC; group++)
        if (save.volumes[group] >= 0 && save.volumes[group] <= 10)
            set_volume(breaker, group, save.volumes[group]);
}

bool breaker_begin(Breaker *breaker, CoirDirector *director, const char *levels_path, uint64_t seed)
{
    CoirInput *input = coir_director_input(director);
    *breaker = (Breaker){.director = director,
                         .input = input,
                         .random = coir_random(seed),
                         .volumes = {10, 10},
                         .heading = "BREAKER",
                         .keeps = breaker->keeps};
    load(breaker);
    coir_input_bind(input, "left", "Left, A, Left stick left, Pad left");
    coir_input_bind(input, "right", "Right, D, Left stick right, Pad right");
    coir_input_bind(input, "launch", "Space, Enter, Pad south, Mouse left");
    coir_input_bind(input, "pause", "P, Pad start");
    coir_input_bind(input, "back", "Escape, Pad east");
    coir_input_bind(input, "music down", "1, Pad down");
    coir_input_bind(input, "music up", "2, Pad up");
    coir_input_bind(input, "effects down", "3, Pad left shoulder");
    coir_input_bind(input, "effects up", "4, Pad right shoulder");
    coir_input_bind(input, "mute", "M, Pad back");
    return read_levels(breaker, levels_path) && coir_texture_load("night.png") && coir_texture_load("spark.png") &&
           sounds_load(&breaker->sounds, seed) && breaker_go(breaker, make_title);
}

// Frees the sounds of the game. Call this function also if breaker_begin has returned false.
void breaker_end(Breaker *breaker)
{
    sounds_destroy(&breaker->sounds);
}

// Shows another scene, unless a change of scenes is in progress. Returns false if the scene is not shown.
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

static void change_volume(Breaker *breaker, CoirGroup group, int change)
{
    int volume = breaker->volumes[group] + change;
    // During a change of scenes, the volume lines of both scenes read the key.
    bool received_twice = coir_stage_is_changing(coir_director_stage(breaker->director));
    if (change == 0 || volume < 0 || volume > 10 || received_twice)
        return;
    set_volume(breaker, group, volume);
    breaker_save(breaker);
    sounds_play_blip(&breaker->sounds);
}

static void watch_volumes(void *label, double dt, void *user)
{
    Breaker *breaker = user;
    CoirInput *input = breaker->input;
    bool muted = coir_group_is_muted(COIR_GROUP_ALL) != coir_input_pressed(input, "mute");
    change_volume(breaker, COIR_GROUP_MUSIC,
                  coir_input_pressed(input, "music up") - coir_input_pressed(input, "music down"));
    change_volume(breaker, COIR_GROUP_EFFECTS,
                  coir_input_pressed(input, "effects up") - coir_input_pressed(input, "effects down"));
    coir_group_set_muted(COIR_GROUP_ALL, muted);
    coir_label_set_format(label, "music %d  (1, 2)       effects %d  (3, 4)       %s  (M)",
                          breaker->volumes[COIR_GROUP_MUSIC], breaker->volumes[COIR_GROUP_EFFECTS],
                          muted ? "muted" : "mute");
}

// Adds a line that shows the volumes. The line also reads the keys that change the volumes, even while the line is
// hidden.
void add_volumes(CoirNode *parent, Breaker *breaker)
{
    CoirLabel *label = add_text(parent, "", 480, 92, 0.4f);
    if (label)
        coir_node_every_frame(label, watch_volumes, breaker, 0);
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
    if (coir_input_pressed(breaker->input, "launch") && breaker_go(breaker, make_game)) {
        sounds_play_blip(&breaker->sounds);
        sounds_play_music(&breaker->sounds);
    }
    if (coir_input_pressed(breaker->input, "back"))
        coir_director_end(breaker->director);
}

CoirNode *make_title(Breaker *breaker)
{
    CoirNode *scene = coir_node_new();
    coir_sprite_add(scene, "night.png", 480, 270);
    coir_music_stop(0.5);
    for (int i = 0; breaker->heading[i]; i++)
        if (breaker->heading[i] != ' ')
            add_letter(scene, breaker->heading, i);
    if (breaker->best > 0)
        coir_label_set_format(add_text(scene, "", 480, 240, 0.9f), "score %d   best %d", breaker->score, breaker->best);
    CoirLabel *hint = add_text(scene, "press space, click or tap to play", 480, 150, 0.5f);
    coir_node_run(hint, coir_repeat_forever(coir_yoyo(coir_fade_to(0.9, 0.3f))));
    add_volumes(scene, breaker);
    coir_node_every_frame(scene, watch_title, breaker, 0);
    return scene;
}
