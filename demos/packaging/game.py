# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors

"""A game to pack: its game.conf, its meson project, its files, and its builds."""

import dataclasses
import fnmatch
import json
import os
import re
import shutil
import signal
import zipfile
from pathlib import Path

import cache
import pictures
import tell

HERE = os.path.dirname(os.path.abspath(__file__))
COIR = os.path.dirname(os.path.dirname(HERE))
TRIAL_FRAMES = 60
TRIAL_MOST = 300  # seconds after which a trial is stopped and has failed
SIZE = (960, 540)  # size of the window in a trial

# For each option of Coir: the endings of the files that need the option, and the licences of its libraries.
DECODERS = {'vorbis': (('.ogg',), ['libogg.txt', 'libvorbis.txt']),
            'cjson': (('.json',), ['cJSON.txt']),
            'sdl2_ttf': (('.ttf', '.otf', '.ttc'), ['SDL2_ttf.txt', 'FreeType.txt'])}

KEYS = ('title', 'author', 'version', 'program', 'project', 'icon', 'assets', 'files', 'orientation')


@dataclasses.dataclass
class Game:
    folder: str       # folder of game.conf
    project: str      # folder of meson.build
    program: str      # name of the executable
    title: str
    author: str
    version: str
    icon: str         # a square PNG file
    assets: str       # a folder; '': no assets
    files: list       # patterns of files in `assets`; empty: all files
    orientation: str  # orientation of a telephone: 'landscape', 'portrait' or ''

    @property
    def name(self):
        return self.program

    @property
    def out(self):
        """The folder of the packages."""
        return os.path.join(self.folder, 'dist')

    def package(self, ending):
        """Returns the path of a package before its trial, and makes the folder."""
        folder = self.cache_folder('packages', 'untried')
        os.makedirs(folder, exist_ok=True)
        return os.path.join(folder, self.name + ending)

    def cache_folder(self, kind, system):
        """Returns a folder in the cache that no other game uses."""
        return cache.path(kind, f'{self.name}-{cache.mark_of(self.folder)}-{system}')

    def asset_files(self):
        """Returns the paths of the asset files that are packed, relative to the folder of the assets."""
        found = self.files_below(self.assets, follows_links=True) if self.assets else []
        paths = [os.path.relpath(path, self.assets).replace(os.sep, '/') for path in found]
        return [path for path in paths if not self.files or any(fnmatch.fnmatch(path, p) for p in self.files)]

    def files_below(self, folder, follows_links, above=()):
        """Returns the sorted paths of the files in a folder and below, without hidden files, packages and build
        folders. `above` has the real paths of the folders that contain the folder, so that a link to such a folder does
        not make a loop."""
        found, real = [], os.path.realpath(folder)
        is_other = real == os.path.realpath(self.out) or os.path.isfile(os.path.join(folder, 'build.ninja'))
        if is_other or real in above or not os.path.isdir(folder):
            return []
        for entry in sorted(os.scandir(folder), key=lambda entry: (entry.is_dir(), entry.name)):
            if entry.name.startswith('.'):
                continue
            if not entry.is_dir():
                found.append(entry.path)
            elif follows_links or not entry.is_symlink():
                found += self.files_below(entry.path, follows_links, (*above, real))
        return found

    def decoders(self):
        """Returns the options of Coir that the assets need."""
        paths = [path.lower() for path in self.asset_files()]
        return [option for option, (endings, _) in DECODERS.items() if any(path.endswith(endings) for path in paths)]

    def copy_assets(self, folder):
        for path in self.asset_files():
            target = os.path.join(folder, path)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copyfile(os.path.join(self.assets, path), target)


# Reading -------------------------------------------------------------------------------------------------------------


def read_conf(path):
    values = {}
    try:
        lines = Path(path).read_text('utf-8-sig').splitlines()
    except UnicodeDecodeError:
        tell.fail(f'{path} is not UTF-8; store the file in this encoding')
    for number, line in enumerate(lines, 1):
        line = line.strip()
        if not line or line.startswith('#'):
            continue
        key, is_there, value = (part.strip() for part in line.partition('='))
        if not is_there:
            tell.fail(f"{path}:{number}: '{line}' is not KEY = VALUE")
        if key not in KEYS:
            tell.fail(f"{path}:{number}: there is no key '{key}'; the keys are {', '.join(KEYS)}")
        values[key] = value
    return values


