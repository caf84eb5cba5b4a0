// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Kinds of paths, renaming, and paths in UTF-8. Loaders must open nothing but files: opening a pipe would block
// forever.

#define _POSIX_C_SOURCE 200112L // symlink

#include "support/support.h"

#include <errno.h>
#include <string.h>

#include <SDL.h>
#include <SDL_image.h>

#include "base/alloc.h"
#include "coir/error.h"
#include "coir/font.h"
#include "coir/sheet.h"
#include "coir/texture.h"
#include "media/disk.h"
#include "media/file.h"
#include "media/font.h"
#include "media/texture.h"
#include "support/folder.h"

#if defined(SUPPORT_HAS_POSIX_FILES)
#include <unistd.h>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#endif

static void write_text(const char *name, const char *text)
{
    folder_write(name, text, strlen(text));
}

static void *load_texture(const char *path)
{
    return coir_texture_load(path);
}

static void *load_sheet(const char *path)
{
    return coir_sheet_load(path);
}

static void *load_font(const char *path)
{
    return coir_font_load(path);
}

static void *load_truetype(const char *path)
{
    return coir_font_load_truetype(path, 20);
}

// Checks that each loader refuses the path, and that the error names the path and its kind.
static void assert_no_file(const char *path, const char *kind)
{
    static void *(*const loaders[])(const char *path) = {load_texture, load_font, load_sheet, load_truetype};
    int count = 2;
#if defined(COIR_TESTS_CJSON)
    count++;
#endif
#if defined(COIR_TESTS_SDL_TTF)
    count += count == 3;
#endif
    for (int i = 0; i < count; i++) {
        size_t blocks = support_blocks();
        coir_error_clear();
        assert_null(loaders[i](path));
        if (!strstr(coir_error(), path) || !strstr(coir_error(), kind))
            fail_msg("expected \"%s\" and \"%s\" in: %s", kind, path, coir_error());
        assert_int_equal(support_blocks(), blocks);
    }
}

static void a_folder_is_refused(void **state)
{
    (void)state;
    assert_int_equal(coir_disk_kind(folder.path), COIR_DISK_FOLDER);
    assert_no_file(folder.path, "it is a folder, not a file");
}

#if defined(SUPPORT_HAS_POSIX_FILES)

static const char *make_pipe(void)
{
    const char *path = folder_path("pipe.png");
    assert_int_equal(mkfifo(path, 0600), 0);
    return path;
}

static void a_pipe_is_refused_without_being_opened(void **state)
{
    const char *path = make_pipe();
    (void)state;
    assert_int_equal(coir_disk_kind(path), COIR_DISK_OTHER);
    assert_no_file(path, "it is a pipe, a socket or a device, not a file");
    remove(path);
}

static void a_pipe_that_a_file_names_is_refused(void **state)
{
    const char *path = make_pipe();
    (void)state;
    write_text("pipe.fnt", "common lineHeight=20\npage id=0 file=\"pipe.png\"\nchar id=65 xadvance=1\n");
    assert_null(coir_font_load(folder_path("pipe.fnt")));
    assert_non_null(strstr(coir_error(), "pipe.png' cannot be read: it is a pipe"));
#if defined(COIR_TESTS_CJSON)
    write_text("pipe.json", "{\"frames\": {\"a\": {\"frame\": {\"x\": 0, \"y\": 0, \"w\": 1, \"h\": 1}}},"
                            " \"meta\": {\"image\": \"pipe.png\"}}");
    assert_null(coir_sheet_load(folder_path("pipe.json")));
    assert_non_null(strstr(coir_error(), "pipe.png' cannot be read: it is a pipe"));
#endif
    remove(path);
}

static void a_socket_is_refused(void **state)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const char *path = folder_path("socket");
    (void)state;
    if (strlen(path) >= sizeof address.sun_path)
        skip();
    strcpy(address.sun_path, path);
    int socket_number = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(bind(socket_number, (struct sockaddr *)&address, sizeof address), 0);
    assert_no_file(path, "a socket");
    close(socket_number);
}

