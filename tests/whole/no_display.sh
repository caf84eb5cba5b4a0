#!/bin/sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
# Without a display, a demo runs headless even without --headless, and says so. The demo writes a picture to NAME.png
# or, with --shot, only to the path of --shot.
. "$(dirname -- "$0")/common.sh"
native
[ "$(uname)" = Linux ] || skip 'a display cannot be hidden from a program on this system'

status=0
cd "$scratch"
env -u DISPLAY -u WAYLAND_DISPLAY XDG_RUNTIME_DIR="$scratch" "$COIR_GALLERY" hello >log 2>&1 || status=$?
cat log
[ $status -eq 0 ] || fail "gallery hello: status $status"
grep -q 'no display.*headless' log || fail 'the message does not say that there is no display'
grep -q hello.png log || fail 'the message does not say where the picture is'
[ -s hello.png ] || fail 'there is no hello.png'
status=0
env -u DISPLAY -u WAYLAND_DISPLAY SDL_VIDEODRIVER= XDG_RUNTIME_DIR="$scratch" "$COIR_GALLERY" tree --frames 3 \
    --shot "$scratch/wanted.png" >log 2>&1 || status=$?
if [ $status -ne 0 ] || [ ! -s wanted.png ] || [ -e tree.png ]; then fail "gallery tree --shot without a display: $(cat log)"; fi
