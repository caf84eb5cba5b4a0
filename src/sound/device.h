// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The audio device: the only file of Coir that knows how SDL gives samples to one.

#ifndef COIR_SOUND_DEVICE_H
#define COIR_SOUND_DEVICE_H

#include <stdbool.h>

// Stores the next `count` pairs of samples in `pairs`. Called by another thread.
typedef void (*CoirDeviceFn)(float *pairs, int count, void *user);

typedef struct CoirDeviceFormat {
    int rate, buffer;
} CoirDeviceFormat;

// Opens the device with a rate (0: the device's own) and a size of the buffer, and stores in `format` the rate and the
// size that the device has. The device stands until coir_device_pause(false). Returns false if there is no device.
bool coir_device_open(CoirDeviceFormat *format, CoirDeviceFn function, void *user);

// Closes the device; the function is not called any more. coir_device_stop also ends SDL's part for sound.
void coir_device_close(void);
void coir_device_stop(void);

// Returns true once after a device was plugged in.
bool coir_device_was_added(void);

void coir_device_pause(bool paused);

// Returns true if the device that was open has gone: it was pulled out.
bool coir_device_is_gone(void);

// Returns the seconds of a clock, for measuring. May be called by any thread.
double coir_device_seconds(void);

#endif
