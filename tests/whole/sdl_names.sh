#!/bin/sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
# Each name of SDL, SDL_image and SDL_ttf in src/ and include/ is in the list sdl_names with the files that use it:
# whoever wants another one has to say so there. Another generation of SDL is a port of what this list names.
# COIR_KEEP_SDL_NAMES=1 writes the list anew; look at what git says has changed.
. "$(dirname -- "$0")/common.sh"

export LC_ALL=C
list=tests/whole/sdl_names
cd "$COIR_SOURCE"
find include src -name '*.[ch]' | sort | while read -r file; do
    sed 's|//.*||' "$file" | grep -owE '(SDL|IMG|TTF)_[A-Za-z0-9_]+' | sort -u | sed "s|\$| $file|"
done | sort | awk '
    $1 != name { if (name) print line; line = name = $1 }
    { line = line " " $2 }
    END { if (name) print line }' >"$scratch/used"
[ -s "$scratch/used" ] || fail 'no name of SDL was found in src/'

grep '^#' "$list" >"$scratch/head"
if [ "${COIR_KEEP_SDL_NAMES:-}" ]; then cat "$scratch/head" "$scratch/used" >"$list"; fi
grep -v '^#' "$list" >"$scratch/listed" || :
if ! diff "$scratch/listed" "$scratch/used" >"$scratch/difference"; then
    echo "Lines to add to $list, if that use of SDL is meant (is there a function of Coir for it?):"
    sed -n 's/^> /    /p' "$scratch/difference"
    echo "Lines to remove from $list:"
    sed -n 's/^< /    /p' "$scratch/difference"
    fail "what src/ and include/ use of SDL is not what $list says"
fi
files=$(cut -d ' ' -f 2- "$list" | tr ' ' '\n' | grep -E '^(src|include)/' | sort -u | wc -l)
echo "$(wc -l <"$scratch/used") names of SDL in $((files)) files"