def introspect(project):
    """Returns the version and the executables of a meson project, without configuring the project."""
    meson_file = os.path.join(project, 'meson.build')
    if not os.path.isfile(meson_file):
        tell.fail(f"there is no {meson_file}; name the folder of a game with a meson.build, or write a line 'project = "
                  f"FOLDER' into game.conf")
    output = tell.run(['meson', 'introspect', '--projectinfo', '--targets', meson_file])
    both = json.loads(output[output.index('{'):])
    programs = [target['name'] for target in both['targets'] if target['type'] == 'executable']
    return both['projectinfo']['version'], programs


def one_program(programs, project):
    if len(programs) != 1:
        tell.fail(f"{project} has {len(programs)} programs ({', '.join(programs)}); write 'program = NAME' into "
                  'game.conf')
    return programs[0]


def read(folder):
    folder = os.path.abspath(folder)
    if not os.path.isdir(folder):
        tell.fail(f"there is no folder '{folder}'")
    conf = os.path.join(folder, 'game.conf')
    values = read_conf(conf) if os.path.isfile(conf) else {}
    project = os.path.normpath(os.path.join(folder, values.get('project', '.')))
    version, programs = introspect(project)
    program = values.get('program') or one_program(programs, project)
    if programs and program not in programs:
        tell.fail(f"{project} has no program '{program}'; it has {', '.join(programs)}")
    if not re.fullmatch(r'[A-Za-z0-9._-]+', program):
        tell.fail(f"the program is called '{program}'; letters, digits, '-', '_' and '.' are allowed")
    version = values.get('version') or (version if version != 'undefined' else '1.0')
    if not re.fullmatch(r'[0-9]{1,4}(\.[0-9]{1,4}){0,3}', version):
        tell.fail(f"the version is '{version}'; it must be up to four numbers of at most four "
                  "digits, such as 1.0.2: write 'version = 1.0' into game.conf")
    orientation = values.get('orientation', '')
    if orientation not in ('', 'landscape', 'portrait'):
        tell.fail(f"the orientation is '{orientation}'; it must be landscape or portrait")
    assets = os.path.normpath(os.path.join(folder, values.get('assets', 'assets')))
    if not os.path.isdir(assets):
        if 'assets' in values:
            tell.fail(f'{conf} names assets that are not there: {assets}')
        assets = ''
    icon = os.path.normpath(os.path.join(folder, values['icon'])) if 'icon' in values else os.path.join(HERE, 'icon.png')
    if not os.path.isfile(icon):
        tell.fail(f"there is no icon '{icon}', which {conf} names; it must be a square PNG file of at most 256 pixels")
    pictures.check_icon(icon)
    game = Game(folder, project, program, values.get('title') or program, values.get('author', ''), version, icon,
                assets, values.get('files', '').split(), orientation)
    if game.files and not game.asset_files():
        tell.fail(f"no file in {assets or 'assets'} matches a pattern of '{values['files']}' in {conf}; patterns are "
                  'separated by spaces')
    if 'meson.build' in game.asset_files():
        tell.say(f'the package will contain the sources of the game: {assets} has a meson.build. '
                 'Put assets into a folder of their own')
    return game


# Building ------------------------------------------------------------------------------------------------------------


def has_coir_as_subproject(project):
    inside = os.path.join(project, 'subprojects')
    return any(os.path.exists(os.path.join(inside, name)) for name in ('coir', 'coir.wrap'))


def build_folder(project, what):
    name = re.sub(r'[^A-Za-z0-9._-]', '_', os.path.basename(project))
    return cache.path('build', f'{name}-{cache.mark_of(project)}-{what}')


def configure(build, project, arguments, coir=''):
    """Configures a build folder, unless it is configured with the same arguments and the same text of coir.pc. `coir`
    is this text; '' if the project is Coir, or has Coir as a subproject."""
    note, text = Path(build, 'ship-arguments'), json.dumps([arguments, coir])
    if os.path.isfile(os.path.join(build, 'build.ninja')) and note.is_file() and note.read_text('utf-8') == text:
        return
    shutil.rmtree(build, ignore_errors=True)
    os.makedirs(build)
    tell.run(['meson', 'setup', *arguments, build, project], cwd=project)
    note.write_text(text, 'utf-8')


def coir_options(game, prefix):
    """Returns the options that build Coir with only the decoders that the game needs. `prefix` is
    the prefix of the options: 'coir:' for a subproject."""
    states = {option: 'enabled' if option in game.decoders() else 'disabled' for option in DECODERS}
    states.update(default_library='static', tests='false')
    return [f'-D{prefix}{option}={state}' for option, state in states.items()]


