// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Paths: jumps, Bezier curves, splines and polylines. For `t` from 0 to 1, jumps and splines are as in cocos2d-x, so
// that motions made for cocos2d-x look the same. If an ease leads beyond 1, splines and polylines stay at the last
// point. The cardinal spline is the spline of Catmull and Rom, "A class of local interpolating splines", 1974. The
// tangent at a point is (1 - tension) / 2 times the way from the point before to the point after.

#include "action/describe/path.h"

#include <math.h>
#include <string.h>

#include "action/describe/action.h"
#include "base/alloc.h"
#include "base/fail.h"

#define POINTS_MAX 1000000

// Positions ---------------------------------------------------------------------------------------------------------

static double jump_height(const CoirPath *path, double t)
{
    double f = t * path->jumps;
    f -= floor(f);
    return path->height * 4 * f * (1 - f);
}

// Returns a coordinate on a cubic Bezier curve. `p0` to `p3`: the same coordinate of the four points of the curve.
static double bezier(double p0, double p1, double p2, double p3, double t)
{
    double s = 1 - t;
    return s * s * s * p0 + 3 * t * s * s * p1 + 3 * t * t * s * p2 + t * t * t * p3;
}

static CoirVec2 point(const CoirPath *path, int index)
{
    return path->points[index < 0 ? 0 : index >= path->count ? path->count - 1 : index];
}

static double cardinal(double p0, double p1, double p2, double p3, double tension, double t)
{
    double t2 = t * t, t3 = t2 * t, s = (1 - tension) / 2;
    double b1 = s * (2 * t2 - t - t3), b2 = s * (t2 - t3) + (2 * t3 - 3 * t2 + 1);
    double b3 = s * (t3 - 2 * t2 + t) + (3 * t2 - 2 * t3), b4 = s * (t3 - t2);
    return p0 * b1 + p1 * b2 + p2 * b3 + p3 * b4;
}

static void spline(const CoirPath *path, double t, double *position)
{
    int last = path->count - 1;
    double along = t * last;
    int index = t >= 1 ? last : t <= 0 ? 0 : (int)along; // for t < 0, the first section is extended
    double local = t >= 1 ? 0 : along - index;
    CoirVec2 p0 = point(path, index - 1), p1 = point(path, index), p2 = point(path, index + 1),
             p3 = point(path, index + 2);
    double x = cardinal((double)p0.x, (double)p1.x, (double)p2.x, (double)p3.x, path->tension, local);
    double y = cardinal((double)p0.y, (double)p1.y, (double)p2.y, (double)p3.y, path->tension, local);
    position[0] = x;
    position[1] = y;
}

static double length_of(const CoirPath *path, int index)
{
    CoirVec2 a = path->points[index], b = path->points[index + 1];
    return hypot((double)b.x - (double)a.x, (double)b.y - (double)a.y);
}

// Computes a position on straight lines from point to point. Each call adds up the lengths, since few polylines have
// many points.
static void polyline(const CoirPath *path, double t, double *position)
{
    double total = 0;
    int last = path->count - 1, index = 0;
    for (int i = 0; i < last; i++)
        total += length_of(path, i);
    double rest = t >= 1 ? 0 : t * total, length = 0;
    if (t >= 1)
        index = last;
    for (; index < last; index++) {
        length = length_of(path, index);
        if (rest < length)
            break;
        rest -= length;
    }
    CoirVec2 a = point(path, index), b = point(path, index + 1);
    double f = index < last && length > 0 ? rest / length : 0;
    position[0] = (double)a.x + ((double)b.x - (double)a.x) * f;
    position[1] = (double)a.y + ((double)b.y - (double)a.y) * f;
}

static void along_points(const CoirPath *path, double t, double *position)
{
    if (path->kind == COIR_PATH_SPLINE)
        spline(path, t, position);
    else
        polyline(path, t, position);
}

