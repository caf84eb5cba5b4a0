// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Input inside the library. All files of this folder work without SDL's devices: src/app sends the events.
//
// A source is a place that a binding can name: a key, a mouse button, a button or half an axis of a controller. A
// switch is a source of one device: each controller has its own switches for the same sources.

#ifndef COIR_INPUT_INPUT_H
#define COIR_INPUT_INPUT_H

#include "base/hash.h"
#include "coir/bindings.h"
#include "input/event.h"

typedef uint16_t Source;

#define WHEEL_WAYS 4 // up, down, left, right

enum {
    SOURCE_NONE = 0,                                 // as COIR_KEY_NONE: sources below COIR_KEY_COUNT are keys
    SOURCE_POINTER = COIR_KEY_COUNT,                 // + button - 1
    SOURCE_WHEEL = SOURCE_POINTER + POINTER_BUTTONS, // + way
    SOURCE_BUTTON = SOURCE_WHEEL + WHEEL_WAYS,       // + CoirButton
    SOURCE_AXIS = SOURCE_BUTTON + COIR_BUTTON_COUNT, // + 2 * CoirAxis, + 1 for the positive half
    SOURCE_COUNT = SOURCE_AXIS + 2 * COIR_AXIS_COUNT,
    PAD_SOURCES = SOURCE_COUNT - SOURCE_BUTTON, // of one controller
    SWITCH_COUNT = SOURCE_BUTTON + COIR_CONTROLLERS * PAD_SOURCES,
};

// The bits of a switch and of a named input.
enum {
    IS_DOWN = 1,
    PRESSED = 2, // seen by the present step
    RELEASED = 4,
    NEXT_PRESSED = 8, // waits for the next step
    NEXT_RELEASED = 16,
};

// Sets IS_DOWN. Returns true if this is a press.
bool coir_switch_set(uint8_t *bits, bool down);

// Half an axis, or a named input, goes down at the first value and up below the second.
#define DOWN_FROM 0.5f
#define UP_BELOW 0.4f

typedef struct Bindings {
    Source sources[COIR_BINDINGS_MOST];
    uint8_t count;
    bool own; // of a player: false if the bindings of all count. Always true for player 0.
} Bindings;

typedef struct NamedInput NamedInput;
struct NamedInput {
    char *name;
    NamedInput *next;                                                // in the order of binding
    Bindings bindings[COIR_PLAYERS + 1], defaults[COIR_PLAYERS + 1]; // by player; 0: all players
    float values[COIR_PLAYERS + 1];
    uint8_t bits[COIR_PLAYERS + 1];
    uint8_t muted[COIR_PLAYERS + 1]; // by player: bits of bindings that rest until their source is let go of
    float dead_zone, curve;
    bool hash_failed;
    UT_hash_handle hh;
};

// One controller.
typedef struct Pad {
    char *name; // NULL: not connected
    float axes[COIR_AXIS_COUNT];
    int player;       // who has it alone; 0: all players
    uint32_t plugged; // InputState.plugged when the controller came: tells controllers with the same number apart
} Pad;

typedef struct Listening {
    NamedInput *named; // NULL: nobody listens
    int player, slot;
    CoirBoundFn done;
    void *user;
} Listening;

typedef struct InputState InputState;

// What users hold: the state as a player sees it.
struct CoirInput {
    InputState *state;
    int player; // 0: all
};

// Hands an event to the nodes. Returns true if one of them dealt with it.
typedef bool (*CoirInputSink)(void *user, const CoirEvent *event);

// Returns true if a node takes text.
typedef bool (*CoirInputTyping)(void *user);

struct InputState {
    CoirInput views[COIR_PLAYERS + 1];
    CoirInputSink sink;        // NULL: there are no nodes
    CoirInputTyping is_typing; // asked before each event; NULL: coir_input_set_typing alone counts
    void *sink_user;

    uint8_t switches[SWITCH_COUNT];
    CoirVec2 pointer;
    CoirVec2 motion, wheel, next_motion, next_wheel; // of the present step, and what waits for the next step
    CoirFinger fingers[COIR_FINGERS];
    int finger_count;
    int64_t first_finger; // counts as the left mouse button; 0: none
    bool mouse_left;      // the left button of the mouse is down, whatever the finger does
    Pad pads[COIR_CONTROLLERS];
    uint32_t plugged; // grows when a controller comes or goes

    NamedInput *table; // uthash: by name
    NamedInput *first, *last;
    Listening listening;
    int telling; // callbacks of listening that are under way, one inside another
    bool quiet[COIR_PLAYERS + 1];
    bool typing; // a node takes text: keys do not count for names

