// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Named inputs. After each event, the named inputs that have the changed source as a binding are updated, so even a
// short press between two steps is noted. A named input has, for each player, a value, and bits of the same kinds as a
// switch (IS_DOWN, PRESSED, ...), which are computed from the value.
//
// Player 0 stands for all players. The value of player 0 comes from the common bindings, with all controllers, and from
// the own bindings of each player.

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "input/input.h"
#include "media/utf8.h"

#define DEAD_ZONE 0.15f
#define NAME_MOST 31 // bytes

NamedInput *coir_named_find(const InputState *state, const char *name)
{
    NamedInput *named;
    HASH_FIND_STR(state->table, name, named);
    return named;
}

NamedInput *coir_named_require(const CoirInput *input, const char *name, const char *function)
{
    const InputState *state = coir_input_state(input, function);
    if (!state)
        return NULL;
    if (!name)
        return MISTAKE("%s: the name is NULL; give the name of an input", function), NULL;
    NamedInput *named = coir_named_find(state, name);
    if (!named)
        MISTAKE("%s: there is no input '%s'; coir_input_bind makes one, and upper and lower case differ", function,
                name);
    return named;
}

Bindings *coir_named_bindings(NamedInput *named, int player)
{
    return &named->bindings[named->bindings[player].own ? player : 0];
}

// Values --------------------------------------------------------------------------------------------------------------

bool coir_input_counts_for(const InputState *state, int controller, int player)
{
    int owner = controller > 0 ? state->pads[controller - 1].player : 0;
    return owner == 0 || player == 0 || owner == player;
}

static bool belongs_to(const Pad *pad, int player)
{
    return pad->name && (player == 0 || pad->player == 0 || pad->player == player);
}

static float shape(float length, float dead_zone, float curve)
{
    if (length <= dead_zone)
        return 0;
    float along = fminf((length - dead_zone) / (1 - dead_zone), 1);
    return curve == 1 ? along : powf(along, curve);
}

// Returns the value of half an axis, after the dead zone. The dead zone of a stick is a circle, so both axes count.
static float half_axis(const NamedInput *named, const Pad *pad, int half)
{
    int axis = half / 2, other = axis ^ 1;
    float value = half % 2 ? pad->axes[axis] : -pad->axes[axis];
    if (value <= 0)
        return 0;
    if (axis >= COIR_AXIS_LEFT_TRIGGER)
        return shape(value, named->dead_zone, named->curve);
    float length = sqrtf(value * value + pad->axes[other] * pad->axes[other]);
    float strength = shape(length, named->dead_zone, named->curve);
    return strength > 0 ? strength * value / length : 0;
}

static float pad_value(const InputState *state, const NamedInput *named, Source source, int player, int ignored)
{
    float most = 0;
    for (int i = 0; i < COIR_CONTROLLERS; i++) {
        const Pad *pad = &state->pads[i];
        if (!belongs_to(pad, player))
            continue;
        int bits = state->switches[coir_pad_switch(i + 1, source)];
        if (bits & ignored)
            continue;
        if (source >= SOURCE_AXIS)
            most = fmaxf(most, half_axis(named, pad, source - SOURCE_AXIS));
        else if (bits & IS_DOWN)
            most = 1;
    }
    return most;
}

// Returns the value of a source for a player, without the switches that have a bit of `ignored`: TAKEN or 0.
static float source_value(const InputState *state, const NamedInput *named, Source source, int player, int ignored)
{
    if (source < COIR_KEY_COUNT && state->typing)
        return 0;
    if (source < SOURCE_BUTTON)
        return (state->switches[source] & (IS_DOWN | ignored)) == IS_DOWN ? 1 : 0;
    return pad_value(state, named, source, player, ignored);
}

// Returns the new value of a named input for a player. The values of players 1 and up must be computed before the
// value of player 0.
static float named_value(const InputState *state, NamedInput *named, int player)
{
    const Bindings *bindings = coir_named_bindings(named, player);
    float most = 0;
    if (state->quiet[player] || state->quiet[0])
        return 0;
    for (int i = 0; i < bindings->count; i++)
        if (!(named->muted[player] >> i & 1))
            most = fmaxf(most, source_value(state, named, bindings->sources[i], player, TAKEN));
    for (int i = 1; player == 0 && i <= COIR_PLAYERS; i++)
        most = fmaxf(most, named->values[i]);
    return most;
}

static void set_value(NamedInput *named, int player, float value)
{
    uint8_t *bits = &named->bits[player];
    named->values[player] = fminf(value, 1);
    coir_switch_set(bits, value >= (*bits & IS_DOWN ? UP_BELOW : DOWN_FROM));
}

