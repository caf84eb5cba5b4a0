# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors

"""The Linux folder: one program with all libraries inside, a desktop file and an icon, beside its assets. SDL looks for
the libraries of the desktop (X11, Wayland, PulseAudio, ...) when the program starts, and takes those that are there."""

import os
import shutil
import subprocess
import tarfile

import game as games
import libraries
import licences
import pictures
import tell

# A menu wants an absolute path, so install.sh writes the path into the file.
DESKTOP = '''[Desktop Entry]
Type=Application
Name={title}
Comment={comment}
Exec="{path}/{name}"
Icon={path}/icon.png
Terminal=false
Categories=Game;
'''

INSTALL = '''#!/bin/sh
# Adds the game to the menu of this user. --remove removes it from there.
set -eu
folder=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
menu=${{XDG_DATA_HOME:-$HOME/.local/share}}/applications
if [ "${{1-}}" = --remove ]; then
    rm -f "$menu/{name}.desktop"
else
    mkdir -p "$menu"
    escaped=$(printf '%s' "$folder" | sed 's/[\\\\&|]/\\\\&/g')
    sed "s|@FOLDER@|$escaped|" "$folder/{name}.desktop" >"$menu/{name}.desktop"
fi
'''

RELEASES = ['bookworm', 'trixie']  # Debian 12 and 13, in which the folder is tried


def one_line(text):
    return ' '.join(text.split())


def pack(game):
    prefix, arguments = libraries.provide('linux')
    program = games.build(game, 'linux', arguments, prefix)
    folder = games.cached('folders', f'{game.name}-linux')
    top = os.path.join(folder, game.name)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(top)
    shutil.copy(program, top)
    tell.run(['strip', os.path.join(top, game.name)])
    game.copy_assets(os.path.join(top, 'assets'))
    licences.write(game, prefix, os.path.join(top, 'licences'))
    shutil.copy(game.icon, os.path.join(top, 'icon.png'))
    comment = f'{one_line(game.title)} {game.version}' + (f' by {one_line(game.author)}' if game.author else '')
    with open(os.path.join(top, f'{game.name}.desktop'), 'w', encoding='utf-8') as file:
        file.write(DESKTOP.format(title=one_line(game.title), comment=comment, name=game.name, path='@FOLDER@'))
    with open(os.path.join(top, 'install.sh'), 'w', encoding='utf-8') as file:
        file.write(INSTALL.format(name=game.name))
    os.chmod(os.path.join(top, 'install.sh'), 0o755)
    path = os.path.join(game.out, f'{game.name}-linux.tar.xz')
    with tarfile.open(path, 'w:xz') as packed:
        packed.add(top, game.name, filter=as_of_nobody)
    return path


def as_of_nobody(member):
    """The files of the package belong to nobody of this system."""
    member.uid = member.gid = 0
    member.uname = member.gname = 'root'
    return member


def bare_system(release):
    """Makes a bare Debian of a release, once. Returns its folder, or None if that cannot be done here."""
    debootstrap = shutil.which('debootstrap') or '/usr/sbin/debootstrap'
    folder = games.cached('systems', release)
    if os.path.isfile(os.path.join(folder, 'complete')):
        return folder
    if os.geteuid() != 0 or not os.path.exists(debootstrap):
        return None
    tell.say(f'making a bare Debian, {release}, once')
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(os.path.dirname(folder), exist_ok=True)
    done = subprocess.run([debootstrap, '--variant=minbase', release, folder], stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, check=False)
    if done.returncode:
        return None
    open(os.path.join(folder, 'complete'), 'w').close()
    return folder


def try_in(system, game, package):
    """Plays a trial of the packed program in a bare system, and returns the picture's path."""
    home = os.path.join(system, 'tmp', 'game')
    shutil.rmtree(home, ignore_errors=True)
    os.makedirs(home)
    with tarfile.open(package) as packed:
        packed.extractall(home)
    environment = {**games.trial_environment('/tmp/game/trial.png'), 'HOME': '/tmp', 'PATH': '/usr/bin:/bin'}
    # The bare system has no /proc, from which a program learns its folder.
    tell.run([shutil.which('chroot') or '/usr/sbin/chroot', system, 'sh', '-c', f'cd /tmp/game/{game.name} && '
              f'exec ./{game.name}'], env=environment, timeout=120)
    return os.path.join(home, 'trial.png')


def try_out(game, package, native):
    folder = games.cached('tried', f'{game.name}-linux')
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    with tarfile.open(package) as packed:
        packed.extractall(folder)
    picture = games.play(game, [os.path.join(folder, game.name, game.name)], os.path.join(folder, 'trial.png'))
    words = [f'here {pictures.compare(native, picture)}']
    for release in RELEASES:
        system = bare_system(release)
        if system:
            words.append(f'bare {release} {pictures.compare(native, try_in(system, game, package))}')
        else:
            words.append(f'not tried in a bare {release}, which root and debootstrap would make')
    failed = 'FAILED: ' if any('FAILED' in word for word in words) else ''
    return failed + '; '.join(words)
