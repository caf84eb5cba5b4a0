#!/bin/sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
# A real window, of an X server without a screen, shows the golden picture. Whichever renderer SDL takes may
# smooth pictures in its own way: then up to 1 % of the pixels may differ, at edges; another frame differs in more.
. "$(dirname -- "$0")/common.sh"
native
need xvfb-run xauth Xvfb

# shows NAME TOLERANCE SHARE: the picture of the window, with the renderer of the environment.
shows() {
    # shellcheck disable=SC2016 # the inner shell's
    xvfb-run -a -s '-screen 0 1280x800x24 -noreset' sh -c '
        ./renderer_name &&
        "$COIR_GALLERY" hello --frames 200 --dt 0.0166666667 --seed 7 --shot "$1"' sh "window_$1.png" \
        >"$scratch/log" 2>&1 || fail "the gallery in a window: $(cat "$scratch/log")"
    cat "$scratch/log"
    if grep -q 'no display' "$scratch/log"; then fail 'no window was opened'; fi
    ./compare_pictures "$COIR_SOURCE/tests/golden/hello.png" "window_$1.png" "window_$1.difference.png" "$2" "$3"
}

# What drivers leave behind cannot be named for a suppression, since they are unloaded by then. Leaks of Coir's are
# looked for in the other tests, with windows, too.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"

SDL_RENDER_DRIVER=software shows software 2 0.1
shows default 40 1
