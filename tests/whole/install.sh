#!/bin/sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
# 1. The installed files are enough to build and run a program with pkg-config. Neither demos nor tests are installed.
# 2. With -Dtests=false, no tests are built; with -Ddemos=false, neither demos nor tests are built.
. "$(dirname -- "$0")/common.sh"
native
need meson pkg-config

meson install -C "$COIR_BUILD" --no-rebuild --destdir "$scratch/root" >"$scratch/log" 2>&1 ||
    fail "meson install: $(cat "$scratch/log")"
libraries=$scratch/root$COIR_PREFIX/$COIR_LIBDIR
for file in "$libraries"/pkgconfig/*.pc; do # the files have the prefix, without the folder of --destdir
    sed "s|^prefix=.*|prefix=$scratch/root$COIR_PREFIX|" "$file" >"$scratch/pc" && mv "$scratch/pc" "$file"
done
export PKG_CONFIG_PATH="$libraries/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"

cat >"$scratch/hello.c" <<END
#include <coir/coir.h>
#include <string.h>
int main(int count, char **arguments)
{
    CoirVec2 turned = coir_vec2_rotate(coir_vec2((float)count, 0), 90); // inline, and needs the C library's mathematics
    CoirDirector *director = coir_director_create(&(CoirDirectorDef){.headless = true});
    bool done = director && coir_director_show(director, coir_node_new()) && coir_director_frame(director, 0.1) &&
                coir_director_frame_count(director) == 1 && turned.x * turned.x < 1e-6f && arguments[0];
    coir_director_destroy(director);
    return done && strcmp(coir_version(), "$(pkg-config --modversion coir)") == 0 ? 0 : 1;
}
END
cat >"$scratch/core.c" <<END
#include <stddef.h>
#include <coir/timer_queue.h>
int main(void)
{
    CoirTimerQueue *queue = coir_timer_queue_new(NULL);
    bool done = coir_timer_queue_advance(queue, 1) && coir_timer_queue_now(queue) == 1;
    coir_timer_queue_destroy(queue);
    return done ? 0 : 1;
}
END
# shellcheck disable=SC2046 # several words
{
    compile -Wall -Wextra -Wpedantic -Werror "$scratch/hello.c" -o "$scratch/hello" \
        $(pkg-config --cflags --libs coir) || fail 'a program does not build against the installed coir'
    compile -Wall -Wextra -Wpedantic -Werror "$scratch/core.c" -o "$scratch/core" \
        $(pkg-config --cflags --libs coir_core) || fail 'a program does not build against the installed coir_core'
}
LD_LIBRARY_PATH=$libraries DYLD_LIBRARY_PATH=$libraries "$scratch/hello" ||
    fail 'a program built against the installed coir does not run'
"$scratch/core" || fail 'a program built against the installed coir_core does not run'
case $(pkg-config --libs coir_core) in *SDL*) fail 'coir_core.pc names SDL' ;; esac
(cd "$scratch/root" && find . -type f | sort)
if find "$scratch/root" -name '*gallery*' -o -name '*test*' | grep .; then fail 'demos or tests were installed'; fi

# leaves OPTION TARGETS: expects that a build with OPTION has TARGETS only.
leaves() {
    CC=$COIR_CC meson setup "$1" "$scratch/without" "$COIR_SOURCE" >"$scratch/log" 2>&1 ||
        fail "meson setup $1: $(cat "$scratch/log")"
    targets=$(meson introspect --targets "$scratch/without" | grep -o '"name": "[^"]*", "id"' | cut -d '"' -f 4 |
        sort -u | paste -sd ' ' -)
    [ "$targets" = "$2" ] || fail "with $1 these are built: $targets; expected: $2"
    rm -r "$scratch/without"
}
leaves -Dtests=false 'breaker coir coir_core gallery server'
leaves -Ddemos=false 'coir coir_core'
