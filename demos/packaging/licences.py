# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors

"""The licences of what goes along with a game."""

import os
import shutil

import game as games


# An option of Coir, and the licences of the libraries that the option wants.
OF_DECODERS = {'vorbis': ['libogg.txt', 'libvorbis.txt'], 'cjson': ['cJSON.txt'], 'sdl2_ttf': ['SDL2_ttf.txt', 'FreeType.txt']}


def write(game, prefix, folder):
    """Copies the licences of Coir and of the libraries that the game has inside."""
    os.makedirs(folder, exist_ok=True)
    shutil.copy(os.path.join(games.COIR, 'LICENSE'), os.path.join(folder, 'Coir.txt'))
    left_out = [name for option, endings in games.DECODERS.items() if not game.has_asset(*endings)
                for name in OF_DECODERS[option]]
    source = os.path.join(prefix, 'share', 'licences')
    for name in sorted(os.listdir(source)):
        if name not in left_out:
            shutil.copy(os.path.join(source, name), folder)
