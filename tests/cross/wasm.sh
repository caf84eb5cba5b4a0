# shellcheck shell=sh disable=SC2034,SC2154 # tests/cross/run sources this file
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
# WebAssembly: the cross file and the libraries of demos/ship. The tests run in node, which has no
# display, and read the files of this system.

items="$for_tests $for_ship $for_web node"
slower=6

prepare() {
    libraries web
    mkdir -p "$root/build-wasm-files"
    printf "[constants]\ntests = '%s'\n" "$root/tests/cross" >"$root/build-wasm-files/constants.ini"
    options="$options --cross-file build-wasm-files/constants.ini --cross-file tests/cross/wasm.ini"
    export NODE_PATH="/usr/share/nodejs${NODE_PATH:+:$NODE_PATH}" # for the linker of Debian's Emscripten
    if [ -f /usr/share/emscripten/emcc.py ]; then # with another python, Debian's emcc may start more slowly
        export EMSDK_PYTHON="${EMSDK_PYTHON:-/usr/bin/python3}"
    fi
}
