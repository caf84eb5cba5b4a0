// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "node/stage.h"

#include "base/fail.h"

bool coir_stage_check(const CoirStage *stage, const char *function)
{
    if (!stage)
        return MISSING("%s: the stage is NULL", function);
    return coir_stage_base(stage)->dead ? MISTAKE("%s: the stage has been destroyed", function) : true;
}