static void a_device_is_refused(void **state)
{
    (void)state;
    assert_no_file("/dev/null", "a device");
    if (coir_disk_kind("/dev/zero") == COIR_DISK_UNKNOWN)
        skip();
    assert_no_file("/dev/zero", "a device");
}

static void a_link_counts_as_its_target(void **state)
{
    const char *path = folder_path("link");
    (void)state;
    write_text("text", "hello");
    assert_int_equal(symlink(folder_path("text"), path), 0);
    assert_int_equal(coir_disk_kind(path), COIR_DISK_FILE);
    remove(path);
    assert_int_equal(symlink("/dev/null", path), 0);
    assert_no_file(path, "a device");
    remove(path);
}

#else

#define NO_PIPES "folders have no pipes, sockets and devices here"
SUPPORT_SKIPPED(a_pipe_is_refused_without_being_opened, NO_PIPES)
SUPPORT_SKIPPED(a_pipe_that_a_file_names_is_refused, NO_PIPES)
SUPPORT_SKIPPED(a_socket_is_refused, NO_PIPES)
SUPPORT_SKIPPED(a_device_is_refused, NO_PIPES)
SUPPORT_SKIPPED(a_link_counts_as_its_target, "few users may make symbolic links on Windows")

#endif

static void existing_and_missing_files_are_distinguished(void **state)
{
    (void)state;
    write_text("text", "hello");
    assert_int_equal(coir_disk_kind(folder_path("text")), COIR_DISK_FILE);
    assert_int_equal(coir_disk_kind(folder_path("no such")), COIR_DISK_UNKNOWN);
    assert_int_equal(coir_disk_kind(folder_path("text/no such")), COIR_DISK_UNKNOWN);
    assert_int_equal(coir_disk_kind(""), COIR_DISK_UNKNOWN);
}

static void a_file_is_renamed_over_another(void **state)
{
    char text[16] = {0};
    (void)state;
    write_text("old", "old one");
    write_text("new", "new");
    assert_true(coir_disk_rename(folder_path("new"), folder_path("old")));
    assert_int_equal(folder_read("old", text, sizeof text), 3);
    assert_string_equal(text, "new");
    assert_int_equal(coir_disk_kind(folder_path("new")), COIR_DISK_UNKNOWN);
}

static void a_file_that_cannot_be_renamed_stays(void **state)
{
    (void)state;
    write_text("old", "old one");
    assert_false(coir_disk_rename(folder_path("no such"), folder_path("old")));
    assert_int_equal(coir_disk_kind(folder_path("old")), COIR_DISK_FILE);
    assert_false(coir_disk_rename(folder_path("old"), folder_path("no such folder/new")));
    assert_int_equal(coir_disk_kind(folder_path("old")), COIR_DISK_FILE);
}

static void a_file_is_removed(void **state)
{
    (void)state;
    write_text("old", "old one");
    coir_disk_remove(folder_path("old"));
    assert_int_equal(coir_disk_kind(folder_path("old")), COIR_DISK_UNKNOWN);
    coir_disk_remove(folder_path("old"));
}

static void a_folder_that_cannot_be_made_has_the_reason(void **state)
{
    (void)state;
    if (coir_disk_kind("/sys") != COIR_DISK_FOLDER || coir_disk_make_folder("/sys/coir"))
        skip(); // no system, or a strange one, that forbids new folders in /sys
    assert_int_not_equal(errno, ENOENT);
}

