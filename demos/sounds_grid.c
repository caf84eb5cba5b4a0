// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The grid of the beat machine. A pointer paints cells; keys choose a cell and toggle it.

#include <math.h>

#include "ink.h"
#include "sounds.h"

static const CoirNodeClass SoundsGrid_class;

static CoirRect cell_at(int row, int column)
{
    return coir_rect(88 + 34.2f * (float)column + 4 * (float)(column / 4), 118 - 29 * (float)row, 32, 25);
}

// Events -------------------------------------------------------------------------------------------------------------

static bool press_key(SoundsGrid *grid, CoirKey key)
{
    bool *chosen = &grid->cells[grid->row][grid->column];
    switch (key) {
    case COIR_KEY_COMMA: return grid->column = (grid->column + SOUNDS_STEPS - 1) % SOUNDS_STEPS, true;
    case COIR_KEY_PERIOD: return grid->column = (grid->column + 1) % SOUNDS_STEPS, true;
    case COIR_KEY_UP: return grid->row = (grid->row + SOUNDS_ROWS - 1) % SOUNDS_ROWS, true;
    case COIR_KEY_DOWN: return grid->row = (grid->row + 1) % SOUNDS_ROWS, true;
    case COIR_KEY_ENTER: return *chosen = !*chosen, true;
    default: return false;
    }
}

static bool *find_cell(SoundsGrid *grid, CoirVec2 point)
{
    for (int row = 0; row < SOUNDS_ROWS; row++)
        for (int column = 0; column < SOUNDS_STEPS; column++)
            if (coir_rect_contains(cell_at(row, column), point))
                return &grid->cells[row][column];
    return NULL;
}

// Toggles the cell under the pointer at a press. Cells that the pointer then moves over get the same state.
static bool paint(SoundsGrid *grid, const CoirEvent *event)
{
    bool is_press = event->type == COIR_EVENT_POINTER_DOWN, *cell = find_cell(grid, event->position);
    if (!cell)
        return !is_press;
    if (is_press) {
        grid->is_painting = true;
        grid->paint = !*cell;
        grid->finger = event->finger;
    }
    *cell = grid->paint;
    return true;
}

static bool grid_event(CoirNode *node, const CoirEvent *event)
{
    SoundsGrid *grid = COIR_AS(SoundsGrid, node);
    bool is_painter = grid->is_painting && event->finger == grid->finger;
    switch (event->type) {
    case COIR_EVENT_KEY_DOWN: return press_key(grid, event->key);
    case COIR_EVENT_POINTER_DOWN: return paint(grid, event);
    case COIR_EVENT_POINTER_MOVE: return is_painter && paint(grid, event);
    case COIR_EVENT_POINTER_UP:
    case COIR_EVENT_POINTER_CANCEL: grid->is_painting = grid->is_painting && !is_painter; return false;
    default: return false;
    }
}

// Drawing ------------------------------------------------------------------------------------------------------------

static void grid_update(CoirNode *node, double dt)
{
    SoundsGrid *grid = COIR_AS(SoundsGrid, node);
    for (int row = 0; row < SOUNDS_ROWS; row++)
        grid->light[row] = fmaxf(grid->light[row] - 5 * (float)dt, 0);
}

static void draw_cell(const SoundsGrid *grid, CoirPainter *painter, int row, int column)
{
    bool is_on = grid->cells[row][column], is_chosen = row == grid->row && column == grid->column;
    CoirColor hue = ink_hue(0.05f + 0.28f * (float)row), empty = coir_rgb(column / 4 % 2 ? 36 : 42, 44, 70);
    CoirColor fill = is_on ? coir_color_lerp(hue, INK_PANEL, 0.25f) : empty;
    fill = column == grid->now ? coir_color_lerp(fill, COIR_WHITE, is_on ? 0.7f : 0.2f) : fill;
    ink_panel(painter, cell_at(row, column), fill, is_chosen ? COIR_WHITE : coir_color_lerp(fill, INK_PANEL, 0.4f));
}

static void grid_draw(CoirNode *node, CoirPainter *painter)
{
    static const char *const words[SOUNDS_ROWS] = {"kick", "snare", "hat", "tick"};
    const SoundsGrid *grid = COIR_AS(SoundsGrid, node);
    for (int row = 0; row < SOUNDS_ROWS; row++) {
        sounds_text(painter, coir_rect(32, cell_at(row, 0).y, 56, 25), COIR_ALIGN_LEFT,
                    coir_color_lerp(INK_DIM, COIR_WHITE, grid->light[row]), words[row]);
        for (int column = 0; column < SOUNDS_STEPS; column++)
            draw_cell(grid, painter, row, column);
    }
}

static COIR_NODE_CLASS(SoundsGrid, .update = grid_update, .draw = grid_draw, .event = grid_event);

SoundsGrid *sounds_grid_new(void)
{
    return COIR_NEW(SoundsGrid);
}
