# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors

"""The licences that are packed with a game."""

import os
import shutil

import game as games


def write(game, libraries, folder):
    """Copies the licences of Coir and of the libraries that the game contains."""
    os.makedirs(folder, exist_ok=True)
    shutil.copy(os.path.join(games.COIR, 'LICENSE'), os.path.join(folder, 'Coir.txt'))
    left_out = [name for option, (_, names) in games.DECODERS.items() if option not in game.decoders() for name in names]
    source = os.path.join(libraries, 'share', 'licences')
    for name in sorted(os.listdir(source)):
        if name not in left_out:
            shutil.copy(os.path.join(source, name), folder)
