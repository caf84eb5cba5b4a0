// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Private declarations of input. All files of this folder work without SDL's devices: src/app sends the events.
//
// A *source* can be named by a binding: a key, a mouse button, a turn of the wheel, a button or half an axis of a
// controller. A *switch* is a source of one device: each controller has its own switches for the same sources.

#ifndef COIR_INPUT_INPUT_H
#define COIR_INPUT_INPUT_H

#include "base/hash.h"
#include "coir/bindings.h"
#include "input/event.h"

typedef uint16_t Source;

#define WHEEL_WAYS 4 // up, down, left, right

enum {
    SOURCE_NONE = 0,                                 // equals COIR_KEY_NONE; sources below COIR_KEY_COUNT are keys
    SOURCE_POINTER = COIR_KEY_COUNT,                 // + button - 1
    SOURCE_WHEEL = SOURCE_POINTER + POINTER_BUTTONS, // + way
    SOURCE_BUTTON = SOURCE_WHEEL + WHEEL_WAYS,       // + CoirButton
    SOURCE_AXIS = SOURCE_BUTTON + COIR_BUTTON_COUNT, // + 2 * CoirAxis, + 1 for the positive half
    SOURCE_COUNT = SOURCE_AXIS + 2 * COIR_AXIS_COUNT,
    PAD_SOURCES = SOURCE_COUNT - SOURCE_BUTTON, // number of sources of one controller
    SWITCH_COUNT = SOURCE_BUTTON + COIR_CONTROLLERS * PAD_SOURCES,
};

// Bits of a switch and of a named input.
enum {
    IS_DOWN = 1,
    PRESSED = 2, // seen by the present step
    RELEASED = 4,
    NEXT_PRESSED = 8, // waits for the next step
    NEXT_RELEASED = 16,
    TAKEN = 32, // listening took the press that is in progress; the press counts for no named input
};

// Sets or clears IS_DOWN, and notes a change for the next step. A change clears TAKEN. Returns true if the change is a
// press.
bool coir_switch_set(uint8_t *bits, bool down);

// Greatest absolute value of a number in an event. Differences and squares of such numbers are finite.
#define COIR_EVENT_NUMBER_MOST 1e12f

// Half an axis or a named input goes down at DOWN_FROM, and goes up below UP_BELOW.
#define DOWN_FROM 0.5f
#define UP_BELOW 0.4f

typedef struct Bindings {
    Source sources[COIR_BINDINGS_MOST];
    uint8_t count;
    bool own; // false: the player uses the bindings of player 0; always true for player 0
} Bindings;

typedef struct NamedInput NamedInput;
struct NamedInput {
    char *name;
    NamedInput *next;                                                // in the order of binding
    Bindings bindings[COIR_PLAYERS + 1], defaults[COIR_PLAYERS + 1]; // by player; 0: all players
    float values[COIR_PLAYERS + 1];
    uint8_t bits[COIR_PLAYERS + 1];
    uint8_t muted[COIR_PLAYERS + 1]; // by player; bit i: binding i is ignored until its source is released
    float dead_zone, curve;
    bool hash_failed;
    UT_hash_handle hh;
};

// State of a controller.
typedef struct Pad {
    char *name;   // NULL: not connected
    bool is_real; // a controller of SDL; false: a controller that exists only in this input
    float axes[COIR_AXIS_COUNT];
    int player;       // player that has the controller alone; 0: all players
    uint32_t plugged; // InputState.plugged after the connection; tells controllers apart that had the same number
} Pad;

typedef struct Listening {
    NamedInput *named; // NULL: not listening
    int player, slot;
    CoirBoundFn done;
    void *user;
} Listening;

typedef struct InputState InputState;

// Handle for users: a state, and the player for whom the state is read.
struct CoirInput {
    InputState *state;
    int player; // 0: all players
};

// Sends an event to the nodes, and to the listeners of their stage. Returns true if a listener, or the `event` hook of
// a node, dealt with the event.
typedef bool (*CoirInputSink)(void *user, const CoirEvent *event);

// Returns true if a node takes text.
typedef bool (*CoirInputTyping)(void *user);

struct InputState {
    CoirInput views[COIR_PLAYERS + 1];
    CoirInputSink sink;        // NULL: there are no nodes
    CoirInputTyping is_typing; // called before each event; NULL: only coir_input_set_typing counts
    void *sink_user;

    uint8_t switches[SWITCH_COUNT];
    CoirVec2 pointer;
    CoirVec2 motion, wheel, next_motion, next_wheel; // sums for the present step, and for the next step
    CoirFinger fingers[COIR_FINGERS];
    int finger_count;
    int64_t first_finger; // finger that counts as the left mouse button; 0: none
    bool mouse_left;      // the left button of the mouse is down, regardless of fingers
    Pad pads[COIR_CONTROLLERS];
    uint32_t plugged; // counter, which grows when a controller is connected or disconnected

    NamedInput *table; // hash table by name
    NamedInput *first, *last;
    Listening listening;
    int done_depth; // number of nested callbacks of listening that are in progress
    bool quiet[COIR_PLAYERS + 1];
    bool typing; // a node takes text: keys do not count for named inputs

    int busy;         // number of coir_input_hold calls without a coir_input_let_go_of
    bool owned, dead; // a director owns the input; the input was destroyed, and is freed when `busy` is 0

    InputState *next_attached; // next in the list of inputs that receive events of SDL's controllers
};

// For directors -------------------------------------------------------------------------------------------------------

// Sends events to `sink` from now on.
void coir_input_set_sink(CoirInput *input, CoirInputSink sink, void *user);

// Destroys the input of a director. If events of the input are being sent, the input is freed afterwards.
void coir_input_free(CoirInput *input);

