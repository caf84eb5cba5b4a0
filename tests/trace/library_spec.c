// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Makes the action that a trace describes in text, as nested forms like (repeat 2 (delay 1)) (spec.h). Each kind of
// form has a function that makes its action. In TraceSpec.forms, a form comes after its parts: the actions of the parts
// are on top of a stack, and the new action replaces them. A part that could not be made is passed to the library as
// NULL.

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "trace/library.h"
#include "trace/words.h"

typedef struct Maker {
    TraceEngine *engine;
    const TraceForm *form;
    const double *n;          // numbers of the form
    CoirAction *const *parts; // actions of the parts, which the new action owns
} Maker;

// Converts a number to a float. A number that is too large for a float becomes infinite, because C does not define the
// conversion.
static float to_float(double number)
{
    if (fabs(number) > FLT_MAX)
        return number < 0 ? -INFINITY : INFINITY;
    return (float)number;
}

static CoirVec2 point(const double *numbers)
{
    return coir_vec2(to_float(numbers[0]), to_float(numbers[1]));
}

// Transforms ---------------------------------------------------------------------------------------------------------

static CoirAction *make_moveto(const Maker *m)
{
    return coir_move_to(m->n[0], to_float(m->n[1]), to_float(m->n[2]));
}

static CoirAction *make_moveby(const Maker *m)
{
    return coir_move_by(m->n[0], to_float(m->n[1]), to_float(m->n[2]));
}

static CoirAction *make_scaleto(const Maker *m)
{
    return coir_scale_to(m->n[0], to_float(m->n[1]), to_float(m->n[2]));
}

static CoirAction *make_scaleby(const Maker *m)
{
    return coir_scale_by(m->n[0], to_float(m->n[1]), to_float(m->n[2]));
}

static CoirAction *make_rotateto(const Maker *m)
{
    return coir_rotate_to(m->n[0], to_float(m->n[1]));
}

static CoirAction *make_rotateby(const Maker *m)
{
    return coir_rotate_by(m->n[0], to_float(m->n[1]));
}

static CoirAction *make_skewto(const Maker *m)
{
    return coir_skew_to(m->n[0], to_float(m->n[1]), to_float(m->n[2]));
}

static CoirAction *make_skewby(const Maker *m)
{
    return coir_skew_by(m->n[0], to_float(m->n[1]), to_float(m->n[2]));
}

static CoirAction *make_jumpto(const Maker *m)
{
    return coir_jump_to(m->n[0], to_float(m->n[1]), to_float(m->n[2]), to_float(m->n[3]), (int)m->n[4]);
}

static CoirAction *make_jumpby(const Maker *m)
{
    return coir_jump_by(m->n[0], to_float(m->n[1]), to_float(m->n[2]), to_float(m->n[3]), (int)m->n[4]);
}

static CoirAction *make_bezierto(const Maker *m)
{
    return coir_bezier_to(m->n[0], point(m->n + 1), point(m->n + 3), point(m->n + 5));
}

static CoirAction *make_bezierby(const Maker *m)
{
    return coir_bezier_by(m->n[0], point(m->n + 1), point(m->n + 3), point(m->n + 5));
}

// Returns the points of a form, which come after `before` other numbers. The caller frees the result.
static CoirVec2 *points(const Maker *m, int before, int *count)
{
    *count = (m->form->number_count - before) / 2;
    CoirVec2 *read = trace_allocate(NULL, (size_t)*count * sizeof *read);
    for (int i = 0; i < *count; i++)
        read[i] = point(m->n + before + 2 * i);
    return read;
}

typedef CoirAction *(*CardinalFn)(double duration, float tension, const CoirVec2 *points, int count);
typedef CoirAction *(*CatmullFn)(double duration, const CoirVec2 *points, int count);

static CoirAction *make_cardinal(const Maker *m, CardinalFn function)
{
    int count;
    CoirVec2 *read = points(m, 2, &count);
    CoirAction *action = function(m->n[0], to_float(m->n[1]), read, count);
    free(read);
    return action;
}

static CoirAction *make_catmull(const Maker *m, CatmullFn function)
{
    int count;
    CoirVec2 *read = points(m, 1, &count);
    CoirAction *action = function(m->n[0], read, count);
    free(read);
    return action;
}

static CoirAction *make_cardinalto(const Maker *m)
{
    return make_cardinal(m, coir_cardinal_spline_to);
}

static CoirAction *make_cardinalby(const Maker *m)
{
    return make_cardinal(m, coir_cardinal_spline_by);
}

static CoirAction *make_catmullto(const Maker *m)
{
    return make_catmull(m, coir_catmull_rom_to);
}

static CoirAction *make_catmullby(const Maker *m)
{
    return make_catmull(m, coir_catmull_rom_by);
}

// Looks --------------------------------------------------------------------------------------------------------------

static CoirAction *make_fadein(const Maker *m)
{
    return coir_fade_in(m->n[0]);
}

static CoirAction *make_fadeout(const Maker *m)
{
    return coir_fade_out(m->n[0]);
}

static CoirAction *make_fadeto(const Maker *m)
{
    return coir_fade_to(m->n[0], to_float(m->n[1] / 255));
}

static CoirAction *make_tintto(const Maker *m)
{
    for (int i = 1; i <= 3; i++)
        if (m->n[i] < 0 || m->n[i] > 255)
            return NULL;
    return coir_tint_to(m->n[0], (CoirColor){(uint8_t)m->n[1], (uint8_t)m->n[2], (uint8_t)m->n[3], 255});
}

