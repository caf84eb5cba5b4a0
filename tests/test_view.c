// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The view: resolution policies, the visible rectangle, and the position of the pointer, for windows of any size and
// density.

#include "support/support.h"

#include <math.h>

#include "app/view.h"
#include "model/chance.h"

#define WIDTH 100
#define HEIGHT 50
#define POLICIES (COIR_RESOLUTION_INTEGER_SCALE + 1)

static CoirViewTarget target_of(int width, int height)
{
    return (CoirViewTarget){width, height, width, height};
}

static CoirView view_of(CoirResolution resolution, int width, int height)
{
    return coir_view(resolution, WIDTH, HEIGHT, target_of(width, height));
}

#define assert_rect(rect, x, y, width, height) \
    assert_rect_at((rect), coir_rect(x, y, width, height), __FILE__, __LINE__)
static void assert_rect_at(CoirRect found, CoirRect expected, const char *file, int line)
{
    if (fabsf(found.x - expected.x) < 1e-3f && fabsf(found.y - expected.y) < 1e-3f &&
        fabsf(found.width - expected.width) < 1e-3f && fabsf(found.height - expected.height) < 1e-3f)
        return;
    print_error("the rectangle is %g, %g, %g, %g; expected %g, %g, %g, %g\n", (double)found.x, (double)found.y,
                (double)found.width, (double)found.height, (double)expected.x, (double)expected.y,
                (double)expected.width, (double)expected.height);
    _fail(file, line);
}

// Returns the visible rectangle in pixels. The position is the upper left corner.
static CoirRect visible_pixels(const CoirView *view)
{
    return coir_affine_apply_rect(coir_view_pixels(view), coir_view_visible(view));
}

// One policy after the other, for a stage of 100 x 50 ----------------------------------------------------------------

static void show_all_puts_bars_beside_the_stage(void **state)
{
    CoirView view = view_of(COIR_RESOLUTION_SHOW_ALL, 300, 100), high = view_of(COIR_RESOLUTION_SHOW_ALL, 100, 90);
    (void)state;
    assert_rect(coir_view_visible(&view), 0, 0, 100, 50);
    assert_rect(visible_pixels(&view), 50, 0, 200, 100);
    assert_rect(coir_view_visible(&high), 0, 0, 100, 50);
    assert_rect(visible_pixels(&high), 0, 20, 100, 50);
}

static void no_border_cuts_the_stage_off(void **state)
{
    CoirView view = view_of(COIR_RESOLUTION_NO_BORDER, 300, 100), high = view_of(COIR_RESOLUTION_NO_BORDER, 100, 100);
    (void)state;
    assert_rect(coir_view_visible(&view), 0, 25 - 50 / 3.0f, 100, 100 / 3.0f);
    assert_rect(visible_pixels(&view), 0, 0, 300, 100);
    assert_rect(coir_view_visible(&high), 25, 0, 50, 50);
    assert_rect(visible_pixels(&high), 0, 0, 100, 100);
}

static void exact_fit_stretches_the_stage(void **state)
{
    CoirView view = view_of(COIR_RESOLUTION_EXACT_FIT, 300, 100);
    (void)state;
    assert_rect(coir_view_visible(&view), 0, 0, 100, 50);
    assert_rect(visible_pixels(&view), 0, 0, 300, 100);
    assert_true(coir_view_pixels(&view).a == 3 && coir_view_pixels(&view).d == -2);
}

static void fixed_width_shows_the_whole_width_and_as_much_height_as_the_window_has(void **state)
{
    CoirView view = view_of(COIR_RESOLUTION_FIXED_WIDTH, 300, 90), high = view_of(COIR_RESOLUTION_FIXED_WIDTH, 50, 90);
    (void)state;
    assert_rect(coir_view_visible(&view), 0, 0, 100, 30);
    assert_rect(visible_pixels(&view), 0, 0, 300, 90);
    assert_rect(coir_view_visible(&high), 0, 0, 100, 180);
    assert_rect(visible_pixels(&high), 0, 0, 50, 90);
}

