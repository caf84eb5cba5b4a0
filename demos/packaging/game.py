# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors

"""A game to pack: its game.conf, its meson project, its files, and builds of it."""

import contextlib
import dataclasses
import fcntl
import fnmatch
import hashlib
import json
import os
import re
import shutil
from pathlib import Path

import pictures
import tell

HERE = os.path.dirname(os.path.abspath(__file__))
COIR = os.path.dirname(os.path.dirname(HERE))
CACHE = os.path.abspath(os.environ.get('COIR_CACHE') or os.path.expanduser('~/.cache/coir'))
TRIAL_FRAMES = 60
TRIAL_MOST = 300  # seconds
SIZE = (960, 540)  # of the window in a trial

# An option of Coir, and the files that need the library of the option.
DECODERS = {'vorbis': ('.ogg',), 'cjson': ('.json',), 'sdl2_ttf': ('.ttf', '.otf', '.ttc')}

KEYS = ('title', 'author', 'version', 'program', 'project', 'icon', 'assets', 'files', 'orientation')


@dataclasses.dataclass
class Game:
    folder: str       # of game.conf
    project: str      # folder of meson.build
    program: str      # name of the executable
    title: str
    author: str
    version: str
    icon: str         # a square PNG file
    assets: str       # a folder; '': none
    files: list       # patterns of files in that folder; empty: all
    orientation: str  # of a telephone: 'landscape', 'portrait' or ''

    @property
    def name(self):
        return self.program

    @property
    def out(self):
        folder = os.path.join(self.folder, 'dist')
        os.makedirs(folder, exist_ok=True)
        return folder

    def own_folder(self, kind, system):
        """Returns a folder in the cache, which no other game has."""
        return cached(kind, f'{self.name}-{mark_of(self.folder)}-{system}')

    def asset_files(self):
        """Returns the paths of the files that go along, relative to the folder of the assets."""
        paths = [os.path.relpath(path, self.assets).replace(os.sep, '/') for path in files_below(self.assets)]
        return [path for path in paths if not self.files or any(fnmatch.fnmatch(path, p) for p in self.files)]

    def has_asset(self, *endings):
        return any(path.lower().endswith(endings) for path in self.asset_files())

    def copy_assets(self, folder):
        for path in self.asset_files():
            target = os.path.join(folder, path)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copyfile(os.path.join(self.assets, path), target)


def is_made(folder, name):
    """True for a folder that is hidden, or that a tool has made: nothing in the folder belongs to the game."""
    path = os.path.join(folder, name)
    return name.startswith('.') or name in ('dist', '__pycache__') or os.path.isfile(os.path.join(path, 'build.ninja'))


def files_below(top):
    """Returns the sorted paths of the files in a folder, also in linked folders, without hidden files and made ones."""
    found, visited = [], set()
    for folder, folders, names in os.walk(top, followlinks=True) if top else []:
        is_again = os.path.realpath(folder) in visited  # a link that leads back
        visited.add(os.path.realpath(folder))
        folders[:] = [] if is_again else sorted(name for name in folders if not is_made(folder, name))
        found += [] if is_again else [os.path.join(folder, name) for name in sorted(names) if not name.startswith('.')]
    return found


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
    """Returns what meson knows about a project that is not configured: its version and its executables."""
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
        tell.fail(f"the version is '{version}'; it must be up to four numbers, such as 1.0.2: write 'version = 1.0' "
                  'into game.conf')
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
    return Game(folder, project, program, values.get('title') or program, values.get('author', ''), version, icon,
                assets, values.get('files', '').split(), orientation)


# Building ------------------------------------------------------------------------------------------------------------


def cached(*parts):
    if re.search(r'[\s\'"\\$]', CACHE):  # compilers and their helpers split or expand such a path
        tell.fail(f'the folder for libraries and builds is {CACHE}; let COIR_CACHE name a folder without spaces, quotes, '
                  'backslashes and dollar signs')
    return os.path.join(CACHE, *parts)


def mark_of(path):
    return hashlib.sha256(path.encode()).hexdigest()[:8]


@contextlib.contextmanager
def alone():
    """Waits until no other process works in the folder for libraries and builds."""
    os.makedirs(cached(), exist_ok=True)
    with open(cached('lock'), 'w') as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            tell.say(f'waiting for another process that builds in {CACHE}')
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def has_coir_inside(project):
    """True for Coir itself, and for a project that has Coir as a subproject."""
    inside = os.path.join(project, 'subprojects')
    return os.path.samefile(project, COIR) or any(
        os.path.exists(os.path.join(inside, name)) for name in ('coir', 'coir.wrap'))


