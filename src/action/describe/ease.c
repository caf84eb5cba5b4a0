// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Eases come in families. A family has one curve, which begins slowly, in four directions:
//
// 1. in: the curve.
// 2. out: the curve turned round, which ends slowly.
// 3. in_out: the curve in the first half, the curve turned round in the second half.
// 4. out_in: the curve turned round in the first half, the curve in the second half.
//
// The curves are from Robert Penner, "Programming Macromedia Flash MX", 2002, chapter 7, with the constants of
// cocos2d-x, so that motions tuned for cocos2d-x look the same. Where cocos2d-x uses another curve for a direction, the
// family has this curve, too.
//
// The values at 0 and 1 are exact, because no curve is called there.

#include "coir/ease.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

#include "action/describe/action.h"
#include "coir/geometry.h"

// Returns the fraction of the way at the fraction `t` of the time, 0 < t < 1.
typedef double Curve(double t, double parameter);

typedef enum Direction { IN, OUT, IN_OUT, OUT_IN } Direction;

typedef struct Family {
    Curve *in;
    Curve *out;         // NULL: `in`, turned round
    Curve *half;        // curve of both halves of in_out; NULL: `in`
    double usual[4];    // usual parameter of each direction
    double least, most; // range of the parameter; both 0: there is no parameter
    bool whole;         // the parameter is a whole number
    bool only_rises;    // the curve never goes back, and jumps by at most 0.001 (expo)
} Family;

typedef struct Ease {
    const char *name;
    const Family *family;
    Direction direction;
} Ease;

static double straight(double t, double unused)
{
    (void)unused;
    return t;
}

// The usual powers are multiplied out, which is faster than pow.
static double rate(double t, double power)
{
    if (power == 2)
        return t * t;
    if (power == 3)
        return t * t * t;
    return power == 1 ? t : pow(t, power);
}

// The inverse function of `rate`, which is steep at 0, as in cocos2d-x; `rate` turned round would be another curve. A
// power of 3 has no case, since cbrt differs from pow in the last digit.
static double rate_out(double t, double power)
{
    if (power == 2)
        return sqrt(t);
    return power == 1 ? t : pow(t, 1 / power);
}

static double sine(double t, double unused)
{
    (void)unused;
    return 1 - cos(t * COIR_PI / 2);
}

static double quad(double t, double unused)
{
    (void)unused;
    return t * t;
}

static double cubic(double t, double unused)
{
    (void)unused;
    return t * t * t;
}

static double quart(double t, double unused)
{
    (void)unused;
    return t * t * t * t;
}

static double quint(double t, double unused)
{
    (void)unused;
    return t * t * t * t * t;
}

static double expo_half(double t, double unused)
{
    (void)unused;
    return exp2(10 * (t - 1));
}

// expo_half begins at 2^-10, a little less than 0.001. For the direction `in` only, cocos2d-x subtracts 0.001. The
// first values would then be negative, and are 0 instead.
static double expo(double t, double unused)
{
    return fmax(expo_half(t, unused) - 0.001, 0);
}

static double expo_out(double t, double unused)
{
    return 1 - expo_half(1 - t, unused);
}

static double circ(double t, double unused)
{
    (void)unused;
    return 1 - sqrt(1 - t * t);
}

// Here and in back_half, the overshoot is multiplied last, by a factor below 1, so that no overshoot overflows.
static double back(double t, double overshoot)
{
    return t * t * t - t * t * (1 - t) * overshoot;
}

// in_out covers half of the way with the curve, so the overshoot is halved, too. The factor 1.525 restores the
// overshoot.
static double back_half(double t, double overshoot)
{
    return t * t * t - 1.525 * t * t * (1 - t) * overshoot;
}

static double elastic(double t, double period)
{
    return exp2(10 * (t - 1)) * cos(2 * COIR_PI * (t - 1) / period);
}

// Four parabolas, each a quarter as high as the parabola before, turned round in time and in height.
static double bounce(double t, double unused)
{
    static const struct Bounce {
        double until, middle, height;
    } bounces[] = {{1, 0, 0}, {2, 1.5, 0.75}, {2.5, 2.25, 0.9375}, {INFINITY, 2.625, 0.984375}};
    const struct Bounce *b = bounces;
    double x = (1 - t) * 2.75;
    (void)unused;
    while (x >= b->until)
        b++;
    return 1 - ((x - b->middle) * (x - b->middle) + b->height);
}

