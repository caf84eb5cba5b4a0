// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A moving box meets a box where a moving point meets the sum of both boxes, a larger box. A moving circle meets a
// box where a moving point meets a box with round corners. The contact is where the point enters the sum.
//
// After a contact, rounding to floats leaves the moving box a little inside the box that was hit, or a little
// outside. So a sum that is smaller by a distance, the slack, decides whether a box is hit, and on which side. The
// full sum decides only how far the motion goes. A box that slides over tiles is inside each tile by less than the
// slack, and does not meet the edges between the tiles. Contacts are compared by the time at which the smaller sum is
// entered. So a tile that is hit on a corner comes after its neighbour that is hit on a side.
//
// Each edge of a box has its own slack, which depends on the coordinate of the edge, and on the size of the shape that
// touches the edge. A round corner has the larger slack of its two edges. The slack does not depend on the start of the
// motion.

#include "coir/sweep.h"

#include "geometry/overlap.h"

#define SLACK (1.0 / (1 << 20)) // slack per unit of a coordinate: 16 times the rounding error of a float

typedef struct Contact {
    double entry;    // fraction of the motion at which the smaller sum is entered
    double fraction; // fraction of the motion at which the full sum is entered
    CoirVec normal;
    CoirVec moved; // motion up to the contact
    int index;     // -1: none
    bool corner;
    bool inside; // the motion starts inside
} Contact;

typedef struct Span { // on one axis
    double low, high;
} Span;

typedef struct Visit { // fractions of the motion at which a span is entered and left
    double entry, exit;
} Visit;

static Visit visit(Span span, double speed)
{
    Visit never = {INFINITY, -INFINITY}, always = {-INFINITY, INFINITY};
    if (speed == 0)
        return span.low < 0 && span.high > 0 ? always : never;
    Visit result = {(speed > 0 ? span.low : span.high) / speed, (speed > 0 ? span.high : span.low) / speed};
    return result;
}

// Returns the slack of an edge that is touched by a shape of `size`.
static double slack_at(double edge, double size)
{
    return SLACK * (fabs(edge) + size);
}

// The sum of two shapes on one axis: the motions of the mover after which the shapes overlap. `smaller` is the sum,
// reduced by the slack.
typedef struct Axis {
    Span full, smaller;
} Axis;

static Axis axis(double low, double high, double box_low, double box_high)
{
    double size = high - low, most = (box_high - box_low + size) / 4;
    const Span full = {box_low - high, box_high - low};
    Axis result = {full, full};
    result.smaller.low += fmin(slack_at(box_low, size), most);
    result.smaller.high -= fmin(slack_at(box_high, size), most);
    return result;
}

static CoirVec against(double x, double y)
{
    CoirVec normal = {x > 0 ? -1 : x < 0 ? 1 : 0, y > 0 ? -1 : y < 0 ? 1 : 0};
    return normal;
}

// Returns the direction of the shortest way from (0, 0) out of two spans.
static CoirVec way_out(Span x, Span y)
{
    double most = fmax(fmax(x.low, -x.high), fmax(y.low, -y.high));
    CoirVec normal = {0, 0};
    if (-y.high == most || y.low == most)
        normal.y = -y.high == most ? 1 : -1;
    else
        normal.x = x.low == most ? -1 : 1;
    return normal;
}

// Keeps the first contact. Of two contacts at the same time, keeps the contact on a side, then the contact with the
// lower index.
static void keep(Contact *first, const Contact *contact)
{
    bool on_side = contact->entry == first->entry && !contact->corner && first->corner;
    if (contact->entry < first->entry || on_side)
        *first = *contact;
}

// Checks --------------------------------------------------------------------------------------------------------------

static bool check(CoirVec2 motion, const CoirRect *boxes, int count, const char *function)
{
    if (count < 0 || (count > 0 && !boxes))
        return MISTAKE("%s: %d boxes%s; give an array, and how many boxes are in it", function, count,
                       boxes ? "" : ", and the array is NULL");
    if (!coir_vec2_is_finite(motion))
        return MISTAKE("%s: a motion of %g, %g; both numbers must be finite: look for a division by zero", function,
                       (double)motion.x, (double)motion.y);
    return true;
}

static bool can_be_hit(CoirRect box, const char *function)
{
    return coir_rect_check(box, function) && !coir_sides_are_empty(coir_sides(box));
}