static void fixed_height_shows_the_whole_height_and_as_much_width_as_the_window_has(void **state)
{
    CoirView view = view_of(COIR_RESOLUTION_FIXED_HEIGHT, 300, 100),
             high = view_of(COIR_RESOLUTION_FIXED_HEIGHT, 50, 100);
    (void)state;
    assert_rect(coir_view_visible(&view), 0, 0, 150, 50);
    assert_rect(visible_pixels(&view), 0, 0, 300, 100);
    assert_rect(coir_view_visible(&high), 0, 0, 25, 50);
    assert_rect(visible_pixels(&high), 0, 0, 50, 100);
}

static void integer_scale_takes_the_largest_whole_factor(void **state)
{
    CoirView view = view_of(COIR_RESOLUTION_INTEGER_SCALE, 399, 299);
    (void)state;
    assert_true(coir_view_pixels(&view).a == 3 && coir_view_pixels(&view).d == -3);
    assert_rect(coir_view_visible(&view), 0, 0, 100, 50);
    assert_rect(visible_pixels(&view), 49, 75, 300, 150); // right and upper bars: one pixel more, as 99 and 149 are odd
}

static void integer_scale_is_never_less_than_1_and_cuts_off_then(void **state)
{
    CoirView view = view_of(COIR_RESOLUTION_INTEGER_SCALE, 60, 70);
    (void)state;
    assert_true(coir_view_pixels(&view).a == 1 && coir_view_pixels(&view).d == -1);
    assert_rect(coir_view_visible(&view), 20, 0, 60, 50);
    assert_rect(visible_pixels(&view), 0, 10, 60, 50);
}

static void a_window_of_the_stages_shape_shows_the_stage_in_every_policy(void **state)
{
    (void)state;
    for (int policy = 0; policy < POLICIES; policy++) {
        CoirView view = view_of((CoirResolution)policy, 300, 150);
        assert_rect(coir_view_visible(&view), 0, 0, 100, 50);
        assert_rect(visible_pixels(&view), 0, 0, 300, 150);
    }
}

static void a_window_without_a_size_counts_as_1_pixel(void **state)
{
    (void)state;
    for (int policy = 0; policy < POLICIES; policy++) {
        CoirView none = view_of((CoirResolution)policy, 0, -3), one = view_of((CoirResolution)policy, 1, 1);
        CoirRect expected = coir_view_visible(&one);
        assert_rect(coir_view_visible(&none), expected.x, expected.y, expected.width, expected.height);
        assert_true(coir_view_visible(&none).width > 0 && isfinite(coir_view_visible(&none).height));
    }
}

// The pointer --------------------------------------------------------------------------------------------------------

static void the_pointer_counts_in_window_units(void **state)
{
    CoirView view = coir_view(COIR_RESOLUTION_SHOW_ALL, WIDTH, HEIGHT, (CoirViewTarget){600, 200, 300, 100});
    (void)state;
    CoirVec2 corner = coir_view_to_points(&view, coir_vec2(50, 100)),
             top = coir_view_to_points(&view, coir_vec2(250, 0));
    assert_true(corner.x == 0 && corner.y == 0);
    assert_true(top.x == 100 && top.y == 50);
    CoirVec2 back = coir_view_to_units(&view, coir_vec2(100, 50));
    assert_true(back.x == 250 && back.y == 0);
    CoirVec2 moved = coir_view_delta(&view, coir_vec2(4, -6));
    assert_true(moved.x == 2 && moved.y == 3);
    assert_false(signbit(coir_view_delta(&view, coir_vec2(1, 0)).y)); // no movement is 0, not -0
    assert_rect(visible_pixels(&view), 100, 0, 400, 200);
}

// Random windows -----------------------------------------------------------------------------------------------------

typedef struct Case {
    CoirResolution resolution;
    int width, height; // size of the stage
    double density;
    CoirViewTarget target;
    CoirView view;
} Case;

static Case random_case(Chance *chance, int least, int most)
{
    static const double densities[] = {1, 1.25, 2, 3};
    Case made = {.resolution = (CoirResolution)chance_below(chance, POLICIES),
                 .width = chance_between(chance, least, most),
                 .height = chance_between(chance, least, most),
                 .density = densities[chance_below(chance, 4)]};
    CoirViewTarget *target = &made.target;
    target->unit_width = chance_between(chance, least, most);
    target->unit_height = chance_between(chance, least, most);
    target->pixel_width = (int)(target->unit_width * made.density);
    target->pixel_height = (int)(target->unit_height * made.density);
    made.view = coir_view(made.resolution, made.width, made.height, *target);
    return made;
}

