// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The audio device. Only device.c calls the functions of SDL that open, close and feed audio devices.

#ifndef COIR_SOUND_DEVICE_H
#define COIR_SOUND_DEVICE_H

#include <stdbool.h>

// Stores the next `count` samples in `pairs`, as pairs of left and right. Called in a thread of SDL.
typedef void (*CoirDeviceFn)(float *pairs, int count, void *user);

typedef struct CoirDeviceFormat {
    int rate, buffer; // samples per second; samples that the device requests at a time
} CoirDeviceFormat;

// Opens the device with the rate (0: the device's own) and the buffer size of `format`. Stores in `format` the rate and
// the buffer size of the device that was opened. The device is paused until coir_device_pause(false). Sets an error and
// returns false if there is no device.
bool coir_device_open(CoirDeviceFormat *format, CoirDeviceFn function, void *user);

// Close the device; the function of coir_device_open is not called any more. coir_device_stop also ends SDL's audio
// subsystem.
void coir_device_close(void);
void coir_device_stop(void);

// Returns true while SDL's audio subsystem runs. Otherwise SDL does not report devices that are plugged in.
bool coir_device_is_started(void);

// Returns true if a device was plugged in since the last call, or since coir_device_open was called.
bool coir_device_was_added(void);

void coir_device_pause(bool paused);

// Returns true if the open device has been unplugged.
bool coir_device_is_gone(void);

// Returns a time in seconds, for measuring durations. May be called in any thread.
double coir_device_seconds(void);

#endif