// Returns true unless a source is released for a player; player 0: on all devices. A source counts as released when two
// values are below UP_BELOW: the value with the dead zone and curve of the name, and the value without both, by which
// listening takes a source. The values need not be 0, because a trigger returns to 0 slowly. While a node takes text,
// keys count as released. `ignored` is TAKEN or 0, as in source_value.
static bool is_held(const InputState *state, const NamedInput *named, Source source, int player, int ignored)
{
    static const NamedInput plain = {.curve = 1};
    return source_value(state, &plain, source, player, ignored) >= UP_BELOW ||
           source_value(state, named, source, player, ignored) >= UP_BELOW;
}

static void unmute(const InputState *state, NamedInput *named, int player)
{
    const Bindings *bindings = coir_named_bindings(named, player);
    for (int i = 0; named->muted[player] && i < bindings->count; i++)
        if (!is_held(state, named, bindings->sources[i], player, 0))
            named->muted[player] &= (uint8_t) ~(1u << i);
}

static void update(const InputState *state, NamedInput *named)
{
    for (int i = COIR_PLAYERS; i >= 0; i--) {
        unmute(state, named, i);
        set_value(named, i, named_value(state, named, i));
    }
}

static bool has_source(const Bindings *bindings, Source first, Source last)
{
    for (int i = 0; i < bindings->count; i++)
        if (bindings->sources[i] >= first && bindings->sources[i] <= last)
            return true;
    return false;
}

void coir_named_update(InputState *state, Source first, Source last)
{
    for (NamedInput *named = state->first; named; named = named->next) {
        bool concerned = false;
        for (int i = 0; !concerned && i <= COIR_PLAYERS; i++)
            concerned = has_source(&named->bindings[i], first, last);
        if (concerned)
            update(state, named);
    }
}

void coir_named_update_all(InputState *state)
{
    for (NamedInput *named = state->first; named; named = named->next)
        update(state, named);
}

void coir_named_step(InputState *state)
{
    for (NamedInput *named = state->first; named; named = named->next)
        for (int i = 0; i <= COIR_PLAYERS; i++)
            named->bits[i] = (uint8_t)((named->bits[i] & IS_DOWN) | (named->bits[i] >> 2 & (PRESSED | RELEASED)));
}

void coir_named_step_held(InputState *state)
{
    for (NamedInput *named = state->first; named; named = named->next)
        for (int i = 0; i <= COIR_PLAYERS; i++)
            named->bits[i] &= (uint8_t) ~(PRESSED | RELEASED);
}

void coir_named_forget_presses(InputState *state)
{
    for (NamedInput *named = state->first; named; named = named->next)
        for (int i = 0; i <= COIR_PLAYERS; i++)
            named->bits[i] &= (uint8_t)~NEXT_PRESSED;
}

// Binding -------------------------------------------------------------------------------------------------------------

// Returns the index of a source; `bindings->count` if the source is not bound.
static int find_source(const Bindings *bindings, Source source)
{
    int at = 0;
    while (at < bindings->count && bindings->sources[at] != source)
        at++;
    return at;
}

Words coir_bindings_parse(const char *words, size_t length, Bindings *bindings, const char **bad, size_t *bad_length)
{
    const char *end = words + length;
    *bindings = (Bindings){.own = true};
    while (words < end && (*words == ' ' || *words == '\t'))
        words++;
    for (bool more = words < end; more;) {
        const char *comma = memchr(words, ',', (size_t)(end - words)), *stop = comma ? comma : end;
        Source source = coir_source_from_name(words, (size_t)(stop - words));
        *bad = words;
        *bad_length = (size_t)(stop - words);
        if (source == SOURCE_NONE)
            return WORDS_UNKNOWN;
        bool is_new = find_source(bindings, source) == bindings->count;
        if (is_new && bindings->count == COIR_BINDINGS_MOST)
            return WORDS_TOO_MANY;
        if (is_new)
            bindings->sources[bindings->count++] = source;
        more = comma != NULL;
        words = stop + more;
    }
    return WORDS_GOOD;
}

bool coir_bindings_same(const Bindings *a, const Bindings *b)
{
    return a->own == b->own && a->count == b->count &&
           memcmp(a->sources, b->sources, a->count * sizeof *a->sources) == 0;
}