def install_coir(game, system, arguments):
    """Builds Coir for a game that does not have Coir as a subproject, and installs Coir in the build folder. Returns
    the folder of coir.pc, and the text of coir.pc."""
    options = coir_options(game, '')
    build = build_folder(COIR, f'{system}-coir-{cache.mark_of(str(options))}')
    configure(build, COIR, [*arguments, '--prefix', os.path.join(build, 'installed'), '--libdir', 'lib', '-Ddemos=false',
                            *options])
    tell.run(['ninja', '-C', build, 'install'])
    folder = os.path.join(build, 'installed', 'lib', 'pkgconfig')
    return folder, Path(folder, 'coir.pc').read_text('utf-8')


def pkg_config_path(*folders):
    return '-Dpkg_config_path=' + ','.join(folders)


def build(game, system, arguments, libraries='', more=()):
    """Builds the game's program with these arguments of meson, and returns the path of the program. `libraries` is the
    folder of the libraries; '' means the libraries of this system."""
    if libraries:
        places = [os.path.join(libraries, 'lib', 'pkgconfig')]
    else:
        places = [place for place in os.environ.get('PKG_CONFIG_PATH', '').split(os.pathsep) if place]
    coir = ''
    if os.path.samefile(game.project, COIR):
        more = [*more, *coir_options(game, '')]
    elif has_coir_as_subproject(game.project):  # a Coir that is installed on this system is not used
        more = [*more, '--force-fallback-for=coir', *coir_options(game, 'coir:')]
    else:
        folder, coir = install_coir(game, system, [*arguments, pkg_config_path(*places)])
        places = [folder, *places]
    folder = build_folder(game.project, f'{game.name}-{system}')
    configure(folder, game.project, [*arguments, pkg_config_path(*places), *more], coir)
    tell.say(f'building {game.name} for {system}')
    tell.run(['ninja', '-C', folder, 'build.ninja'])  # reads a changed meson.build
    for target in json.loads(tell.run(['meson', 'introspect', '--targets', folder])):
        if target['type'] == 'executable' and target['name'] == game.program:
            tell.run(['ninja', '-C', folder, os.path.relpath(target['filename'][0], folder)])
            return target['filename'][0]
    return tell.fail(f'{game.project} has made no program {game.program} in {folder}')


# Packages and trials -------------------------------------------------------------------------------------------------


def write_zip(folder, path):
    """Packs the files of a folder into a zip file."""
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for here, folders, names in os.walk(folder):
            folders.sort()
            for name in sorted(names):
                file = os.path.join(here, name)
                packed.write(file, os.path.relpath(file, folder))


def trial_environment(picture):
    return {**os.environ, 'COIR_TRIAL': f'{TRIAL_FRAMES},{picture}', 'SDL_VIDEODRIVER': 'dummy',
            'SDL_AUDIODRIVER': 'dummy', 'COIR_SAVES': os.path.dirname(picture)}


def native_picture(game):
    """Builds the game for this system with this system's libraries, plays a trial, and returns the picture's path."""
    program = build(game, 'native', ['--buildtype=debugoptimized'])
    folder = game.cache_folder('tried', 'native')
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    game.copy_assets(os.path.join(folder, 'assets'))
    shutil.copy(program, folder)
    return play([os.path.join(folder, game.program)], os.path.join(folder, 'trial.png'))


def play(command, picture, environment=None, where=''):
    """Plays a trial of a program, and returns the picture's path."""
    status, output = tell.outcome(command, cwd='/', env=environment or trial_environment(picture), timeout=TRIAL_MOST)
    if status is None:
        tell.fail(f'the game has not ended{where} after {TRIAL_MOST} seconds, and should have ended after '
                  f'{TRIAL_FRAMES} frames', output)
    if status < 0:
        tell.fail(f'the game has crashed{where}: {signal.strsignal(-status)}', output)
    if status != 0:
        tell.fail(f'the game has ended{where} with status {status}. The game is started without arguments', output)
    if not os.path.isfile(picture):
        tell.fail(f'the game has ended{where} without a frame; does main call coir_director_run?', output)
    errors = [line for line in output.splitlines() if line.startswith('coir error:')]
    if errors:
        tell.fail(f'the game has told of an error{where}: {errors[0]}', output)
    return picture
