# shellcheck shell=sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
# What the scripts of this folder share. They source it; meson.build sets the variables COIR_*.
# $scratch is an empty folder, removed at the end.
set -eu
exec </dev/null

skip() { echo "skipped: $*"; exit 77; }
fail() { echo "FAILED: $*"; exit 1; }
need() { for tool; do command -v "$tool" >/dev/null || skip "$tool is not installed"; done; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

# compile ARGUMENTS: the compiler that Coir was built with, as Coir was built.
compile() {
    case $COIR_SANITIZE in
    none) set -- "$@" ;;
    *) set -- "-fsanitize=$COIR_SANITIZE" "$@" ;;
    esac
    # shellcheck disable=SC2086 # a command of several words
    $COIR_CC -std=c11 "$@"
}

# run PROGRAM ARGUMENTS: what Coir's build made; when that is for another machine, in what meson starts such programs in.
# shellcheck disable=SC2086 # a command of several words
run() { ${MESON_EXE_WRAPPER:-} "$@"; }
native() { [ ! "${MESON_EXE_WRAPPER:-}" ] || skip 'Coir is built for another machine'; }

# A display, a driver or a log level of whoever runs the tests is not to matter. A sound device would be heard, and demos
# show what they measure of it: there is no driver "none", so all demos run as on a machine without a device.
unset SDL_VIDEODRIVER SDL_RENDER_DRIVER COIR_ASSETS
export SDL_AUDIODRIVER=none
# A program in node does not know the folder that it is in.
case $COIR_GALLERY in *.js) export COIR_ASSETS="$COIR_SOURCE/assets" ;; esac
headless() { SDL_VIDEODRIVER=dummy run "$@"; }
