// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Named inputs: "jump" or "left", bound to keys, mouse buttons, controller buttons, sticks and triggers.
//
//     CoirInput *input = coir_director_input(director);
//     coir_input_bind(input, "left", "A, Left, Left stick left");
//     coir_input_bind(input, "right", "D, Right, Left stick right");
//     coir_input_bind(input, "jump", "Space, Pad south, Mouse left");
//
//     if (coir_input_pressed(input, "jump"))
//         jump(hero);
//     hero->position.x += coir_input_direction(input, "left", "right") * 200 * (float)dt;
//
// Bindings are written in these words, in upper or lower case:
//
// 1. keys: "A", "1", "Space", "Enter" (but not "Return"), "Left" (an arrow), "Left Shift", "Keypad 1", "F1", ...: the
//    name of the constant COIR_KEY_..., with spaces (coir_key_name);
// 2. "Mouse left", "Mouse middle", "Mouse right", "Mouse 4", "Mouse 5";
// 3. "Wheel up", "Wheel down", "Wheel left", "Wheel right";
// 4. "Pad south", "Pad left shoulder", ...: the name of the constant COIR_BUTTON_... (coir_button_name), and "Pad
//    left stick press", "Pad right stick press". "Pad" means all controllers of the player;
// 5. "Left stick up", "Left stick down", "Left stick left", "Left stick right", and the same of the right stick;
// 6. "Left trigger", "Right trigger".
//
// Each of up to four players is a CoirInput of its own. Code for a hero is the same for one player and for four:
//
//     hero->input = coir_input_player(input, 2);
//     coir_input_assign(input, 1, 2);                     // controller 1 is player 2's alone
//     coir_input_bind(hero->input, "jump", "Right Ctrl, Pad south"); // player 2 has keys of his own
//     if (coir_input_pressed(hero->input, "jump"))
//         jump(hero);
//
// Bindings of the director's input are valid for all players. If a player has own bindings for a name, only these
// bindings count for the player and this name. The director's input answers for all players: "jump" is down if any
// player holds "jump".
//
// When a name gets a new key, and the player holds this key, the key counts for the name only after the key was
// released. So the key that the player presses to bind "jump" does not make the hero jump.
//
// While the director is paused (coir_director_pause) there are no steps, so no name is pressed or released. If a
// pause menu uses named inputs, pause the game's nodes instead of the director: coir_node_pause_tree(world). Make the
// menu a sibling of `world`, or a child of `world` that is marked as interface (coir_node_set_interface).

#ifndef COIR_BINDINGS_H
#define COIR_BINDINGS_H

#include <stddef.h>

#include "coir/input.h"

#define COIR_PLAYERS 4       // players have the numbers 1 to 4
#define COIR_BINDINGS_MOST 8 // most bindings of one name for one player

// Returns the input of a player (1 to COIR_PLAYERS), or with 0 the input of all players. The director's input owns
// the returned input. Returns NULL for another number.
COIR_API CoirInput *coir_input_player(CoirInput *input, int player);

// Binds `name` to `words`, separated by commas, and makes these words the default of `name`. "" binds the name to
// nothing. A word that occurs twice counts once.
//
// If these words are the default already, nothing changes: a scene may bind its names each time it begins, and
// bindings that were rebound or loaded stay. Other words replace the default, and replace bindings of this name that
// were rebound or loaded.
//
// Returns false, and changes nothing, for an unknown word, more than COIR_BINDINGS_MOST words, a bad name (empty,
// longer than 31 bytes, not UTF-8, with one of = , # [ ] or a control character, or with a space at the start or the
// end), a NULL, or if there is no memory.
COIR_API bool coir_input_bind(CoirInput *input, const char *name, const char *words);

// Gives a controller (1 to COIR_CONTROLLERS) to one player; 0: to all players, which is the default. The controller
// does not have to be connected. Returns false for another number.
COIR_API bool coir_input_assign(CoirInput *input, int controller, int player);

// Silences all named inputs of this input while `quiet` is true: all names are up, with a value of 0. Use the function
// for a text field that has the keyboard, or for a menu. A name that is down when the silence begins counts as
// released. A key that is held when the silence ends counts from its next press on. For the director's input, the
// function silences the named inputs of all players.
COIR_API void coir_input_set_quiet(CoirInput *input, bool quiet);

// Queries -------------------------------------------------------------------------------------------------------------
//
// An unknown name is a reported mistake, and so is a NULL input or name; the function then returns false or 0.

// Tell whether a named input is down, was pressed in this step, or was released in this step. The strongest binding
// counts: a second key of the same name is no second press. A stick or trigger is down from a value (coir_input_value)
// of 0.5 on, and up again below 0.4.
COIR_API bool coir_input_is_down(const CoirInput *input, const char *name);
COIR_API bool coir_input_pressed(const CoirInput *input, const char *name);
COIR_API bool coir_input_released(const CoirInput *input, const char *name);

// Returns how far a named input is pressed, 0..1: keys and buttons are 0 or 1, sticks and triggers have the dead zone
// and the curve of coir_input_tune.
COIR_API float coir_input_value(const CoirInput *input, const char *name);

// Returns the value of `positive` minus the value of `negative`: -1..1.
COIR_API float coir_input_direction(const CoirInput *input, const char *negative, const char *positive);

// Returns the direction of four names as a vector with a length of at most 1. Diagonals of keys are as long as the
// other directions.
COIR_API CoirVec2 coir_input_stick(const CoirInput *input, const char *left, const char *right, const char *down,
                                   const char *up);