static CoirAction *make_tintby(const Maker *m)
{
    return coir_tint_by(m->n[0], to_float(m->n[1]), to_float(m->n[2]), to_float(m->n[3]));
}

static CoirAction *make_blink(const Maker *m)
{
    return coir_blink(m->n[0], (int)m->n[1]);
}

// Instants -----------------------------------------------------------------------------------------------------------

static CoirAction *make_place(const Maker *m)
{
    return coir_place(to_float(m->n[0]), to_float(m->n[1]));
}

static CoirAction *make_show(const Maker *m)
{
    (void)m;
    return coir_show();
}

static CoirAction *make_hide(const Maker *m)
{
    (void)m;
    return coir_hide();
}

static CoirAction *make_togglevis(const Maker *m)
{
    (void)m;
    return coir_toggle_visibility();
}

static CoirAction *make_flipx(const Maker *m)
{
    return coir_flip_x(m->n[0] != 0);
}

static CoirAction *make_flipy(const Maker *m)
{
    return coir_flip_y(m->n[0] != 0);
}

static CoirAction *make_call(const Maker *m)
{
    return trace_make_call(m->engine, m->form->name);
}

static CoirAction *make_removeself(const Maker *m)
{
    (void)m;
    return coir_remove_self();
}

// Compositions -------------------------------------------------------------------------------------------------------

static CoirAction *make_delay(const Maker *m)
{
    return coir_delay(m->n[0]);
}

static CoirAction *make_sequence(const Maker *m)
{
    return coir_sequence_of(m->parts, m->form->part_count);
}

static CoirAction *make_spawn(const Maker *m)
{
    return coir_spawn_of(m->parts, m->form->part_count);
}

static CoirAction *make_repeat(const Maker *m)
{
    return coir_repeat((int)m->n[0], m->parts[0]);
}

static CoirAction *make_repeatforever(const Maker *m)
{
    return coir_repeat_forever(m->parts[0]);
}

static CoirAction *make_speed(const Maker *m)
{
    return coir_speed(m->n[0], m->parts[0]);
}

static CoirAction *make_reverse(const Maker *m)
{
    return coir_reverse(m->parts[0]);
}

static CoirAction *make_reversetime(const Maker *m)
{
    return coir_reverse_time(m->parts[0]);
}

static CoirAction *make_targeted(const Maker *m)
{
    return coir_targeted(trace_find_node(m->engine, (int)m->n[0]), m->parts[0]);
}

static CoirAction *make_yoyo(const Maker *m)
{
    return coir_yoyo(m->parts[0]);
}

static CoirAction *make_ease(const Maker *m)
{
    if (m->form->number_count > 0)
        return coir_ease_with(m->form->ease, m->n[0], m->parts[0]);
    return coir_ease(m->form->ease, m->parts[0]);
}

static CoirAction *(*const makers[TRACE_KINDS])(const Maker *m) = {
    [TRACE_MOVETO] = make_moveto,
    [TRACE_MOVEBY] = make_moveby,
    [TRACE_SCALETO] = make_scaleto,
    [TRACE_SCALEBY] = make_scaleby,
    [TRACE_ROTATETO] = make_rotateto,
    [TRACE_ROTATEBY] = make_rotateby,
    [TRACE_SKEWTO] = make_skewto,
    [TRACE_SKEWBY] = make_skewby,
    [TRACE_JUMPTO] = make_jumpto,
    [TRACE_JUMPBY] = make_jumpby,
    [TRACE_BEZIERTO] = make_bezierto,
    [TRACE_BEZIERBY] = make_bezierby,
    [TRACE_CARDINALTO] = make_cardinalto,
    [TRACE_CARDINALBY] = make_cardinalby,
    [TRACE_CATMULLTO] = make_catmullto,
    [TRACE_CATMULLBY] = make_catmullby,
    [TRACE_FADEIN] = make_fadein,
    [TRACE_FADEOUT] = make_fadeout,
    [TRACE_FADETO] = make_fadeto,
    [TRACE_TINTTO] = make_tintto,
    [TRACE_TINTBY] = make_tintby,
    [TRACE_BLINK] = make_blink,
    [TRACE_DELAY] = make_delay,
    [TRACE_PLACE] = make_place,
    [TRACE_SHOW] = make_show,
    [TRACE_HIDE] = make_hide,
    [TRACE_TOGGLEVIS] = make_togglevis,
    [TRACE_FLIPX] = make_flipx,
    [TRACE_FLIPY] = make_flipy,
    [TRACE_CALL] = make_call,
    [TRACE_REMOVESELF] = make_removeself,
    [TRACE_SEQUENCE] = make_sequence,
    [TRACE_SPAWN] = make_spawn,
    [TRACE_REPEAT] = make_repeat,
    [TRACE_REPEATFOREVER] = make_repeatforever,
    [TRACE_SPEED] = make_speed,
    [TRACE_REVERSE] = make_reverse,
    [TRACE_REVERSETIME] = make_reversetime,
    [TRACE_TARGETED] = make_targeted,
    [TRACE_YOYO] = make_yoyo,
    [TRACE_EASE] = make_ease,
};

CoirAction *trace_make_action(TraceEngine *engine, const TraceSpec *spec)
{
    CoirAction **made = trace_allocate(NULL, spec->form_count * sizeof *made), **end = made;
    for (const TraceForm *form = spec->forms; form < spec->forms + spec->form_count; form++) {
        end -= form->part_count;
        Maker maker = {engine, form, spec->numbers + form->numbers, end};
        *end = makers[form->kind](&maker);
        end++;
    }
    CoirAction *whole = made[0];
    free(made);
    return whole;
}
