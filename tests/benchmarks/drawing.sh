#!/bin/sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
# Runs benchmarks that draw, under the conditions for which their figures to reach hold: on a
# display of its own (Xvfb), through OpenGL, by Mesa's software driver, which is set to draw
# nothing. So the benchmarks measure the cost of a frame up to the driver, which is the cost that a
# framework can influence. Status 77: a tool is missing.
#
#   tests/benchmarks/drawing.sh [OPTIONS OF bench] [NAMES]     e.g. tests/benchmarks/drawing.sh sprites-move
#
# Environment: COIR_BUILD  the folder with the build (default: build), relative to the repository's root
#              COIR_UNDER  a program that runs the benchmarks, with its options (such as valgrind)
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
say() { printf '%s: %s\n' tests/benchmarks/drawing.sh "$*" >&2; }

dir=${COIR_BUILD:-build}
case $dir in
/*) ;;
*) dir=$root/$dir ;;
esac
bench=$dir/tests/bench
if ! [ -x "$bench" ]; then
    say "there is no $bench: build first (meson setup build && ninja -C build), or set COIR_BUILD"
    exit 1
fi
if ! command -v xvfb-run >/dev/null || ! command -v xauth >/dev/null; then
    say 'xvfb-run and xauth are missing (Debian: xvfb xauth)'
    exit 77
fi

# shellcheck disable=SC2086 # a program and its options
exec xvfb-run -a -s '-screen 0 1280x1024x24' env SDL_VIDEODRIVER=x11 SDL_RENDER_DRIVER=opengl \
    LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_NOOP=1 ${COIR_UNDER:-} "$bench" "$@"
