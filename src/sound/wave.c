// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Sine and power of two are Taylor series on a short interval around 0. Other arguments are reduced to this interval.
// The coefficients are exact to the last digit, and the omitted terms are smaller than the last digit of a float.
// Random levels are a hash of a number, so that a level can be computed without the previous levels. The hash is the
// finalizer of MurmurHash3 (A. Appleby).

#include "sound/wave.h"

#include <math.h>
#include <stddef.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

// Returns the sum of coefficients[i] * x^i.
static double polynomial(const double *coefficients, size_t count, double x)
{
    double sum = 0;
    while (count > 0)
        sum = sum * x + coefficients[--count];
    return sum;
}

double coir_wave_part(double number)
{
    double part = number - (double)(int64_t)number;
    return part < 0 ? fmin(part + 1, 0x1.fffffffffffffp-1) : part; // a tiny part below 0 would be rounded to 1
}

// sin(pi / 2 * x) = x * (c0 + c1 * x^2 + ...), for x from -1 to 1.
double coir_wave_sine(double turns)
{
    static const double coefficients[] = {
        1.5707963267948966,     -0.6459640975062463,    0.07969262624616705,   -0.004681754135318688,
        0.00016044118478735983, -3.598843235212085e-06, 5.692172921967927e-08, -6.688035109811468e-10,
    };
    double x = 4 * coir_wave_part(turns);
    x = x > 3 ? x - 4 : x > 1 ? 2 - x : x;
    return x * polynomial(coefficients, COUNT(coefficients), x * x);
}

double coir_wave_tangent(double turns)
{
    return coir_wave_sine(turns) / coir_wave_sine(turns + 0.25);
}

// 2^x = 1 + c1 * x + ..., for x from -0.5 to 0.5.
double coir_wave_exp2(double power)
{
    static const double coefficients[] = {
        1,
        0.6931471805599453,
        0.24022650695910072,
        0.05550410866482158,
        0.009618129107628477,
        0.0013333558146428443,
        0.0001540353039338161,
        1.5252733804059841e-05,
        1.321548679014431e-06,
        1.01780860092397e-07,
        7.054911620801123e-09,
    };
    int whole = (int)(power < 0 ? power - 0.5 : power + 0.5);
    return ldexp(polynomial(coefficients, COUNT(coefficients), power - whole), whole);
}

static uint32_t mix(uint32_t bits)
{
    bits = (bits ^ bits >> 16) * 0x85ebca6bu;
    bits = (bits ^ bits >> 13) * 0xc2b2ae35u;
    return bits ^ bits >> 16;
}

double coir_wave_noise(uint32_t number, uint32_t seed)
{
    return (double)(mix(number ^ mix(seed + 1)) >> 8) / 8388608 - 1;
}
