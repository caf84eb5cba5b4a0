// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "media/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <SDL.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "base/world.h"
#include "coir/texture.h"
#include "media/disk.h"

#define PATH_MOST 4095 // bytes of the longest path that coir_assets_path returns

static char *assets_folder; // NULL: not set; relative paths count from the program's folder or the working directory

// Paths --------------------------------------------------------------------------------------------------------------

static bool is_separator(char character)
{
#if defined(_WIN32)
    return character == '/' || character == '\\';
#else
    return character == '/';
#endif
}

static bool is_absolute(const char *path)
{
#if defined(_WIN32)
    return is_separator(path[0]) || (path[0] && path[1] == ':');
#else
    return is_separator(path[0]);
#endif
}

bool coir_assets_set_folder(const char *folder)
{
    if (!coir_world_check("coir_assets_set_folder"))
        return false;
    char *copy = folder ? coir_copy_text(folder) : NULL;
    if (folder && !copy)
        return false;
    coir_free(assets_folder);
    assets_folder = copy;
    return true;
}

// Joins two paths: the first `length` bytes of `folder`, and then `path`. Puts a slash between the two, unless `length`
// is 0 or the last of these bytes is a slash. Returns NULL if there is no memory.
static char *join(const char *folder, size_t length, const char *path)
{
    size_t slash = length > 0 && !is_separator(folder[length - 1]), rest = strlen(path) + 1;
    char *full = coir_realloc(NULL, length + slash + rest);
    if (!full)
        return NULL;
    memcpy(full, folder, length);
    memcpy(full + length, "/", slash);
    memcpy(full + length + slash, path, rest);
    return full;
}

// Looks for the relative path `path` in the program's folder. Returns the full path if a file or folder exists there,
// else `path`. Takes ownership of `path`; the caller frees the result. Returns NULL if there is no memory.
static char *prefer_beside_program(char *path)
{
    char *folder = SDL_GetBasePath();
    if (!folder)
        return path;
    char *beside = join(folder, strlen(folder), path);
    SDL_free(folder);
    bool is_there = beside && coir_disk_kind(beside) != COIR_DISK_UNKNOWN;
    if (is_there || !beside) {
        coir_free(path);
        return beside;
    }
    coir_free(beside);
    return path;
}

char *coir_path_resolve(const char *path)
{
    bool is_in_folder = assets_folder && !is_absolute(path);
    char *full = is_in_folder ? join(assets_folder, strlen(assets_folder), path) : coir_copy_text(path);
    return full && !is_absolute(full) ? prefer_beside_program(full) : full;
}

const char *coir_assets_path(const char *path)
{
    if (!coir_world_check("coir_assets_path"))
        return NULL;
    static char text[PATH_MOST + 1];
    if (!path)
        return MISTAKE("coir_assets_path: the path is NULL; give the path of a file"), NULL;
    char *full = coir_path_resolve(path);
    if (!full)
        return NULL;
    size_t length = strlen(full);
    if (length <= PATH_MOST)
        memcpy(text, full, length + 1);
    coir_free(full);
    if (length > PATH_MOST)
        return FAIL("coir_assets_path: a path of %zu bytes, with its folder; at most %d bytes are possible", length,
                    PATH_MOST),
               NULL;
    return text;
}

char *coir_path_beside(const char *path, const char *name)
{
    size_t folder = strlen(path);
    if (is_absolute(name))
        return coir_copy_text(name);
    while (folder > 0 && !is_separator(path[folder - 1]))
        folder--;
    return join(path, folder, name);
}

// The most frequent reason for a missing file is a relative path that is counted from an unexpected folder.
const char *coir_path_advice(const char *path)
{
    if (is_absolute(path))
        return "";
    if (!assets_folder)
        return "; Coir has looked beside the program and in the working directory; call coir_assets_set_folder to look "
               "elsewhere";
    if (is_absolute(assets_folder))
        return "; relative paths are counted from the folder that coir_assets_set_folder was given";
    return "; coir_assets_set_folder was given a relative folder: Coir has looked for this folder beside the program "
           "and in the working directory";
}