void coir_path_by(const CoirPath *path, double t, double *way)
{
    const CoirVec2 *p = path->points;
    switch (path->kind) {
    case COIR_PATH_JUMP:
        way[0] = (double)p[0].x * t;
        way[1] = (double)p[0].y * t + jump_height(path, t);
        return;
    case COIR_PATH_BEZIER:
        way[0] = bezier(0, (double)p[0].x, (double)p[1].x, (double)p[2].x, t);
        way[1] = bezier(0, (double)p[0].y, (double)p[1].y, (double)p[2].y, t);
        return;
    case COIR_PATH_SPLINE:
    case COIR_PATH_POLYLINE: break;
    }
    along_points(path, t, way);
}

void coir_path_to(const CoirPath *path, const double *from, double t, double *position)
{
    const CoirVec2 *p = path->points;
    switch (path->kind) {
    case COIR_PATH_JUMP:
        position[0] = from[0] + ((double)p[0].x - from[0]) * t;
        position[1] = from[1] + ((double)p[0].y - from[1]) * t + jump_height(path, t);
        break;
    case COIR_PATH_BEZIER:
        position[0] = bezier(from[0], (double)p[0].x, (double)p[1].x, (double)p[2].x, t);
        position[1] = bezier(from[1], (double)p[0].y, (double)p[1].y, (double)p[2].y, t);
        break;
    case COIR_PATH_SPLINE:
    case COIR_PATH_POLYLINE: along_points(path, t, position); return;
    }
    if (t != 1)
        return;
    CoirVec2 end = path->points[path->count - 1];
    position[0] = (double)end.x;
    position[1] = (double)end.y;
}

// Returns a point of the way back. As in cocos2d-x, the way back of a line that does not begin at (0, 0) is moved by
// minus the first point. The last point is computed without rounding, so that both ways together end exactly where they
// began.
static CoirVec2 turned_point(const CoirPath *path, int index)
{
    const CoirVec2 *p = path->points;
    int last = path->count - 1;
    if (index == last)
        return coir_vec2(-p[last].x, -p[last].y);
    return coir_vec2(p[last - index].x - p[last].x - p[0].x, p[last - index].y - p[last].y - p[0].y);
}

static void turn(const CoirPath *path, CoirPath *turned)
{
    CoirVec2 end = path->points[path->count - 1], *to = turned->points;
    switch (path->kind) {
    case COIR_PATH_JUMP: to[0] = coir_vec2(-end.x, -end.y); return;
    case COIR_PATH_BEZIER:
        to[0] = coir_vec2(path->points[1].x - end.x, path->points[1].y - end.y);
        to[1] = coir_vec2(path->points[0].x - end.x, path->points[0].y - end.y);
        to[2] = coir_vec2(-end.x, -end.y);
        return;
    case COIR_PATH_SPLINE:
    case COIR_PATH_POLYLINE: break;
    }
    for (int i = 0; i < path->count; i++)
        to[i] = turned_point(path, i);
}

static bool are_finite(const CoirVec2 *points, int count)
{
    for (int i = 0; i < count; i++)
        if (!isfinite(points[i].x) || !isfinite(points[i].y))
            return false;
    return true;
}

CoirPath *coir_path_turned(const CoirPath *path)
{
    CoirPath *turned = coir_alloc(sizeof *turned + (size_t)path->count * sizeof path->points[0]);
    if (!turned)
        return NULL;
    *turned = *path;
    turn(path, turned);
    if (are_finite(turned->points, turned->count))
        return turned;
    MISTAKE("coir_reverse: the points of the path are too far apart; in the opposite, a coordinate would be infinite");
    coir_free(turned);
    return NULL;
}

// Making ------------------------------------------------------------------------------------------------------------

