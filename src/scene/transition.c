// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Transitions in progress. Each frame draws both scenes into canvases. The canvases have the size of the painter's
// present clip, which is the visible area of the stage. The transition's class then draws the canvases over the same
// area. The views of the canvases are moved by whole pixels, so a scene looks in its canvas as without a transition.

#include "scene/transition.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "draw/canvas.h"
#include "media/texture.h"
#include "node/reference.h"
#include "scene/stage.h"
#include "time/nanoseconds.h"

struct CoirTransitionRun {
    CoirTransition what;
    CoirTexture *from, *to;  // canvases; NULL: not drawn yet
    int64_t start, duration; // nanoseconds
    CoirTransitionRun *next; // next run in CoirWorld.retired_transitions
};

// Making and freeing runs --------------------------------------------------------------------------------------------

static bool is_right(const CoirTransition *what, const char *function)
{
    const CoirTransitionClass *kind = what->kind;
    if (!kind->draw)
        return MISTAKE("%s: the transition %s has no function `draw`; set the field of its CoirTransitionClass",
                       function, kind->name ? kind->name : "without a name");
    if (kind->size > COIR_TRANSITION_BYTES)
        return MISTAKE("%s: the transition %s has %zu bytes of parameters; %d are possible: allocate more in `made`",
                       function, kind->name ? kind->name : "without a name", kind->size, COIR_TRANSITION_BYTES);
    if (!(what->duration >= 0) || what->duration > COIR_SECONDS_MAX)
        return MISTAKE("%s: a transition of %g s; it must last from 0 s to a hundred years", function, what->duration);
    if ((unsigned)what->ease >= COIR_EASE_COUNT)
        return MISTAKE("%s: the transition has the ease %d; it must be a CoirEase below COIR_EASE_COUNT", function,
                       (int)what->ease);
    if (what->ease_parameter != 0 &&
        !(isfinite(what->ease_parameter) && coir_ease_takes(what->ease, what->ease_parameter)))
        return MISTAKE(
            "%s: the transition has the ease_parameter %g, which its ease does not take; 0 means the ease's usual "
            "parameter",
            function, what->ease_parameter);
    return true;
}

static void report_refusal(const CoirTransitionClass *kind)
{
    FAIL("the `made` function of the transition %s returned false", kind->name ? kind->name : "without a name");
}

bool coir_transition_run_new(const CoirTransition *what, CoirTransitionRun **result, const char *function)
{
    int64_t duration = 0;
    *result = NULL;
    if (!what || !what->kind)
        return true;
    if (!is_right(what, function))
        return false;
    coir_to_nanoseconds(what->duration, &duration);
    if (duration == 0)
        return true;
    CoirTransitionRun *run = coir_alloc(sizeof *run);
    if (!run)
        return false;
    run->what = *what;
    run->duration = duration;
    uint32_t error = coir_error_number();
    coir_nodes_busy_begin();
    bool is_made = !what->kind->made || what->kind->made(run->what.parameters_.bytes_);
    coir_nodes_busy_end();
    if (!is_made) {
        if (error == coir_error_number())
            report_refusal(what->kind);
        coir_transition_run_retire(run);
        return false;
    }
    *result = run;
    return true;
}

void coir_transition_run_retire(CoirTransitionRun *run)
{
    if (!run)
        return;
    run->next = coir_world()->retired_transitions;
    coir_world()->retired_transitions = run;
}

void coir_transition_runs_sweep(void)
{
    CoirTransitionRun *next = coir_world()->retired_transitions;
    coir_world()->retired_transitions = NULL;
    while (next) {
        CoirTransitionRun *run = next;
        next = run->next;
        coir_nodes_busy_begin();
        if (run->what.kind->destroy)
            run->what.kind->destroy(run->what.parameters_.bytes_);
        coir_nodes_busy_end();
        coir_canvas_destroy(run->from);
        coir_canvas_destroy(run->to);
        coir_free(run);
    }
}

// Time ---------------------------------------------------------------------------------------------------------------

void coir_transition_run_start(CoirTransitionRun *run, int64_t now)
{
    run->start = now;
}

bool coir_transition_run_is_over(const CoirTransitionRun *run, int64_t now)
{
    return now - run->start >= run->duration;
}

