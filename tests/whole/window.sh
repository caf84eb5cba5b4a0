#!/bin/sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
# A real window, of an X server without a screen, shows the golden picture: with the software renderer, up to 0.1 % of
# the pixels may differ by more than 2 (of 255). The renderer that SDL chooses may smooth edges in its own way, so up to
# 1 % of the pixels may differ by more than 40. The picture of another frame has more such pixels.
. "$(dirname -- "$0")/common.sh"
native
need xvfb-run xauth Xvfb

# shows NAME TOLERANCE PERCENT: compares the picture of the window with the golden picture.
# SDL_RENDER_DRIVER may name the renderer; compare_pictures.c explains TOLERANCE and PERCENT.
shows() {
    # shellcheck disable=SC2016 # the inner shell expands these
    xvfb-run -a -s '-screen 0 1280x800x24 -noreset' sh -c '
        ./renderer_name &&
        "$COIR_GALLERY" hello --frames 200 --dt 0.0166666667 --seed 7 --shot "$1"' sh "window_$1.png" \
        >"$scratch/log" 2>&1 || fail "the gallery in a window: $(cat "$scratch/log")"
    cat "$scratch/log"
    if grep -q 'no display' "$scratch/log"; then fail 'no window was opened'; fi
    ./compare_pictures "$COIR_SOURCE/tests/golden/hello.png" "window_$1.png" "window_$1.difference.png" "$2" "$3"
}

# Drivers leave memory behind, and a suppression cannot name them, because they are unloaded by then. Other tests,
# with windows as well, look for leaks of Coir.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"

SDL_RENDER_DRIVER=software shows software 2 0.1
shows default 40 1
