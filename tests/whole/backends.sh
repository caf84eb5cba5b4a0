#!/bin/sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
# Every demo, and a sheet of all transitions, looks the same with each render driver of SDL that works here, out of
# software, opengl and opengles2. After 20 frames of a sixth of a second, a window of an X server without a screen must
# show the same picture that is drawn in memory. golden.sh compares pictures that are drawn in memory with golden
# pictures.
#
# The software renderer must show exactly the same pixels. Graphics devices smooth edges in their own way. For these,
# the means of blocks of 8 x 8 pixels are compared, and no mean may differ by more than 64 (of 255) in a channel: up
# to 52 were seen, at lines that are a pixel further left. To check that this limit is strict enough, the previous frame
# must exceed the limit (the frame differs by at least 111). More than 16 missing white pixels on black in one block
# would exceed the limit, too.
. "$(dirname -- "$0")/common.sh"
native
need xvfb-run xauth Xvfb

if [ ! "${COIR_INSIDE:-}" ]; then
    COIR_INSIDE=1 xvfb-run -a -s '-screen 0 1280x800x24 -noreset' sh "$0"
    exit
fi

# Drivers leave memory behind: see window.sh.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"

# shot NAME FRAMES FILE ARGUMENTS: saves the picture of a demo after FRAMES frames.
shot() {
    name=$1 frames=$2 file=$3
    shift 3
    "$COIR_GALLERY" "$name" --frames "$frames" --dt 0.16666666667 --seed 7 --shot "$file" "$@" >"$scratch/log" 2>&1 ||
        fail "$name: $(cat "$scratch/log")"
}

drivers=
for driver in software opengl opengles2; do
    if SDL_RENDER_DRIVER=$driver ./renderer_name 2>/dev/null | grep -q "x11, renderer $driver\$"; then
        drivers="$drivers $driver"
    else
        echo "there is no driver $driver here"
    fi
done
[ "$drivers" ] || fail 'SDL has not even its software renderer here'
[ "$drivers" != ' software' ] || skip 'SDL has no driver here but its software renderer'

"$COIR_GALLERY" --list >"$scratch/list"
[ -s "$scratch/list" ] || fail 'gallery --list shows nothing'
while read -r name _; do
    headless shot "$name" 20 "$scratch/memory.png" --headless
    headless shot "$name" 19 "$scratch/before.png" --headless
    ./compare_pictures "$scratch/memory.png" "$scratch/before.png" "$scratch/difference.png" 64 0 8 >"$scratch/log" &&
        fail "$name: the frame before cannot be told from the last one: $(cat "$scratch/log")"
    for driver in $drivers; do
        tolerance='64 0 8'
        if [ "$driver" = software ]; then tolerance='0 0'; fi
        SDL_RENDER_DRIVER=$driver shot "$name" 20 "backend_$driver.png"
        if grep 'no display' "$scratch/log"; then fail 'no window was opened'; fi
        # shellcheck disable=SC2086 # words
        ./compare_pictures "$scratch/memory.png" "backend_$driver.png" "backend_$driver.difference.png" $tolerance \
            >"$scratch/log" || fail "$name with $driver: $(cat "$scratch/log")"
        echo "$name with $driver: $(cat "$scratch/log")"
    done
done <"$scratch/list"

# All transitions. Transitions draw to canvases.
headless "./transition_sheet$COIR_EXE" "$scratch/memory.png" >/dev/null || fail 'transition_sheet'
for driver in $drivers; do
    tolerance='64 0 8'
    if [ "$driver" = software ]; then tolerance='0 0'; fi
    SDL_RENDER_DRIVER=$driver ./transition_sheet backend_transitions.png --window >"$scratch/log" 2>&1 ||
        fail "transition_sheet with $driver: $(cat "$scratch/log")"
    # shellcheck disable=SC2086 # words
    ./compare_pictures "$scratch/memory.png" backend_transitions.png backend_transitions.difference.png $tolerance \
        >"$scratch/log" || fail "the transitions with $driver: $(cat "$scratch/log")"
    echo "the transitions with $driver: $(cat "$scratch/log")"
done
