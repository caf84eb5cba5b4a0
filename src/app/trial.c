// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "app/trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coir/log.h"
#include "media/disk.h"

#define FRAMES_MOST 1000000

CoirTrial coir_trial_from_environment(void)
{
    const char *text = coir_disk_environment("COIR_TRIAL");
    char *end = NULL;
    CoirTrial trial = {0};
    if (!text || !*text)
        return trial;
    long frames = strtol(text, &end, 10);
    bool has_file = *end == ',';
    if (end == text || (*end != '\0' && !has_file) || frames < 1 || frames > FRAMES_MOST ||
        (has_file && strlen(end + 1) >= sizeof trial.file)) {
        coir_log(COIR_LOG_ERROR,
                 "COIR_TRIAL is '%s'; it must be a number of frames, 1 to %d; then ',' and the path of a PNG file may "
                 "follow, of less than %zu bytes; the game runs as always",
                 text, FRAMES_MOST, sizeof trial.file);
        return trial;
    }
    trial.frames = (int)frames;
    snprintf(trial.file, sizeof trial.file, "%s", has_file ? end + 1 : "");
    return trial;
}
