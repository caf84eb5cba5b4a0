#!/bin/sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
#   golden.sh NAME FRAMES
#
# Compares the picture of a demo after FRAMES frames with the golden picture in tests/golden, which a person has
# checked. To keep a new golden picture, set COIR_KEEP_GOLDEN=1, and look at the picture.
. "$(dirname -- "$0")/common.sh"

name=$1 frames=$2 golden=$COIR_SOURCE/tests/golden/$1.png
headless "$COIR_GALLERY" "$name" --headless --frames "$frames" --dt 0.0166666667 --seed 7 --shot "golden_$name.png"
if [ "${COIR_KEEP_GOLDEN:-}" ]; then cp "golden_$name.png" "$golden"; fi
run "./compare_pictures$COIR_EXE" "$golden" "golden_$name.png" "golden_$name.difference.png" golden
