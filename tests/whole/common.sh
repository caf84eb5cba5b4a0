# shellcheck shell=sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
# The scripts of this folder source this file. meson.build sets the variables COIR_*.
# $scratch is an empty folder, removed at the end.
set -eu
exec </dev/null

skip() { echo "skipped: $*"; exit 77; }
fail() { echo "FAILED: $*"; exit 1; }
need() { for tool; do command -v "$tool" >/dev/null || skip "$tool is not installed"; done; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

# compile ARGUMENTS: runs the compiler that Coir was built with, for C11, with the sanitizers of Coir's build.
compile() {
    case $COIR_SANITIZE in
    none) set -- "$@" ;;
    *) set -- "-fsanitize=$COIR_SANITIZE" "$@" ;;
    esac
    # shellcheck disable=SC2086 # a command of several words
    $COIR_CC -std=c11 "$@"
}

# run PROGRAM ARGUMENTS: runs a program of Coir's build. Programs for another machine run in meson's wrapper.
# shellcheck disable=SC2086 # a command of several words
run() { ${MESON_EXE_WRAPPER:-} "$@"; }
native() { [ ! "${MESON_EXE_WRAPPER:-}" ] || skip 'Coir is built for another machine'; }

# The user's environment must not choose drivers or assets. A sound device would make a noise, and demos show values
# that are measured at the device. The audio driver "none" does not exist, so all demos run as on a machine without a
# sound device.
unset SDL_VIDEODRIVER SDL_RENDER_DRIVER COIR_ASSETS
export SDL_AUDIODRIVER=none
# A program that runs in Node.js cannot find its own folder.
case $COIR_GALLERY in *.js) export COIR_ASSETS="$COIR_SOURCE/assets" ;; esac
headless() { SDL_VIDEODRIVER=dummy run "$@"; }