static void fail_case(const Case *at, const char *what)
{
    fail_msg("%s: policy %d, a stage of %d x %d, a window of %d x %d, density %g", what, (int)at->resolution, at->width,
             at->height, at->target.unit_width, at->target.unit_height, at->density);
}

static CoirVec2 any_pointer(Chance *chance, const Case *at)
{
    return coir_vec2((float)chance_between(chance, -10, at->target.unit_width + 10) + 0.25f,
                     (float)chance_between(chance, -10, at->target.unit_height + 10));
}

// Checks that a conversion to points and back returns the pointer. A float has 24 bits: the position in points is
// rounded in the last bit, and the conversion back multiplies the error by the scale. `slack` is the allowed error
// beyond the rounding, in window units.
static void check_pointer(const Case *at, CoirVec2 pointer, double slack)
{
    CoirVec2 points = coir_view_to_points(&at->view, pointer), back = coir_view_to_units(&at->view, points);
    double bit = 1.0 / (1 << 23);
    double x = fabs((double)points.x) * bit * at->view.x.scale + fabs((double)pointer.x) * bit + slack;
    double y = fabs((double)points.y) * bit * at->view.y.scale + fabs((double)pointer.y) * bit + slack;
    if (fabs((double)(back.x - pointer.x)) > x || fabs((double)(back.y - pointer.y)) > y)
        fail_case(at, "the pointer does not come back");
}

static void the_pointer_comes_back_from_the_stage(void **state)
{
    Chance chance = {7};
    (void)state;
    for (int i = 0; i < 200000; i++) {
        Case at = random_case(&chance, 1, 5000);
        check_pointer(&at, any_pointer(&chance, &at), 1e-6);
    }
}

// The same conversion, with a plain limit of the error: 1/500 of a window unit.
static void the_pointer_comes_back_within_a_500th_of_a_unit_in_usual_windows(void **state)
{
    Chance chance = {8};
    (void)state;
    for (int i = 0; i < 200000; i++) {
        Case at = random_case(&chance, 300, 4000);
        CoirVec2 pointer = any_pointer(&chance, &at);
        CoirVec2 back = coir_view_to_units(&at.view, coir_view_to_points(&at.view, pointer));
        if (fabsf(back.x - pointer.x) > 0.002f || fabsf(back.y - pointer.y) > 0.002f)
            fail_case(&at, "the pointer does not come back");
    }
}

// A picture at the pointer's point is drawn at the pixel under the pointer. The library computes the two conversions
// separately.
static void the_pointer_is_where_its_point_is_drawn(void **state)
{
    Chance chance = {9};
    (void)state;
    for (int i = 0; i < 200000; i++) {
        Case at = random_case(&chance, 300, 4000);
        CoirVec2 pointer = any_pointer(&chance, &at);
        CoirVec2 pixel = coir_affine_apply(coir_view_pixels(&at.view), coir_view_to_points(&at.view, pointer));
        double x = (double)pointer.x * at.target.pixel_width / at.target.unit_width;
        double y = (double)pointer.y * at.target.pixel_height / at.target.unit_height;
        if (fabs((double)pixel.x - x) > 0.01 || fabs((double)pixel.y - y) > 0.01)
            fail_case(&at, "the pointer's point is drawn elsewhere");
    }
}

static bool leaves_no_bars(CoirResolution resolution)
{
    return resolution != COIR_RESOLUTION_SHOW_ALL && resolution != COIR_RESOLUTION_INTEGER_SCALE;
}

static void the_corners_that_are_visible_are_the_corners_of_the_window(void **state)
{
    Chance chance = {10};
    (void)state;
    for (int i = 0; i < 200000; i++) {
        Case at = random_case(&chance, 300, 4000);
        CoirRect seen = visible_pixels(&at.view);
        float right = (float)at.target.pixel_width, bottom = (float)at.target.pixel_height, near = 0.01f;
        bool inside = seen.x > -near && seen.y > -near && seen.x + seen.width < right + near &&
                      seen.y + seen.height < bottom + near && seen.width > 0 && seen.height > 0;
        bool fills = fabsf(seen.width - right) < near && fabsf(seen.height - bottom) < near;
        bool touches = fabsf(seen.width - right) < near || fabsf(seen.height - bottom) < near;
        if (!inside || (leaves_no_bars(at.resolution) && !fills))
            fail_case(&at, "the visible rectangle is not the window");
        if (at.resolution == COIR_RESOLUTION_SHOW_ALL && !touches)
            fail_case(&at, "the stage does not reach the window's edges");
    }
}