static CoirAction *make(CoirActionKind kind, double duration, const CoirPath *def, const CoirVec2 *points, int count,
                        const char *function)
{
    if (!points || count < 1 || count > POINTS_MAX)
        return MISTAKE("%s: a path needs 1 to %d points", function, POINTS_MAX), NULL;
    if (!are_finite(points, count))
        return MISTAKE("%s: a point is not finite", function), NULL;
    CoirAction *action = coir_action_make_timed(kind, duration, function);
    CoirPath *path = action ? coir_alloc(sizeof *path + (size_t)count * sizeof *points) : NULL;
    if (!path)
        return coir_action_refuse(action);
    *path = *def;
    path->count = count;
    memcpy(path->points, points, (size_t)count * sizeof *points);
    action->property = COIR_PROPERTY_POSITION;
    action->path = path;
    return action;
}

static CoirAction *make_jump(CoirActionKind kind, double duration, CoirVec2 end, float height, int jumps,
                             const char *function)
{
    if (jumps < 1 || !isfinite(height))
        return MISTAKE("%s: %d jumps of a height of %g; there must be at least one jump, with a finite height",
                       function, jumps, (double)height),
               NULL;
    CoirPath def = {.kind = COIR_PATH_JUMP, .height = (double)height, .jumps = jumps};
    return make(kind, duration, &def, &end, 1, function);
}

CoirAction *coir_jump_to(double duration, float x, float y, float height, int jumps)
{
    return make_jump(COIR_ACTION_TO, duration, coir_vec2(x, y), height, jumps, "coir_jump_to");
}

CoirAction *coir_jump_by(double duration, float x, float y, float height, int jumps)
{
    return make_jump(COIR_ACTION_BY, duration, coir_vec2(x, y), height, jumps, "coir_jump_by");
}

CoirAction *coir_bezier_to(double duration, CoirVec2 control1, CoirVec2 control2, CoirVec2 end)
{
    CoirVec2 points[] = {control1, control2, end};
    return make(COIR_ACTION_TO, duration, &(CoirPath){.kind = COIR_PATH_BEZIER}, points, 3, "coir_bezier_to");
}

CoirAction *coir_bezier_by(double duration, CoirVec2 control1, CoirVec2 control2, CoirVec2 end)
{
    CoirVec2 points[] = {control1, control2, end};
    return make(COIR_ACTION_BY, duration, &(CoirPath){.kind = COIR_PATH_BEZIER}, points, 3, "coir_bezier_by");
}

static CoirAction *make_spline(CoirActionKind kind, double duration, float tension, const CoirVec2 *points, int count,
                               const char *function)
{
    if (!isfinite(tension))
        return MISTAKE("%s: a tension of %g is not finite", function, (double)tension), NULL;
    CoirPath def = {.kind = COIR_PATH_SPLINE, .tension = (double)tension};
    return make(kind, duration, &def, points, count, function);
}

CoirAction *coir_cardinal_spline_to(double duration, float tension, const CoirVec2 *points, int count)
{
    return make_spline(COIR_ACTION_TO, duration, tension, points, count, "coir_cardinal_spline_to");
}

CoirAction *coir_cardinal_spline_by(double duration, float tension, const CoirVec2 *points, int count)
{
    return make_spline(COIR_ACTION_BY, duration, tension, points, count, "coir_cardinal_spline_by");
}

CoirAction *coir_catmull_rom_to(double duration, const CoirVec2 *points, int count)
{
    return make_spline(COIR_ACTION_TO, duration, 0.5f, points, count, "coir_catmull_rom_to");
}

CoirAction *coir_catmull_rom_by(double duration, const CoirVec2 *points, int count)
{
    return make_spline(COIR_ACTION_BY, duration, 0.5f, points, count, "coir_catmull_rom_by");
}

CoirAction *coir_polyline_to(double duration, const CoirVec2 *points, int count)
{
    return make(COIR_ACTION_TO, duration, &(CoirPath){.kind = COIR_PATH_POLYLINE}, points, count, "coir_polyline_to");
}

CoirAction *coir_polyline_by(double duration, const CoirVec2 *points, int count)
{
    return make(COIR_ACTION_BY, duration, &(CoirPath){.kind = COIR_PATH_POLYLINE}, points, count, "coir_polyline_by");
}