// Sets the dead zone and the curve of sticks and triggers for a name, for all players. NULL as `name`: for all names
// that have been bound so far.
//
// 1. `dead_zone` (0..0.9): a stick or trigger that is moved less has the value 0. From the dead zone to the end of
//    the way the value grows from 0 to 1. The dead zone of a stick is a circle.
// 2. `curve` (0.1..10): the exponent of this value. With 2, small movements are finer.
//
// The defaults are a dead zone of 0.15 and a curve of 1. Returns false, and changes nothing, for other numbers and an
// unknown name.
COIR_API bool coir_input_tune(CoirInput *input, const char *name, double dead_zone, double curve);

// Rebinding -----------------------------------------------------------------------------------------------------------

// Called when listening ends. `bound` is true if a key (or button, stick, ...) was bound. `bound` is false after
// Escape, after coir_input_stop_listening, and when another call starts listening. The function is not called when
// the input is destroyed.
typedef void (*CoirBoundFn)(CoirInput *input, const char *name, bool bound, void *user);

// Starts listening: the next key, mouse button, turn of the wheel, controller button, stick or trigger becomes binding
// number `slot` (from 0) of `name`. The function returns at once. The other bindings stay. A slot after the last
// binding adds a binding, up to COIR_BINDINGS_MOST. If the name has the same binding in another slot, the other slot is
// removed. No node receives the press that is bound, or the Escape that ends listening; repeats and the release belong
// to the press. Exception: nodes receive the AXIS event that releases a stick or trigger, because of its value.
// Touches, keys without a name in Coir, and controllers of other players are not bound; their events are sent as usual.
// A stick or trigger counts when the device reports 0.5 or more. Escape ends listening and changes nothing. For a time
// limit, let a timer call coir_input_stop_listening. Listening goes on when the scene changes: if `user` points to a
// node, call coir_input_stop_listening in the `leave` hook of the node. `done` may be NULL. Returns false for an
// unknown name, for a slot below 0, and for a slot after the last binding of a name with COIR_BINDINGS_MOST bindings.
//
// If listening is in progress already, the new listening begins first. Then the `done` of the old listening is called.
// If this `done` starts or ends listening, the new listening ends, and the `done` of the new listening is called inside
// the `done` of the old listening. In a `done` that is called inside another `done`, coir_input_listen_for returns
// false: otherwise two such functions could end each other's listening for ever.
COIR_API bool coir_input_listen_for(CoirInput *input, const char *name, int slot, CoirBoundFn done, void *user);

// Tell whether listening is in progress, and end listening. All players share the listening, so it does not matter
// which player's input is passed. coir_input_stop_listening does nothing if no listening is in progress.
COIR_API bool coir_input_is_listening(const CoirInput *input);
COIR_API void coir_input_stop_listening(CoirInput *input);

// Makes `word` binding number `slot` of `name`, as coir_input_listen_for does. `word` is one word, such as "Pad south";
// for several bindings call the function for several slots. "" removes this binding, and the later bindings move up. If
// there is no such binding, "" changes nothing, and the function returns true. Returns false, and changes nothing, for
// an unknown name, a slot below 0, an unknown word, and a list of words. With a word other than "", also returns false
// for a slot that coir_input_listen_for refuses.
COIR_API bool coir_input_rebind(CoirInput *input, const char *name, int slot, const char *word);

// Sets a name back to its default bindings. NULL: all names. For the director's input: for all players. Returns false
// for an unknown name.
COIR_API bool coir_input_reset(CoirInput *input, const char *name);

// Returns name number `index` (from 0), in the order in which the names were first bound; NULL after the last name. The
// input owns the name, which is valid until the input is destroyed.
COIR_API const char *coir_input_name(const CoirInput *input, int index);

// Return the number of bindings of a name (0 for an unknown name), and the word for binding number `slot` (from 0; NULL
// if there is no such binding). The word is a constant.
COIR_API int coir_input_binding_count(const CoirInput *input, const char *name);
COIR_API const char *coir_input_describe(const CoirInput *input, const char *name, int slot);

// Looks for another name of the same player that is bound to the same key, button or stick as binding number `slot` of
// `name`. Returns the first such name in the order of coir_input_name; NULL if there is no such name, or no such
// binding. The returned name is valid as long as a name from coir_input_name.
COIR_API const char *coir_input_conflict(const CoirInput *input, const char *name, int slot);

// Files ---------------------------------------------------------------------------------------------------------------
//
// A file of bindings is a text file with a line for each name. A name that has its default bindings is written after a
// #, as a comment. Reading skips comments, so a later version of the game can change the defaults.
//
//     jump = Space, Pad south
//     # left = A, Left, Left stick left
//
//     [player 2]
//     jump = Right Ctrl

// A relative path starts in the working directory, whatever folder was given to coir_assets_set_folder.

// Writes the bindings of all players to a file. An existing file is replaced when the new file is complete. Returns
// false if the file could not be written, and for NULL.
COIR_API bool coir_input_save_bindings(const CoirInput *input, const char *path);

// Reads a file of bindings. Bind all names before this call: names that are missing in the file get their defaults.
// Returns false in two cases:
//
// 1. The file cannot be read, is empty or larger than 1 MB, or there is no memory. Nothing has changed. This is normal
//    at the first start of the game, when there is no file yet.
// 2. Lines of the file are wrong. Each of the first 20 wrong lines is logged, with the number of the line and the
//    wrong word; coir_error() describes the first wrong line. A wrong line is skipped: its name keeps the default, or
//    the bindings of an earlier line. Below a wrong section, such as [player 9], all lines are skipped, with one
//    message. All other lines take effect.
//
// Upper and lower case are the same for words and sections, but not for names. Text after a # is a comment. A last
// line without a line end is wrong, because the file may have been cut off there.
COIR_API bool coir_input_load_bindings(CoirInput *input, const char *path);

#endif
