// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Reads a script of the trace language from the standard input, runs the script on the library, and prints the trace. A
// line that cannot be read is printed behind "bad", and the program ends with status 2.

#include <stdio.h>
#include <stdlib.h>

#include "coir/log.h"
#include "support/system.h"
#include "trace/script.h"

static TraceText read_all(FILE *file)
{
    TraceText text = {0};
    char bytes[4096];
    size_t count;
    while ((count = fread(bytes, 1, sizeof bytes, file)) > 0)
        trace_text_add_bytes(&text, bytes, count);
    return text;
}

int main(void)
{
    system_keep_bytes();
    TraceText output = {0}, script = read_all(stdin);
    coir_log_set_level(COIR_LOG_ERROR); // the trace says which operations are refused
    int status = trace_run(trace_whole(), script.text, script.length, &output);
    bool written = (!output.length || fwrite(output.text, output.length, 1, stdout)) && fflush(stdout) == 0;
    free(script.text);
    free(output.text);
    if (written && !ferror(stdin))
        return status;
    perror("trace");
    return 1;
}
