// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Reads any bytes as a script of the trace language (trace/script.h), and runs the script on the library. Nothing may
// crash, hang, leak or be undefined, whichever functions are called, also inside callbacks. The trace may depend on
// nothing but the script: if the script is run a second time, at other addresses, the trace must be the same.
//
// With clang's libFuzzer: build/tests/fuzz_trace -dict=tests/fuzz/trace.dict NEW_FOLDER tests/trace/scripts
// Without libFuzzer, run_corpus.c calls LLVMFuzzerTestOneInput.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coir/log.h"
#include "fuzz/target.h"
#include "trace/script.h"

// Short scripts find as much as long scripts, in less time. CALL_LIMIT ends scripts with callbacks that go on forever.
#define SIZE_LIMIT 4096
#define CALL_LIMIT 5000

static bool is_good(const uint8_t *data, size_t size)
{
    TraceText output = {0};
    int status = trace_run_limited(trace_whole(), (const char *)data, size, CALL_LIMIT, &output);
    free(output.text);
    return status == 0;
}

const FuzzTarget fuzz_target = {is_good, 4000, " \t\r\n;:()", '(', ')', .lines = 40, .forms = 20, .words = 39};

static TraceText run(const char *script, size_t size)
{
    TraceText output = {0};
    int status = trace_run_limited(trace_whole(), script, size, CALL_LIMIT, &output);
    trace_text_add(&output, "status %d\n", status);
    return output;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > SIZE_LIMIT)
        return 0;
    coir_log_set_level(COIR_LOG_ERROR);
    TraceText first = run((const char *)data, size), second = run((const char *)data, size);
    if (first.length != second.length || memcmp(first.text, second.text, first.length) != 0) {
        fprintf(stderr, "the script gives two traces:\n%s--- and\n%s", first.text, second.text);
        abort();
    }
    free(first.text);
    free(second.text);
    return 0;
}
