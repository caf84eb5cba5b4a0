# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors

"""Messages to the person who packs a game, and commands whose output matters only when they fail."""

import subprocess
import sys


def say(text):
    print('demos/ship: ' + text, file=sys.stderr, flush=True)


def fail(text):
    say(text)
    sys.exit(1)


def run(command, advice='', **options):
    """Runs a command and returns its output. If the command fails, prints the output's end and ends this program."""
    words = ' '.join(str(word) for word in command)[:300]
    try:
        done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              stdin=subprocess.DEVNULL, text=True, errors='replace', check=False, **options)
    except subprocess.TimeoutExpired as error:
        fail(f'this command has not ended within {error.timeout:.0f} seconds: {words}. {advice}')
    if done.returncode != 0:
        print('\n'.join(done.stdout.splitlines()[-30:]), file=sys.stderr)
        fail(f'this command failed, its output is above: {words}. {advice}')
    return done.stdout
