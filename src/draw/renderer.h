// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The renderer: the only part that calls SDL_Render*. It draws what a painter has collected, to a window or to a
// picture in memory, with the same code.

#ifndef COIR_DRAW_RENDERER_H
#define COIR_DRAW_RENDERER_H

#include <stdbool.h>

#include "coir/color.h"
#include "coir/painter.h"

struct SDL_Window;

typedef struct CoirRenderer CoirRenderer;

// A renderer for a window (which stays the caller's, and must outlive it), or for a picture in memory, which wants no
// SDL_Init. NULL: said in coir_error().
CoirRenderer *coir_renderer_for_window(struct SDL_Window *window, bool vsync);
CoirRenderer *coir_renderer_for_memory(int width, int height);
void coir_renderer_destroy(CoirRenderer *renderer);

// The target's size in pixels, now.
void coir_renderer_size(const CoirRenderer *renderer, int *width, int *height);

// True when presenting waits for the display.
bool coir_renderer_has_vsync(const CoirRenderer *renderer);

// Lets presenting wait for the display, or not. Returns false, with an error in `function`'s name, if the device
// cannot.
bool coir_renderer_set_vsync(CoirRenderer *renderer, bool vsync, const char *function);

// Gives a picture in memory another size. The picture becomes empty and SDL's renderer another one. Must not be called
// between coir_renderer_begin and coir_renderer_end. Returns false on failure; coir_error() says why.
bool coir_renderer_resize(CoirRenderer *renderer, int width, int height);

// SDL's renderer.
struct SDL_Renderer *coir_renderer_sdl(const CoirRenderer *renderer);

// True when the device can draw to canvases.
bool coir_renderer_has_canvases(const CoirRenderer *renderer);

// Draws a picture: clears the target (the background's alpha counts as 255, since a display has none), then what
// painters have, then sees that all of it is done. Textures that are not there yet are uploaded. False: said in
// coir_error().
bool coir_renderer_begin(CoirRenderer *renderer, CoirColor background);
bool coir_renderer_draw(CoirRenderer *renderer, const CoirPainter *painter);
bool coir_renderer_end(CoirRenderer *renderer);

// coir_renderer_draw as the sink of a painter; `user` is the renderer.
bool coir_renderer_sink(void *user, const CoirPainter *painter);

// Writes what has been drawn, and not yet presented, to a PNG file without alpha. False: said in coir_error().
bool coir_renderer_save(CoirRenderer *renderer, const char *path);

void coir_renderer_present(CoirRenderer *renderer);

// The device has lost its textures: all are uploaded again when next drawn.
void coir_renderer_reset(CoirRenderer *renderer);

#endif
