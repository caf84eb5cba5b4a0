# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors

"""The web page: index.html, the program's script and wasm, and the assets in one file."""

import html
import json
import os
import shutil
import subprocess
import zipfile

import game as games
import libraries
import licences
import pictures
import tell

# Debian's emcc wants modules of Debian's node, also beside another node.
os.environ['NODE_PATH'] = os.pathsep.join(filter(None, ['/usr/share/nodejs', os.environ.get('NODE_PATH')]))

# Where file_packager may be: beside emcc, or in the folder of Debian.
PACKAGERS = ['/usr/share/emscripten/tools/file_packager.py']


def file_packager():
    beside = os.path.join(os.path.dirname(os.path.realpath(shutil.which('emcc'))), 'tools', 'file_packager.py')
    for path in [beside, *PACKAGERS]:
        if os.path.isfile(path):
            return path
    return tell.fail(f'file_packager.py of Emscripten is not beside emcc: {beside}')


def write_page(game, folder):
    files = {name: os.path.getsize(os.path.join(folder, name)) for name in sorted(os.listdir(folder))
             if name.endswith(('.wasm', '.data'))}
    page = open(os.path.join(games.HERE, 'web', 'index.html'), encoding='utf-8').read()
    saves = f'{game.author} {game.title}' if game.author else game.title
    values = {'TITLE': html.escape(game.title), 'AUTHOR': html.escape(game.author), 'NAME': game.name,
              'GAME': json.dumps(saves).replace('<', '\\u003c'), 'FILES': json.dumps(files),
              'ORIENTATION': game.orientation}
    for key, value in values.items():
        page = page.replace(f'@{key}@', value)
    with open(os.path.join(folder, 'index.html'), 'w', encoding='utf-8') as file:
        file.write(page)


def lay_out(game):
    """Builds the game for the web and returns the folder with the page."""
    prefix, arguments = libraries.provide('web')
    program = games.build(game, 'web', arguments, prefix)
    folder = games.cached('pages', f'{game.name}-web')
    shutil.rmtree(folder, ignore_errors=True)
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
    return folder


def pack(game):
    folder = lay_out(game)
    path = os.path.join(game.out, f'{game.name}-web.zip')
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for here, folders, names in os.walk(folder):
            folders.sort()
            for name in sorted(names):
                file = os.path.join(here, name)
                packed.write(file, os.path.relpath(file, folder))
    return path


def try_out(game, package, native):
    """Opens the packed page in Chromium, in a folder below the server's root, and compares the picture."""
    trier = ['/usr/bin/python3', os.path.join(games.HERE, 'try_page.py')]
    if subprocess.run([*trier, '--can'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode:
        return 'not tried: Chromium or Selenium is missing'
    folder = games.cached('tried', f'{game.name}-web')
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    with zipfile.ZipFile(package) as packed:
        packed.extractall(os.path.join(folder, 'some', 'path'))
    picture = os.path.join(folder, 'trial.png')
    done = subprocess.run([*trier, folder, 'some/path/', picture, str(games.TRIAL_FRAMES)], stdout=subprocess.PIPE,
                          text=True, check=False, timeout=240)
    words = done.stdout.strip()
    if done.returncode:
        return f'FAILED: {words}'
    return f'{pictures.compare(native, picture)}; {words}'
