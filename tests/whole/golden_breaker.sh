#!/bin/sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
#   golden_breaker.sh NAME STEPS PROGRAM
#
# Compares the picture of the demo breaker after STEPS steps with the golden picture, which a person has checked. With
# the NAME "title", the title waits for a player; with another NAME, a bot plays. To keep a new golden picture, set
# COIR_KEEP_GOLDEN=1, and look at the picture.
. "$(dirname -- "$0")/common.sh"

name=breaker_$1 steps=$2 program=$3 golden=$COIR_SOURCE/tests/golden/breaker_$1.png
headless "$program" "$steps" "golden_$name.png" "$1" >"$scratch/log" 2>&1 || fail "breaker_shot: $(cat "$scratch/log")"
if [ "${COIR_KEEP_GOLDEN:-}" ]; then cp "golden_$name.png" "$golden"; fi
run "./compare_pictures$COIR_EXE" "$golden" "golden_$name.png" "golden_$name.difference.png" golden