static const Contact none = {.entry = INFINITY, .index = -1, .fraction = 1};

static CoirSweep refused(void)
{
    CoirSweep sweep = {.index = -1};
    return sweep;
}

static CoirSweep sweep_of(const Contact *contact, CoirVec2 motion)
{
    CoirSweep sweep = {.index = -1, .fraction = 1, .moved = motion};
    if (contact->index < 0)
        return sweep;
    sweep.hit = true;
    sweep.index = contact->index;
    sweep.fraction = (float)contact->fraction;
    sweep.moved = coir_vec_round(contact->moved);
    sweep.normal = coir_vec_round(contact->normal);
    return sweep;
}

// Boxes --------------------------------------------------------------------------------------------------------------

// Returns a contact at the start if the motion leads further into the box, otherwise no contact.
static Contact inside(CoirVec normal, CoirVec motion)
{
    Contact contact = {.normal = normal, .inside = true};
    return coir_vec_dot(normal, motion) < 0 ? contact : none;
}

// The sum is the rectangle of all motions after which the boxes overlap.
static Contact meet_box(CoirSides mover, CoirVec motion, CoirSides box)
{
    const Axis x = axis(mover.left, mover.right, box.left, box.right);
    const Axis y = axis(mover.bottom, mover.top, box.bottom, box.top);
    Visit visit_x = visit(x.smaller, motion.x), visit_y = visit(y.smaller, motion.y);
    double entry = fmax(visit_x.entry, visit_y.entry), exit = fmin(visit_x.exit, visit_y.exit);
    if (!(entry < exit && exit > 0))
        return none;
    if (entry < 0)
        return inside(way_out(x.full, y.full), motion);
    double face_x = visit(x.full, motion.x).entry, face_y = visit(y.full, motion.y).entry;
    Contact contact = {.entry = entry, .corner = face_x == face_y};
    bool on_x = visit_x.entry > visit_y.entry;
    if (fmax(face_x, face_y) >= 1)
        return none;
    contact.fraction = fmax(on_x ? face_x : face_y, 0);
    contact.normal = on_x ? against(motion.x, 0) : against(0, motion.y);
    contact.moved = coir_vec_along((CoirVec){0, 0}, motion, contact.fraction);
    return contact;
}

// Returns the first contact of `box`, the mover, which may have no area. The mover's right and upper edge are computed
// in double, so that the mover has its exact size: floats are coarse far from (0, 0), and the slack does not grow with
// the mover's coordinates. The edges of `boxes` are floats, because slide_to puts the mover at an edge that was rounded
// to a float.
static Contact first_contact(CoirRect box, CoirVec2 motion, const CoirRect *boxes, int count, const char *function)
{
    const CoirSides mover = {box.x, box.y, (double)box.x + box.width, (double)box.y + box.height};
    Contact first = none;
    for (int i = 0; i < count; i++) {
        if (!can_be_hit(boxes[i], function))
            continue;
        Contact contact = meet_box(mover, coir_vec(motion), coir_sides(boxes[i]));
        contact.index = i;
        keep(&first, &contact);
    }
    return first;
}

CoirSweep coir_sweep_rect(CoirRect box, CoirVec2 motion, const CoirRect *boxes, int count)
{
    const char *function = "coir_sweep_rect";
    if (!check(motion, boxes, count, function) || !coir_rect_check(box, function))
        return refused();
    Contact contact = first_contact(box, motion, boxes, count, function);
    return sweep_of(&contact, motion);
}

// Sliding ------------------------------------------------------------------------------------------------------------

// Puts the moving box at the side of the box that was hit. The position is taken from this side, so that no rounding
// error is added.
static void slide_to(CoirSlide *slide, const Contact *contact, CoirRect hit)
{
    slide->box.x += coir_float(contact->moved.x);
    slide->box.y += coir_float(contact->moved.y);
    if (contact->normal.x != 0) {
        slide->index_x = contact->index;
        slide->left |= contact->normal.x > 0;
        slide->right |= contact->normal.x < 0;
        if (!contact->inside)
            slide->box.x = contact->normal.x > 0 ? hit.x + hit.width : hit.x - slide->box.width;
    } else {
        slide->index_y = contact->index;
        slide->below |= contact->normal.y > 0;
        slide->above |= contact->normal.y < 0;
        if (!contact->inside)
            slide->box.y = contact->normal.y > 0 ? hit.y + hit.height : hit.y - slide->box.height;
    }
}

