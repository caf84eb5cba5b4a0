# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors

"""The Windows folder: one program with all libraries, an icon and a version inside, and its assets."""

import os
import shutil
import zipfile
from pathlib import Path

import cache
import game as games
import libraries
import licences
import pictures
import tell

RESOURCES = '''#include <winver.h>
1 ICON "icon.ico"
1 VERSIONINFO
FILEVERSION {commas}
PRODUCTVERSION {commas}
FILEOS VOS__WINDOWS32
FILETYPE VFT_APP
BEGIN
    BLOCK "StringFileInfo"
    BEGIN
        BLOCK "040904b0"
        BEGIN
            VALUE "CompanyName", L"{author}"
            VALUE "FileDescription", L"{title}"
            VALUE "FileVersion", L"{version}"
            VALUE "ProductName", L"{title}"
            VALUE "ProductVersion", L"{version}"
        END
    END
    BLOCK "VarFileInfo"
    BEGIN
        VALUE "Translation", 0x0409, 1200
    END
END
'''


def quoted(text):
    """Returns a text as a string of a resource file, with UTF-16 escapes for the letters beyond ASCII."""
    units = text.encode('utf-16-le')
    words = (units[i] + 256 * units[i + 1] for i in range(0, len(units), 2))
    return ''.join(chr(w) if 32 <= w < 127 and chr(w) not in '"\\' else f'\\x{w:04x}' for w in words)


def resources(game):
    """Compiles the icon and the version, and returns the path of the object file. The name of the file has a hash of
    the contents, because the linker runs again only when its arguments change."""
    folder = game.cache_folder('resources', 'windows')
    os.makedirs(folder, exist_ok=True)
    pictures.write_ico(game.icon, os.path.join(folder, 'icon.ico'))
    numbers = [str(int(number)) for number in (game.version.split('.') + ['0', '0', '0'])[:4]]  # 08 would be octal
    text = RESOURCES.format(commas=','.join(numbers), author=quoted(game.author), title=quoted(game.title),
                            version=game.version)
    with open(os.path.join(folder, 'game.rc'), 'w', encoding='ascii') as file:
        file.write(text)
    mark = cache.mark_of(text, Path(game.icon).read_bytes())
    tell.run(['x86_64-w64-mingw32-windres', 'game.rc', f'game-{mark}.o'], cwd=folder)
    return os.path.join(folder, f'game-{mark}.o')


def pack(game):
    prefix, arguments = libraries.provide('windows')
    link = ['-static', '-mwindows', resources(game)]
    program = games.build(game, 'windows', arguments, prefix, [f'-Dc_link_args={link}', f'-Dcpp_link_args={link}'])
    top = game.name
    folder = game.cache_folder('folders', 'windows')
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(os.path.join(folder, top))
    target = os.path.join(folder, top, game.name + '.exe')
    shutil.copy(program, target)
    tell.run(['x86_64-w64-mingw32-strip', target])
    game.copy_assets(os.path.join(folder, top, 'assets'))
    licences.write(game, prefix, os.path.join(folder, top, 'licences'))
    path = game.package('-windows.zip')
    games.write_zip(folder, path)
    return path


def try_out(game, package, native):
    """Plays a trial of the packed program under wine, from another working directory."""
    wine = shutil.which('wine') or shutil.which('wine64')
    if not wine:
        return 'not tried: wine is missing'
    folder = game.cache_folder('tried', 'windows')
    shutil.rmtree(folder, ignore_errors=True)
    with zipfile.ZipFile(package) as packed:
        packed.extractall(folder)
    picture = os.path.join(folder, 'trial.png')
    environment = {**games.trial_environment(picture), 'WINEDEBUG': '-all', 'WINEPREFIX': cache.path('wine'),
                   'WINEDLLOVERRIDES': 'mscoree,mshtml='}
    environment.pop('DISPLAY', None)
    games.play([wine, os.path.join(folder, game.name, game.name + '.exe')], picture, environment, ' in wine')
    return f'{pictures.compare(native, picture)} (wine)'
