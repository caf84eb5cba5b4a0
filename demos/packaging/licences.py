# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors

"""The licences of what goes along with a game."""

import os
import shutil

import game as games


def write(game, prefix, folder):
    """Copies the licences of Coir and of the libraries that the game has inside."""
    os.makedirs(folder, exist_ok=True)
    shutil.copy(os.path.join(games.COIR, 'LICENSE'), os.path.join(folder, 'Coir.txt'))
    left_out = []
    if not game.has_asset('.ogg'):
        left_out += ['libogg.txt', 'libvorbis.txt']
    if not game.has_asset('.json'):
        left_out.append('cJSON.txt')
    source = os.path.join(prefix, 'share', 'licences')
    for name in sorted(os.listdir(source)):
        if name not in left_out:
            shutil.copy(os.path.join(source, name), folder)
