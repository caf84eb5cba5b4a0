// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Everything.

#ifndef COIR_H
#define COIR_H

#include "coir/action.h"
#include "coir/action_class.h"
#include "coir/action_manager.h"
#include "coir/action_timeline.h"
#include "coir/animation.h"
#include "coir/api.h"
#include "coir/bindings.h"
#include "coir/box.h"
#include "coir/callback.h"
#include "coir/circle.h"
#include "coir/color.h"
#include "coir/director.h"
#include "coir/ease.h"
#include "coir/error.h"
#include "coir/event.h"
#include "coir/font.h"
#include "coir/frame.h"
#include "coir/geometry.h"
#include "coir/input.h"
#include "coir/interpolation.h"
#include "coir/key.h"
#include "coir/label.h"
#include "coir/listener.h"
#include "coir/log.h"
#include "coir/memory.h"
#include "coir/nine_slice.h"
#include "coir/node.h"
#include "coir/node_class.h"
#include "coir/node_time.h"
#include "coir/overlap.h"
#include "coir/painter.h"
#include "coir/random.h"
#include "coir/run.h"
#include "coir/scheduler.h"
#include "coir/sheet.h"
#include "coir/sprite.h"
#include "coir/stage.h"
#include "coir/statistics.h"
#include "coir/sweep.h"
#include "coir/text.h"
#include "coir/texture.h"
#include "coir/tiled.h"
#include "coir/timer_queue.h"
#include "coir/transition.h"
#include "coir/tween.h"
#include "coir/window.h"

#include "coir/any_node.h" // last, as it makes macros of functions

#endif
