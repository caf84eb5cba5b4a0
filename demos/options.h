// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Code that all demo programs share: the command line, the window, a loop of frames without waiting, and the WAV file
// of the sound.

#ifndef DEMO_OPTIONS_H
#define DEMO_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include <coir/coir.h>

#define OPTIONS_DT (1.0 / 60) // seconds of a frame without waiting, if there is no --dt

typedef struct Options {
    const char *name;  // name of the demo; NULL: the first demo
    const char *shot;  // PNG file for the last frame; NULL: no picture
    const char *sound; // WAV file for all sound; NULL: the sound device
    int64_t frames;    // number of frames; 0: no limit
    double dt;         // fixed seconds of each frame; 0: measured by the clock
    uint64_t seed;
    bool headless, bench, list, help;
} Options;

// Reads the command line. Returns false on error, after printing the reason.
bool options_read(Options *options, int count, char **words);

// Reads the command line of a program that is a single demo. Returns false on error, after printing the reason, and
// after --help, which prints the help.
bool options_read_program(Options *options, int count, char **words);

// Prints the options that all programs have.
void options_print_help(void);

// Sets the assets folder, and opens a window with the settings of `def`, in which F3 shows statistics. With --headless
// or --bench, and if there is no display, makes a headless director instead: then sets `headless` of the options, and
// `frames` if it is 0. Without --headless and --bench, if there is no display, also sets `shot`, unless --shot was
// given, to the file `name`.png. Returns NULL on error; coir_error() then has the reason.
CoirDirector *options_open(Options *options, CoirDirectorDef def, const char *name);

// Writes the last picture and the sound to the files that the command line names. Returns false on error; coir_error()
// then has the reason, or options_write_sound has logged the reason.
bool options_save(const Options *options, CoirDirector *director);

// Writes all sound since the start to a WAV file. Returns false on error, after logging the reason.
bool options_write_sound(const char *path);

// With --frames, --dt or --headless, runs frames without waiting, `frames` of them or, if `frames` is 0, until the
// player ends the program. Otherwise runs the loop of the director until the player ends the program. Then saves like
// options_save. Returns false on error, as options_save does.
bool options_run(const Options *options, CoirDirector *director);

// Destroys the director, and returns the exit status of the program. Logs coir_error() if `done` is false.
int options_end(CoirDirector *director, bool done);

#endif
