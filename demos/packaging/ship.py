# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors

"""Packs a game: demos/ship calls this program when everything that it needs is installed."""

import os
import sys
import time

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
    """Returns the folder, the systems, and the port to serve at (None: do not serve)."""
    folder, systems, port, serves = None, [], 8000, False
    for word in words:
        if word in SYSTEMS:
            systems.append(word)
        elif word == '--serve':
            serves = True
        elif serves and word.isdigit():
            port = int(word)
        elif word.startswith('-'):
            tell.fail(f'there is no option {word}; demos/ship --help lists them')
        elif folder:
            tell.fail(f"two folders were given, '{folder}' and '{word}'; pack one game after the other. The systems are "
                      + ', '.join(SYSTEMS))
        else:
            folder = word
    return folder or os.path.join(game.COIR, 'demos'), systems or ALL, port if serves else None


def main():
    folder, systems, port = read_words(sys.argv[1:])
    what = game.read(folder)
    if port is not None:
        serve.serve(what, port)
        return 0
    native = game.native_picture(what)
    failed = False
    for system in systems:
        start = time.monotonic()
        package = SYSTEMS[system].pack(what)
        verdict = SYSTEMS[system].try_out(what, package, native)
        failed |= verdict.startswith('FAILED')
        size = os.path.getsize(package) / 1024
        print(f'{os.path.relpath(package)}: {size:.0f} KB, {verdict} ({time.monotonic() - start:.0f} s)', flush=True)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
