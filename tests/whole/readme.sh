#!/bin/sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
# The program in README.md (hello.c) compiles, runs, and ends with status 0 when it gets a SIGTERM. All other examples
# in C and C++ compile. An example with a line "{" consists of functions; all others consist of statements, as in a
# function of a game.
. "$(dirname -- "$0")/common.sh"
native
[ -f "$COIR_SOURCE/README.md" ] || skip 'there is no README.md'
need timeout pkg-config

# Writes each example into a file of its own, named by the number of the example: 1.c, 2.c. An example that includes
# nothing gets the names of readme_names.h.
awk -v folder="$scratch" -v names="$COIR_SOURCE/tests/whole/readme_names.h" '
    /^```(c|cpp)$/ { count++; inside = 1; functions = 0; lines = ""; suffix = substr($0, 4); next }
    /^```$/ && inside {
        inside = 0
        file = folder "/" count "." suffix
        if (lines !~ /#include/) printf "#include \"%s\"\n", names >file
        if (lines !~ /#include/ && !functions) lines = "void example(void);\nvoid example(void)\n{\n" lines "}\n"
        printf "%s", lines >file
        close(file)
    }
    inside { lines = lines $0 "\n"; functions += $0 == "{" }' "$COIR_SOURCE/README.md"
grep -qx '// hello.c' "$scratch/1.c" || fail 'the first example in README.md is not hello.c'

# pkg-config finds the Coir in the build folder before an installed Coir.
export PKG_CONFIG_PATH="$COIR_BUILD/meson-uninstalled${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"

count=0
for example in "$scratch"/*.c; do
    # shellcheck disable=SC2046 # several words
    compile -Wall -Wextra -Wpedantic -Werror -Wno-unused-function -Wno-unused-parameter -Wno-unused-variable \
        -I"$COIR_SOURCE/include" $(pkg-config --cflags sdl2) -fsyntax-only "$example" ||
        fail "an example in README.md does not compile: $(cat "$example")"
    count=$((count + 1))
done
for example in "$scratch"/*.cpp; do
    command -v c++ >/dev/null || break
    # shellcheck disable=SC2046 # several words
    c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -Wno-unused-parameter -I"$COIR_SOURCE/include" \
        $(pkg-config --cflags sdl2) -fsyntax-only "$example" ||
        fail "an example in README.md does not compile: $(cat "$example")"
    count=$((count + 1))
done
[ $count -gt 1 ] || fail 'README.md has one example only'
echo "$count examples compile"

# shellcheck disable=SC2046 # several words
compile -Wall -Wextra -Wpedantic -Werror -I"$COIR_SOURCE/include" $(pkg-config --cflags sdl2) -o "$scratch/hello" \
    "$scratch/1.c" $(pkg-config --libs coir) -lm "-Wl,-rpath,$COIR_BUILD" ||
    fail 'the program in README.md does not compile'
status=0
cd "$COIR_SOURCE" # hello.c has paths of pictures relative to this folder
headless timeout --preserve-status --kill-after=20 2 "$scratch/hello" >"$scratch/log" 2>&1 || status=$?
cat "$scratch/log"
[ $status -eq 0 ] || fail "the program in README.md ended with status $status"
if grep -E '^coir ' "$scratch/log"; then fail 'the program in README.md complains'; fi