// Returns the time that the present frame shows. Between two whole steps, a transition continues with the speed of
// the last step.
static int64_t drawn_time(const CoirStage *stage)
{
    int64_t now = coir_scheduler_reads(stage->base.scheduler);
    return now + (int64_t)(stage->step_ahead * (double)(now - stage->step_began));
}

static float progress_at(const CoirTransitionRun *run, int64_t now)
{
    const CoirTransition *what = &run->what;
    double t = (double)(now - run->start) / (double)run->duration;
    if (!what->curve)
        return (float)(what->ease_parameter == 0 ? coir_ease_at(what->ease, t)
                                                 : coir_ease_at_with(what->ease, what->ease_parameter, t));
    if (t <= 0 || t >= 1)
        return t <= 0 ? 0 : 1;
    float progress = (float)what->curve(t, what->curve_user);
    return isfinite(progress) ? progress : (float)t;
}

// Drawing ------------------------------------------------------------------------------------------------------------

static bool fit(CoirTexture **canvas, CoirClip clip)
{
    if (*canvas)
        return coir_canvas_set_size(*canvas, clip.width, clip.height);
    *canvas = coir_canvas_new(clip.width, clip.height);
    return *canvas;
}

static void draw_scene(CoirStage *stage, CoirNode *scene, CoirTexture *canvas, CoirClip clip, CoirPainter *painter)
{
    CoirCanvasBefore before;
    CoirAffine view = painter->view;
    view.tx -= (float)clip.x;
    view.ty -= (float)clip.y;
    if (!coir_painter_begin_canvas(painter, canvas, view, &before))
        return;
    if (scene)
        coir_stage_draw_root(stage, scene, painter);
    coir_painter_end_canvas(painter, &before);
}

// Lets the transition's class draw over the area of the clip. For the class, the lower left corner of this area is
// (0, 0).
static void draw_between(CoirTransitionRun *run, int64_t now, CoirClip clip, CoirPainter *painter)
{
    const CoirAffine v = painter->view;
    const CoirTransitionClass *kind = run->what.kind;
    float scale_x = sqrtf(v.a * v.a + v.b * v.b), scale_y = sqrtf(v.c * v.c + v.d * v.d);
    CoirVec2 size = coir_vec2((float)clip.width / scale_x, (float)clip.height / scale_y);
    CoirTransitionView view = {run->from, run->to, size, progress_at(run, now), run->what.parameters_.bytes_};
    if (!isfinite(size.x) || !isfinite(size.y))
        return;
    painter->transform = (CoirAffine){scale_x, 0, 0, -scale_y, (float)clip.x, (float)(clip.y + clip.height)};
    painter->tint = COIR_WHITE;
    int clips = painter->clip_count, blends = painter->blend_count;
    coir_painter_begin_hooks(painter);
    kind->draw(&view, painter);
    coir_painter_pop_all(painter, clips, blends, kind->name ? kind->name : "a transition");
    coir_painter_end_hooks(painter);
    if (painter->raw_waits && painter->sink)
        coir_painter_flush(painter);
    painter->transform = v;
}

void coir_transition_draw(CoirStage *stage, CoirPainter *painter)
{
    CoirTransitionRun *run = stage->transition; // a draw hook may end the transition; the run is freed later
    CoirClip clip = painter->clips[painter->clip_count - 1];
    int64_t now = drawn_time(stage);
    if (clip.width == 0 || clip.height == 0)
        return;
    if (!fit(&run->from, clip) || !fit(&run->to, clip)) {
        painter->failed = true;
        return;
    }
    draw_scene(stage, stage->outgoing, run->from, clip, painter);
    draw_scene(stage, stage->scene, run->to, clip, painter);
    draw_between(run, now, clip, painter);
}

// Making -------------------------------------------------------------------------------------------------------------

CoirTransition coir_transition_of(const CoirTransitionClass *kind, double duration, const void *parameters)
{
    CoirTransition transition = {.kind = kind, .duration = duration};
    if (kind && parameters && kind->size <= COIR_TRANSITION_BYTES)
        memcpy(transition.parameters_.bytes_, parameters, kind->size);
    return transition;
}

CoirTransition coir_transition_with_ease(CoirTransition transition, CoirEase ease)
{
    transition.ease = ease;
    return transition;
}
