#!/bin/sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
# The layers of the code in src/:
#
# 1. A folder includes only headers of the folders that the table below lists for the folder, and of include/coir.
# 2. In src/action, the files in describe/ include no header of play/ or run/. The files in play/ include only two
#    headers of run/: run.h and time.h.
# 3. The object files of a folder need names only from the folders that the table lists for the folder. nm prints the
#    names that the linker sees.
# 4. In each folder, at most three object files need each other in a cycle. This check reads the same names.
#
# If nm is missing, or cannot read the objects, checks 1 and 2 are made, and then the test is skipped.
. "$(dirname -- "$0")/common.sh"
cd "$COIR_SOURCE/src"

# Lines "folder: folders on which the folder may depend".
layers='
base:
geometry: base
time: base
media: base time
draw: base time media geometry
input: base media
sound: base time media
node: base time
action: base time node
scene: base geometry time media draw input sound node action
app: base geometry time media draw input sound node action scene'

# Reads lines that begin with two folders, and prints the lines in which the first folder may not depend on the
# second folder.
forbidden() {
    printf '%s\n' "$layers" | awk '
        FILENAME == "-" {
            folder = $1; sub(/:/, "", folder)
            may[folder, folder] = may[folder, "coir"]
            for (i = 2; i <= NF; i++) may[folder, $i]
            next
        }
        !(($1, $2) in may)' - "$1"
}

grep -r '^#include "' . --include='*.[ch]' | sed -n 's|^\./\([a-z]*\)/\([^:]*\):#include "\([a-z]*\)/\(.*\)"|\1 \3 \2 \4|p' \
    >"$scratch/includes"
grep -q '^action node ' "$scratch/includes" || fail 'no include between folders was found'
forbidden "$scratch/includes" >"$scratch/forbidden"
while read -r folder other file header; do
    fail "src/$folder/$file includes $other/$header, which the table of layers forbids"
done <"$scratch/forbidden"

if grep -nE '#include "action/(play|run)/' action/describe/*.[ch]; then
    fail 'descriptions include headers of playing or runs'
fi
if grep -n '#include "action/run/' action/play/*.[ch] | grep -v '/\(run\|time\)\.h"'; then
    fail 'playing includes more of runs than run.h and time.h'
fi

need "$COIR_NM"
objects=$(find "$COIR_BUILD" -maxdepth 2 \( -path '*libcoir.a.p*' -o -path '*libcoir_core.a.p*' -o -path '*libcoir.so*.p*' \) \
    -name 'src_*.c.o')
[ "$objects" ] || skip 'there are no objects whose names nm reads'

# Lines "file D name" for a name that a file defines, and "file U name" for a name that the file needs.
# shellcheck disable=SC2086 # several files
"$COIR_NM" -A $objects 2>/dev/null | awk '
    {
        sub(/.*src_/, ""); sub(/\.c\.o:/, " ")
        if (NF == 3 && $2 == "U") print $1, "U", $3
        if (NF == 4 && $3 ~ /^[TDBRV]$/) print $1, "D", $4
    }' | sort -u >"$scratch/names"
grep -q ' D coir_run_step$' "$scratch/names" || skip 'nm reads no names in the objects'

# Lines "folder folder name": the first folder needs a name of the second folder.
awk '
    { folder = $1; sub(/_.*/, "", folder) }
    $2 == "D" { home[$3] = folder }
    $2 == "U" { needs[folder " " $3] }
    END {
        for (pair in needs) {
            split(pair, part, " ")
            if (part[2] in home && home[part[2]] != part[1])
                print part[1], home[part[2]], part[2]
        }
    }' "$scratch/names" | sort >"$scratch/between"
grep -q '^action node ' "$scratch/between" || fail 'no arrow between folders was found'
forbidden "$scratch/between" >"$scratch/forbidden"
while read -r folder other name; do
    fail "src/$folder uses $name of src/$other, which the table of layers forbids"
done <"$scratch/forbidden"

awk '
    { folder = $1; sub(/_.*/, "", folder) }
    $2 == "D" { home[$3] = $1; of[$1] = folder }
    $2 == "U" { needs[++count] = $1 " " $3 }
    END {
        for (i = 1; i <= count; i++) {
            split(needs[i], pair, " ")
            to = home[pair[2]]
            if (to != "" && to != pair[1] && of[to] == of[pair[1]])
                reach[pair[1], to] = 1
        }
        for (middle in of)
            for (from in of)
                if ((from, middle) in reach)
                    for (to in of)
                        if ((middle, to) in reach)
                            reach[from, to] = 1
        for (one in of) {
            circle = one; size = 1
            for (other in of)
                if (other != one && (one, other) in reach && (other, one) in reach) {
                    circle = circle " " other
                    size++
                }
            if (size > 3)
                print size " files need each other: " circle
        }
    }' "$scratch/names" >"$scratch/circles"
[ ! -s "$scratch/circles" ] || fail "$(sort "$scratch/circles" | head -n 1)"
echo "the arrows between $(printf '%s\n' "$layers" | grep -c :) folders are those of the table"
