// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Runs scripts of the trace language on the library.
//
//     trace                      reads a script from the standard input, and prints the trace
//     trace FOLDER SCRIPT...     writes the trace of each script NAME.in to FOLDER/NAME.out, and prints a line
//                                "STATUS NAME" for each script
//
// A line that cannot be read is printed after "bad", and ends its script with status 2. `trace` ends with the status of
// the script; with a FOLDER, the status is 0. If a file cannot be read or written, the status is 1.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coir/log.h"
#include "support/system.h"
#include "trace/script.h"

// Reads a script, runs the script, and writes the trace. Returns the status of the script, or -1 if a file could not be
// read or written.
static int run_file(FILE *input, FILE *output)
{
    TraceText script = {0}, trace = {0};
    char bytes[4096];
    size_t count;
    while ((count = fread(bytes, 1, sizeof bytes, input)) > 0)
        trace_text_add_bytes(&script, bytes, count);
    int status = trace_run(trace_whole(), script.text, script.length, &trace);
    bool is_written = (!trace.length || fwrite(trace.text, trace.length, 1, output)) && fflush(output) == 0;
    free(script.text);
    free(trace.text);
    return is_written && !ferror(input) ? status : -1;
}

static bool run_script(const char *folder, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    int length = dot ? (int)(dot - name) : (int)strlen(name), status = -1;
    char output_path[1024];
    snprintf(output_path, sizeof output_path, "%s/%.*s.out", folder, length, name);
    FILE *input = system_open(path, "rb"), *output = system_open(output_path, "wb");
    if (input && output)
        status = run_file(input, output);
    if (input)
        fclose(input);
    if (output && fclose(output) != 0)
        status = -1;
    if (status >= 0)
        printf("%d %.*s\n", status, length, name);
    else
        fprintf(stderr, "trace: cannot read %s, or cannot write %s\n", path, output_path);
    return status >= 0;
}

int main(int argument_count, char **arguments)
{
    system_keep_bytes();
    coir_log_set_level(COIR_LOG_ERROR); // the trace says which operations are refused
    if (argument_count == 1) {
        int status = run_file(stdin, stdout);
        if (status < 0)
            perror("trace");
        return status < 0 ? 1 : status;
    }
    bool is_done = true;
    for (int i = 2; i < argument_count; i++)
        is_done = run_script(arguments[1], arguments[i]) && is_done;
    return is_done ? 0 : 1;
}
