#!/bin/sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
# 1. C++ programs can include each public header alone in C++11, and coir/coir.h in each standard from C++11 to C++20.
# 2. A C++ program uses scenes, actions, timers and a node type of its own. Calls that take a node refuse other types.
. "$(dirname -- "$0")/common.sh"

# The C++ compiler that belongs to the compiler of Coir. Other C++ compilers check coir/coir.h, but neither the other
# headers nor the program.
# shellcheck disable=SC2001 # sh cannot substitute inside a text
beside=$(echo "$COIR_CC" | sed 's/clang/clang++/; t; s/gcc/g++/; t; s/cc$/c++/')
warnings='-Wall -Wextra -Wpedantic -Wshadow -Wundef -Werror'

# works COMPILER: succeeds if the compiler is installed and supports C++20.
works() {
    echo 'int main() { return 0; }' >"$scratch/empty.cpp"
    # shellcheck disable=SC2086 # a command of several words
    $1 -std=c++20 -fsyntax-only "$scratch/empty.cpp" >/dev/null 2>&1
}

# check COMPILER ARGUMENTS: compiles without writing an object.
check() {
    compiler=$1
    shift
    # shellcheck disable=SC2086 # commands of several words
    $compiler $warnings -I"$COIR_SOURCE/include" -fsyntax-only "$@"
}

# try_header NAME COMPILER STANDARD...: includes a header twice, in each standard.
try_header() {
    name=$1 compiler_now=$2
    shift 2
    printf '#include <%s>\n#include <%s>\n' "$name" "$name" >"$scratch/alone.cpp"
    for standard; do
        check "$compiler_now" "-std=c++$standard" "$scratch/alone.cpp" ||
            fail "$compiler_now: $name does not compile alone in C++$standard"
    done
}

# refuses COMPILER ARGUMENT: expects that a call does not take ARGUMENT for a node.
refuses() {
    printf '%s\n' '#include <coir/coir.h>' 'struct Stranger { int count; };' 'struct Keeper { CoirNode *node; };' \
        'struct Late { int count; CoirNode node; };' 'static Stranger stranger; static Keeper keeper;' \
        'static Late late;' 'static void *address;' 'static int number;' \
        'inline void use(CoirNode *node) { (void)stranger, (void)keeper, (void)late, (void)address, (void)number;' \
        "coir_node_add(node, $2); }" >"$scratch/wrong.cpp"
    if check "$1" -std=c++11 "$scratch/wrong.cpp" >/dev/null 2>&1; then fail "$1: a call takes $2 for a node"; fi
}

for compiler in "$beside" g++ clang++; do
    works "$compiler" || continue
    # shellcheck disable=SC2086 # a command of several words
    version=$($compiler --version | sed 's/^[^ ]* //; q')
    case ${versions:-} in *"$version;"*) continue ;; esac
    versions="${versions:-}$version;"
    tried="${tried:-} $compiler"
    try_header coir/coir.h "$compiler" 11 14 17 20
    for argument in '&stranger' '&keeper' '&late' address number late; do refuses "$compiler" "$argument"; done
    (refuses "$compiler" node) >/dev/null && fail "$compiler: a call does not take a node"
done
[ "${tried:-}" ] || skip 'there is no C++ compiler'
echo "the headers compile with:$tried"

works "$beside" || skip "there is no C++ compiler beside $COIR_CC: no program was run"
for header in "$COIR_SOURCE"/include/coir/*.h; do
    try_header "coir/$(basename "$header")" "$beside" 11
done
need pkg-config
# pkg-config finds the Coir in the build folder before an installed Coir.
export PKG_CONFIG_PATH="$COIR_BUILD/meson-uninstalled${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
set --
[ ! "$COIR_EXE" ] || set -- -static-libgcc -static-libstdc++ # Windows does not find the DLLs of the compiler
[ "$COIR_SANITIZE" = none ] || set -- "$@" "-fsanitize=$COIR_SANITIZE"
for standard in 11 20; do
    # shellcheck disable=SC2086 # commands of several words
    $beside "-std=c++$standard" $warnings -Wno-missing-field-initializers "$@" -I"$COIR_SOURCE/include" \
        -o "$scratch/program$COIR_EXE" "$COIR_SOURCE/tests/whole/program.cpp" $(pkg-config --cflags --libs coir) -lm \
        "-Wl,-rpath,$COIR_BUILD" || fail "the program does not compile in C++$standard"
    headless "$scratch/program$COIR_EXE" "$COIR_SOURCE/assets" || fail "the program fails in C++$standard"
done
