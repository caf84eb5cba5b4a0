// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// The operations on nodes and actions. As in time_verbs.c, the line of the trace for `step` and `frame` is written
// first, and taken back if the operation is refused.

#include <string.h>

#include "trace/run.h"

static const TraceActionClass *actions(const TraceRun *run)
{
    return run->class->actions;
}

// The clock ----------------------------------------------------------------------------------------------------------

// Prints the verb and calls `function`. If the call is refused, removes the printed line.
static void print_and_advance(TraceRun *run, const char *word, bool (*function)(TraceEngine *engine, double dt),
                              double dt)
{
    size_t before = run->output->length;
    trace_text_add(run->output, "%s %.9g\n", word, dt);
    bool done = function(run->engine, dt);
    if (!done)
        trace_text_cut(run->output, before);
    trace_refuse_unless(run, done);
}

static void do_step(TraceRun *run, const TraceValue *v)
{
    print_and_advance(run, "step", actions(run)->step, v[0].seconds);
}

static void do_frame(TraceRun *run, const TraceValue *v)
{
    print_and_advance(run, "frame", actions(run)->frame, v[0].seconds);
}

// Nodes --------------------------------------------------------------------------------------------------------------

// The word of each property, and a pattern with one letter for each number. n: a number; i: a whole number; b: 0 or 1.
static const struct {
    const char *word, *pattern;
} properties[TRACE_PROPERTIES] = {
    [TRACE_POSITION] = {"pos", "nn"},   [TRACE_SCALE] = {"scale", "nn"},    [TRACE_ROTATION] = {"rot", "n"},
    [TRACE_SKEW] = {"skew", "nn"},      [TRACE_OPACITY] = {"opacity", "n"}, [TRACE_COLOR] = {"color", "iii"},
    [TRACE_VISIBLE] = {"visible", "b"},
};

static bool read_number(char kind, const char *word, double *number)
{
    int whole;
    if (kind == 'n')
        return trace_read_double(word, number);
    if (!trace_read_int(word, &whole))
        return false;
    *number = whole;
    return kind == 'i' || whole == 0 || whole == 1;
}

bool trace_read_property(char *words, TraceValue *value)
{
    const char *word = trace_next_word(&words);
    for (value->number = 0; word && value->number < TRACE_PROPERTIES; value->number++)
        if (!strcmp(word, properties[value->number].word))
            break;
    if (!word || value->number == TRACE_PROPERTIES)
        return false;
    double *number = value->set;
    for (const char *kind = properties[value->number].pattern; *kind; kind++, number++)
        if (!(word = trace_next_word(&words)) || !read_number(*kind, word, number))
            return false;
    return !trace_next_word(&words);
}

static void do_node(TraceRun *run, const TraceValue *v)
{
    trace_refuse_unless(run, actions(run)->node(run->engine, v[0].number));
}

static void do_set(TraceRun *run, const TraceValue *v)
{
    TraceProperty property = (TraceProperty)v[1].number;
    trace_refuse_unless(run, actions(run)->set(run->engine, v[0].number, property, v[1].set));
}

static void do_destroy_node(TraceRun *run, const TraceValue *v)
{
    actions(run)->destroy_node(run->engine, v[0].number);
}

static void do_offstage(TraceRun *run, const TraceValue *v)
{
    actions(run)->offstage(run->engine, v[0].number);
}

static void do_onstage(TraceRun *run, const TraceValue *v)
{
    actions(run)->onstage(run->engine, v[0].number);
}

static void do_pausenode(TraceRun *run, const TraceValue *v)
{
    actions(run)->pause_node(run->engine, v[0].number);
}

static void do_resumenode(TraceRun *run, const TraceValue *v)
{
    actions(run)->resume_node(run->engine, v[0].number);
}

static void do_props(TraceRun *run, const TraceValue *v)
{
    double props[TRACE_PROPS];
    if (!actions(run)->props(run->engine, v[0].number, props))
        return;
    trace_text_add(run->output, "props %d", v[0].number);
    for (int i = 0; i < TRACE_PROPS; i++)
        trace_text_add(run->output, " %.9g", props[i]);
    trace_text_add(run->output, "\n");
}

static void do_running(TraceRun *run, const TraceValue *v)
{
    int count;
    if (actions(run)->running(run->engine, v[0].number, &count))
        trace_text_add(run->output, "running %d %d\n", v[0].number, count);
}