    int busy; // events that are being handed out
    bool owned, dead;

    InputState *next_hearing; // in the list of inputs that hear of SDL's controllers
    bool hears;
};

// The director's part -------------------------------------------------------------------------------------------------

// Hands events on to `sink` from now on.
void coir_input_set_sink(CoirInput *input, CoirInputSink sink, void *user);

// Destroys the input of a director, or, while its events are being handed out, as soon as that is over.
void coir_input_free(CoirInput *input);

// Begins a step.
void coir_input_begin_step(CoirInput *input);

// Begins a step in which the world is held: nothing is pressed, released or moved. What happened since the step before
// waits for the next coir_input_begin_step.
void coir_input_step_held(CoirInput *input);

// Forgets presses and moves that no step has seen, but not releases: the director was paused meanwhile.
void coir_input_forget_presses(CoirInput *input);

// Tells whether a node takes text: keys do not count for named inputs meanwhile, and keys that are held at the end do
// not count until they are pressed anew.
void coir_input_set_typing(CoirInput *input, bool typing);

// Between the files of this folder ------------------------------------------------------------------------------------

// Report a mistake of a caller and return NULL or false.
InputState *coir_input_state(const CoirInput *input, const char *function);
bool coir_input_check_controller(const InputState *state, int controller, const char *function);

// Checks the numbers of an event in the name of a public function.
bool coir_input_check(const InputState *state, const CoirEvent *event, const char *function);

// Checks an event, takes it and hands it out.
bool coir_input_send(const CoirInput *input, const CoirEvent *event, const char *function);

// Begin and end a call that hands out events: the input is not freed meanwhile. After user code `state->dead` tells
// whether the input was destroyed.
void coir_input_hold(InputState *state);
void coir_input_let_go_of(InputState *state);

// Releases all buttons and axes of a controller. Returns false if user code has meanwhile destroyed the input, or has
// disconnected the controller.
bool coir_input_release_pad(InputState *state, int controller);

// Returns -1 if the finger is not down.
int coir_input_find_finger(const InputState *state, int64_t finger);

// The switch of a source of controller 1 to COIR_CONTROLLERS.
static inline int coir_pad_switch(int controller, int source)
{
    return source + (controller - 1) * PAD_SOURCES;
}

// Returns the name of a source, NULL: the source has no name. And back: SOURCE_NONE for an unknown name. `length` bytes
// count; spaces around are left out.
const char *coir_source_name(Source source);
Source coir_source_from_name(const char *name, size_t length);

// True if `length` bytes of `text` are `name`; upper and lower case are the same.
bool coir_is_same_word(const char *name, const char *text, size_t length);

// The character of a key on a US keyboard, 0: none.
uint32_t coir_key_character(CoirKey key);

// Computes the named inputs that have one of the sources `first` to `last` anew.
void coir_named_update(InputState *state, Source first, Source last);

// Computes all named inputs of a player anew.
void coir_named_update_all(InputState *state);
void coir_named_step(InputState *state);
void coir_named_step_held(InputState *state);
void coir_named_forget_presses(InputState *state);
void coir_named_free(InputState *state);

// Returns NULL and reports nothing if there is no such name.
NamedInput *coir_named_find(const InputState *state, const char *name);

// Returns the input with this name. Reports a mistake in the name of `function`, and returns NULL, for a NULL input, a
// NULL name and an unknown name.
NamedInput *coir_named_require(const CoirInput *input, const char *name, const char *function);

// The bindings that count for a player.
Bindings *coir_named_bindings(NamedInput *named, int player);

typedef enum Words { WORDS_GOOD, WORDS_UNKNOWN, WORDS_TOO_MANY } Words;

// Reads words, separated by commas, into `bindings`. Unless all words are good, `bad` and `bad_length` are set to the
// first word that is not.
Words coir_bindings_parse(const char *words, size_t length, Bindings *bindings, const char **bad, size_t *bad_length);

bool coir_bindings_same(const Bindings *a, const Bindings *b);

// Puts new bindings of a player in place. Mutes a source that a player holds now, unless the source was bound for this
// player before.
void coir_named_replace(const InputState *state, NamedInput *named, int player, const Bindings *with);

// True for a player, and for player 0, if the controller is his or everybody's. Controller 0: of no controller.
bool coir_input_is_heard_by(const InputState *state, int controller, int player);

// Takes a press of a source of `controller` (0: of no controller) if somebody listens. Returns true if it was taken.
bool coir_listening_take(InputState *state, Source source, int controller);

// Reads a file of bindings. `path` is for messages.
bool coir_bindings_read(InputState *state, const char *path, const char *text, size_t size);

#endif
