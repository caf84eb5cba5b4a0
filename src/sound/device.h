// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The audio device. Only device.c calls the functions of SDL that open, close and feed audio devices.

#ifndef COIR_SOUND_DEVICE_H
#define COIR_SOUND_DEVICE_H

#include <stdbool.h>

// Stores the next `count` pairs of samples in `pairs`. Called by another thread.
typedef void (*CoirDeviceFn)(float *pairs, int count, void *user);

typedef struct CoirDeviceFormat {
    int rate, buffer; // samples a second, and samples that the device asks for at once
} CoirDeviceFormat;

// Opens the device with a rate (0: the device's own) and a size of the buffer, and stores in `format` the rate and the
// size that the device has. The device is paused until coir_device_pause(false). Returns false, after an error, if
// there is no device.
bool coir_device_open(CoirDeviceFormat *format, CoirDeviceFn function, void *user);

// Closes the device; the function is not called any more. coir_device_stop also ends SDL's audio subsystem.
void coir_device_close(void);
void coir_device_stop(void);

// Returns true once after a device was plugged in.
bool coir_device_was_added(void);

void coir_device_pause(bool paused);

// Returns true if the device that was open has been pulled out.
bool coir_device_is_gone(void);

// Returns the seconds of a clock, for measuring. May be called by any thread.
double coir_device_seconds(void);

#endif
