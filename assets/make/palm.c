// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "palm.h"

#include <math.h>

static Point unit(Point a, Point b)
{
    float dx = b.x - a.x, dy = b.y - a.y;
    float len = fmaxf(sqrtf(dx * dx + dy * dy), 1e-5f);
    return (Point){dx / len, dy / len};
}

static void leaflet(Canvas *c, const Frond *f, Dice *d, float t, float sign)
{
    Point p = quad_at(f->root, f->bend, f->tip, t);
    Point along = unit(quad_at(f->root, f->bend, f->tip, t - 0.01f), quad_at(f->root, f->bend, f->tip, t + 0.01f));
    // The angle between leaflet and frond gets smaller towards the tip.
    float spread = sign * (1.25f - 0.85f * t + dice(d, -0.07f, 0.07f));
    float k = cosf(spread), s = sinf(spread);
    Point dir = {along.x * k - along.y * s, along.x * s + along.y * k};
    float size = f->leaf * (0.35f + 0.65f * ease(0, 0.3f, t)) * (1 - 0.62f * ease(0.45f, 1, t)) * dice(d, 0.9f, 1.08f);
    Point mid = {p.x + dir.x * size * 0.55f, p.y + dir.y * size * 0.55f};
    Point end = {p.x + dir.x * size, p.y + dir.y * size + f->sag * size};
    mid.y += f->sag * size * 0.12f;
    cv_taper(c, (Taper){p, mid, end, f->width * 0.7f, f->width, 0});
}

void palm_frond(Canvas *c, const Frond *f, Dice *d)
{
    for (int i = 0; i < f->count; i++) {
        float t = 0.1f + 0.88f * (float)i / (float)(f->count - 1);
        leaflet(c, f, d, t, 1);
        leaflet(c, f, d, t + 0.012f, -1);
    }
    cv_taper(c, (Taper){f->root, f->bend, f->tip, f->width * 1.5f, f->width * 0.9f, 0.2f});
}

static Frond crown_frond(const Palm *p, Dice *d, float angle, float length)
{
    float len = p->reach * length * dice(d, 0.92f, 1.06f);
    float dx = cosf(angle), dy = sinf(angle);
    Frond f = {.root = p->crown, .leaf = len * 0.27f, .width = p->reach * 0.022f, .count = 26};
    f.bend = (Point){p->crown.x + dx * len * 0.6f, p->crown.y + dy * len * 0.6f - len * 0.2f};
    // The more horizontal a frond is, the more its tip hangs down.
    float fall = len * (0.1f + 0.28f * fabsf(dx));
    // The tip of an upright frond is moved to the side, so that the frond is an arch and not straight.
    float lean = (dx < 0 ? -0.3f : 0.3f) * len * (1 - fabsf(dx));
    f.tip = (Point){p->crown.x + dx * len + lean, p->crown.y + dy * len * 0.8f + fall};
    f.sag = 0.3f;
    return f;
}

static void crown(Canvas *c, const Palm *p, uint32_t seed, int n, float length)
{
    Dice d = {seed};
    cv_begin(c);
    for (int i = 0; i < n; i++) {
        float angle = -PI * 1.2f + PI * 1.4f * (float)i / (float)(n - 1) + dice(&d, -0.1f, 0.1f);
        Frond f = crown_frond(p, &d, angle, length);
        palm_frond(c, &f, &d);
    }
}

static void trunk(Canvas *c, const Palm *p)
{
    float w = p->thick;
    cv_begin(c);
    cv_taper(c, (Taper){p->foot, p->bend, p->crown, w * 1.7f, w, w * 0.75f});
    cv_fill(c, linear(p->foot.x, p->foot.y, p->crown.x, p->crown.y, p->dark, p->dark));
    cv_push(c);
    cv_clip(c);
    cv_inner(c, faded(flat(p->rim), 0.75f), -p->sun * w * 0.22f, 0, w * 0.14f);
    // The scars of fallen leaves ring the trunk.
    for (int i = 1; i < 44; i++) {
        float t = (float)i / 44;
        Point q = quad_at(p->foot, p->bend, p->crown, t);
        cv_begin(c);
        cv_taper(
            c,
            (Taper){
                {q.x - w, q.y - w * 0.1f}, {q.x, q.y + w * 0.35f}, {q.x + w, q.y - w * 0.1f}, 0.5f, w * 0.11f, 0.5f});
        cv_fill(c, faded(flat(p->dark), 0.8f));
    }
    cv_pop(c);
}

static void nuts(Canvas *c, const Palm *p)
{
    static const Point at[] = {{-0.9f, 0.5f}, {0.1f, 0.85f}, {0.95f, 0.4f}, {-0.2f, 0.1f}};
    float r = p->thick * 0.62f;
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        cv_begin(c);
        cv_ellipse(c, p->crown.x + at[i].x * r * 1.25f, p->crown.y + at[i].y * r * 1.6f, r, r * 1.08f);
        cv_fill(c, flat(p->dark));
        cv_inner(c, faded(flat(p->rim), 0.6f), -p->sun * r * 0.35f, r * 0.1f, r * 0.3f);
    }
}

void palm_tree(Canvas *c, const Palm *p)
{
    float r = p->reach;
    crown(c, p, p->seed + 7, 6, 0.86f);
    cv_fill(c, radial(p->crown.x, p->crown.y, r, r, p->dark, p->back));
    trunk(c, p);
    crown(c, p, p->seed, 8, 1);
    cv_fill(c, stop(radial(p->crown.x, p->crown.y, r, r, p->dark, p->back), 0.75f, p->dark));
    nuts(c, p);
}