// Returns k / count for the greatest whole number k whose quotient k / count, rounded to a double, is at most t. The
// product t * count may be rounded to the other side of a whole number, so `step` may be wrong by 1 at first.
static double steps(double t, double count)
{
    double step = floor(t * count);
    if ((step + 1) / count <= t)
        step++;
    else if (step / count > t)
        step--;
    return step / count;
}

// A damped oscillator that is pulled away and let go, for any damping up to critical (1). The frequency is chosen so
// that the amplitude falls to exp(-8), 1/3000, in the whole time.
static double oscillator(double t, double damping)
{
    double decay = 8 * t, angle = decay / damping * sqrt(1 - damping * damping);
    double sinc = angle > 0 ? sin(angle) / angle : 1;
    return 1 - exp(-decay) * (cos(angle) + decay * sinc);
}

// At t = 1, a rest of the oscillation is left: 0.003 with critical damping, else less. The division removes this rest,
// so that the curve does not jump to 1.
static double spring(double t, double damping)
{
    return oscillator(t, damping) / oscillator(1, damping);
}

static const Family straight_family = {.in = straight, .only_rises = true};
static const Family rate_family = {
    .in = rate, .out = rate_out, .usual = {2, 2, 2, 2}, .least = 0.01, .most = DBL_MAX, .only_rises = true};
static const Family sine_family = {.in = sine, .only_rises = true};
static const Family quad_family = {.in = quad, .only_rises = true};
static const Family cubic_family = {.in = cubic, .only_rises = true};
static const Family quart_family = {.in = quart, .only_rises = true};
static const Family quint_family = {.in = quint, .only_rises = true};
static const Family expo_family = {.in = expo, .out = expo_out, .half = expo_half, .only_rises = true};
static const Family circ_family = {.in = circ, .only_rises = true};
static const Family back_family = {
    .in = back, .half = back_half, .usual = {1.70158, 1.70158, 1.70158, 1.70158}, .most = DBL_MAX};
static const Family elastic_family = {.in = elastic, .usual = {0.3, 0.3, 0.3, 0.3}, .least = 0.01, .most = DBL_MAX};
static const Family bounce_family = {.in = bounce};
static const Family steps_family = {.in = steps, .usual = {4}, .least = 1, .most = 1e6, .whole = true};
static const Family spring_family = {.in = spring, .usual = {0.3}, .least = 0.05, .most = 1};

