// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "media/disk.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/stat.h>

const char *coir_disk_kind_name(CoirDiskKind kind)
{
    return kind == COIR_DISK_FOLDER ? "a folder" : "a pipe, a socket or a device";
}

#if defined(_WIN32)

#include <windows.h>

#include <wchar.h>

#define PATH_LIMIT 4096 // UTF-16 units

static bool widen(const char *path, wchar_t wide[PATH_LIMIT])
{
    return MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide, PATH_LIMIT) > 0;
}

CoirDiskKind coir_disk_kind(const char *path)
{
    wchar_t wide[PATH_LIMIT];
    struct _stat64 info;
    if (!widen(path, wide) || _wstat64(wide, &info) != 0)
        return COIR_DISK_UNKNOWN;
    int kind = info.st_mode & _S_IFMT;
    return kind == _S_IFREG ? COIR_DISK_FILE : kind == _S_IFDIR ? COIR_DISK_FOLDER : COIR_DISK_OTHER;
}

bool coir_disk_make_folder(const char *path)
{
    wchar_t wide[PATH_LIMIT];
    if (!widen(path, wide)) {
        errno = EINVAL;
        return false;
    }
    if (_wmkdir(wide) == 0)
        return true;
    int error = errno;
    bool exists = coir_disk_kind(path) == COIR_DISK_FOLDER;
    errno = error; // the reason of _wmkdir
    return exists;
}

static void set_errno(void)
{
    DWORD error = GetLastError();
    bool is_missing = error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND;
    bool is_denied = error == ERROR_ACCESS_DENIED || error == ERROR_SHARING_VIOLATION;
    errno = is_missing ? ENOENT : is_denied ? EACCES : EIO;
}

bool coir_disk_rename(const char *from, const char *to)
{
    wchar_t wide_from[PATH_LIMIT], wide_to[PATH_LIMIT];
    if (widen(from, wide_from) && widen(to, wide_to) && MoveFileExW(wide_from, wide_to, MOVEFILE_REPLACE_EXISTING))
        return true;
    set_errno();
    return false;
}

void coir_disk_remove(const char *path)
{
    wchar_t wide[PATH_LIMIT];
    if (!widen(path, wide))
        errno = EINVAL;
    else if (!DeleteFileW(wide))
        set_errno();
}

const char *coir_disk_environment(const char *name)
{
    static char value[3 * PATH_LIMIT];
    wchar_t wide_name[PATH_LIMIT], wide[PATH_LIMIT];
    DWORD length = widen(name, wide_name) ? GetEnvironmentVariableW(wide_name, wide, PATH_LIMIT) : 0;
    if (length == 0 || length >= PATH_LIMIT)
        return NULL;
    return WideCharToMultiByte(CP_UTF8, 0, wide, -1, value, sizeof value, NULL, NULL) > 0 ? value : NULL;
}

#else

#include <unistd.h>

#if defined(__EMSCRIPTEN__)
void coir_web_store(const char *path, size_t length); // app/web.js
#endif

// Tells a web page that a file was written or removed. If the file is in the folder of saves, the page copies the
// change into the storage of the browser. Does nothing on other systems.
static void report_change(const char *path)
{
#if defined(__EMSCRIPTEN__)
    coir_web_store(path, strlen(path));
#else
    (void)path;
#endif
}

CoirDiskKind coir_disk_kind(const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return COIR_DISK_UNKNOWN;
    return S_ISREG(info.st_mode) ? COIR_DISK_FILE : S_ISDIR(info.st_mode) ? COIR_DISK_FOLDER : COIR_DISK_OTHER;
}

bool coir_disk_make_folder(const char *path)
{
    if (mkdir(path, 0777) == 0)
        return true;
    int error = errno;
    bool exists = coir_disk_kind(path) == COIR_DISK_FOLDER;
    errno = error; // the reason of mkdir
    return exists;
}

bool coir_disk_rename(const char *from, const char *to)
{
    bool done = rename(from, to) == 0;
    if (done)
        report_change(to);
    return done;
}

void coir_disk_remove(const char *path)
{
    unlink(path); // `remove` would remove an empty folder, too
    report_change(path);
}

const char *coir_disk_environment(const char *name)
{
    return getenv(name);
}

#endif
