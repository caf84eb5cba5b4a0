// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// While the device is open and not paused, SDL calls `on_audio` in a thread of its own. An event watch, which SDL may
// call in any thread, sets the flag `was_added`.

#include "sound/device.h"

#include <SDL.h>

#include "base/fail.h"

static SDL_AudioDeviceID device;
static CoirDeviceFn fill;
static void *fill_user;
static bool is_started;        // true while SDL's audio subsystem runs
static SDL_atomic_t was_added; // 1: a device was plugged in, but not reported yet

static void SDLCALL on_audio(void *user, Uint8 *bytes, int size)
{
    (void)user;
    fill((float *)(void *)bytes, size / (int)(2 * sizeof(float)), fill_user);
}

static int SDLCALL watch(void *user, SDL_Event *event)
{
    (void)user;
    if (event->type == SDL_AUDIODEVICEADDED && !event->adevice.iscapture)
        SDL_AtomicSet(&was_added, 1);
    return 0;
}

// Starts SDL's audio subsystem, which then reports devices that are plugged in.
static bool start(void)
{
    if (is_started)
        return true;
    if (SDL_InitSubSystem(SDL_INIT_AUDIO) != 0)
        return FAIL("there is no sound: %s", SDL_GetError());
    SDL_AddEventWatch(watch, NULL);
    is_started = true;
    return true;
}

bool coir_device_open(CoirDeviceFormat *format, CoirDeviceFn function, void *user)
{
    SDL_AudioSpec got, wanted = {.freq = format->rate > 0 ? format->rate : 48000,
                                 .format = AUDIO_F32SYS,
                                 .channels = 2,
                                 .samples = (Uint16)format->buffer,
                                 .callback = on_audio};
    if (!start())
        return false;
    SDL_AtomicSet(&was_added, 0);
    fill = function;
    fill_user = user;
    device = SDL_OpenAudioDevice(NULL, 0, &wanted, &got, format->rate > 0 ? 0 : SDL_AUDIO_ALLOW_FREQUENCY_CHANGE);
    if (device == 0)
        return FAIL("no sound device could be opened: %s", SDL_GetError());
    *format = (CoirDeviceFormat){got.freq, got.samples};
    return true;
}

void coir_device_close(void)
{
    if (device != 0)
        SDL_CloseAudioDevice(device);
    device = 0;
}

void coir_device_stop(void)
{
    coir_device_close();
    if (!is_started)
        return;
    SDL_DelEventWatch(watch, NULL);
    SDL_QuitSubSystem(SDL_INIT_AUDIO);
    is_started = false;
}

bool coir_device_is_started(void)
{
    return is_started;
}

bool coir_device_was_added(void)
{
    return is_started && SDL_AtomicSet(&was_added, 0) != 0;
}

void coir_device_pause(bool paused)
{
    if (device != 0)
        SDL_PauseAudioDevice(device, paused);
}

bool coir_device_is_gone(void)
{
    return device != 0 && SDL_GetAudioDeviceStatus(device) == SDL_AUDIO_STOPPED;
}

double coir_device_seconds(void)
{
    return (double)SDL_GetPerformanceCounter() / (double)SDL_GetPerformanceFrequency();
}
