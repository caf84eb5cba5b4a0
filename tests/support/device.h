// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A stub of sound/device.h for the tests of output. A test unplugs the device with `is_gone`, plugs a device in with
// `was_added`, and calls `give` to take samples as the device does.

#ifndef COIR_TESTS_DEVICE_H
#define COIR_TESTS_DEVICE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "sound/device.h"

#define RATE 48000
#define BUFFER 512

// Some flags are atomic, because a test may play the device in a thread of its own (`opened`, `closed`).
static struct {
    CoirDeviceFn give;
    void *user;
    atomic_bool is_open, is_paused, is_gone, was_added;
    bool is_missing;      // the device cannot be opened
    int rate;             // rate in the last call of coir_device_open; 0: the device's own rate
    int attempts;         // attempts to open the device
    double seconds, work; // the device's clock, and the time by which each reading advances the clock
    bool (*opened)(void); // called when the device was opened, to start a thread; may be NULL
    void (*closed)(void); // called when the device was closed, to end the thread; may be NULL
} device;

bool coir_device_open(CoirDeviceFormat *format, CoirDeviceFn function, void *user)
{
    device.rate = format->rate;
    device.attempts++;
    if (device.is_missing)
        return false;
    *format = (CoirDeviceFormat){RATE, BUFFER};
    device.give = function;
    device.user = user;
    device.is_gone = false;
    device.is_paused = true;
    device.is_open = true;
    if (device.opened && !device.opened())
        device.is_open = false;
    return device.is_open;
}

void coir_device_close(void)
{
    if (atomic_exchange(&device.is_open, false) && device.closed)
        device.closed();
}

void coir_device_stop(void)
{
    coir_device_close();
}

bool coir_device_is_started(void)
{
    return true;
}

bool coir_device_was_added(void)
{
    return atomic_exchange(&device.was_added, false);
}

void coir_device_pause(bool paused)
{
    device.is_paused = paused;
}

bool coir_device_is_gone(void)
{
    return device.is_gone;
}

double coir_device_seconds(void)
{
    // Threads call this function, too, so `seconds` is written only in tests that set `work`.
    return device.work > 0 ? device.seconds += device.work : 0;
}

#endif
