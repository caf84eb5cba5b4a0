// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Rebinding while the program runs, and functions for menus that show bindings.

#include <string.h>

#include "base/fail.h"
#include "input/input.h"

// Depth of nested callbacks of listening from which on a callback must not start to listen: callbacks that listen again
// whenever listening ends would call each other without end. A callback at this depth may still end listening, which
// calls one more callback.
#define DONE_DEPTH_MOST 2

// Changing bindings ---------------------------------------------------------------------------------------------------

static void remove_at(Bindings *bindings, int slot)
{
    bindings->count--;
    for (int i = slot; i < bindings->count; i++)
        bindings->sources[i] = bindings->sources[i + 1];
}

// Puts a source at a slot, and removes the source from the other slots of the name. A player without own bindings first
// gets a copy of the common bindings.
static void put(InputState *state, NamedInput *named, int player, int slot, Source source)
{
    Bindings next = *coir_named_bindings(named, player);
    slot = slot < next.count ? slot : next.count;
    if (slot == COIR_BINDINGS_MOST) // other bindings filled the last slot after listening had begun
        slot--;
    next.sources[slot] = source;
    next.count += slot == next.count;
    for (int i = next.count - 1; i >= 0; i--)
        if (i != slot && next.sources[i] == source)
            remove_at(&next, i);
    next.own = true;
    coir_named_replace(state, named, player, 1, &next);
    coir_named_update_all(state);
}

static bool clear(InputState *state, NamedInput *named, int player, int slot)
{
    Bindings next = *coir_named_bindings(named, player);
    if (slot < 0)
        return MISTAKE("coir_input_rebind: slot %d; slots count from 0", slot);
    if (slot >= next.count)
        return true;
    remove_at(&next, slot);
    next.own = true;
    coir_named_replace(state, named, player, 1, &next);
    coir_named_update_all(state);
    return true;
}

// Returns true if a binding can be put at `slot`. Otherwise reports a mistake, and returns false.
static bool check_slot(const CoirInput *input, NamedInput *named, int slot, const char *function)
{
    if (slot < 0)
        return MISTAKE("%s: slot %d; slots count from 0", function, slot);
    if (slot >= COIR_BINDINGS_MOST && coir_named_bindings(named, input->player)->count == COIR_BINDINGS_MOST)
        return MISTAKE("%s: slot %d; '%s' has %d bindings, and cannot have more: use a slot from 0 to %d", function,
                       slot, named->name, COIR_BINDINGS_MOST, COIR_BINDINGS_MOST - 1);
    return true;
}

bool coir_input_rebind(CoirInput *input, const char *name, int slot, const char *word)
{
    NamedInput *named = coir_named_require(input, name, "coir_input_rebind");
    if (!named)
        return false;
    if (!word)
        return MISTAKE("coir_input_rebind: the word is NULL; give a word, or \"\" to remove the binding");
    if (!word[0])
        return clear(input->state, named, input->player, slot);
    if (!check_slot(input, named, slot, "coir_input_rebind"))
        return false;
    Source source = coir_source_from_name(word, strlen(word));
    if (source == SOURCE_NONE && strchr(word, ','))
        return MISTAKE(
            "coir_input_rebind: '%.40s' is a list of words; a slot takes one word: call coir_input_rebind for "
            "each slot",
            word);
    if (source == SOURCE_NONE)
        return MISTAKE("coir_input_rebind: '%s' cannot be bound to '%.40s': there is no such key, button or axis; "
                       "coir/bindings.h has the words",
                       name, word);
    put(input->state, named, input->player, slot, source);
    return true;
}

bool coir_input_reset(CoirInput *input, const char *name)
{
    InputState *state = coir_input_state(input, "coir_input_reset");
    if (!state || (name && !coir_named_require(input, name, "coir_input_reset")))
        return false;
    int first = input->player, count = first == 0 ? COIR_PLAYERS + 1 : 1;
    for (NamedInput *named = state->first; named; named = named->next)
        if (!name || strcmp(named->name, name) == 0)
            coir_named_replace(state, named, first, count, &named->defaults[first]);
    coir_named_update_all(state);
    return true;
}

