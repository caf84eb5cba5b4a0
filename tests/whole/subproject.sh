#!/bin/sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
# A project with Coir as a subproject builds and runs. No demos and no tests of Coir are built there.
. "$(dirname -- "$0")/common.sh"
native
need meson ninja

project=$scratch/game
mkdir -p "$project/subprojects"
ln -s "$COIR_SOURCE" "$project/subprojects/coir"
cat >"$project/meson.build" <<END
project('game', 'c', default_options: ['c_std=c11', 'warning_level=3', 'werror=true'])
test('game', executable('game', 'game.c', dependencies: dependency('coir', fallback: ['coir', 'coir_dep'])))
test('server', executable('server', 'server.c', dependencies: dependency('coir_core', fallback: 'coir')))
END
cat >"$project/game.c" <<END
#include <coir/coir.h>
typedef struct Ball {
    COIR_INHERIT(CoirSprite, sprite);
    double speed;
} Ball;
static COIR_NODE_CLASS(Ball, .super = &CoirSprite_class);
int main(void)
{
    CoirDirector *director = coir_director_create(&(CoirDirectorDef){.headless = true, .width = 64, .height = 36});
    Ball *ball = director ? COIR_NEW(Ball) : NULL;
    bool done = ball && coir_director_show(director, &ball->node) && coir_director_frame(director, 0.1);
    coir_director_destroy(director);
    return done ? 0 : 1;
}
END
cat >"$project/server.c" <<END
#include <coir/scheduler.h>
int main(void)
{
    CoirScheduler *scheduler = coir_scheduler_new();
    bool done = coir_scheduler_update(scheduler, 1) && coir_scheduler_now(scheduler) == 1;
    coir_scheduler_destroy(scheduler);
    return done ? 0 : 1;
}
END
cd "$project"
# Neither a Coir that PKG_CONFIG_PATH names nor an installed Coir replaces the subproject.
PKG_CONFIG_PATH='' CC=$COIR_CC meson setup build --wrap-mode=nodownload --force-fallback-for=coir,coir_core \
    -Db_sanitize="$COIR_SANITIZE" -Db_lundef=false -Doptimization=0 >log 2>&1 || fail "meson setup: $(cat log)"
meson compile -C build >log 2>&1 || fail "meson compile: $(tail -n 40 log)"
grep -i 'warning:' log && fail 'the subproject builds with warnings'
headless meson test -C build --print-errorlogs >log 2>&1 || fail "meson test: $(cat log)"
tests=$(meson test -C build --list 2>/dev/null | sed '/^ninja:/d' | sort | paste -sd ' ' -)
[ "$tests" = 'game server' ] || fail "the tests of the project are '$tests', not only its own 'game server'"
if find build/subprojects/coir -name '*gallery*' -o -name 'test_*' | grep .; then
    fail 'demos or tests of Coir were built'
fi
