# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors

"""The Linux folder: one program with all libraries but glibc inside, its assets, a desktop file
and an icon. When the program starts, SDL loads the libraries of the desktop (X11, Wayland,
PulseAudio, ...) that are installed."""

import os
import re
import shutil
import tarfile
from pathlib import Path

import cache
import game as games
import libraries
import licences
import pictures
import tell

# Menus need absolute paths, so install.sh writes the path of the folder into the desktop file.
DESKTOP = '''[Desktop Entry]
Type=Application
Name={title}
Comment={comment}
Exec="@QUOTED@/{name}"
Icon=@FOLDER@/icon.png
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
    # In each value, backslashes are doubled. In a command, some characters first get a backslash
    # in front, and percent signs are doubled.
    in_value=$(printf '%s' "$folder" | sed 's/\\\\/&&/g')
    in_command=$(printf '%s' "$folder" | sed 's/["`$\\\\]/\\\\&/g; s/\\\\/&&/g; s/%/%%/g')
    for_sed() {{ printf '%s' "$1" | sed 's/[\\\\&|]/\\\\&/g'; }}
    sed "s|@FOLDER@|$(for_sed "$in_value")|; s|@QUOTED@|$(for_sed "$in_command")|" "$folder/{name}.desktop" \\
        >"$menu/{name}.desktop"
fi
'''

RELEASES = {'bookworm': '2.36', 'trixie': '2.41'}  # glibc of Debian 12 and 13, in which the folder is tried


def desktop_value(text):
    return ' '.join(text.split()).replace('\\', '\\\\')


def wanted_glibc(program):
    """Returns the oldest version of the GNU C library that has all functions which a program calls; '' if the program
    calls none."""
    versions = re.findall(r'GLIBC_([0-9.]+)', tell.run(['objdump', '-T', program]))
    return max(versions, key=numbers_of, default='')


def numbers_of(version):
    return [int(number) for number in version.split('.') if number]


def pack(game):
    prefix, arguments = libraries.provide('linux')
    link = ['-static-libgcc', '-static-libstdc++']
    program = games.build(game, 'linux', arguments, prefix, [f'-Dcpp_link_args={link}'])
    folder = game.cache_folder('folders', 'linux')
    top = os.path.join(folder, game.name)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(top)
    shutil.copy(program, top)
    tell.run(['strip', os.path.join(top, game.name)])
    game.copy_assets(os.path.join(top, 'assets'))
    licences.write(game, prefix, os.path.join(top, 'licences'))
    write_menu_files(game, top)
    path = game.package('-linux.tar.xz')
    with tarfile.open(path, 'w:xz') as packed:
        packed.add(top, game.name, filter=owned_by_root)
    return path


def write_menu_files(game, top):
    """Writes the icon, the desktop file, and the script that adds the desktop file to the menu."""
    shutil.copy(game.icon, os.path.join(top, 'icon.png'))
    comment = f'{game.title} {game.version}' + (f' by {game.author}' if game.author else '')
    with open(os.path.join(top, f'{game.name}.desktop'), 'w', encoding='utf-8') as file:
        file.write(DESKTOP.format(title=desktop_value(game.title), comment=desktop_value(comment), name=game.name))
    with open(os.path.join(top, 'install.sh'), 'w', encoding='utf-8') as file:
        file.write(INSTALL.format(name=game.name))
    os.chmod(os.path.join(top, 'install.sh'), 0o755)


def owned_by_root(member):
    """Makes root the owner of a file in the package, so that the package does not name the user of this system."""
    member.uid = member.gid = 0
    member.uname = member.gname = 'root'
    return member


def bare_system(release):
    """Makes a bare Debian of a release, once. Returns its folder; None if the folder is not there, and cannot be made
    because root or debootstrap is missing."""
    debootstrap = shutil.which('debootstrap') or '/usr/sbin/debootstrap'
    folder = cache.path('systems', release)
    if os.path.isfile(os.path.join(folder, 'complete')):
        return folder
    if os.geteuid() != 0 or not os.path.exists(debootstrap):
        return None
    tell.say(f'making a bare Debian, {release}, once')
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(os.path.dirname(folder), exist_ok=True)
    tell.run([debootstrap, '--variant=minbase', release, folder])
    Path(folder, 'complete').touch()
    return folder


def try_in(system, release, game, package):
    """Plays a trial of the packed program in a bare system, and returns the picture's path."""
    inside = '/trial'  # path of the folder inside the bare system
    home = system + inside
    shutil.rmtree(home, ignore_errors=True)
    os.makedirs(home)
    with tarfile.open(package) as packed:
        packed.extractall(home)
    environment = {**games.trial_environment(f'{inside}/trial.png'), 'HOME': inside, 'PATH': '/usr/bin:/bin'}
    # The bare system has no /proc, from which a program gets its folder, so the working directory is set.
    command = [shutil.which('chroot') or '/usr/sbin/chroot', system, 'sh', '-c',
               f'cd {inside}/{game.name} && exec ./{game.name}']
    return games.play(command, os.path.join(home, 'trial.png'), environment, f' in a bare {release}')


def words_of_trial(release, wanted, game, package, native):
    """Tries the package in a bare system, and returns a verdict in words."""
    if numbers_of(wanted) > numbers_of(RELEASES[release]):
        return f'not tried in a bare {release}, whose glibc {RELEASES[release]} is older'
    try:
        system = bare_system(release)
    except tell.Failure as failure:
        tell.report(failure)
        return f'not tried in a bare {release}, which cannot be made'
    if not system:
        return f'not tried in a bare {release}: making it needs root and debootstrap'
    try:
        return f'bare {release} {pictures.compare(native, try_in(system, release, game, package))}'
    except tell.Failure as failure:
        tell.report(failure)
        return f'FAILED: {failure}'


def try_out(game, package, native):
    folder = game.cache_folder('tried', 'linux')
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    with tarfile.open(package) as packed:
        packed.extractall(folder)
    program = os.path.join(folder, game.name, game.name)
    picture = games.play([program], os.path.join(folder, 'trial.png'))
    wanted = wanted_glibc(program)
    words = [f'needs glibc {wanted} or newer' if wanted else 'needs no glibc',
             f'here {pictures.compare(native, picture)}']
    words += [words_of_trial(release, wanted, game, package, native) for release in RELEASES]
    failed = 'FAILED: ' if any('FAILED' in word for word in words) else ''
    return failed + '; '.join(words)
