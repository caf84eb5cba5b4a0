// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The mixer: adds up the voices, for a device or into memory.
//
// A game needs no function of this header: a Director with a window opens the device in the first frame in which
// there is a sound. Without a device, headless or in a test, voices run just the same, and coir_sound_render returns
// the samples:
//
//     coir_sound_play(hit);
//     for (int i = 0; i < 60; i++)
//         coir_stage_update(stage, 1.0 / 60);
//     float *samples = malloc(sizeof *samples * 2 * ((size_t)coir_mixer_rate() + 1));
//     int64_t count = coir_sound_render(1, samples); // one second: pairs of left and right
//
// The samples depend only on the calls and their times: they are the same bytes on each machine.
//
// The Director whose frames came first advances the sound clock, or, without a Director, the stage that was updated
// first. On a device the samples come `lead` seconds later, because the times of the timers of a frame are only known
// when the frame is over.
//
// Callbacks of sound are the functions of coir_voice_on_end and, for runs of a voice or group (coir_voice_run,
// coir_group_run), the functions of coir_call and coir_run_on_done. Some functions are refused there. For a run on
// the clock of a voice's node, only the call of coir_run_on_done at the end of the voice is a callback of sound.
//
// The sum of all voices is clipped at -1 and 1. Lower the volumes of groups if loud voices play at the same time.

#ifndef COIR_MIXER_H
#define COIR_MIXER_H

#include "coir/sound.h"

// A field that you leave out is 0, and means the default.
typedef struct CoirMixerDef {
    int rate;       // samples a second, 8000 to 192000; 0: the rate of the device, or 48000 if the mixer runs (for
                    // voices, groups or coir_sound_render) before a device is open
    int buffer;     // samples that the device requests at a time, a power of 2 from 64 to 8192; 0: 512
    int voices;     // most voices that play at the same time, 1 to 256; 0: 64
    double lead;    // seconds by which the game is ahead of the device, 0.005 to 1; 0: 0.05. Times are exact while
                    // frames are shorter than `lead` minus a buffer. Longer frames let the lead grow
    bool no_device; // true: mixes in memory only, even with a window
} CoirMixerDef;

// Opens the mixer with settings of your own, and opens the device unless `no_device` is set. If there is no device, the
// mixer runs silently, and the device is opened when a device is plugged in. After a device was unplugged, or if SDL's
// audio could not start, Coir also looks for a device from time to time. If the mixer is open, it is closed first, and
// its voices end. NULL: the defaults. Returns false, and changes nothing, for a number out of range, and inside a
// callback of sound (see above). Also returns false if there is no memory: then the mixer is closed, and the settings
// are kept for the next call that needs the mixer.
COIR_API bool coir_mixer_open(const CoirMixerDef *def);

// Closes the device and ends all voices. Destroys the groups that you made, and resets the other groups to their
// defaults. Sounds stay. The sound clock starts anew at 0, unless the call comes inside a step. Inside a callback of
// sound, the mixer is closed after the callback, at the latest at the end of the step. Destroying the last Director
// closes the mixer, too. If sounds exist, the next frame of a Director with a window opens the device again, with the
// defaults.
COIR_API void coir_mixer_close(void);

// Return true while samples go to a device, and the number of samples a second.
COIR_API bool coir_mixer_has_device(void);
COIR_API int coir_mixer_rate(void);

// Returns the time of the sound clock, in seconds. In timers and actions (coir_call), this is the due time of the call;
// in functions of coir_voice_on_end, the end of the voice; in other callbacks of a step, the end of the step.
COIR_API double coir_sound_now(void);

// Mixes the next `seconds` (0 to 3600) into `samples`: pairs of left and right, from -1 to 1. The first call begins at
// time 0 of the sound clock, each further call at the end of the last call. NULL drops the samples. Returns the number
// of pairs: seconds * rate, rounded up or down so that the numbers of many calls add up; `samples` needs room for one
// pair more than seconds * rate. Update the game first, then render up to the time of the sound clock: a change comes
// too late if its sample has been rendered. At most one minute of the sound clock, 100 000 changes, and 32 streams of
// voices that have ended wait to be rendered: if your program does not render, Coir skips samples. Returns -1 for a
// number out of range, while samples go to a device, if there is no memory, and inside a callback of sound.
COIR_API int64_t coir_sound_render(double seconds, float *samples);

typedef struct CoirMixerStats {
    bool has_device;
    int rate, buffer;
    int voices;         // number of voices that wait or play
    double load;        // mixing time divided by playing time, mean of the last buffers; above 1: mixing is too slow
    double lead;        // measured seconds by which the game is ahead of the device
    int64_t underruns;  // number of times that samples came too late: a stream was not read in time, or mixing was slow
    int64_t late;       // number of starts and changes that came after their time: frames were longer than the lead
    int64_t stolen;     // number of voices that were stopped to make room for others
    size_t sound_bytes; // bytes of samples in memory
} CoirMixerStats;

COIR_API CoirMixerStats coir_mixer_stats(void);

#endif
