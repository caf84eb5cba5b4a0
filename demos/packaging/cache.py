# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors

"""The folder in which libraries, builds and trials are kept."""

import contextlib
import fcntl
import hashlib
import os
import re

import tell

FOLDER = os.path.abspath(os.environ.get('COIR_CACHE') or os.path.expanduser('~/.cache/coir'))


def path(*parts):
    # Compilers, meson and pkg-config split a path at some of these characters, or expand them.
    if re.search(r'[\s\'"\\$,:;]', FOLDER):
        tell.fail(f'the folder for libraries and builds is {FOLDER}; let COIR_CACHE name a folder without spaces, '
                  'quotes, backslashes, dollar signs, commas, colons and semicolons')
    return os.path.join(FOLDER, *parts)


def mark_of(*parts):
    """Returns a hash of texts and bytes: eight hexadecimal digits, for the name of a file or folder."""
    return hashlib.sha256(b''.join(part.encode() if isinstance(part, str) else part for part in parts)).hexdigest()[:8]


@contextlib.contextmanager
def locked():
    """Locks the folder: waits until no other process works in it, and makes other processes wait."""
    os.makedirs(path(), exist_ok=True)
    with open(path('lock'), 'w') as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            tell.say(f'waiting for another process that builds in {FOLDER}')
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