// Runs ---------------------------------------------------------------------------------------------------------------

static void do_run(TraceRun *run, const TraceValue *v)
{
    trace_refuse_unless(run, actions(run)->run(run->engine, v[0].number, v[1].word, v[2].spec, false));
}

static void do_runpaused(TraceRun *run, const TraceValue *v)
{
    trace_refuse_unless(run, actions(run)->run(run->engine, v[0].number, v[1].word, v[2].spec, true));
}

static void do_stop(TraceRun *run, const TraceValue *v)
{
    actions(run)->stop(run->engine, v[0].word);
}

static void do_tag(TraceRun *run, const TraceValue *v)
{
    actions(run)->tag(run->engine, v[0].word, v[1].number);
}

static void do_flags(TraceRun *run, const TraceValue *v)
{
    actions(run)->flags(run->engine, v[0].word, v[1].mask);
}

static void do_pauserun(TraceRun *run, const TraceValue *v)
{
    actions(run)->pause_run(run->engine, v[0].word);
}

static void do_resumerun(TraceRun *run, const TraceValue *v)
{
    actions(run)->resume_run(run->engine, v[0].word);
}

static void do_seek(TraceRun *run, const TraceValue *v)
{
    trace_refuse_unless(run, actions(run)->seek(run->engine, v[0].word, v[1].seconds, v[2].number));
}

static void do_reverse(TraceRun *run, const TraceValue *v)
{
    actions(run)->reverse(run->engine, v[0].word);
}

static void do_speed(TraceRun *run, const TraceValue *v)
{
    trace_refuse_unless(run, actions(run)->speed(run->engine, v[0].word, v[1].seconds));
}

static void do_progress(TraceRun *run, const TraceValue *v)
{
    double time;
    bool is_done;
    if (actions(run)->progress(run->engine, v[0].word, &time, &is_done))
        trace_text_add(run->output, "progress %s %.9g %d\n", v[0].word, time, is_done);
}

// Many runs ----------------------------------------------------------------------------------------------------------

static void do_stopbytag(TraceRun *run, const TraceValue *v)
{
    actions(run)->stop_tag(run->engine, v[0].number, v[1].number);
}

static void do_stopallbytag(TraceRun *run, const TraceValue *v)
{
    actions(run)->stop_all_tag(run->engine, v[0].number, v[1].number);
}

static void do_stopbyflags(TraceRun *run, const TraceValue *v)
{
    actions(run)->stop_flags(run->engine, v[0].number, v[1].mask);
}

static void do_stopall(TraceRun *run, const TraceValue *v)
{
    actions(run)->stop_node(run->engine, v[0].number);
}

static void do_stopeverything(TraceRun *run, const TraceValue *v)
{
    (void)v;
    actions(run)->stop_everything(run->engine);
}

static void do_pauserunning(TraceRun *run, const TraceValue *v)
{
    (void)v;
    actions(run)->pause_running(run->engine);
}

static void do_resumerunning(TraceRun *run, const TraceValue *v)
{
    (void)v;
    actions(run)->resume_running(run->engine);
}

const TraceVerb trace_action_verbs[] = {
    {"step", "s", do_step},
    {"frame", "s", do_frame},

    {"node", "i", do_node},
    {"set", "iP", do_set},
    {"destroy-node", "i", do_destroy_node},
    {"offstage", "i", do_offstage},
    {"onstage", "i", do_onstage},
    {"pausenode", "i", do_pausenode},
    {"resumenode", "i", do_resumenode},
    {"props", "i", do_props},
    {"running", "i", do_running},

    {"run", "iwS", do_run},
    {"runpaused", "iwS", do_runpaused},
    {"stop", "w", do_stop},
    {"tag", "wi", do_tag},
    {"flags", "wm", do_flags},
    {"pauserun", "w", do_pauserun},
    {"resumerun", "w", do_resumerun},
    {"seek", "wsl", do_seek},
    {"reverse", "w", do_reverse},
    {"speed", "ws", do_speed},
    {"progress", "w", do_progress},

    {"stopbytag", "ii", do_stopbytag},
    {"stopallbytag", "ii", do_stopallbytag},
    {"stopbyflags", "im", do_stopbyflags},
    {"stopall", "i", do_stopall},
    {"stopeverything", "", do_stopeverything},
    {"pauserunning", "", do_pauserunning},
    {"resumerunning", "", do_resumerunning},
    {0},
};
