#!/bin/sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
# 1. The shared library exports the functions and data that the headers declare, and no other symbols. The names begin
#    with coir_ or Coir. This check is left out if there is only a static library.
# 2. The time core does not need SDL.
. "$(dirname -- "$0")/common.sh"
need "$COIR_NM"

# Prints the names that the library exports. objdump prints a table for a DLL, with a name at the end of each line.
exported() {
    case $COIR_LIBRARY in
    *.dll)
        "$COIR_OBJDUMP" -p "$COIR_LIBRARY" | sed -n '/^\[Ordinal\/Name Pointer\]/,/^$/s/^[[:space:]][[:space:]]*\[.*[[:space:]]//p'
        ;;
    *) "$COIR_NM" -D --defined-only "$COIR_LIBRARY" | awk '{ print $NF }' | sed 's/@.*//' ;;
    esac
}

exports() {
    exported >"$scratch/exported"
    # The linker and the sanitizers add names that begin with _.
    grep -Ev '^(coir_|Coir|_)' "$scratch/exported" >"$scratch/foreign" || :
    [ ! -s "$scratch/foreign" ] || fail "the library exports: $(paste -sd ' ' "$scratch/foreign")"
    for name in coir_director_create coir_scheduler_new coir_timer_queue_new coir_node_make CoirNode_class; do
        grep -qx "$name" "$scratch/exported" || fail "the library does not export $name"
    done

    # The library exports each function in the headers.
    sed -n 's/^COIR_API .*[ *]\(coir_[a-z0-9_]*\)(.*/\1/p' "$COIR_SOURCE"/include/coir/*.h | sort -u >"$scratch/promised"
    sort -u "$scratch/exported" >"$scratch/sorted"
    comm -23 "$scratch/promised" "$scratch/sorted" >"$scratch/missing"
    [ ! -s "$scratch/missing" ] || fail "declared, but not exported: $(paste -sd ' ' "$scratch/missing")"

    # The headers declare each exported symbol.
    grep -v '^_' "$scratch/sorted" | while read -r name; do
        grep -qw "$name" "$COIR_SOURCE"/include/coir/*.h || echo "$name"
    done >"$scratch/undeclared"
    [ ! -s "$scratch/undeclared" ] || fail "exported, but not declared: $(paste -sd ' ' "$scratch/undeclared")"
    echo "$(wc -l <"$scratch/exported") symbols are exported, $(wc -l <"$scratch/promised") functions are declared"
}
case $COIR_LIBRARY in
*.dll) need "$COIR_OBJDUMP" && exports ;;
*.a) echo 'there is no shared library: the exported symbols were not checked' ;;
*) exports ;;
esac

cat >"$scratch/server.c" <<END
#include <stdio.h>
#include <coir/scheduler.h>
static void tick(void *target, double elapsed, void *user)
{
    (void)target;
    (void)elapsed;
    ++*(int *)user;
}
int main(void)
{
    int ticks = 0, server = 0;
    CoirScheduler *scheduler = coir_scheduler_new();
    coir_scheduler_every(scheduler, &server, 0.5, tick, &ticks);
    coir_scheduler_update(scheduler, 10);
    coir_scheduler_destroy(scheduler);
    return ticks == 20 ? 0 : 1;
}
END
compile -DCOIR_STATIC -I"$COIR_SOURCE/include" -o "$scratch/server$COIR_EXE" "$scratch/server.c" \
    -L"$(dirname -- "$COIR_CORE")" -lcoir_core -lm || fail 'the time core does not link alone'
run "$scratch/server$COIR_EXE" || fail 'a timer of the time core does not tick 20 times in 10 seconds'
if "$COIR_NM" "$COIR_CORE" "$scratch/server$COIR_EXE" | grep -E ' (U|T) (SDL|IMG)_'; then fail 'the time core needs SDL'; fi
if command -v ldd >/dev/null && ldd "$scratch/server$COIR_EXE" | grep -i sdl; then
    fail 'a program of the time core loads SDL'
fi
