// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The resolution policies, on a stage that has another shape than the window, and functions that change a window.

#include <stdio.h>

#include "demo.h"
#include "ink.h"

#define WIDTH 480.0f // of the stage
#define HEIGHT 400.0f
#define CELL 40.0f // of the grid

static const char *const policies[6][2] = { // in the order of CoirResolution
    {"show all", "the whole stage, with bars beside it"},
    {"no border", "fills the window, and cuts off"},
    {"exact fit", "fills the window, and stretches"},
    {"fixed width", "as many points up as there is room for"},
    {"fixed height", "as many points across as there is room for"},
    {"integer scale", "a point is a whole number of pixels"}};

typedef struct Room {
    CoirNode node;
    CoirDirector *director;
    CoirSprite *chick; // in the upper right corner of the visible rectangle
    CoirVec2 pointer;
    double time;
    int policy, cursor;
    bool played; // false: no player has used the pointer yet, and the demo plays by itself
    char status[200];
} Room;

static const CoirNodeClass Room_class;
static const char *const help[] = {"F full screen", "S turn",        "C cursor", "click: next policy",
                                   "V vsync",       "T title, icon", "D display"};

// Keys ---------------------------------------------------------------------------------------------------------------

static bool next_cursor(Room *room, CoirWindow *window)
{
    room->cursor = (room->cursor + 1) % 3; // cursor of the system, picture, no cursor
    return coir_window_set_cursor_visible(window, room->cursor < 2) &&
           coir_window_set_cursor(window, room->cursor == 1 ? "bead.png" : NULL, 16, 16);
}

static bool press(Room *room, CoirWindow *window, CoirKey key)
{
    CoirVec2 size = coir_window_size(window);
    int next = coir_window_display(window) + 1;
    switch (key) {
    case COIR_KEY_F: return coir_window_set_fullscreen(window, !coir_window_is_fullscreen(window));
    case COIR_KEY_S: return coir_window_set_size(window, (int)size.y, (int)size.x);
    case COIR_KEY_C: return next_cursor(room, window);
    case COIR_KEY_V: return coir_window_set_vsync(window, !coir_window_has_vsync(window));
    case COIR_KEY_T:
        return coir_window_set_title(window, policies[room->policy][0]) && coir_window_set_icon(window, "coconut.png");
    case COIR_KEY_D: return coir_window_set_display(window, next < coir_display_count() ? next : 0);
    default: return false;
    }
}

static bool on_key(Room *room, CoirKey key)
{
    CoirWindow *window = coir_director_window(room->director);
    coir_error_clear();
    bool done = press(room, window, key);
    snprintf(room->status, sizeof room->status, "vsync %d, display %d, density %g %s", coir_window_has_vsync(window),
             coir_window_display(window), (double)coir_window_density(window), coir_error());
    return done;
}

// The scene ----------------------------------------------------------------------------------------------------------

static void choose(Room *room, int policy)
{
    room->policy = policy;
    coir_director_set_resolution(room->director, (CoirResolution)policy, (int)WIDTH, (int)HEIGHT);
}

static void lay_out(Room *room)
{
    CoirRect seen = coir_director_visible(room->director);
    room->chick->node.position = coir_vec2(seen.x + seen.width - 44, seen.y + seen.height - 44);
}

static void room_enter(CoirNode *node)
{
    choose(COIR_AS(Room, node), 0);
    lay_out(COIR_AS(Room, node));
}

// Sets the resolution, the title and the cursor back to the values of the gallery. The size, full screen, vsync, the
// icon and the display stay as the player has set them.
static void room_leave(CoirNode *node)
{
    CoirDirector *director = COIR_AS(Room, node)->director;
    CoirWindow *window = coir_director_window(director);
    coir_director_set_resolution(director, COIR_RESOLUTION_SHOW_ALL, 960, 540);
    coir_window_set_title(window, "Coir: demos");
    coir_window_set_cursor(window, NULL, 0, 0);
    coir_window_set_cursor_visible(window, true);
}

static bool room_event(CoirNode *node, const CoirEvent *event)
{
    Room *room = COIR_AS(Room, node);
    if (event->type == COIR_EVENT_RESIZED)
        lay_out(room);
    if (event->type == COIR_EVENT_POINTER_MOVE || event->type == COIR_EVENT_POINTER_DOWN) {
        room->pointer = event->position;
        room->played = true;
    }
    if (event->type == COIR_EVENT_POINTER_DOWN)
        choose(room, (room->policy + 1) % 6);
    return event->type == COIR_EVENT_KEY_DOWN && on_key(room, event->key);
}

static void room_update(CoirNode *node, double dt)
{
    Room *room = COIR_AS(Room, node);
    float angle = 110 * (float)(room->time += dt);
    if (room->played)
        return;
    room->pointer = coir_vec2_add(coir_vec2(WIDTH / 2, HEIGHT / 2), coir_vec2_rotate(coir_vec2(60, 0), angle));
    if ((int)room->time % 6 != room->policy)
        choose(room, (int)room->time % 6);
}

