// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "node/stage.h"

#include "base/fail.h"

bool coir_stage_check(const CoirStage *stage, const char *function)
{
    if (!stage)
        return MISSING("%s: the stage is NULL", function);
    if (coir_stage_base(stage)->dead)
        return MISTAKE("%s: the stage has been destroyed", function);
    return coir_stage_check_world(stage, function);
}

bool coir_stage_check_world(const CoirStage *stage, const char *function)
{
    if (coir_stage_base(stage)->world != coir_world())
        return MISTAKE("%s: the stage belongs to another world than this thread uses; call coir_world_use first, with "
                       "the world in which the stage was made",
                       function);
    return true;
}
