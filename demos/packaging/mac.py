# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors

"""The macOS app: one program with all libraries inside, and its assets. It can be made only on macOS. Nobody has tried
this file on a Mac so far."""

import os
import plistlib
import shutil
import sys

import game as games
import libraries
import licences
import pictures
import tell


def lay_out(game, program, prefix, app):
    """Copies a program, its assets, licences and icon into the folder of an app."""
    contents = os.path.join(app, 'Contents')
    shutil.rmtree(app, ignore_errors=True)
    os.makedirs(os.path.join(contents, 'MacOS'))
    shutil.copy(program, os.path.join(contents, 'MacOS', game.name))
    game.copy_assets(os.path.join(contents, 'Resources', 'assets'))
    licences.write(game, prefix, os.path.join(contents, 'Resources', 'licences'))
    pictures.write_icns(game.icon, os.path.join(contents, 'Resources', 'icon.icns'))
    words = ''.join(letter if letter.isalnum() and letter.isascii() else '-' for letter in game.author) or 'game'
    values = {'CFBundleName': game.title, 'CFBundleExecutable': game.name, 'CFBundleIconFile': 'icon.icns',
              'CFBundleIdentifier': f'{words}.{game.name}', 'CFBundlePackageType': 'APPL',
              'CFBundleShortVersionString': game.version, 'CFBundleVersion': game.version,
              'CFBundleInfoDictionaryVersion': '6.0', 'NSHighResolutionCapable': True}
    with open(os.path.join(contents, 'Info.plist'), 'wb') as file:
        plistlib.dump(values, file)


def pack(game):
    if sys.platform != 'darwin':
        tell.fail('an app for macOS is made on macOS: run this there')
    prefix, arguments = libraries.provide('mac')
    program = games.build(game, 'mac', arguments, prefix)
    folder = game.cache_folder('folders', 'mac')
    app = os.path.join(folder, game.name + '.app')
    lay_out(game, program, prefix, app)
    tell.run(['codesign', '--force', '--sign', '-', app])  # a Mac starts no unsigned program
    path = game.package('-mac.zip')
    if os.path.exists(path):
        os.remove(path)
    tell.run(['ditto', '-c', '-k', '--keepParent', app, path])
    return path


def try_out(game, package, native):
    folder = game.cache_folder('tried', 'mac')
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    # When Python extracts a zip file, the files lose the permission to execute.
    tell.run(['ditto', '-x', '-k', package, folder])
    program = os.path.join(folder, game.name + '.app', 'Contents', 'MacOS', game.name)
    return pictures.compare(native, games.play([program], os.path.join(folder, 'trial.png')))