void coir_named_replace(const InputState *state, NamedInput *named, int first, int count, const Bindings *with)
{
    NamedInput before = *named;
    memcpy(&named->bindings[first], with, (size_t)count * sizeof *with);
    for (int i = 0; i <= COIR_PLAYERS; i++) { // the bindings of player 0 may count for several players
        const Bindings *old = coir_named_bindings(&before, i), *next = coir_named_bindings(named, i);
        named->muted[i] = 0;
        for (int k = 0; k < next->count; k++) {
            int at = find_source(old, next->sources[k]);
            bool muted = at < old->count ? before.muted[i] >> at & 1 : is_held(state, named, next->sources[k], i, 0);
            named->muted[i] |= (uint8_t)(muted << k);
        }
    }
}

static bool is_good_name(const char *name)
{
    size_t length = strlen(name);
    if (length == 0 || length > NAME_MOST || name[0] == ' ' || name[length - 1] == ' ')
        return false;
    for (const char *at = name; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 127 || strchr("=,#[]", *at))
            return false;
    return coir_utf8_bad(name, name + length) == NULL;
}

static NamedInput *add_named(InputState *state, const char *name)
{
    NamedInput *named = coir_alloc(sizeof *named);
    char *copy = named ? coir_copy_text(name) : NULL;
    if (copy) {
        named->name = copy;
        HASH_ADD_KEYPTR(hh, state->table, copy, strlen(copy), named);
    }
    if (!copy || named->hash_failed) {
        coir_free(copy);
        coir_free(named);
        return NULL;
    }
    named->dead_zone = DEAD_ZONE;
    named->curve = 1;
    named->bindings[0].own = named->defaults[0].own = true;
    *(state->last ? &state->last->next : &state->first) = named;
    return state->last = named;
}

static bool is_blank(const char *text, size_t length)
{
    return strspn(text, " \t") >= length;
}

static bool refuse_words(Words problem, const char *name, const char *words, const char *bad, size_t length)
{
    if (problem == WORDS_TOO_MANY)
        return MISTAKE("coir_input_bind: '%s' has more than %d bindings; give fewer words", name, COIR_BINDINGS_MOST);
    if (is_blank(bad, length))
        return MISTAKE("coir_input_bind: '%s' cannot be bound to '%.60s': there is no word before or after a comma; "
                       "leave out the comma",
                       name, words);
    return MISTAKE("coir_input_bind: '%s' cannot be bound to '%.*s': there is no such key, button or axis; "
                   "coir/bindings.h has the words",
                   name, (int)(length < 40 ? length : 40), bad);
}

bool coir_input_bind(CoirInput *input, const char *name, const char *words)
{
    InputState *state = coir_input_state(input, "coir_input_bind");
    Bindings bindings;
    const char *bad;
    size_t length;
    if (!state)
        return false;
    if (!name)
        return MISTAKE("coir_input_bind: the name is NULL; give a name for the input");
    if (!words)
        return MISTAKE(
            "coir_input_bind: the words for '%.40s' are NULL; give words, or \"\" to bind the name to nothing", name);
    if (!is_good_name(name))
        return MISTAKE("coir_input_bind: '%.40s' is no good name: it must have 1 to %d bytes of UTF-8, none of "
                       "= , # [ ], no control character and no space at an end",
                       name, NAME_MOST);
    Words problem = coir_bindings_parse(words, strlen(words), &bindings, &bad, &length);
    if (problem != WORDS_GOOD)
        return refuse_words(problem, name, words, bad, length);
    NamedInput *named = coir_named_find(state, name);
    if (named && coir_bindings_same(&named->defaults[input->player], &bindings))
        return true;
    if (!named && !(named = add_named(state, name)))
        return false;
    named->defaults[input->player] = bindings;
    coir_named_replace(state, named, input->player, 1, &bindings);
    update(state, named);
    return true;
}

bool coir_input_assign(CoirInput *input, int controller, int player)
{
    InputState *state = coir_input_state(input, "coir_input_assign");
    if (!state)
        return false;
    if (controller < 1 || controller > COIR_CONTROLLERS || player < 0 || player > COIR_PLAYERS)
        return MISTAKE("coir_input_assign: controller %d to player %d; controllers have the numbers 1 to %d, players 0 "
                       "to %d",
                       controller, player, COIR_CONTROLLERS, COIR_PLAYERS);
    state->pads[controller - 1].player = player;
    coir_named_update_all(state);
    return true;
}