// Begins a step: the step sees the presses, releases and moves since the previous step.
void coir_input_begin_step(CoirInput *input);

// Begins a step in which the game is held: nothing is pressed, released or moved. Changes since the previous step wait
// for the next coir_input_begin_step.
void coir_input_step_held(CoirInput *input);

// Drops presses, moves of the pointer and turns of the wheel that no step has seen, but keeps releases. Called after a
// pause of the director.
void coir_input_forget_presses(CoirInput *input);

// Sets whether a node takes text. While a node takes text, keys do not count for named inputs. Keys that are down
// when typing ends do not count until the keys are released and pressed again.
void coir_input_set_typing(CoirInput *input, bool typing);

// For the files of this folder and src/app ----------------------------------------------------------------------------

// coir_input_state returns the state of an input. For a NULL input, and outside of the default world, reports a mistake
// and returns NULL. coir_input_check_controller returns true if a controller is connected. Otherwise reports a mistake
// and returns false.
InputState *coir_input_state(const CoirInput *input, const char *function);
bool coir_input_check_controller(const InputState *state, int controller, const char *function);

// Returns true if the fields of an event are valid, and fit the controllers that are connected. Otherwise reports a
// mistake under the name of `function`, and returns false.
bool coir_input_check(const InputState *state, const CoirEvent *event, const char *function);

// Checks an event, updates the state, and sends the event to the sink. Returns true if listening took the event, or if
// the sink returned true.
bool coir_input_send(const CoirInput *input, const CoirEvent *event, const char *function);

// Called before and after code that calls user code. The calls may be nested. Between the two calls the input is not
// freed. After user code, `state->dead` is true if the input was destroyed.
void coir_input_hold(InputState *state);
void coir_input_let_go_of(InputState *state);

// Connects a controller of SDL. `event` is a COIR_EVENT_CONTROLLER_ADDED with a number that is free.
void coir_input_add_real(InputState *state, const CoirEvent *event);

// Releases all buttons and axes of a controller, by events with these modifiers. Returns false if user code has
// destroyed the input or disconnected the controller during this call.
bool coir_input_release_pad(InputState *state, int controller, int modifiers);

// Returns the index of a finger; -1 if the finger is not down.
int coir_input_find_finger(const InputState *state, int64_t finger);

// Returns the index of the switch for a source of `controller`, which is 1 to COIR_CONTROLLERS.
static inline int coir_pad_switch(int controller, int source)
{
    return source + (controller - 1) * PAD_SOURCES;
}

// coir_source_name returns the name of a source; NULL: the source has no name. coir_source_from_name returns the source
// whose name is in the first `length` bytes of `name`; SOURCE_NONE: unknown name. Upper and lower case are the same.
// Spaces and tabs at both ends are ignored.
const char *coir_source_name(Source source);
Source coir_source_from_name(const char *name, size_t length);

// Returns true if the first `length` bytes of `text` equal `name`. Upper and lower case of ASCII letters are the same.
bool coir_is_same_word(const char *name, const char *text, size_t length);

// Returns the character of a key on a US keyboard; 0: none.
uint32_t coir_key_character(CoirKey key);

// Updates the named inputs that have one of the sources `first` to `last`.
void coir_named_update(InputState *state, Source first, Source last);

// Updates all named inputs.
void coir_named_update_all(InputState *state);

// The parts of coir_input_begin_step, coir_input_step_held and coir_input_forget_presses for named inputs.
void coir_named_step(InputState *state);
void coir_named_step_held(InputState *state);
void coir_named_forget_presses(InputState *state);

// Returns the named input with this name. Returns NULL, without a report, if there is no such name.
NamedInput *coir_named_find(const InputState *state, const char *name);

// Returns the named input with this name. For a NULL input, a NULL name and an unknown name, reports a mistake under
// the name of `function` and returns NULL.
NamedInput *coir_named_require(const CoirInput *input, const char *name, const char *function);

// Returns the bindings that a player uses.
Bindings *coir_named_bindings(NamedInput *named, int player);

typedef enum Words { WORDS_GOOD, WORDS_UNKNOWN, WORDS_TOO_MANY } Words;

// Reads words, separated by commas, into `bindings`. If a word is wrong, sets `bad` and `bad_length` to the first
// wrong word.
Words coir_bindings_parse(const char *words, size_t length, Bindings *bindings, const char **bad, size_t *bad_length);

bool coir_bindings_same(const Bindings *a, const Bindings *b);

// Replaces the bindings of `count` players, from player `first` on, for one named input; `with` is an array. Mutes a
// source that is down for a player, unless the source was already bound for this player.
void coir_named_replace(const InputState *state, NamedInput *named, int first, int count, const Bindings *with);

// Mutes a source in all names of a player, after listening has taken a press of the source. If another device of the
// player holds the source, the source is not muted: a name that is down stays down until the other device releases the
// source.
void coir_named_mute_taken(const InputState *state, Source source, int player);

// Returns true if a controller counts for a player: the controller belongs to this player or to all players, or
// `player` is 0. Controller 0: the keyboard or the mouse, which count for all players.
bool coir_input_counts_for(const InputState *state, int controller, int player);

// Takes a press of a source of `controller` (0: of no controller) if the input is listening, and sets TAKEN until the
// release. Returns true if the press was taken.
bool coir_listening_take(InputState *state, Source source, int controller);

// Reads the text of a file of bindings. `path` is for messages. Logs and skips wrong lines. Returns false if a line was
// wrong, or if there is no memory; coir_error() says why.
bool coir_bindings_read(InputState *state, const char *path, const char *text, size_t size);

#endif
