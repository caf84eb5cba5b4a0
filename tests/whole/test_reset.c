// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// A device loses its textures twice in the middle of a demo. The frames after the losses, and the last frame, must be
// the same as without a loss. To exclude chance, the test spoils the textures of the device before each loss, and
// checks that the spoiled textures show.

#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <SDL.h>
#include <SDL_image.h>

#include "coir/coir.h"
#include "demo.h"
#include "media/texture.h"
#include "support/folder.h"

#define DEMO(name) extern const CoirDemo demo_##name;
#include "demo_list.h"
#undef DEMO

#define DEMO(name) &demo_##name,
static const CoirDemo *const demos[] = {
#include "demo_list.h"
};
#undef DEMO

#define DEMO_COUNT ((int)(sizeof demos / sizeof demos[0]))
#define FRAMES 30
#define DT (1.0 / 10)

// The pictures have a quarter of the usual pixels: saving and loading pictures takes most of the time of this test.
static const CoirDirectorDef small = {
    .headless = true, .width = 960, .height = 540, .window_width = 480, .window_height = 270};

// Each loss is an event before the frame with the number `frame`. `picture` is a file that shows this frame in a play
// without losses.
static const struct {
    int frame;
    Uint32 event;
    const char *picture;
} resets[] = {{12, SDL_RENDER_DEVICE_RESET, "device.png"}, {20, SDL_RENDER_TARGETS_RESET, "targets.png"}};

static void keep(CoirDirector *director, const char *name)
{
    if (!coir_director_screenshot(director, folder_path(name)))
        fail_msg("%s", coir_error());
}

static SDL_Surface *load(const char *name)
{
    SDL_Surface *loaded = IMG_Load(folder_path(name));
    SDL_Surface *picture = SDL_ConvertSurfaceFormat(loaded, SDL_PIXELFORMAT_ARGB8888, 0);
    assert_non_null(picture);
    SDL_FreeSurface(loaded);
    return picture;
}

// Returns true if no channel of any pixel differs by more than 2. A cutout (draw/soft/cutouts.h) and a picture that is
// drawn from its page may be rounded differently.
static bool are_equal(const char *name, const char *other)
{
    SDL_Surface *a = load(name), *b = load(other);
    const Uint8 *pixels = a->pixels, *others = b->pixels;
    int size = a->pitch * a->h, most = 0;
    assert_true(size == b->pitch * b->h);
    for (int i = 0; i < size; i++)
        most = abs(pixels[i] - others[i]) > most ? abs(pixels[i] - others[i]) : most;
    SDL_FreeSurface(a);
    SDL_FreeSurface(b);
    return most <= 2;
}

static void spoil(const CoirPage *page, CoirTextureForm form)
{
    size_t size = (size_t)page->width * (size_t)page->height * 4;
    unsigned char *pixels = malloc(size);
    assert_non_null(pixels);
    for (size_t i = 0; i < size; i++)
        pixels[i] = (unsigned char)(i % 4 == 3 ? 255 : i % 4 * 90); // opaque, and a colour that no demo has
    if (page->copies[form])
        assert_int_equal(SDL_UpdateTexture(page->copies[form], NULL, pixels, page->width * 4), 0);
    free(pixels);
}

// Spoils the copies of all pages on the device, and returns the number of copies. A picture that is too large for
// shared pages makes a page of its own, which is the first page in the list of all pages.
static int spoil_all(void)
{
    static const uint8_t row[4 * (COIR_PAGE_IMAGE_MAX + 1)];
    CoirTexture *first = coir_texture_from_pixels(COIR_PAGE_IMAGE_MAX + 1, 1, row);
    int count = 0;
    assert_non_null(first);
    for (CoirPage *page = first->place.page; page; page = page->next) {
        page->stamp += 1u << 31; // makes all cutouts of the page stale
        for (CoirTextureForm form = COIR_TEXTURE_STRAIGHT; form < COIR_TEXTURE_FORMS; form++) {
            spoil(page, form);
            count += page->copies[form] != NULL;
        }
    }
    coir_texture_destroy(first);
    return count;
}

// Spoils the textures, and sends the event of a loss. Returns the number of copies of pages that were lost.
static int lose(CoirDirector *director, Uint32 type)
{
    SDL_Event event = {.type = type};
    keep(director, "good.png");
    int count = spoil_all();
    for (int i = 0; i < 3; i++) // each call draws; the last picture shows cutouts of spoiled pages
        keep(director, "spoiled.png");
    assert_int_equal(are_equal("good.png", "spoiled.png"), count == 0);
    assert_int_equal(SDL_PushEvent(&event), 1);
    return count;
}

// Plays a demo and keeps its pictures. If `losing`, compares the pictures with the pictures that were kept before.
// Returns the number of copies of pages that were lost.
static int play(const CoirDemo *demo, bool losing)
{
    CoirDirector *director = coir_director_create(&small);
    int reset = 0, lost = 0;
    assert_non_null(director);
    assert_true(coir_director_show(director, demo->make_scene(director, 7)));
    for (int i = 0; i < FRAMES; i++) {
        bool now = reset < 2 && i == resets[reset].frame;
        if (now && losing)
            lost += lose(director, resets[reset].event);
        if (!coir_director_frame(director, DT))
            fail_msg("%s: %s", demo->name, coir_error());
        if (now || i == FRAMES - 1) {
            const char *name = now ? resets[reset++].picture : "last.png";
            keep(director, losing ? "now.png" : name);
            if (losing && !are_equal("now.png", name))
                fail_msg("%s: frame %d looks different after the loss of the device", demo->name, i);
        }
    }
    coir_director_destroy(director);
    return lost;
}

static void after_a_lost_device_each_demo_looks_the_same(void **state)
{
    (void)state;
    coir_log_set_level(COIR_LOG_WARNING);
    assert_true(coir_assets_set_folder(COIR_ASSETS));
    assert_int_equal(SDL_InitSubSystem(SDL_INIT_EVENTS), 0);
    for (int i = 0; i < DEMO_COUNT; i++) {
        play(demos[i], false);
        int lost = play(demos[i], true);
        printf("%s: %d copies of pages were lost\n", demos[i]->name, lost);
        assert_int_equal(lost >= 2, strcmp(demos[i]->name, "boxes") != 0); // boxes: neither pictures nor text
    }
    SDL_QuitSubSystem(SDL_INIT_EVENTS);
    coir_assets_set_folder(NULL);
    coir_log_set_level(COIR_LOG_INFO);
    assert_int_equal(support_logged(COIR_LOG_MISTAKE), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {support_test(after_a_lost_device_each_demo_looks_the_same)};
    return cmocka_run_group_tests_name("reset", tests, folder_setup, folder_teardown);
}
