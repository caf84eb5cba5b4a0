// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The output of samples: into memory, or to a device.

#ifndef COIR_SOUND_OUTPUT_H
#define COIR_SOUND_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>

// Called when the sound clock has advanced by `passed` ns. Sends the waiting changes to the mixer, and fills the
// streams. Notices devices that were plugged in or removed, and keeps the clock of the device and the clock of the game
// together.
void coir_output_step(int64_t passed);

// coir_output_open opens the device. Returns false if there is no device or no memory; then coir_output_step opens a
// device that is plugged in later. coir_output_close closes the device; then coir_output_step opens no device until
// coir_output_open is called again.
bool coir_output_open(void);
void coir_output_close(void);

// For the Director. coir_sound_request_device is called in each frame: the first call after a sound exists tries to
// open the device, and later calls do nothing until coir_output_close. coir_sound_pause_device pauses and resumes the
// device, for the background.
void coir_sound_request_device(void);
void coir_sound_pause_device(bool paused);

#endif