static void room_draw(CoirNode *node, CoirPainter *painter)
{
    CoirRect seen = coir_director_visible(COIR_AS(Room, node)->director);
    float right = seen.x + seen.width, top = seen.y + seen.height;
    coir_painter_rect(painter, seen, coir_rgb(20, 24, 42));
    coir_painter_rect(painter, coir_rect(0, 0, WIDTH, HEIGHT), coir_rgb(34, 38, 64));
    for (float x = floorf(seen.x / CELL) * CELL; x < right; x += CELL)
        coir_painter_line(painter, coir_vec2(x, seen.y), coir_vec2(x, top), 1, coir_rgb(48, 53, 84));
    for (float y = floorf(seen.y / CELL) * CELL; y < top; y += CELL)
        coir_painter_line(painter, coir_vec2(seen.x, y), coir_vec2(right, y), 1, coir_rgb(48, 53, 84));
    coir_painter_ring(painter, coir_vec2(WIDTH / 2, HEIGHT / 2), 110, 6, ink_hue(0.7f));
    coir_painter_rect_outline(painter, coir_rect(0, 0, WIDTH, HEIGHT), 3, ink_hue(0.2f));
    coir_painter_rect_outline(painter, seen, 1.5f, ink_hue(0.5f));
}

static COIR_NODE_CLASS(Room, .enter = room_enter, .leave = room_leave, .event = room_event, .update = room_update,
                       .draw = room_draw);

// Texts and the pointer, above the other nodes ------------------------------------------------------------------------

typedef struct Words {
    CoirNode node; // a child of the room
} Words;

static void say(CoirPainter *painter, float scale, const char *text, float x, float y, CoirColor color)
{
    CoirTextStyle style = {.scale = scale};
    CoirVec2 room = coir_text_size(&style, text);
    if (text[0])
        coir_painter_rect(painter, coir_rect(x - 4, y - 1, room.x + 8, room.y + 2), ink_alpha(INK_PANEL, 0.75f));
    coir_painter_text(painter, &style, text, coir_vec2(x, y), color);
}

static void words_draw(CoirNode *node, CoirPainter *painter)
{
    const Room *room = COIR_AS(Room, coir_node_parent(node));
    CoirRect seen = coir_director_visible(room->director);
    CoirVec2 p = room->pointer, pixels = coir_window_pixel_size(coir_director_window(room->director));
    float left = seen.x + 16, top = seen.y + seen.height;
    char text[120];
    coir_painter_line(painter, coir_vec2(p.x, seen.y), coir_vec2(p.x, top), 1, ink_hue(0));
    coir_painter_line(painter, coir_vec2(seen.x, p.y), coir_vec2(seen.x + seen.width, p.y), 1, ink_hue(0));
    coir_painter_circle(painter, p, 8, ink_hue(0));
    snprintf(text, sizeof text, "%.0f, %.0f", (double)p.x, (double)p.y);
    say(painter, 1, text, p.x + 16, p.y + 6, ink_hue(0));
    say(painter, 2, policies[room->policy][0], left, top - 40, INK_TEXT);
    say(painter, 1, policies[room->policy][1], left, top - 59, INK_TEXT);
    snprintf(text, sizeof text, "%.0f x %.0f pixels show %.0f x %.0f points from %.0f, %.0f", (double)pixels.x,
             (double)pixels.y, (double)seen.width, (double)seen.height, (double)seen.x, (double)seen.y);
    say(painter, 1, text, left, top - 76, INK_TEXT);
    for (int i = 0; i < 7; i++)
        say(painter, 1, help[i], left + 104 * (float)(i % 4), seen.y + 31 - 18 * (float)(i / 4), INK_DIM);
    say(painter, 1, room->status, left, seen.y + 54, ink_hue(0.2f));
}

static COIR_NODE_CLASS(Words, .draw = words_draw);

static CoirNode *make_window(CoirDirector *director, uint64_t seed)
{
    Room *room = COIR_NEW(Room);
    (void)seed;
    if (!room)
        return NULL;
    room->director = director;
    CoirSprite *crab = coir_sprite_add(&room->node, "crab.png", WIDTH / 2, HEIGHT / 2);
    room->chick = coir_sprite_add(&room->node, "chick.png", 0, 0);
    Words *words = COIR_NEW(Words);
    if (crab && room->chick && words && coir_node_add(&room->node, &words->node))
        return &room->node;
    coir_node_destroy(words ? &words->node : NULL);
    return coir_node_destroy(&room->node), NULL;
}

const CoirDemo demo_window = {"window", "how a stage fills a window; full screen, cursor, title", make_window};
