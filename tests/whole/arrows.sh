#!/bin/sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
# The layers of the actions' code:
#
# 1. Descriptions include neither playing nor runs. Playing includes only run.h and time.h of the runs.
# 2. The code of nodes does not include actions.
# 3. At most three files of src/action need each other, according to the names in their objects.
. "$(dirname -- "$0")/common.sh"
cd "$COIR_SOURCE/src"

includes() {
    # shellcheck disable=SC2086 # several files
    if grep -n "#include \"$1" $2; then fail "$3"; fi
}
includes 'action/\(play\|run\)/' 'action/describe/*.[ch]' 'descriptions include what plays or runs them'
if grep -n '#include "action/run/' action/play/*.[ch] | grep -v '/\(run\|time\)\.h"'; then
    fail 'playing includes more of runs than run.h and time.h'
fi
includes 'action/' 'node/*.[ch]' \
    'the code of nodes includes actions'

need "$COIR_NM"
objects=$(find "$COIR_BUILD" -maxdepth 2 -name 'src_action_*.c.o')
[ "$objects" ] || skip 'there are no objects whose names nm reads'

# Writes a line "file D name" for a name that a file defines, and "file U name" for a name that a file needs.
for object in $objects; do
    file=$(basename "$object" .c.o)
    "$COIR_NM" "$object" | awk -v file="${file#src_action_}" '
        NF == 2 && $1 == "U" { print file, "U", $2 }
        NF == 3 && $2 ~ /^[TDBRV]$/ { print file, "D", $3 }'
done >"$scratch/names"
grep -q ' D coir_run_step$' "$scratch/names" || skip 'nm reads no names in the objects'

awk '
    $2 == "D" { home[$3] = $1; files[$1] }
    $2 == "U" { needs[++count] = $1 " " $3 }
    END {
        for (i = 1; i <= count; i++) {
            split(needs[i], pair, " ")
            if (pair[2] in home && home[pair[2]] != pair[1])
                reach[pair[1], home[pair[2]]] = 1
        }
        for (middle in files)
            for (from in files)
                if ((from, middle) in reach)
                    for (to in files)
                        if ((middle, to) in reach)
                            reach[from, to] = 1
        for (one in files) {
            circle = one; size = 1
            for (other in files)
                if (other != one && (one, other) in reach && (other, one) in reach) {
                    circle = circle " " other
                    size++
                }
            if (size > 3)
                print size " files need each other: " circle
        }
    }' "$scratch/names" >"$scratch/circles"
[ ! -s "$scratch/circles" ] || fail "$(sort "$scratch/circles" | head -n 1)"
echo "no more than three of $(cut -d ' ' -f 1 "$scratch/names" | sort -u | wc -l) files need each other"
