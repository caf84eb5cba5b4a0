// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The functions for scenes call the functions of the director's stage. Messages begin with the name of the director's
// function.

#include "app/director.h"
#include "scene/stage.h"

bool coir_director_show(CoirDirector *director, CoirNode *scene)
{
    return coir_director_is_given(director, "coir_director_show") &&
           coir_stage_show_for(director->stage, scene, NULL, "coir_director_show");
}

bool coir_director_push(CoirDirector *director, CoirNode *scene)
{
    return coir_director_is_given(director, "coir_director_push") &&
           coir_stage_push_for(director->stage, scene, NULL, "coir_director_push");
}

bool coir_director_pop(CoirDirector *director)
{
    return coir_director_is_given(director, "coir_director_pop") &&
           coir_stage_pop_for(director->stage, NULL, "coir_director_pop");
}

bool coir_director_pop_to_root(CoirDirector *director)
{
    return coir_director_is_given(director, "coir_director_pop_to_root") &&
           coir_stage_pop_to_for(director->stage, 1, NULL, "coir_director_pop_to_root");
}

bool coir_director_pop_to_level(CoirDirector *director, int level)
{
    return coir_director_is_given(director, "coir_director_pop_to_level") &&
           coir_stage_pop_to_for(director->stage, level, NULL, "coir_director_pop_to_level");
}

bool coir_director_show_with(CoirDirector *director, CoirNode *scene, CoirTransition transition)
{
    return coir_director_is_given(director, "coir_director_show_with") &&
           coir_stage_show_for(director->stage, scene, &transition, "coir_director_show_with");
}

bool coir_director_push_with(CoirDirector *director, CoirNode *scene, CoirTransition transition)
{
    return coir_director_is_given(director, "coir_director_push_with") &&
           coir_stage_push_for(director->stage, scene, &transition, "coir_director_push_with");
}

bool coir_director_pop_with(CoirDirector *director, CoirTransition transition)
{
    return coir_director_is_given(director, "coir_director_pop_with") &&
           coir_stage_pop_for(director->stage, &transition, "coir_director_pop_with");
}

bool coir_director_pop_to_level_with(CoirDirector *director, int level, CoirTransition transition)
{
    return coir_director_is_given(director, "coir_director_pop_to_level_with") &&
           coir_stage_pop_to_for(director->stage, level, &transition, "coir_director_pop_to_level_with");
}

bool coir_director_set_overlay(CoirDirector *director, CoirNode *overlay)
{
    return coir_director_is_given(director, "coir_director_set_overlay") &&
           coir_stage_set_overlay_for(director->stage, overlay, "coir_director_set_overlay");
}

CoirNode *coir_director_scene(const CoirDirector *director)
{
    return director ? coir_stage_scene(director->stage) : NULL;
}
