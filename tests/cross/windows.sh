# shellcheck shell=sh disable=SC2034,SC2154 # tests/cross/run sources this file
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
# Windows, with the cross file and the libraries of demos/ship; the tests run in wine, without a display.
# Each program has SDL inside. A DLL of Coir has an SDL of its own inside, so a program that calls Coir
# and SDL needs the static library.

items="$for_tests $for_ship $for_windows $to_try_windows"
slower=4

prepare() {
    libraries windows
    if [ "$system" = windows-dll ]; then
        options="$options -Ddefault_library=both -Doptimization=0" # compiled in half the time
        names='shared symbols'
    fi
    unset DISPLAY
    export WINEDEBUG=-all WINEDLLOVERRIDES=mscoree,mshtml= WINEPREFIX="$root/build-windows-wine"
    # The server of wine keeps running between two tests: starting the server takes longer than most tests. The first
    # process of wine starts the services, and the first window starts the desktop. Both inherit the output of the
    # process that starts them. If this process were a test, meson would wait for the services, which end with the
    # last test. So explorer is the first process of the server that keeps running, and runs until the end. The server
    # of wineboot ends before.
    {
        wine wineboot --init && wineserver --wait && wineserver --persistent && {
            wine explorer &
            wine cmd /c exit
        }
    } </dev/null >/dev/null 2>&1 || {
        wineserver --kill
        skip 'wine does not start'
    }
}

finish() { wineserver --kill; }
