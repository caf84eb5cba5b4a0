# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors

"""The web page: index.html, the program's script and wasm, and the assets in one file."""

import html
import json
import os
import re
import shutil
import zipfile
from pathlib import Path

import cache
import game as games
import libraries
import licences
import pictures
import tell

# file_packager.py is in the folder `tools` beside emcc or, on Debian, at this path.
PACKAGERS = ['/usr/share/emscripten/tools/file_packager.py']


def file_packager():
    beside = os.path.join(os.path.dirname(os.path.realpath(shutil.which('emcc'))), 'tools', 'file_packager.py')
    for path in [beside, *PACKAGERS]:
        if os.path.isfile(path):
            return path
    return tell.fail(f'file_packager.py of Emscripten is not beside emcc: {beside}')


def write_page(game, folder):
    """Writes index.html. MARK, a hash of the scripts and the data, is a part of the addresses of these files, so that a
    browser does not use the files of an older page."""
    scripts = sorted(name for name in os.listdir(folder) if name.endswith(('.js', '.wasm', '.data')))
    mark = cache.mark_of(*(Path(folder, name).read_bytes() for name in scripts))
    files = {name: os.path.getsize(os.path.join(folder, name)) for name in sorted(os.listdir(folder))
             if name.endswith(('.wasm', '.data'))}
    page = Path(games.HERE, 'web', 'index.html').read_text('utf-8')
    saves = f'{game.title}\n{game.author}'  # a title has no line break
    values = {'TITLE': html.escape(game.title), 'AUTHOR': html.escape(game.author), 'NAME': game.name,
              'GAME': json.dumps(saves).replace('<', '\\u003c'), 'FILES': json.dumps(files),
              'MARK': mark, 'ORIENTATION': game.orientation}
    page = re.sub('@([A-Z]+)@', lambda found: values[found[1]], page)
    with open(os.path.join(folder, 'index.html'), 'w', encoding='utf-8') as file:
        file.write(page)


def lay_out(game):
    """Builds the game for the web, and returns the folder of the page. The new page replaces the old page when the new
    page is complete."""
    prefix, arguments = libraries.provide('web')
    program = games.build(game, 'web', arguments, prefix)
    final = game.cache_folder('pages', 'web')
    folder, old = final + '.new', final + '.old'
    for leftover in (folder, old):  # left by a process that was stopped
        shutil.rmtree(leftover, ignore_errors=True)
    os.makedirs(folder)
    for ending in ('.js', '.wasm'):
        shutil.copy(os.path.splitext(program)[0] + ending, folder)
    if game.asset_files():
        stage = os.path.join(folder, 'stage')
        game.copy_assets(os.path.join(stage, 'assets'))
        tell.run(['python3', file_packager(), f'{game.name}.data', '--preload', 'stage/assets@/assets', '--no-node',
                  f'--js-output={game.name}-data.js'], cwd=folder)
        shutil.rmtree(stage)
    shutil.copy(game.icon, os.path.join(folder, 'icon.png'))
    licences.write(game, prefix, os.path.join(folder, 'licences'))
    write_page(game, folder)
    if os.path.isdir(final):
        os.rename(final, old)
    os.rename(folder, final)
    shutil.rmtree(old, ignore_errors=True)
    return final


def pack(game):
    if not game.author:
        tell.say('game.conf names no author: on a site with many games, another game of this title would find the '
                 'saves of this game')
    path = game.package('-web.zip')
    games.write_zip(lay_out(game), path)
    return path


def try_out(game, package, native):
    """Opens the packed page in Chromium, from a folder below the server's root, and compares the picture."""
    trier = ['/usr/bin/python3', os.path.join(games.HERE, 'try_page.py')]
    if tell.outcome([*trier, '--can'])[0] != 0:
        return 'not tried: Chromium or Selenium is missing'
    folder = game.cache_folder('tried', 'web')
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    with zipfile.ZipFile(package) as packed:
        packed.extractall(os.path.join(folder, 'some', 'path'))
    picture = os.path.join(folder, 'trial.png')
    status, words = tell.outcome([*trier, folder, 'some/path/', picture, games.TRIAL_FRAMES], timeout=games.TRIAL_MOST)
    if status is None:
        tell.fail(f'the browser has not ended after {games.TRIAL_MOST} seconds', words)
    lines = words.strip().splitlines() or ['try_page.py has printed nothing']
    if status != 0:
        tell.fail(lines[-1], '\n'.join(lines[:-1]))
    return f'{pictures.compare(native, picture)}; {lines[-1]}'
