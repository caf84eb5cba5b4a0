# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors

"""Messages to the person who packs a game, and commands whose output is shown only if they fail."""

import subprocess
import sys


class Failure(Exception):
    """A package cannot be made or tried. The text has the reason, `output` the output of a command that failed."""

    def __init__(self, text, output=''):
        super().__init__(text)
        self.output = output


def say(text):
    print('demos/ship: ' + text, file=sys.stderr, flush=True)


def fail(text, output=''):
    raise Failure(text, output)


def show_output(error):
    """Prints the end of the output of a Failure."""
    output = getattr(error, 'output', '')
    if output:
        print('\n'.join(output.rstrip().splitlines()[-30:]), file=sys.stderr)


def report(error):
    """Prints an error. For a Failure, first prints the end of the command's output."""
    show_output(error)
    say(str(error))


def outcome(command, timeout=None, **options):
    """Runs a command. Returns its status and its output. The status is None if the command has not ended after
    `timeout` seconds."""
    try:
        done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              stdin=subprocess.DEVNULL, text=True, errors='replace', check=False, timeout=timeout,
                              **options)
    except FileNotFoundError as error:
        fail(f'there is no program {error.filename}, which is needed here')
    except subprocess.TimeoutExpired as error:
        output = error.stdout or ''
        return None, output if isinstance(output, str) else output.decode(errors='replace')
    return done.returncode, done.stdout


def run(command, timeout=None, **options):
    """Runs a command and returns its output. Raises Failure if the command fails."""
    status, output = outcome(command, timeout, **options)
    words = ' '.join(str(word) for word in command)
    words = words if len(words) <= 300 else words[:300] + ' ...'
    if status is None:
        fail(f'this command has not ended within {timeout} seconds: {words}', output)
    if status != 0:
        fail(f'this command failed, its output is above: {words}', output)
    return output