static void a_file_is_not_written_if_all_temporary_names_beside_it_are_taken(void **state)
{
    char beside[FOLDER_NAME_SIZE + 16], text[16] = {0};
    const char *path = folder_path("picture");
    (void)state;
    write_text("picture", "old");
    for (int i = 0; i < 1000; i++) {
        snprintf(beside, sizeof beside, "%s.%d.tmp", path, i);
        FILE *file = system_open(beside, "w");
        assert_non_null(file);
        fclose(file);
    }
    assert_false(coir_file_write("picture", path, "new", 3));
    assert_non_null(strstr(coir_error(), "picture.0.tmp"));
    assert_int_equal(coir_disk_kind(beside), COIR_DISK_FILE);
    coir_disk_remove(beside);
    assert_true(coir_file_write("picture", path, "new", 3));
    assert_int_equal(folder_read("picture", text, sizeof text), 3);
    for (int i = 0; i < 1000; i++) {
        snprintf(beside, sizeof beside, "%s.%d.tmp", path, i);
        coir_disk_remove(beside);
    }
}

// The folder is "Ärger 日本". UTF-8 is the only code page of Windows with all these letters.
static void paths_may_have_any_letters(void **state)
{
    static const uint8_t pixel[4] = {255, 0, 0, 255};
    char path[FOLDER_NAME_SIZE], file[FOLDER_NAME_SIZE + 16], other[FOLDER_NAME_SIZE + 16];
    size_t size;
    (void)state;
    snprintf(path, sizeof path, "%s/\xc3\x84rger \xe6\x97\xa5\xe6\x9c\xac", folder.path);
    snprintf(file, sizeof file, "%s/\xc3\xa9.png", path);
    snprintf(other, sizeof other, "%s/\xe9\x9f\xb3", path);
    assert_true(system_make_folder(path));
    assert_int_equal(coir_disk_kind(path), COIR_DISK_FOLDER);
    assert_int_equal(coir_disk_kind(file), COIR_DISK_UNKNOWN);

    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormatFrom((void *)pixel, 1, 1, 32, 4, SDL_PIXELFORMAT_RGBA32);
    assert_int_equal(IMG_SavePNG(surface, file), 0);
    SDL_FreeSurface(surface);
    assert_int_equal(coir_disk_kind(file), COIR_DISK_FILE);
    assert_true(coir_assets_set_folder(path));
    assert_non_null(coir_texture_load("\xc3\xa9.png"));
    coir_assets_set_folder(NULL);
    coir_textures_purge();
    coir_textures_sweep();

    assert_true(coir_file_write("text", file, "hello", 5));
    FILE *opened = system_open(file, "rb");
    assert_non_null(opened);
    fclose(opened);
    uint8_t *bytes = coir_file_read("text", file, "", 100, &size);
    assert_true(bytes && size == 5 && memcmp(bytes, "hello", 5) == 0);
    coir_free(bytes);
    assert_true(coir_disk_rename(file, other));
    assert_int_equal(coir_disk_kind(file), COIR_DISK_UNKNOWN);
    assert_int_equal(coir_disk_kind(other), COIR_DISK_FILE);
    coir_disk_remove(other);
    assert_int_equal(coir_disk_kind(other), COIR_DISK_UNKNOWN);
    assert_true(system_remove(path));
}

TEST_FILE(disk)
{
    const struct CMUnitTest tests[] = {
        support_test(a_pipe_is_refused_without_being_opened),
        support_test(a_pipe_that_a_file_names_is_refused),
        support_test(a_socket_is_refused),
        support_test(a_device_is_refused),
        support_test(a_folder_is_refused),
        support_test(a_link_counts_as_its_target),
        support_test(paths_may_have_any_letters),
        support_test(existing_and_missing_files_are_distinguished),
        support_test(a_file_is_renamed_over_another),
        support_test(a_file_that_cannot_be_renamed_stays),
        support_test(a_file_is_removed),
        support_test(a_folder_that_cannot_be_made_has_the_reason),
        support_test(a_file_is_not_written_if_all_temporary_names_beside_it_are_taken),
    };
    return cmocka_run_group_tests_name("disk", tests, folder_setup, folder_teardown);
}
