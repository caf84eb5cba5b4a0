#!/bin/sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
# Counts the instructions that a sprite costs in a frame, and the instructions of the benchmark's floor, with
# valgrind's callgrind. The benchmark must have a floor. The count covers ten frames of the smallest n, after the
# warm-up. In each frame, the count goes from visiting the tree to the end of presenting, up to a driver that does
# nothing (see drawing.sh). Moving the sprites is not counted. The counts are the same on every run, or nearly so.
# Status 77: valgrind is missing.
#
#   tests/benchmarks/instructions.sh [NAMES]     default: sprites-move sprites-rotate
#
# Environment: COIR_BUILD, as for drawing.sh
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
most=1.5 # ratio to the floor that a benchmark must not exceed
if ! command -v valgrind >/dev/null; then
    echo 'tests/benchmarks/instructions.sh: valgrind is missing (Debian: valgrind)' >&2
    exit 77
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# count FUNCTION NAME: prints the instructions per item of everything that FUNCTION calls
count() {
    export COIR_UNDER="valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect=$1"
    "$here/drawing.sh" --instructions "$2" >"$log" 2>&1 || { cat "$log" >&2; return 1; }
    awk -v name="$2" '
        $1 == name { items = $2 }
        $2 == "Collected" { instructions = $4 }
        END {
            if (items <= 0 || instructions <= 0)
                exit 1
            printf "%.1f\n", instructions / items
        }' "$log" || { cat "$log" >&2; return 1; }
}

[ $# -gt 0 ] || set -- sprites-move sprites-rotate
printf '%-19s %12s %8s %6s  %s\n' name instructions floor ratio 'to reach'
for name; do
    floor=$(count count_floor "$name")
    measured=$(count count_measured "$name")
    awk -v name="$name" -v measured="$measured" -v floor="$floor" -v most="$most" 'BEGIN {
        ratio = measured / floor
        printf "%-19s %12.1f %8.1f %6.2f  <= %g x floor%s\n", name, measured, floor, ratio, most,
            ratio <= most ? "" : " MISSED"
    }'
done