// Mutes the sources below `end` that are down for a player. So the end of a silence or of typing does not press a named
// input.
static void mute_what_is_down(const InputState *state, int player, Source end)
{
    for (NamedInput *named = state->first; named; named = named->next) {
        const Bindings *bindings = coir_named_bindings(named, player);
        for (int i = 0; i < bindings->count; i++)
            if (bindings->sources[i] < end && is_held(state, named, bindings->sources[i], player, 0))
                named->muted[player] |= (uint8_t)(1u << i);
    }
}

void coir_named_mute_taken(const InputState *state, Source source, int player)
{
    for (NamedInput *named = state->first; named; named = named->next) {
        const Bindings *bindings = coir_named_bindings(named, player);
        int at = find_source(bindings, source);
        if (at < bindings->count && !is_held(state, named, source, player, TAKEN))
            named->muted[player] |= (uint8_t)(1u << at);
    }
}

void coir_input_set_quiet(CoirInput *input, bool quiet)
{
    InputState *state = coir_input_state(input, "coir_input_set_quiet");
    if (!state || state->quiet[input->player] == quiet)
        return;
    state->quiet[input->player] = quiet;
    for (int i = 0; !quiet && i <= COIR_PLAYERS; i++)
        if (input->player == 0 || input->player == i)
            mute_what_is_down(state, i, SOURCE_COUNT);
    coir_named_update_all(state);
}

void coir_input_set_typing(CoirInput *input, bool typing)
{
    InputState *state = input->state;
    if (state->typing == typing)
        return;
    state->typing = typing;
    for (int i = 0; !typing && i <= COIR_PLAYERS; i++)
        mute_what_is_down(state, i, COIR_KEY_COUNT); // only keys were ignored while typing
    coir_named_update_all(state);
}

// Reading values ------------------------------------------------------------------------------------------------------

static bool named_has(const CoirInput *input, const char *name, int bit, const char *function)
{
    const NamedInput *named = coir_named_require(input, name, function);
    return named && named->bits[input->player] & bit;
}

bool coir_input_is_down(const CoirInput *input, const char *name)
{
    return named_has(input, name, IS_DOWN, "coir_input_is_down");
}

bool coir_input_pressed(const CoirInput *input, const char *name)
{
    return named_has(input, name, PRESSED, "coir_input_pressed");
}

bool coir_input_released(const CoirInput *input, const char *name)
{
    return named_has(input, name, RELEASED, "coir_input_released");
}

static float value_for(const CoirInput *input, const char *name, const char *function)
{
    const NamedInput *named = coir_named_require(input, name, function);
    return named ? named->values[input->player] : 0;
}

float coir_input_value(const CoirInput *input, const char *name)
{
    return value_for(input, name, "coir_input_value");
}

// Returns the difference of two values. The log hook may destroy the input after an unknown name, so the caller keeps
// the input alive by coir_input_hold.
static float difference(const CoirInput *input, const char *negative, const char *positive, const char *function)
{
    return value_for(input, positive, function) - value_for(input, negative, function);
}

float coir_input_direction(const CoirInput *input, const char *negative, const char *positive)
{
    InputState *state = coir_input_state(input, "coir_input_direction");
    if (!state)
        return 0;
    coir_input_hold(state);
    float value = difference(input, negative, positive, "coir_input_direction");
    coir_input_let_go_of(state);
    return value;
}

CoirVec2 coir_input_stick(const CoirInput *input, const char *left, const char *right, const char *down, const char *up)
{
    InputState *state = coir_input_state(input, "coir_input_stick");
    if (!state)
        return coir_vec2(0, 0);
    coir_input_hold(state);
    float x = difference(input, left, right, "coir_input_stick"), y = difference(input, down, up, "coir_input_stick");
    coir_input_let_go_of(state);
    float length = hypotf(x, y);
    return length > 1 ? coir_vec2(x / length, y / length) : coir_vec2(x, y);
}

bool coir_input_tune(CoirInput *input, const char *name, double dead_zone, double curve)
{
    InputState *state = coir_input_state(input, "coir_input_tune");
    if (!state || (name && !coir_named_require(input, name, "coir_input_tune")))
        return false;
    if (!(dead_zone >= 0 && dead_zone <= 0.9) || !(curve >= 0.1 && curve <= 10))
        return MISTAKE("coir_input_tune: a dead zone of %g and a curve of %g; they must be from 0 to 0.9 and from 0.1 "
                       "to 10",
                       dead_zone, curve);
    for (NamedInput *named = state->first; named; named = named->next) {
        if (name && strcmp(named->name, name) != 0)
            continue;
        named->dead_zone = (float)dead_zone;
        named->curve = (float)curve;
    }
    coir_named_update_all(state);
    return true;
}
