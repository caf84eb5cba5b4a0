#!/bin/sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
# The program in README.md (hello.c) compiles, runs, and ends when asked to quit. The other file in README.md (title.c)
# compiles.
. "$(dirname -- "$0")/common.sh"
native
[ -f "$COIR_SOURCE/README.md" ] || skip 'there is no README.md'
need timeout pkg-config

# block NAME: the one block of C whose first line is "// NAME", into a file of that name.
block() {
    awk -v name="// $1" '/^```/ { inside = 0 }
         inside && !first { first = 1; keep = $0 == name; blocks += keep }
         inside && keep
         /^```c$/ { inside = 1; first = 0 }
         END { exit blocks != 1 }' "$COIR_SOURCE/README.md" >"$scratch/$1" ||
        fail "README.md has not exactly one block of C that begins with \"// $1\""
}
block hello.c
block title.c

# pkg-config finds the Coir in the build folder before an installed Coir.
export PKG_CONFIG_PATH="$COIR_BUILD/meson-uninstalled${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"

# shellcheck disable=SC2046 # several words
compile -Wall -Wextra -Wpedantic -Werror -I"$COIR_SOURCE/include" $(pkg-config --cflags sdl2) -c -o "$scratch/title.o" \
    "$scratch/title.c" || fail 'title.c in README.md does not compile'

# shellcheck disable=SC2046 # several words
compile -Wall -Wextra -Wpedantic -Werror -I"$COIR_SOURCE/include" $(pkg-config --cflags sdl2) -o "$scratch/hello" \
    "$scratch/hello.c" $(pkg-config --libs coir) -lm "-Wl,-rpath,$COIR_BUILD" ||
    fail 'the program in README.md does not compile'
status=0
cd "$COIR_SOURCE" # where its pictures are counted from
headless timeout --preserve-status --kill-after=20 2 "$scratch/hello" >"$scratch/log" 2>&1 || status=$?
cat "$scratch/log"
[ $status -eq 0 ] || fail "the program in README.md ended with status $status"
if grep -E '^coir ' "$scratch/log"; then fail 'the program in README.md complains'; fi