#define FOUR_EASES(FAMILY, family)                                               \
    [COIR_EASE_IN_##FAMILY] = {"in_" #family, &family##_family, IN},             \
    [COIR_EASE_OUT_##FAMILY] = {"out_" #family, &family##_family, OUT},          \
    [COIR_EASE_IN_OUT_##FAMILY] = {"in_out_" #family, &family##_family, IN_OUT}, \
    [COIR_EASE_OUT_IN_##FAMILY] = {"out_in_" #family, &family##_family, OUT_IN}

static const Ease eases[COIR_EASE_COUNT] = {
    [COIR_EASE_LINEAR] = {"linear", &straight_family, IN},
    [COIR_EASE_IN] = {"in", &rate_family, IN},
    [COIR_EASE_OUT] = {"out", &rate_family, OUT},
    [COIR_EASE_IN_OUT] = {"in_out", &rate_family, IN_OUT},
    [COIR_EASE_OUT_IN] = {"out_in", &rate_family, OUT_IN},
    FOUR_EASES(SINE, sine),
    FOUR_EASES(QUAD, quad),
    FOUR_EASES(CUBIC, cubic),
    FOUR_EASES(QUART, quart),
    FOUR_EASES(QUINT, quint),
    FOUR_EASES(EXPO, expo),
    FOUR_EASES(CIRC, circ),
    FOUR_EASES(BACK, back),
    FOUR_EASES(ELASTIC, elastic),
    FOUR_EASES(BOUNCE, bounce),
    [COIR_EASE_STEPS] = {"steps", &steps_family, IN},
    [COIR_EASE_SPRING] = {"spring", &spring_family, IN},
};

// Returns NULL for an unknown ease. The cast makes negative numbers large, as an enum may be signed.
static const Ease *known(CoirEase ease)
{
    return (unsigned)ease < COIR_EASE_COUNT ? &eases[ease] : NULL;
}

// Returns 0 for NaN.
static double clamped(double t)
{
    if (!(t > 0))
        return 0;
    return t < 1 ? t : 1;
}

static double curve_at(Curve *curve, double t, double parameter)
{
    return t <= 0 || t >= 1 ? clamped(t) : curve(t, parameter);
}

static double in_at(const Family *family, double t, double parameter)
{
    return curve_at(family->in, t, parameter);
}

static double out_at(const Family *family, double t, double parameter)
{
    return family->out ? curve_at(family->out, t, parameter) : 1 - in_at(family, 1 - t, parameter);
}

static double in_out_at(const Family *family, double t, double parameter)
{
    Curve *half = family->half ? family->half : family->in;
    if (t < 0.5)
        return curve_at(half, 2 * t, parameter) / 2;
    return 1 - curve_at(half, 2 - 2 * t, parameter) / 2;
}

static double out_in_at(const Family *family, double t, double parameter)
{
    if (t < 0.5)
        return out_at(family, 2 * t, parameter) / 2;
    return 0.5 + in_at(family, 2 * t - 1, parameter) / 2;
}

double coir_ease_at(CoirEase ease, double t)
{
    return coir_ease_at_with(ease, coir_ease_parameter(ease), t);
}

double coir_ease_at_known(CoirEase ease, double parameter, double t)
{
    const Ease *of = &eases[ease];
    t = clamped(t);
    switch (of->direction) {
    case IN: return in_at(of->family, t, parameter);
    case OUT: return out_at(of->family, t, parameter);
    case IN_OUT: return in_out_at(of->family, t, parameter);
    case OUT_IN: return out_in_at(of->family, t, parameter);
    }
    return t;
}

double coir_ease_at_with(CoirEase ease, double parameter, double t)
{
    return coir_ease_takes(ease, parameter) ? coir_ease_at_known(ease, parameter, t) : clamped(t);
}

// Return a coordinate of the curve from 0 to 1 with the controls `a` and `b`, and the slope of this coordinate. In
// `bezier`, each control is multiplied by at most 4/9, so that finite controls cause no overflow. The slope is only
// taken of x, whose controls are between 0 and 1.
static double bezier(double a, double b, double s)
{
    double r = 1 - s;
    return 3 * r * r * s * a + 3 * r * s * s * b + s * s * s;
}

static double bezier_slope(double a, double b, double s)
{
    double r = 1 - s;
    return 3 * r * r * a + 6 * r * s * (b - a) + 3 * s * s * (1 - b);
}

// Finds the parameter of the curve at which x is `t`. Newton's method needs five steps on average. Where x hardly
// changes, a step may leave the interval that contains the solution; then the interval is halved instead. The slowest
// curves take 66 steps, next to t = 0.
static double bezier_solve(double x1, double x2, double t)
{
    double low = 0, high = 1, s = t, error, step = 1;
    for (int i = 0; i < 100 && step > 1e-12 && (error = bezier(x1, x2, s) - t) != 0; i++) {
        double slope = bezier_slope(x1, x2, s), next = slope > 0 ? s - error / slope : low;
        if (error < 0)
            low = s;
        else
            high = s;
        if (!(next > low && next < high))
            next = low + (high - low) / 2;
        step = fabs(next - s);
        s = next;
    }
    return s;
}

double coir_ease_bezier_at(double x1, double y1, double x2, double y2, double t)
{
    bool good = x1 >= 0 && x1 <= 1 && x2 >= 0 && x2 <= 1 && isfinite(y1) && isfinite(y2);
    t = clamped(t);
    return good ? bezier(y1, y2, bezier_solve(x1, x2, t)) : t;
}

double coir_ease_parameter(CoirEase ease)
{
    const Ease *of = known(ease);
    return of ? of->family->usual[of->direction] : 0;
}

// The last line refuses NaN, for which comparisons are false, and infinity, which is greater than `most`.
bool coir_ease_takes(CoirEase ease, double parameter)
{
    const Ease *of = known(ease);
    if (!of)
        return false;
    if (of->family->most == 0)
        return true;
    if (of->family->whole && parameter != floor(parameter))
        return false;
    return parameter >= of->family->least && parameter <= of->family->most;
}

bool coir_ease_only_rises(CoirEase ease)
{
    const Ease *of = known(ease);
    return of && of->family->only_rises;
}

const char *coir_ease_name(CoirEase ease)
{
    const Ease *of = known(ease);
    return of ? of->name : NULL;
}
