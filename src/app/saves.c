// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "coir/save.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <SDL.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "base/world.h"
#include "media/disk.h"
#include "media/file.h"
#include "media/utf8.h"

#define FOLDER_MOST 4000 // bytes
#define NAME_MOST 64

static char folder[FOLDER_MOST + 2];                // ends with a slash; empty: not chosen
static char save_path[FOLDER_MOST + NAME_MOST + 2]; // last result of path_of

// The folder ---------------------------------------------------------------------------------------------------------

static bool set_folder(const char *path)
{
    size_t length = strlen(path);
    if (length == 0 || length > FOLDER_MOST)
        return FAIL("coir_saves_open: the folder's path has %zu bytes; it must have 1 to %d", length, FOLDER_MOST);
    bool has_slash = path[length - 1] == '/';
#if defined(_WIN32)
    has_slash |= path[length - 1] == '\\';
#endif
    snprintf(folder, sizeof folder, "%s%s", path, has_slash ? "" : "/");
    return true;
}

// Returns a copy of `text` in which '_' replaces characters that a folder's name cannot have. The caller frees the
// copy. Returns NULL if there is no memory.
static char *folder_name(const char *text)
{
    char *name = coir_copy_text(text);
    size_t length = name ? strlen(name) : 0;
    for (size_t i = 0; i < length; i++) {
        bool is_edge = i == 0 || i + 1 == length;
        if ((unsigned char)name[i] < ' ' || strchr("<>:\"/\\|?*\x7f", name[i]) ||
            (is_edge && (name[i] == '.' || name[i] == ' ')))
            name[i] = '_';
    }
    return name;
}

static bool open_below(const char *author, const char *game)
{
    char *path = SDL_GetPrefPath(author, game);
    if (!path)
        return FAIL("the folder for the saves of '%s' could not be made: %s", game, SDL_GetError());
    bool done = set_folder(path);
    SDL_free(path);
    return done;
}

static bool open_environment_folder(const char *path)
{
    if (!coir_disk_make_folder(path))
        return FAIL("coir_saves_open: COIR_SAVES names the folder '%s', which could not be made: %s", path,
                    strerror(errno));
    return set_folder(path);
}

bool coir_saves_open(const char *author, const char *game)
{
    if (!coir_world_check("coir_saves_open"))
        return false;
    const char *wanted = coir_disk_environment("COIR_SAVES");
    if (!game || !*game)
        return MISTAKE("coir_saves_open: the name of the game is %s; give a name", game ? "empty" : "NULL");
    if (!coir_utf8_check(game, "the name of the game", "coir_saves_open") ||
        (author && !coir_utf8_check(author, "the author", "coir_saves_open")))
        return false;
    if (wanted && *wanted)
        return open_environment_folder(wanted);
    char *author_name = folder_name(author ? author : ""), *game_name = folder_name(game);
    bool done = author_name && game_name && open_below(author_name, game_name);
    coir_free(author_name);
    coir_free(game_name);
    return done;
}

// Names --------------------------------------------------------------------------------------------------------------

static bool has_portable_characters(const char *name)
{
    size_t length = strlen(name), portable = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                                          "0123456789-_.");
    return length >= 1 && length <= NAME_MOST && portable == length && name[0] != '.' && name[length - 1] != '.';
}

// Returns true for a name that Windows reserves for a device. With an extension, such a name is still the device.
static bool is_device(const char *name)
{
    static const char *const devices[] = {"con", "prn", "aux", "nul"};
    size_t length = strcspn(name, ".");
    for (int i = 0; i < 4; i++)
        if (length == 3 && SDL_strncasecmp(name, devices[i], 3) == 0)
            return true;
    return length == 4 && (SDL_strncasecmp(name, "com", 3) == 0 || SDL_strncasecmp(name, "lpt", 3) == 0) &&
           name[3] >= '0' && name[3] <= '9';
}

static const char *path_of(const char *name, const char *function)
{
    if (!coir_world_check(function))
        return NULL;
    if (!name)
        return MISTAKE("%s: the name is NULL; give the name of a save", function), NULL;
    if (!has_portable_characters(name) || is_device(name))
        return MISTAKE(
                   "%s: '%.80s' is no name of a save; take 1 to %d letters, digits, '-', '_' and '.', no folder, no "
                   "'.' at the beginning or the end, and no name of a device of Windows",
                   function, name, NAME_MOST),
               NULL;
    if (folder[0] == '\0')
        return MISTAKE("%s: there is no folder for saves yet; call coir_saves_open first", function), NULL;
    snprintf(save_path, sizeof save_path, "%s%s", folder, name);
    return save_path;
}

const char *coir_save_path(const char *name)
{
    return path_of(name, "coir_save_path");
}

// Files --------------------------------------------------------------------------------------------------------------

bool coir_save_write(const char *name, const void *bytes, size_t size)
{
    const char *path = path_of(name, "coir_save_write");
    if (!path)
        return false;
    if (!bytes && size > 0)
        return MISTAKE("coir_save_write: the bytes of '%s' are NULL, and the size is %zu", name, size);
    return coir_file_write("save", path, bytes, size);
}

// Reads `size` bytes of the file into `bytes`. Changes nothing in `bytes` on failure.
static bool read_bytes(const char *path, SDL_RWops *stream, void *bytes, size_t size)
{
    void *copy = size > 0 ? coir_realloc(NULL, size) : NULL;
    if (!copy)
        return size == 0;
    bool done = SDL_RWread(stream, copy, 1, size) == size;
    if (done)
        memcpy(bytes, copy, size);
    else
        FAIL("the save '%s' cannot be read to its end", path);
    coir_free(copy);
    return done;
}

int64_t coir_save_read(const char *name, void *bytes, size_t capacity)
{
    const char *path = path_of(name, "coir_save_read");
    if (!path)
        return -1;
    if (!bytes && capacity > 0)
        return MISTAKE("coir_save_read: the bytes for '%s' are NULL, and the capacity is %zu", name, capacity), -1;
    SDL_RWops *stream = coir_file_open("save", path, "");
    if (!stream)
        return -1;
    Sint64 size = SDL_RWsize(stream);
    if (size < 0)
        FAIL("the save '%s' cannot be read: its size is unknown", path);
    else if (!read_bytes(path, stream, bytes, (Uint64)size < capacity ? (size_t)size : capacity))
        size = -1;
    SDL_RWclose(stream);
    return size < 0 ? -1 : size;
}

bool coir_save_remove(const char *name)
{
    const char *path = path_of(name, "coir_save_remove");
    if (!path)
        return false;
    errno = 0;
    coir_disk_remove(path);
    int error = errno;
    CoirDiskKind kind = coir_disk_kind(path);
    if (kind == COIR_DISK_UNKNOWN && (error == 0 || error == ENOENT || error == ENOTDIR))
        return true;
    errno = error;
    if (kind == COIR_DISK_FOLDER || kind == COIR_DISK_OTHER)
        return FAIL("the save '%s' cannot be removed: it is %s, not a file", path, coir_disk_kind_name(kind));
    return FAIL("the save '%s' could not be removed: %s", path, strerror(errno));
}
