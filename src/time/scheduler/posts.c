// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Posting is the only operation for other threads. A post goes on top of a stack by compare-and-swap (R. K. Treiber,
// "Systems Programming: Coping with Parallelism", 1986). The scheduler's thread takes the whole stack at once, and
// reverses the stack. Since the stack is only taken as a whole, a reused address does no harm (no ABA problem).

#include <stddef.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "time/scheduler/scheduled.h"

struct CoirPost {
    CoirPost *next;
    CoirUserFn function;
    void *user;
};

bool coir_scheduler_post(CoirScheduler *scheduler, CoirUserFn function, void *user)
{
    if (!scheduler)
        return MISSING("coir_scheduler_post: the scheduler is NULL");
    if (!function)
        return MISTAKE("coir_scheduler_post: the function is NULL");
    CoirPost *post = coir_alloc(sizeof *post);
    if (!post)
        return false;
    post->function = function;
    post->user = user;
    post->next = atomic_load_explicit(&scheduler->posted, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&scheduler->posted, &post->next, post, memory_order_release,
                                                  memory_order_relaxed))
        ;
    return true;
}

// Takes all posts. Returns the posts as a list in the order of posting.
static CoirPost *take_posts(CoirScheduler *scheduler)
{
    CoirPost *taken = atomic_exchange_explicit(&scheduler->posted, NULL, memory_order_acquire), *turned = NULL;
    while (taken) {
        CoirPost *post = taken;
        taken = post->next;
        post->next = turned;
        turned = post;
    }
    return turned;
}

void coir_call_posted(CoirScheduler *scheduler)
{
    if (scheduler->dead)
        return;
    scheduler->calling = take_posts(scheduler);
    while (scheduler->calling) {
        CoirPost *post = scheduler->calling;
        CoirUserFn function = post->function;
        void *user = post->user;
        scheduler->calling = post->next;
        coir_free(post);
        function(user);
    }
}

static int free_posts(CoirPost *post)
{
    int count = 0;
    for (CoirPost *next; post; post = next, count++) {
        next = post->next;
        coir_free(post);
    }
    return count;
}

int coir_scheduler_drop_posts(CoirScheduler *scheduler)
{
    int count = free_posts(scheduler->calling);
    scheduler->calling = NULL;
    return count + free_posts(take_posts(scheduler));
}

int coir_scheduler_posted_count(const CoirScheduler *scheduler)
{
    int count = 0;
    for (const CoirPost *post = scheduler->calling; post; post = post->next)
        count++;
    for (const CoirPost *post = atomic_load_explicit(&scheduler->posted, memory_order_acquire); post; post = post->next)
        count++;
    return count;
}
