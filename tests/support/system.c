// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#define _POSIX_C_SOURCE 200112L // setenv

#include "support/system.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(_WIN32)

#include <windows.h>

#include <fcntl.h>
#include <io.h>

#define PATH_LIMIT 1024 // UTF-16 units

// A text in UTF-16, as the functions of Windows take paths and other texts.
typedef struct Wide {
    wchar_t text[PATH_LIMIT];
} Wide;

static Wide widen(const char *text)
{
    Wide wide;
    if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, wide.text, PATH_LIMIT) <= 0)
        abort();
    return wide;
}

int64_t system_now(void)
{
    LARGE_INTEGER ticks, per_second;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&per_second);
    return (int64_t)((double)ticks.QuadPart * 1e9 / (double)per_second.QuadPart);
}

const char *system_temporary_folder(void)
{
    static char folder[3 * PATH_LIMIT];
    wchar_t wide[PATH_LIMIT];
    DWORD length = GetTempPathW(PATH_LIMIT, wide); // ends with a backslash
    if (length == 0 || length >= PATH_LIMIT)
        abort();
    wide[length - 1] = L'\0';
    if (WideCharToMultiByte(CP_UTF8, 0, wide, -1, folder, sizeof folder, NULL, NULL) <= 0)
        abort();
    for (char *at = folder; *at; at++)
        if (*at == '\\')
            *at = '/'; // a backslash has a meaning in JSON
    return folder;
}

bool system_make_folder(const char *path)
{
    return CreateDirectoryW(widen(path).text, NULL);
}

FILE *system_open(const char *path, const char *mode)
{
    return _wfopen(widen(path).text, widen(mode).text);
}

bool system_remove(const char *path)
{
    Wide wide = widen(path);
    return DeleteFileW(wide.text) || RemoveDirectoryW(wide.text);
}

void system_set_variable(const char *name, const char *value)
{
    SetEnvironmentVariableW(widen(name).text, value ? widen(value).text : NULL);
}

void system_keep_bytes(void)
{
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
}

#else

#include <sys/stat.h>

int64_t system_now(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

const char *system_temporary_folder(void)
{
    const char *folder = getenv("TMPDIR");
    return folder && folder[0] ? folder : "/tmp";
}

bool system_make_folder(const char *path)
{
    return mkdir(path, 0700) == 0;
}

FILE *system_open(const char *path, const char *mode)
{
    return fopen(path, mode);
}

bool system_remove(const char *path)
{
    return remove(path) == 0;
}

void system_set_variable(const char *name, const char *value)
{
    if (value)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

void system_keep_bytes(void)
{
}

#endif