def build_folder(project, system):
    return cached('build', f'{os.path.basename(project)}-{mark_of(project)}-{system}')


def configure(build, project, arguments, coir=''):
    """Configures a folder to build in, anew if the arguments, or what meson knows of Coir, are other than last time."""
    note, text = Path(build, 'ship-arguments'), json.dumps([arguments, coir])
    if os.path.isfile(os.path.join(build, 'build.ninja')) and note.is_file() and note.read_text('utf-8') == text:
        return
    shutil.rmtree(build, ignore_errors=True)
    os.makedirs(build)
    tell.run(['meson', 'setup', *arguments, build, project], cwd=project)
    note.write_text(text, 'utf-8')


def coir_options(game, prefix):
    """Leaves out what the game's files do not need. `prefix`: of the options, 'coir:' for a subproject."""
    options = [f'-D{prefix}default_library=static', f'-D{prefix}tests=false']
    for option, endings in DECODERS.items():
        options.append(f'-D{prefix}{option}=' + ('enabled' if game.has_asset(*endings) else 'disabled'))
    return options


def install_coir(game, system, arguments):
    """Installs Coir for a game that does not have Coir as a subproject. Returns the folder of coir.pc, and its text."""
    build = build_folder(COIR, system + '-coir')
    configure(build, COIR, [*arguments, '--prefix', os.path.join(build, 'installed'), '--libdir', 'lib', '-Ddemos=false',
                            *coir_options(game, '')])
    tell.run(['ninja', '-C', build, 'install'])
    folder = os.path.join(build, 'installed', 'lib', 'pkgconfig')
    return folder, Path(folder, 'coir.pc').read_text('utf-8')


def build(game, system, arguments, places, more=()):
    """Builds the game's program with these arguments of meson, and returns the path of the program. `places`: folders of
    the files of pkg-config."""
    coir = ''
    if os.path.samefile(game.project, COIR):
        more = [*more, *coir_options(game, '')]
    elif has_coir_inside(game.project):  # not the Coir that was installed for a game without one
        more = [*more, '--force-fallback-for=coir', *coir_options(game, 'coir:')]
    else:
        folder, coir = install_coir(game, system, [*arguments, '-Dpkg_config_path=' + ','.join(places)])
        places = [folder, *places]
    arguments = [*arguments, '-Dpkg_config_path=' + ','.join(places), *more]
    folder = build_folder(game.project, f'{game.name}-{system}')
    configure(folder, game.project, arguments, coir)
    tell.say(f'building {game.name} for {system}')
    for target in json.loads(tell.run(['meson', 'introspect', '--targets', folder])):
        if target['type'] == 'executable' and target['name'] == game.program:
            tell.run(['ninja', '-C', folder, os.path.relpath(target['filename'][0], folder)])
            return target['filename'][0]
    return tell.fail(f'{game.project} has made no program {game.program} in {folder}')


def trial_environment(picture):
    return {**os.environ, 'COIR_TRIAL': f'{TRIAL_FRAMES},{picture}', 'SDL_VIDEODRIVER': 'dummy',
            'SDL_AUDIODRIVER': 'dummy', 'COIR_SAVES': os.path.dirname(picture)}


def native_picture(game):
    """Builds the game for this system with this system's libraries, plays a trial, and returns the picture's path."""
    places = [place for place in os.environ.get('PKG_CONFIG_PATH', '').split(os.pathsep) if place]
    program = build(game, 'native', ['--buildtype=debugoptimized'], places)
    folder = game.own_folder('tried', 'native')
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    game.copy_assets(os.path.join(folder, 'assets'))
    shutil.copy(program, folder)
    return play([os.path.join(folder, game.program)], os.path.join(folder, 'trial.png'))


def play(command, picture, environment=None, where=''):
    """Plays a trial of a program, and returns the picture's path."""
    status, output = tell.outcome(command, cwd='/', env=environment or trial_environment(picture), timeout=TRIAL_MOST)
    if status is None:
        tell.fail(f'the game has not ended{where} after {TRIAL_MOST} seconds, and should have after {TRIAL_FRAMES} frames',
                  output)
    if status != 0:
        tell.fail(f'the game has ended{where} with status {status}, and must start without arguments; its output is above',
                  output)
    if not os.path.isfile(picture):
        tell.fail(f'the game has ended{where} without a frame; does main call coir_director_run?', output)
    return picture