// Reading ------------------------------------------------------------------------------------------------------------

static uint8_t *read_all(const char *what, const char *path, SDL_RWops *stream, size_t limit, size_t *size)
{
    Sint64 length = SDL_RWsize(stream);
    if (length == 0)
        return FAIL("the %s '%s' is an empty file", what, path), NULL;
    if (length < 0)
        return FAIL("the %s '%s' cannot be read: its size is unknown", what, path), NULL;
    if ((Uint64)length > limit)
        return FAIL("the %s '%s' cannot be read: it is larger than %zu MB", what, path, limit >> 20), NULL;
    *size = (size_t)length;
    uint8_t *bytes = coir_realloc(NULL, *size + 1);
    if (!bytes)
        return NULL;
    bytes[*size] = 0;
    if (SDL_RWread(stream, bytes, 1, *size) == *size)
        return bytes;
    coir_free(bytes);
    return FAIL("the %s '%s' cannot be read to its end", what, path), NULL;
}

// Returns true for a file and for a missing path. Must be called before opening, because opening a pipe may block
// forever.
static bool may_open(const char *what, const char *path, const char *verb)
{
    CoirDiskKind kind = coir_disk_kind(path);
    if (kind == COIR_DISK_FILE || kind == COIR_DISK_UNKNOWN)
        return true;
    return FAIL("the %s '%s' cannot be %s: it is %s, not a file", what, path, verb, coir_disk_kind_name(kind));
}

SDL_RWops *coir_file_open(const char *what, const char *path, const char *advice)
{
    if (!may_open(what, path, "read"))
        return NULL;
    SDL_RWops *stream = SDL_RWFromFile(path, "rb");
    if (!stream)
        FAIL("the %s '%s' is missing or cannot be opened%s", what, path, advice);
    return stream;
}

uint8_t *coir_file_read(const char *what, const char *path, const char *advice, size_t limit, size_t *size)
{
    SDL_RWops *stream = coir_file_open(what, path, advice);
    if (!stream)
        return NULL;
    uint8_t *bytes = read_all(what, path, stream, limit, size);
    SDL_RWclose(stream);
    return bytes;
}

// Writing ------------------------------------------------------------------------------------------------------------

#define TEMPORARY_NAMES 1000 // names that are tried for the temporary file

// Returns an unused path in the folder of `path`. `what` is the word for the file in messages. The caller frees the
// result. Returns NULL if there is no memory, or if all TEMPORARY_NAMES names are used.
static char *unused_path(const char *what, const char *path)
{
    size_t size = strlen(path) + 16;
    char *unused = coir_realloc(NULL, size);
    for (int i = 0; unused && i < TEMPORARY_NAMES; i++) {
        snprintf(unused, size, "%s.%d.tmp", path, i);
        if (coir_disk_kind(unused) == COIR_DISK_UNKNOWN)
            return unused;
    }
    if (unused)
        FAIL("the %s '%s' could not be written: all %d names from '%s.0.tmp' on are in use; remove these files", what,
             path, TEMPORARY_NAMES, path);
    coir_free(unused);
    return NULL;
}

// Writes a file. Also checks the result of closing the file, because a full disk may be reported only then.
static bool write_all(const char *path, const void *bytes, size_t size)
{
    SDL_RWops *stream = SDL_RWFromFile(path, "wb");
    bool done = stream && SDL_RWwrite(stream, bytes, 1, size) == size;
    return stream && SDL_RWclose(stream) == 0 && done;
}

bool coir_file_write(const char *what, const char *path, const void *bytes, size_t size)
{
    if (path[0] == '\0')
        return FAIL("the path of the %s is empty; give the path of a file", what);
    if (!may_open(what, path, "written"))
        return false;
    char *beside = unused_path(what, path);
    if (!beside)
        return false;
    errno = 0;
    bool done = write_all(beside, bytes, size) && coir_disk_rename(beside, path);
    if (!done) {
        FAIL("the %s '%s' could not be written: %s", what, path, errno != 0 ? strerror(errno) : SDL_GetError());
        coir_disk_remove(beside);
    }
    coir_free(beside);
    return done;
}