// Returns the rest of a motion after a contact, along the side of the box that was hit.
static CoirVec2 rest_of(CoirVec2 motion, const Contact *contact)
{
    float rest = (float)(1 - contact->fraction);
    return contact->normal.x != 0 ? coir_vec2(0, motion.y * rest) : coir_vec2(motion.x * rest, 0);
}

CoirSlide coir_sweep_slide(CoirRect box, CoirVec2 motion, const CoirRect *boxes, int count)
{
    const char *function = "coir_sweep_slide";
    CoirSlide slide = {.box = box, .index_x = -1, .index_y = -1};
    if (!check(motion, boxes, count, function) || !coir_rect_check(box, function))
        return slide;
    while (motion.x != 0 || motion.y != 0) { // each contact ends the motion on one axis
        Contact contact = first_contact(slide.box, motion, boxes, count, function);
        if (contact.index < 0) {
            slide.box.x += motion.x;
            slide.box.y += motion.y;
            break;
        }
        slide_to(&slide, &contact, boxes[contact.index]);
        motion = rest_of(motion, &contact);
    }
    slide.moved = coir_vec2(slide.box.x - box.x, slide.box.y - box.y);
    return slide;
}

// Circles ------------------------------------------------------------------------------------------------------------

// The position at which a point enters a box with round corners.
typedef struct Entry {
    double at; // fraction of the motion; INFINITY: the point does not enter the box
    CoirVec normal;
    CoirVec corner; // if `is_corner`: middle of the round corner
    bool is_corner;
} Entry;

// Sets `entry` to the entry into one bar of a box with round corners, if the bar is entered before `entry`. The box is
// made of two bars that cross, and of a circle at each corner. The bar is x by y. Two opposite sides of the bar are
// outer sides, with round corners at their ends: the left and right side if `on_x`, else the lower and upper side. A
// point enters the bar in one of two ways:
//
// 1. Through an outer side. The point hits this side.
// 2. Through one of the other two sides. The other bar and the circles cover these sides, but for a gap next to each
//    outer side: a round corner has the larger slack of its two edges, so its circle may end before the outer side.
//    The point hits the nearer outer side if the motion leads from this side into the bar. Otherwise the motion leads
//    out, or along this side, and the point hits nothing.
//
// If an outer side and another part of the box are entered at the same time, the outer side is hit.
static void enter_sides(Entry *entry, Span x, Span y, CoirVec motion, bool on_x)
{
    Visit visit_x = visit(x, motion.x), visit_y = visit(y, motion.y), sides = on_x ? visit_x : visit_y;
    double at = fmax(visit_x.entry, visit_y.entry), exit = fmin(visit_x.exit, visit_y.exit);
    bool through_side = on_x ? visit_x.entry > visit_y.entry : visit_y.entry >= visit_x.entry;
    bool first_side_is_nearer = at - sides.entry < sides.exit - at; // the side that the motion crosses first
    bool is_earliest = through_side ? at <= entry->at : at < entry->at;
    if (first_side_is_nearer && is_earliest && at < exit && exit > 0)
        *entry = (Entry){.at = fmax(at, 0), .normal = on_x ? against(motion.x, 0) : against(0, motion.y)};
}

// Returns the fraction of a motion at which a point enters a circle; INFINITY if the point does not. `from` is counted
// from the middle of the circle.
static double enter_circle(CoirVec from, CoirVec motion, double radius)
{
    double speed = coir_vec_length(motion), aside = coir_vec_cross(from, motion) / speed;
    double half_squared = radius * radius - aside * aside, to_middle = -coir_vec_dot(from, motion) / speed;
    if (!(half_squared > 0) || to_middle <= 0)
        return INFINITY;
    return fmax((to_middle - sqrt(half_squared)) / speed, 0);
}

static void enter_corner(Entry *entry, CoirVec center, CoirVec motion, CoirVec corner, double radius)
{
    double at = enter_circle(coir_vec_sub(center, corner), motion, radius);
    if (at < entry->at)
        *entry = (Entry){.at = at, .corner = corner, .is_corner = true};
}

// Returns the radius; if `is_smaller`, reduced by the slack of `edge`.
static double radius_at(double edge, double radius, bool is_smaller)
{
    return is_smaller ? radius - fmin(slack_at(edge, radius), radius / 4) : radius;
}

