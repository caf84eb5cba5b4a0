#!/bin/sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
# The list sdl_names contains each name of SDL, SDL_image and SDL_ttf in src/ and include/, with the files that use the
# name. Code that uses another name has to add the name to the list. A port to another generation of SDL has to replace
# the names in the list.
# COIR_KEEP_SDL_NAMES=1 writes the list again; look at the difference before you commit the list.
. "$(dirname -- "$0")/common.sh"

export LC_ALL=C
list=tests/whole/sdl_names
cd "$COIR_SOURCE"
find include src -name '*.[ch]' | sort | xargs awk '
    {
        sub("//.*", "")
        while (match($0, /[A-Za-z0-9_]+/)) {
            word = substr($0, RSTART, RLENGTH)
            if (word ~ /^(SDL|IMG|TTF)_./ && !((word, FILENAME) in seen)) {
                seen[word, FILENAME]
                print word, FILENAME
            }
            $0 = substr($0, RSTART + RLENGTH)
        }
    }' | sort | awk '
    $1 != name { if (name) print line; line = name = $1 }
    { line = line " " $2 }
    END { if (name) print line }' >"$scratch/used"
[ -s "$scratch/used" ] || fail 'no name of SDL was found in src/'

grep '^#' "$list" >"$scratch/head"
if [ "${COIR_KEEP_SDL_NAMES:-}" ]; then cat "$scratch/head" "$scratch/used" >"$list"; fi
grep -v '^#' "$list" >"$scratch/listed" || :
if ! diff "$scratch/listed" "$scratch/used" >"$scratch/difference"; then
    echo "Lines to add to $list, if this use of SDL is intended (is there a function of Coir instead?):"
    sed -n 's/^> /    /p' "$scratch/difference"
    echo "Lines to remove from $list:"
    sed -n 's/^< /    /p' "$scratch/difference"
    fail "the names of SDL in src/ and include/ are not the names in $list"
fi
files=$(cut -d ' ' -f 2- "$list" | tr ' ' '\n' | grep -E '^(src|include)/' | sort -u | wc -l)
echo "$(wc -l <"$scratch/used") names of SDL in $((files)) files"