static bool is_inside_stage(const Case *at, CoirRect r)
{
    return r.x >= 0 && r.y >= 0 && r.x + r.width <= (float)at->width + 0.01f &&
           r.y + r.height <= (float)at->height + 0.01f;
}

static void the_visible_rectangle_follows_the_policy(void **state)
{
    Chance chance = {11};
    (void)state;
    for (int i = 0; i < 200000; i++) {
        Case at = random_case(&chance, 1, 5000);
        CoirRect seen = coir_view_visible(&at.view);
        bool whole_width = seen.x == 0 && seen.width == (float)at.width;
        bool whole_height = seen.y == 0 && seen.height == (float)at.height;
        bool kept = true;
        switch (at.resolution) {
        case COIR_RESOLUTION_SHOW_ALL:
        case COIR_RESOLUTION_EXACT_FIT: kept = whole_width && whole_height; break;
        case COIR_RESOLUTION_NO_BORDER: kept = is_inside_stage(&at, seen) && (whole_width || whole_height); break;
        case COIR_RESOLUTION_FIXED_WIDTH: kept = whole_width && seen.y == 0; break;
        case COIR_RESOLUTION_FIXED_HEIGHT: kept = whole_height && seen.x == 0; break;
        case COIR_RESOLUTION_INTEGER_SCALE: kept = is_inside_stage(&at, seen); break;
        }
        if (!kept)
            fail_case(&at, "another rectangle is visible");
        if (at.resolution != COIR_RESOLUTION_EXACT_FIT && at.view.x.scale != at.view.y.scale)
            fail_case(&at, "the stage is stretched");
    }
}

static void integer_scale_puts_points_on_whole_pixels(void **state)
{
    Chance chance = {12};
    (void)state;
    for (int i = 0; i < 200000; i++) {
        Case at = random_case(&chance, 1, 5000);
        CoirViewTarget target = at.target;
        CoirView view = coir_view(COIR_RESOLUTION_INTEGER_SCALE, at.width, at.height, target);
        double scale = view.x.scale;
        bool fits = scale * at.width <= target.pixel_width && scale * at.height <= target.pixel_height;
        bool next_fits = (scale + 1) * at.width <= target.pixel_width && (scale + 1) * at.height <= target.pixel_height;
        if (scale != floor(scale) || view.x.origin != floor(view.x.origin) || view.y.origin != floor(view.y.origin))
            fail_case(&at, "a point is not on a whole pixel");
        if (scale < 1 || (!fits && scale > 1) || next_fits)
            fail_case(&at, "the factor is not the largest one");
    }
}

TEST_FILE(view)
{
    const struct CMUnitTest tests[] = {
        support_test(show_all_puts_bars_beside_the_stage),
        support_test(no_border_cuts_the_stage_off),
        support_test(exact_fit_stretches_the_stage),
        support_test(fixed_width_shows_the_whole_width_and_as_much_height_as_the_window_has),
        support_test(fixed_height_shows_the_whole_height_and_as_much_width_as_the_window_has),
        support_test(integer_scale_takes_the_largest_whole_factor),
        support_test(integer_scale_is_never_less_than_1_and_cuts_off_then),
        support_test(a_window_of_the_stages_shape_shows_the_stage_in_every_policy),
        support_test(a_window_without_a_size_counts_as_1_pixel),
        support_test(the_pointer_counts_in_window_units),
        support_test(the_pointer_comes_back_from_the_stage),
        support_test(the_pointer_comes_back_within_a_500th_of_a_unit_in_usual_windows),
        support_test(the_pointer_is_where_its_point_is_drawn),
        support_test(the_corners_that_are_visible_are_the_corners_of_the_window),
        support_test(the_visible_rectangle_follows_the_policy),
        support_test(integer_scale_puts_points_on_whole_pixels),
    };
    return cmocka_run_group_tests_name("view", tests, NULL, NULL);
}
