// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Creates and destroys inputs. Sending an event calls user code, which may destroy the input. If events are being sent,
// the input is freed after the last of these events.

#include "base/alloc.h"
#include "base/fail.h"
#include "base/world.h"
#include "input/input.h"

CoirInput *coir_input_new(void)
{
    if (!coir_world_check("coir_input_new"))
        return NULL;
    InputState *state = coir_alloc(sizeof *state);
    if (!state)
        return NULL;
    for (int i = 0; i <= COIR_PLAYERS; i++)
        state->views[i] = (CoirInput){state, i};
    return &state->views[0];
}

static void free_named(InputState *state)
{
    HASH_CLEAR(hh, state->table);
    for (NamedInput *named = state->first, *next; named; named = next) {
        next = named->next;
        coir_free(named->name);
        coir_free(named);
    }
    state->first = state->last = NULL;
}

static void free_if_dead(InputState *state)
{
    if (!state->dead || state->busy > 0)
        return;
    free_named(state);
    for (int i = 0; i < COIR_CONTROLLERS; i++)
        coir_free(state->pads[i].name);
    coir_free(state);
}

void coir_input_free(CoirInput *input)
{
    if (!input)
        return;
    input->state->dead = true;
    input->state->sink = NULL;
    input->state->is_typing = NULL;
    free_if_dead(input->state);
}

void coir_input_destroy(CoirInput *input)
{
    if (!input)
        return;
    if (input->state->owned)
        MISTAKE("coir_input_destroy: this input belongs to a director, which destroys the input");
    else if (input->player != 0)
        MISTAKE("coir_input_destroy: this is the input of player %d; destroy the input that coir_input_new returned",
                input->player);
    else
        coir_input_free(input);
}

void coir_input_set_sink(CoirInput *input, CoirInputSink sink, void *user)
{
    input->state->sink = sink;
    input->state->sink_user = user;
}

InputState *coir_input_state(const CoirInput *input, const char *function)
{
    if (!coir_world_check(function))
        return NULL;
    return input ? input->state : (MISSING("%s: the input is NULL", function), NULL);
}

CoirInput *coir_input_player(CoirInput *input, int player)
{
    InputState *state = coir_input_state(input, "coir_input_player");
    if (!state)
        return NULL;
    if (player < 0 || player > COIR_PLAYERS)
        return MISTAKE("coir_input_player: player %d; players have the numbers 1 to %d", player, COIR_PLAYERS), NULL;
    return &state->views[player];
}

void coir_input_hold(InputState *state)
{
    state->busy++;
}

void coir_input_let_go_of(InputState *state)
{
    state->busy--;
    free_if_dead(state);
}

bool coir_switch_set(uint8_t *bits, bool down)
{
    bool was_down = *bits & IS_DOWN;
    if (was_down == down)
        return false;
    *bits = (uint8_t)(((*bits ^ IS_DOWN) & ~TAKEN) | (down ? NEXT_PRESSED : NEXT_RELEASED));
    return down;
}