// Listening -----------------------------------------------------------------------------------------------------------

// Ends listening, and starts to listen for `next`. The callback of the old listening is called last, and may start to
// listen for another name.
static void replace_listening(InputState *state, Listening next, bool bound)
{
    Listening was = state->listening;
    state->listening = next;
    if (!was.named || !was.done)
        return;
    coir_input_hold(state);
    state->done_depth++;
    was.done(&state->views[was.player], was.named->name, bound, was.user);
    state->done_depth--;
    coir_input_let_go_of(state);
}

static void end_listening(InputState *state, bool bound)
{
    replace_listening(state, (Listening){0}, bound);
}

bool coir_input_listen_for(CoirInput *input, const char *name, int slot, CoirBoundFn done, void *user)
{
    NamedInput *named = coir_named_require(input, name, "coir_input_listen_for");
    if (!named || !check_slot(input, named, slot, "coir_input_listen_for"))
        return false;
    if (input->state->done_depth >= DONE_DEPTH_MOST)
        return FAIL("coir_input_listen_for: callbacks end each other's listening; listen again only after a press");
    replace_listening(input->state, (Listening){named, input->player, slot, done, user}, false);
    return true;
}

bool coir_input_is_listening(const CoirInput *input)
{
    return input && input->state->listening.named;
}

void coir_input_stop_listening(CoirInput *input)
{
    InputState *state = coir_input_state(input, "coir_input_stop_listening");
    if (state)
        end_listening(state, false);
}

bool coir_listening_take(InputState *state, Source source, int controller)
{
    Listening *listening = &state->listening;
    if (!listening->named || !coir_source_name(source) || !coir_input_counts_for(state, controller, listening->player))
        return false;
    uint8_t *bits = &state->switches[controller > 0 ? coir_pad_switch(controller, source) : source];
    if (*bits & IS_DOWN) // false for a turn of the wheel, which is over at once
        *bits |= TAKEN;
    // The press that ends listening must not press any named input, not even through the old bindings.
    for (int player = 0; player <= COIR_PLAYERS; player++)
        if (coir_input_counts_for(state, controller, player))
            coir_named_mute_taken(state, source, player);
    bool bound = source != (Source)COIR_KEY_ESCAPE;
    if (bound)
        put(state, listening->named, listening->player, listening->slot, source);
    end_listening(state, bound);
    return true;
}

// For menus -----------------------------------------------------------------------------------------------------------

const char *coir_input_name(const CoirInput *input, int index)
{
    const NamedInput *named = input && index >= 0 ? input->state->first : NULL;
    for (; named && index > 0; index--)
        named = named->next;
    return named ? named->name : NULL;
}

int coir_input_binding_count(const CoirInput *input, const char *name)
{
    NamedInput *named = coir_named_require(input, name, "coir_input_binding_count");
    return named ? coir_named_bindings(named, input->player)->count : 0;
}

// Returns the source at a slot; SOURCE_NONE: there is no such binding.
static Source source_at(const CoirInput *input, NamedInput *named, int slot)
{
    const Bindings *bindings = coir_named_bindings(named, input->player);
    return slot >= 0 && slot < bindings->count ? bindings->sources[slot] : SOURCE_NONE;
}

const char *coir_input_describe(const CoirInput *input, const char *name, int slot)
{
    NamedInput *named = coir_named_require(input, name, "coir_input_describe");
    return named ? coir_source_name(source_at(input, named, slot)) : NULL;
}

const char *coir_input_conflict(const CoirInput *input, const char *name, int slot)
{
    NamedInput *named = coir_named_require(input, name, "coir_input_conflict");
    Source source = named ? source_at(input, named, slot) : SOURCE_NONE;
    if (source == SOURCE_NONE)
        return NULL;
    for (NamedInput *other = input->state->first; other; other = other->next)
        for (int i = 0; other != named && i < coir_named_bindings(other, input->player)->count; i++)
            if (source_at(input, other, i) == source)
                return other->name;
    return NULL;
}
