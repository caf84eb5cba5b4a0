#!/bin/sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
# Compares the picture of all transitions with the golden picture, which a person has checked. To keep a new golden
# picture, set COIR_KEEP_GOLDEN=1, and look at the picture.
. "$(dirname -- "$0")/common.sh"

golden=$COIR_SOURCE/tests/golden/transition_sheet.png
headless "./transition_sheet$COIR_EXE" transition_sheet.png >"$scratch/log" 2>&1 || fail "transition_sheet: $(cat "$scratch/log")"
if [ "${COIR_KEEP_GOLDEN:-}" ]; then cp transition_sheet.png "$golden"; fi
run "./compare_pictures$COIR_EXE" "$golden" transition_sheet.png transition_sheet.difference.png golden
