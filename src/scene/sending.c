// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Tells whether the gesture of an event that is being sent is over.

#include "scene/pointers.h"
#include "scene/stage.h"

bool coir_pinch_goes_on(const CoirStage *stage, const uint32_t presses[2])
{
    const CoirPinch *pinch = &stage->input.pinch;
    return coir_pinch_is_ready(pinch) && pinch->presses[0] == presses[0] && pinch->presses[1] == presses[1];
}

static bool is_over(const CoirStage *stage, const CoirSending *sending)
{
    const CoirPointer *pointer = sending->pointer;
    if (!pointer)
        return !coir_pinch_goes_on(stage, sending->presses);
    return !coir_pointer_is_down(pointer, sending->presses[0]) ||
           (coir_event_is_drag(sending->event->type) && !pointer->dragging);
}

bool coir_sending_is_over(const CoirStage *stage, const CoirEvent *event)
{
    const CoirSending *sending = stage->input.sending;
    while (sending && sending->event != event)
        sending = sending->outer;
    return sending && is_over(stage, sending);
}
