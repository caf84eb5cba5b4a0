// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// All transitions, one after the other, and a transition class of the demo's own. Up and Down, or a click, choose
// another transition at once.

#include "demo.h"
#include "ink.h"

// A transition class: strips of the incoming scene rise like blinds.
typedef struct Blinds {
    int count;
} Blinds;

static void blinds_draw(const CoirTransitionView *view, CoirPainter *painter)
{
    const Blinds *blinds = view->parameters;
    const CoirRect all = coir_rect(0, 0, view->size.x, view->size.y);
    float height = view->size.y / (float)blinds->count;
    coir_painter_image(painter, view->from, all);
    for (int i = 0; i < blinds->count; i++) {
        coir_painter_push_clip(painter, coir_rect(0, height * (float)i, view->size.x, height * view->progress));
        coir_painter_image(painter, view->to, all);
        coir_painter_pop_clip(painter);
    }
}

static const CoirTransitionClass Blinds_class = {.name = "Blinds", .size = sizeof(Blinds), .draw = blinds_draw};

// Lists the transitions; `d` is the duration.
#define EACH(T)                                                                  \
    T(fade(d, COIR_BLACK))                                                       \
    T(cross_fade(d))                                                             \
    T(move_in(d, COIR_FROM_LEFT))                                                \
    T(move_in(d, COIR_FROM_TOP))                                                 \
    T(slide(d, COIR_FROM_RIGHT))                                                 \
    T(slide(d, COIR_FROM_BOTTOM))                                                \
    T(with_ease(coir_transition_slide(d, COIR_FROM_LEFT), COIR_EASE_OUT_BOUNCE)) \
    T(shrink_grow(d))                                                            \
    T(turn_off_tiles(d, 60, 7))                                                  \
    T(roto_zoom(d))                                                              \
    T(jump_zoom(d))                                                              \
    T(flip_x(d))                                                                 \
    T(flip_y(d))                                                                 \
    T(zoom_flip_x(d))                                                            \
    T(zoom_flip_y(d))                                                            \
    T(split_columns(d, 5))                                                       \
    T(split_rows(d, 5))                                                          \
    T(progress(d, COIR_PROGRESS_CLOCKWISE))                                      \
    T(progress(d, COIR_PROGRESS_COUNTERCLOCKWISE))                               \
    T(progress(d, COIR_PROGRESS_HORIZONTAL))                                     \
    T(progress(d, COIR_PROGRESS_VERTICAL))                                       \
    T(progress(d, COIR_PROGRESS_IN_OUT))                                         \
    T(progress(d, COIR_PROGRESS_OUT_IN))                                         \
    T(mask(d, "dusk.png", 0.2f))                                                 \
    T(of(&Blinds_class, d, &(Blinds){.count = 9}))

#define NAME(...) #__VA_ARGS__,
#define MAKE(...) coir_transition_##__VA_ARGS__,

static const char *const names[] = {EACH(NAME)};

#define COUNT ((int)(sizeof names / sizeof *names))

static CoirTransition transition_at(int index)
{
    double d = 1;
    const CoirTransition transitions[] = {EACH(MAKE)};
    return transitions[index];
}

// A card is a scene that shows the next card with the next transition.
typedef struct Card {
    CoirNode node;
    CoirDirector *director;
    CoirLabel *title; // name of the running transition, then of the next transition
    int next;         // index of the next transition
} Card;

static const CoirNodeClass Card_class;
static CoirNode *make_card(CoirDirector *director, int title, int next);

static void go_on(Card *card)
{
    CoirNode *scene = make_card(card->director, card->next, card->next + 1);
    if (!scene || !coir_director_show_with(card->director, scene, transition_at(card->next)))
        coir_node_destroy(scene);
}

static void set_title(Card *card, int index)
{
    coir_label_set_format(card->title, "%d of %d: %s", index + 1, COUNT, names[index]);
}

static void card_entered(CoirNode *node)
{
    Card *card = COIR_AS(Card, node);
    set_title(card, card->next);
}

static void card_is_seen(CoirNode *node, void *user)
{
    (void)user;
    go_on(COIR_AS(Card, node));
}

static bool card_event(CoirNode *node, const CoirEvent *event)
{
    Card *card = COIR_AS(Card, node);
    bool key = event->type == COIR_EVENT_KEY_DOWN, click = event->type == COIR_EVENT_POINTER_DOWN;
    bool back = key && event->key == COIR_KEY_DOWN;
    if (!back && !click && !(key && event->key == COIR_KEY_UP))
        return false;
    if (back) // the last transition was `next` - 1; go to the transition before
        card->next = (card->next + COUNT - 2) % COUNT;
    go_on(card);
    return true;
}

static COIR_NODE_CLASS(Card, .entered = card_entered, .event = card_event);

static bool add_title(Card *card, int index)
{
    const CoirTextStyle style = {.scale = 2, .width = 800, .align = COIR_ALIGN_CENTER};
    CoirNineSlice *panel = coir_nine_slice_add(card, "board.png", coir_insets_all(16), 480, 50);
    card->title = panel ? coir_label_add_with_style(card, "", &style, 480, 50) : NULL;
    if (!card->title)
        return false;
    panel->node.size = coir_vec2(840, 60);
    set_title(card, index);
    return true;
}

static bool add_wheel(Card *card, const char *file)
{
    CoirSprite *wheel = coir_sprite_add(card, file, 480, 270);
    if (!wheel)
        return false;
    coir_node_set_scale(wheel, 2);
    return coir_run_is_running(coir_node_run(wheel, coir_repeat_forever(coir_rotate_by(4, 360))));
}

static CoirNode *make_card(CoirDirector *director, int title, int next)
{
    static const char *const backgrounds[] = {"background.png", "night.png", "workshop.png"};
    static const char *const wheels[] = {"coconut.png", "moon.png", "clock.png"};
    Card *card = COIR_NEW(Card);
    if (!card)
        return NULL;
    card->director = director;
    card->next = next % COUNT;
    if (coir_sprite_add(card, backgrounds[next % 3], 480, 270) && add_wheel(card, wheels[next % 3]) &&
        add_title(card, title) && coir_node_once_after(card, 1.6, card_is_seen, NULL))
        return &card->node;
    coir_node_destroy(card);
    return NULL;
}

static CoirNode *make_transitions(CoirDirector *director, uint64_t seed)
{
    int first = (int)(seed % COUNT);
    return make_card(director, first, first);
}

const CoirDemo demo_transitions = {"transitions", "all transitions from scene to scene; up and down choose",
                                   make_transitions};
