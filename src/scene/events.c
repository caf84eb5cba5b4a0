// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The way of an event into a stage: which module deals with the event, and which node receives text. Each frame also
// steps the gestures here.

#include "base/fail.h"
#include "node/reference.h"
#include "node/tree.h"
#include "scene/dispatch.h"
#include "scene/listeners.h"
#include "scene/pointers.h"
#include "scene/stage.h"
#include "time/nanoseconds.h"

// Limits of events that listeners send inside of events. With these limits, 0.5 MB of the stack are enough.
#define NESTED_MOST 100
#define LEVELS_MOST 1000 // levels of nodes, added up over the events in progress; above, a new event is refused

// Events ------------------------------------------------------------------------------------------------

static bool check(const CoirStage *stage, const CoirEvent *event)
{
    if (!stage)
        return MISSING("coir_stage_event: the stage is NULL");
    if (!event)
        return MISTAKE("coir_stage_event: the event is NULL; give the address of a CoirEvent");
    return coir_event_check(event, "coir_stage_event") && !stage->base.dead &&
           coir_stage_check_world(stage, "coir_stage_event");
}

// Sends a text or key event. The node that text input was started for receives the event before all other nodes. Text
// comes to no other node.
static CoirDealt take_text_or_key(CoirStage *stage, const CoirEvent *event)
{
    bool is_key = event->type == COIR_EVENT_KEY_DOWN || event->type == COIR_EVENT_KEY_UP;
    if (coir_stage_deliver_before(stage, event))
        return COIR_DEALT_BEFORE;
    CoirNode *node = coir_stage_text_node(stage);
    if (node && coir_stage_reaches(stage, node) && coir_node_deliver(node, stage, event))
        return COIR_DEALT_NODE;
    if (is_key && coir_stage_deliver_to_nodes(stage, event, node))
        return COIR_DEALT_NODE;
    return coir_stage_deliver_after(stage, event) ? COIR_DEALT_AFTER : COIR_DEALT_NOT;
}

// Finds the node under the mouse after an event of the mouse. Returns `dealt`.
static CoirDealt hover(CoirStage *stage, const CoirEvent *event, CoirDealt dealt)
{
    if (event->finger == 0 && !stage->base.dead)
        coir_hover_move(stage, event->position);
    return dealt;
}

static CoirDealt take(CoirStage *stage, const CoirEvent *event)
{
    switch (event->type) {
    case COIR_EVENT_POINTER_DOWN: return hover(stage, event, coir_pointer_down(stage, event));
    case COIR_EVENT_POINTER_MOVE: return hover(stage, event, coir_pointer_move(stage, event));
    case COIR_EVENT_POINTER_UP: return hover(stage, event, coir_pointer_up(stage, event));
    case COIR_EVENT_POINTER_CANCEL: return coir_pointer_cancel(stage, event->finger), COIR_DEALT_NOT;
    case COIR_EVENT_POINTER_ENTER:
    case COIR_EVENT_POINTER_LEAVE: return COIR_DEALT_NOT; // the stage makes these events itself
    case COIR_EVENT_POINTER_AWAY: coir_hover_end(stage); break;
    case COIR_EVENT_FOCUS_LOST: coir_pointers_cancel(stage); break;
    case COIR_EVENT_KEY_DOWN:
    case COIR_EVENT_KEY_UP:
    case COIR_EVENT_TEXT:
    case COIR_EVENT_TEXT_EDITING: return take_text_or_key(stage, event);
    default: break;
    }
    return stage->base.dead ? COIR_DEALT_NOT : coir_stage_deliver(stage, event);
}

// Sends an event, unless a limit is reached. At a limit, the stage refuses all events until the outermost event is
// over. Otherwise two listeners that each send the event that they receive would make 2^100 calls.
static bool deal(CoirStage *stage, const CoirEvent *event, const char *function)
{
    stage->refuses_events |= stage->events == NESTED_MOST || stage->levels > LEVELS_MOST;
    if (stage->refuses_events) {
        MISTAKE("%s: %d events are being sent inside each other, through %d levels of nodes; no more events are sent "
                "until the first event is delivered; look for a listener that sends an event for each event that it "
                "receives, or send the event later, with coir_scheduler_post",
                function, stage->events, stage->levels);
        // A gesture that a frame sends does not count in `events`. If a listener of such a gesture has sent this event,
        // `events` is 0: there is no outermost event that would end the refusal.
        stage->refuses_events &= stage->events > 0;
        return event->type == COIR_EVENT_QUIT; // as if a listener had refused to quit: the game continues
    }
    coir_nodes_busy_begin();
    stage->events++;
    CoirDealt dealt = take(stage, event);
    stage->events--;
    stage->refuses_events &= stage->events > 0;
    coir_nodes_busy_end();
    coir_nodes_sweep_if_safe(); // also frees the stage, if the stage has been destroyed
    return dealt != COIR_DEALT_NOT;
}

bool coir_stage_event(CoirStage *stage, const CoirEvent *event)
{
    return check(stage, event) && deal(stage, event, "coir_stage_event");
}

bool coir_stage_send(CoirStage *stage, const char *name, void *data)
{
    if (!coir_stage_check(stage, "coir_stage_send"))
        return false;
    if (!name)
        return MISTAKE("coir_stage_send: the name is NULL; give the name that listeners wait for");
    return deal(stage, &(CoirEvent){.type = COIR_EVENT_CUSTOM, .name = name, .data = data}, "coir_stage_send");
}

// Text input ---------------------------------------------------------------------------------------------------------

// Returns true if the node is in a scene that a transition takes away.
static bool is_outgoing(const CoirStage *stage, const CoirNode *node)
{
    return stage->outgoing && coir_node_root(node) == stage->outgoing;
}

bool coir_node_start_text(CoirNode *node)
{
    if (!coir_node_check(node, "coir_node_start_text"))
        return false;
    if (!node->stage_)
        return MISTAKE("coir_node_start_text: the node is not on stage; call it in the node's `enter` hook or later");
    if (is_outgoing(node->stage_, node))
        return MISTAKE(
            "coir_node_start_text: a transition is removing the node's scene, which gets no text; start text in the "
            "incoming scene");
    node->stage_->base.text = node->ref_;
    return true;
}

void coir_stage_stop_text(CoirStage *stage)
{
    if (!stage)
        MISSING("coir_stage_stop_text: the stage is NULL");
    else if (coir_stage_check_world(stage, "coir_stage_stop_text"))
        stage->base.text = (CoirNodeRef){0, 0};
}

CoirNode *coir_stage_text_node(const CoirStage *stage)
{
    CoirNode *node = stage ? coir_node_get(stage->base.text) : NULL;
    return node && node->stage_ == stage && !is_outgoing(stage, node) ? node : NULL;
}

// Frames -------------------------------------------------------------------------------------------------------------

// `dt`: seconds of real time, by which gestures are timed. Called before drawing, so that the hovered node is found at
// the positions after the steps of this frame.
void coir_stage_step_input(CoirStage *stage, double dt)
{
    int64_t ns = 0;
    if (stage->base.dead)
        return;
    if (coir_to_nanoseconds(dt, &ns) && ns < COIR_TIME_MAX - stage->input.now)
        stage->input.now += ns;
    if (!coir_stage_text_node(stage))
        stage->base.text = (CoirNodeRef){0, 0};
    coir_gestures_step(stage);
    if (!stage->base.dead)
        coir_hover_step(stage);
}
