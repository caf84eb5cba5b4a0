// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The renderer: together with draw/soft, the only part that calls SDL_Render*. The renderer makes the draw calls of a
// painter to a window or to a picture in memory, with the same code.

#ifndef COIR_DRAW_RENDERER_H
#define COIR_DRAW_RENDERER_H

#include <stdbool.h>

#include "coir/color.h"
#include "coir/painter.h"

struct SDL_Window;

typedef struct CoirRenderer CoirRenderer;

// Make a renderer for a window, or for a picture in memory, which needs no SDL_Init. The caller keeps the window, and
// destroys the window after the renderer. Return NULL on failure; coir_error() says why.
CoirRenderer *coir_renderer_for_window(struct SDL_Window *window, bool vsync);
CoirRenderer *coir_renderer_for_memory(int width, int height);
void coir_renderer_destroy(CoirRenderer *renderer);

// Returns the present size of the target in pixels.
void coir_renderer_size(const CoirRenderer *renderer, int *width, int *height);

// Returns true if presenting waits for the display.
bool coir_renderer_has_vsync(const CoirRenderer *renderer);

// Sets whether presenting waits for the display. Returns NULL, or the reason if the device refuses. Sets no error.
const char *coir_renderer_set_vsync(CoirRenderer *renderer, bool vsync);

// Resizes a picture in memory. The picture becomes empty, and SDL's renderer is replaced. Must not be called between
// coir_renderer_begin and coir_renderer_end. Returns false on failure; coir_error() says why.
bool coir_renderer_resize(CoirRenderer *renderer, int width, int height);

// Returns SDL's renderer.
struct SDL_Renderer *coir_renderer_sdl(const CoirRenderer *renderer);

// Returns true if the device can draw to canvases.
bool coir_renderer_has_canvases(const CoirRenderer *renderer);

// Draw a frame: clear the target (the alpha of `background` counts as 255, since a display has no alpha), make the draw
// calls of painters, and finish. Textures are uploaded when they are first drawn. Return false on failure; coir_error()
// says why.
bool coir_renderer_begin(CoirRenderer *renderer, CoirColor background);
bool coir_renderer_draw(CoirRenderer *renderer, const CoirPainter *painter);
bool coir_renderer_end(CoirRenderer *renderer);

// Calls coir_renderer_draw, as the sink of a painter; `user` is the renderer.
bool coir_renderer_sink(void *user, const CoirPainter *painter);

// Writes the frame to a PNG file without alpha, after drawing and before presenting. Returns false on failure;
// coir_error() says why.
bool coir_renderer_save(CoirRenderer *renderer, const char *path);

void coir_renderer_present(CoirRenderer *renderer);

// Frees all textures on the device: the copies of pages, and the cutouts of pages (draw/soft/cutouts.h). Each page is
// uploaded again when a picture on the page is drawn next.
void coir_renderer_reset(CoirRenderer *renderer);

// Makes each renderer call coir_renderer_reset when its next frame begins. Must be called after a device has lost
// the contents of its textures: SDL does not tell which device.
void coir_renderers_lose_textures(void);

// Opens the device of a window again, after everything on the device was lost. Returns false on failure; coir_error()
// says why. Then nothing can be drawn.
bool coir_renderer_renew(CoirRenderer *renderer);

#endif
