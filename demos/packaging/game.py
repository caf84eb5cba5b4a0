# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors

"""A game to pack: its game.conf, its meson project, its files, and builds of it."""

import dataclasses
import fnmatch
import hashlib
import json
import os
import re
import shutil

import pictures
import tell

HERE = os.path.dirname(os.path.abspath(__file__))
COIR = os.path.dirname(os.path.dirname(HERE))
CACHE = os.path.abspath(os.environ.get('COIR_CACHE') or os.path.expanduser('~/.cache/coir'))
TRIAL_FRAMES = 60
SIZE = (960, 540)  # of the window in a trial

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

    def asset_files(self):
        """Returns the paths of the files that go along, relative to the folder of the assets."""
        found = []
        for folder, folders, names in os.walk(self.assets) if self.assets else []:
            folders.sort()
            for name in sorted(names):
                path = os.path.relpath(os.path.join(folder, name), self.assets).replace(os.sep, '/')
                if not name.startswith('.') and (not self.files or any(fnmatch.fnmatch(path, p) for p in self.files)):
                    found.append(path)
        return found

    def has_asset(self, ending):
        return any(path.lower().endswith(ending) for path in self.asset_files())

    def copy_assets(self, folder):
        for path in self.asset_files():
            target = os.path.join(folder, path)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copyfile(os.path.join(self.assets, path), target)


# Reading -------------------------------------------------------------------------------------------------------------


def read_conf(path):
    values = {}
    for number, line in enumerate(open(path, encoding='utf-8'), 1):
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
    version = values.get('version') or version
    if not re.fullmatch(r'[0-9]{1,4}(\.[0-9]{1,4}){0,3}', version):
        tell.fail(f"the version is '{version}'; it must be up to four numbers, such as 1.0.2: write 'version = 1.0' "
                  'into game.conf, or give one to project() in meson.build')
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
    return os.path.join(CACHE, *parts)


def has_coir_inside(project):
    """True for Coir itself, and for a project that has Coir as a subproject."""
    inside = os.path.join(project, 'subprojects')
    return os.path.samefile(project, COIR) or any(
        os.path.exists(os.path.join(inside, name)) for name in ('coir', 'coir.wrap'))


def build_folder(project, system):
    mark = hashlib.sha256(project.encode()).hexdigest()[:8]
    return cached('build', f'{os.path.basename(project)}-{mark}-{system}')


def configure(build, project, arguments, coir=''):
    """Configures a folder to build in, anew if the arguments, or what meson knows of Coir, are other than last time."""
    note, text = os.path.join(build, 'ship-arguments'), json.dumps([arguments, coir])
    if os.path.isfile(os.path.join(build, 'build.ninja')) and os.path.isfile(note) and open(note).read() == text:
        return
    shutil.rmtree(build, ignore_errors=True)
    os.makedirs(build)
    tell.run(['meson', 'setup', *arguments, build, project], cwd=project)
    with open(note, 'w') as file:
        file.write(text)


def coir_options(game, prefix):
    """Leaves out what the game's files do not need. `prefix`: of the options, 'coir:' for a subproject."""
    options = [f'-D{prefix}default_library=static', f'-D{prefix}sdl2_ttf=disabled', f'-D{prefix}tests=false']
    options.append(f'-D{prefix}vorbis=' + ('enabled' if game.has_asset('.ogg') else 'disabled'))
    options.append(f'-D{prefix}cjson=' + ('enabled' if game.has_asset('.json') else 'disabled'))
    return options


def install_coir(game, system, arguments, prefix):
    """Installs Coir for a game that does not have Coir as a subproject. Returns what its file for pkg-config says."""
    build = build_folder(COIR, system + '-coir')
    configure(build, COIR, [*arguments, '--prefix', prefix, '--libdir', 'lib', '-Ddemos=false',
                            *coir_options(game, '')])
    tell.run(['ninja', '-C', build, 'install'])
    return open(os.path.join(prefix, 'lib', 'pkgconfig', 'coir.pc'), encoding='utf-8').read()


def build(game, system, arguments, coir_prefix, more=()):
    """Builds the game's program with these arguments of meson, and returns the path of the program."""
    if has_coir_inside(game.project):
        if os.path.samefile(game.project, COIR):
            arguments = [*arguments, *coir_options(game, '')]
        else:  # not the Coir that was installed for a game without one
            arguments = [*arguments, '--force-fallback-for=coir', *coir_options(game, 'coir:')]
        coir = ''
    else:
        coir = install_coir(game, system, arguments, coir_prefix)
    folder = build_folder(game.project, f'{game.name}-{system}')
    configure(folder, game.project, [*arguments, *more], coir)
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
    prefix = cached('native')
    program = build(game, 'native', ['--buildtype=debugoptimized',
                                     f'-Dpkg_config_path={prefix}/lib/pkgconfig'], prefix)
    folder = cached('tried', f'{game.name}-native')
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    game.copy_assets(os.path.join(folder, 'assets'))
    shutil.copy(program, folder)
    return play(game, [os.path.join(folder, game.program)], os.path.join(folder, 'trial.png'))


def play(game, command, picture):
    """Plays a trial of a program, and returns the picture's path."""
    tell.run(command, cwd='/', env=trial_environment(picture), timeout=120,
             advice='The game must start without arguments, and call coir_director_run.')
    if not os.path.isfile(picture):
        tell.fail(f'{game.program} has ended without a picture; does it call coir_director_run?')
    return picture
