// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// What the demos that are programs share: the command line, opening a window, and frames without waiting.

#ifndef DEMO_OPTIONS_H
#define DEMO_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include <coir/coir.h>

#define OPTIONS_DT (1.0 / 60) // seconds of a frame that is not waited for, without --dt

typedef struct Options {
    const char *name;  // of the demo; NULL: the first
    const char *shot;  // a PNG file for the last frame; NULL: none
    const char *sound; // a WAV file for all sound; NULL: the device
    int64_t frames;    // 0: no end
    double dt;         // seconds, fixed; 0: the clock's
    uint64_t seed;
    bool headless, bench, list, help;
} Options;

// Reads the command line. False: it cannot be read; why has been printed.
bool options_read(Options *options, int count, char **words);

// The same for a program that is a single demo. False also after --help, which is answered.
bool options_read_program(Options *options, int count, char **words);

// Prints the options that all programs have.
void options_print_help(void);

// Sets the assets folder, and opens a window as `def` says, in which F3 shows statistics. Where there is no display,
// the director is headless, and a picture of the last frame goes to `name`.png. NULL on error, see coir_error().
CoirDirector *options_open(Options *options, CoirDirectorDef def, const char *name);

// Writes the last picture and the sound to the files that the player wants. False on error, see coir_error().
bool options_save(const Options *options, CoirDirector *director);

// Writes all sound since the begin to a WAV file. False: why has been logged.
bool options_write_sound(const char *path);

// Runs `frames` frames without waiting, or waits until the player ends the program; then saves as above. False on
// error, see coir_error().
bool options_run(const Options *options, CoirDirector *director);

// Destroys the director, and returns the program's exit status. Logs coir_error() if the program is not done.
int options_end(CoirDirector *director, bool done);

#endif