// Returns the entry of a point that starts outside. `is_smaller`: the point enters the smaller sum.
static Entry enter(CoirVec center, CoirVec motion, CoirSides box, double radius, bool is_smaller)
{
    const Span x = {box.left - center.x, box.right - center.x}, y = {box.bottom - center.y, box.top - center.y};
    const Span wide = {x.low - radius_at(box.left, radius, is_smaller),
                       x.high + radius_at(box.right, radius, is_smaller)};
    const Span tall = {y.low - radius_at(box.bottom, radius, is_smaller),
                       y.high + radius_at(box.top, radius, is_smaller)};
    const CoirVec corners[4] = {
        {box.left, box.bottom}, {box.right, box.bottom}, {box.right, box.top}, {box.left, box.top}};
    Entry entry = {.at = INFINITY};
    enter_sides(&entry, x, tall, motion, false);
    enter_sides(&entry, wide, y, motion, true);
    for (int i = 0; i < 4 && radius > 0; i++)
        enter_corner(&entry, center, motion, corners[i],
                     radius_at(fmax(fabs(corners[i].x), fabs(corners[i].y)), radius, is_smaller));
    return entry;
}

// Returns how deep a circle is in a box, and stores the direction of the shortest way out in `normal`. If the circle
// is outside, the result is minus the distance between circle and box.
static double depth_in(CoirVec center, double radius, CoirSides box, CoirVec nearest, CoirVec *normal)
{
    CoirVec way = coir_vec_sub(center, nearest);
    double distance = coir_vec_length(way);
    if (distance > 0) {
        *normal = (CoirVec){way.x / distance, way.y / distance};
        return radius - distance;
    }
    const Span x = {box.left - center.x, box.right - center.x}, y = {box.bottom - center.y, box.top - center.y};
    *normal = way_out(x, y);
    return radius + fmin(fmin(-x.low, x.high), fmin(-y.low, y.high));
}

// Returns the direction of `out`. If `out` has no length, returns the direction against `motion`.
static CoirVec direction(CoirVec out, CoirVec motion)
{
    double length = coir_vec_length(out), speed = coir_vec_length(motion);
    CoirVec result = {out.x / length, out.y / length}, back = {-motion.x / speed, -motion.y / speed};
    return length > 0 ? result : back;
}

// Returns the coordinate of the edge that a circle at `center` touches at `nearest`; at a corner, of the edge with
// the larger slack.
static double edge_at(CoirVec nearest, CoirVec center)
{
    if (nearest.x == center.x)
        return nearest.y;
    if (nearest.y == center.y)
        return nearest.x;
    return fmax(fabs(nearest.x), fabs(nearest.y));
}

static Contact meet_circle(CoirVec center, double radius, CoirVec motion, CoirSides box)
{
    CoirVec start_normal, nearest = coir_sides_nearest(box, center);
    double depth = depth_in(center, radius, box, nearest, &start_normal);
    double slack = slack_at(edge_at(nearest, center), radius);
    if (depth > fmin(slack, radius / 4))
        return inside(start_normal, motion);
    Entry entry = enter(center, motion, box, radius, true);
    if (entry.at == INFINITY)
        return none;
    double fraction = depth > 0 ? 0 : fmin(enter(center, motion, box, radius, false).at, entry.at);
    if (!(fraction < 1))
        return none;
    Contact contact = {.entry = entry.at, .fraction = fraction, .normal = entry.normal, .corner = entry.is_corner};
    contact.moved = coir_vec_along((CoirVec){0, 0}, motion, fraction);
    if (entry.is_corner) {
        CoirVec at = coir_vec_along(center, motion, depth > 0 ? entry.at : fraction);
        contact.normal = direction(coir_vec_sub(at, entry.corner), motion);
    }
    return contact;
}

CoirSweep coir_sweep_circle(CoirVec2 center, float radius, CoirVec2 motion, const CoirRect *boxes, int count)
{
    const char *function = "coir_sweep_circle";
    Contact first = none;
    if (!check(motion, boxes, count, function) || !coir_circle_check(center, radius, function))
        return refused();
    for (int i = 0; i < count && (motion.x != 0 || motion.y != 0); i++) {
        if (!can_be_hit(boxes[i], function))
            continue;
        Contact contact = meet_circle(coir_vec(center), radius, coir_vec(motion), coir_sides(boxes[i]));
        contact.index = i;
        keep(&first, &contact);
    }
    return sweep_of(&first, motion);
}
