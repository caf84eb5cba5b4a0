# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors

"""Packs a game: demos/ship calls this program when all tools are installed. With --systems before the arguments of
demos/ship, the program only prints the systems to pack for, or "serve"."""

import os
import shutil
import sys
import time

import cache
import game
import linux
import mac
import serve
import tell
import web
import windows

SYSTEMS = {'web': web, 'windows': windows, 'linux': linux, 'mac': mac}
ALL = ['web', 'windows', 'mac' if sys.platform == 'darwin' else 'linux']


def read_words(words):
    """Returns the folder, the systems, and the port of the server (None: pack, do not serve)."""
    folder, systems, port, serves = None, [], 8000, False
    for word in words:
        if word in SYSTEMS:
            systems.append(word)
        elif word == '--serve':
            serves = True
        elif serves and word.isdecimal():
            port = int(word)
        elif word.startswith('-'):
            tell.fail(f'there is no option {word}; demos/ship --help lists them')
        elif not os.path.isdir(word):
            tell.fail(f"'{word}' is no folder, and no system: the systems are {', '.join(SYSTEMS)}"
                      + ('; after --serve, a number is a port' if serves else ''))
        elif folder:
            tell.fail(f"two folders were given, '{folder}' and '{word}'; pack one game after the other")
        else:
            folder = word
    return folder or os.path.join(game.COIR, 'demos'), systems or ALL, port if serves else None


def ship(system, what, native):
    """Packs a game for one system, tries the package, and prints a verdict. Returns true on success. A package that
    fails its trial does not replace an older package."""
    start = time.monotonic()
    words, package = f'{system}: ', ''
    try:
        package = SYSTEMS[system].pack(what)
        verdict = SYSTEMS[system].try_out(what, package, native)
    except (tell.Failure, OSError) as failure:
        tell.show_output(failure)
        verdict = f'FAILED: {failure}'
    failed = verdict.startswith('FAILED')
    if package and not failed:
        os.makedirs(what.out, exist_ok=True)
        package = shutil.move(package, os.path.join(what.out, os.path.basename(package)))
    if package:
        words = f'{os.path.relpath(package)}: {os.path.getsize(package) / 1024:.0f} KB, '
    print(f'{words}{verdict} ({time.monotonic() - start:.0f} s)', flush=True)
    return not failed


def main():
    words = sys.argv[1:]
    try:
        if words[:1] == ['--systems']:
            _, systems, port = read_words(words[1:])
            print(*(systems if port is None else ['serve']))
            return 0
        folder, systems, port = read_words(words)
        if port is not None:
            serve.serve(folder, port)
            return 0
        with cache.locked():
            what = game.read(folder)
            native = game.native_picture(what)
            done = [ship(system, what, native) for system in systems]
    except (tell.Failure, OSError) as failure:
        tell.report(failure)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0 if all(done) else 1


if __name__ == '__main__':
    sys.exit(main())
