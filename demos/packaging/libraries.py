# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors

"""The libraries below Coir, built once for each system from the sources of the package manager. libraries.py SYSTEM
prints the arguments of meson for a project that uses the libraries. The status is 77 if the sources are not
available."""

import glob
import os
import shutil
import sys
from pathlib import Path

import cache
import game
import tell

# Subproject, and name of the source package.
SOURCES = {'SDL2': 'libsdl2', 'SDL2_image': 'libsdl2-image', 'freetype': 'freetype', 'SDL2_ttf': 'libsdl2-ttf',
           'cjson': 'cjson', 'ogg': 'libogg', 'vorbis': 'libvorbis', 'cmocka': 'cmocka'}
HEADERS = ['/usr/include', '/usr/local/include', '/opt/homebrew/include']  # folders that may have the headers of uthash

# Debian's emcc needs the modules of Debian's node, and starts faster with Debian's python, even if another node and
# another python are installed.
os.environ['NODE_PATH'] = os.pathsep.join(filter(None, ['/usr/share/nodejs', os.environ.get('NODE_PATH')]))
if os.path.isfile('/usr/share/emscripten/emcc.py'):
    os.environ.setdefault('EMSDK_PYTHON', '/usr/bin/python3')


class NoSources(tell.Failure):
    """The sources of the libraries are not available here."""


def write_apt_configuration(folder):
    """Writes a configuration with which apt downloads sources and changes no files of the system."""
    for name in ('state/lists/partial', 'cache/archives/partial', 'log', 'parts'):
        os.makedirs(os.path.join(folder, name), exist_ok=True)
    Path(folder, 'status').touch()
    for path in glob.glob('/etc/apt/sources.list.d/*.sources'):
        lines = Path(path).read_text('utf-8').splitlines()
        lines = ['Types: deb-src' if line.startswith('Types:') else line for line in lines]
        with open(os.path.join(folder, 'parts', os.path.basename(path)), 'w', encoding='utf-8') as file:
            file.write('\n'.join(lines) + '\n')
    for path in glob.glob('/etc/apt/sources.list.d/*.list') + ['/etc/apt/sources.list']:
        if not os.path.isfile(path):
            continue
        lines = Path(path).read_text('utf-8').splitlines(True)
        lines = [line.replace('deb ', 'deb-src ', 1) for line in lines if line.startswith('deb ')]
        with open(os.path.join(folder, 'parts', 'of-' + os.path.basename(path) + '.list'), 'w', encoding='utf-8') as file:
            file.writelines(lines)
    with open(os.path.join(folder, 'apt.conf'), 'w', encoding='utf-8') as file:
        file.write(f'Dir::Etc::sourcelist "/dev/null";\nDir::Etc::sourceparts "{folder}/parts";\n'
                   f'Dir::State "{folder}/state";\nDir::State::status "{folder}/status";\n'
                   f'Dir::Cache "{folder}/cache";\nDir::Log "{folder}/log";\nAPT::Sandbox::User "";\n')


def download():
    """Downloads and unpacks missing sources. Returns the folder of the sources."""
    folder = cache.path('sources')
    missing = [name for name in SOURCES if not os.path.isdir(os.path.join(folder, name))]
    if not missing:
        return folder
    if not shutil.which('apt-get'):
        tell.fail(f"put the unpacked sources of {', '.join(missing)} into folders of these names in {folder}, and run "
                  'this again: this system has no apt-get, which would download them')
    apt = os.path.join(folder, 'apt')
    os.makedirs(apt, exist_ok=True)
    write_apt_configuration(apt)
    environment = {**os.environ, 'APT_CONFIG': os.path.join(apt, 'apt.conf')}
    tell.say('downloading the sources of ' + ', '.join(missing))
    tell.run(['sh', '-c', 'apt-get -qq update || :'], env=environment)  # fails if a repository has no source packages
    for name in missing:
        new = os.path.join(folder, 'new')
        shutil.rmtree(new, ignore_errors=True)
        os.makedirs(new)
        tell.run(['apt-get', '-qq', 'source', '--download-only', SOURCES[name]], env=environment, cwd=new)
        descriptions = glob.glob(os.path.join(new, '*.dsc'))
        tell.run(['dpkg-source', '--no-check', '-x', descriptions[0], os.path.join(new, 'source')], cwd=new)
        os.rename(os.path.join(new, 'source'), os.path.join(folder, name))
    shutil.rmtree(os.path.join(folder, 'new'), ignore_errors=True)
    shutil.rmtree(apt)
    return folder


def lay_out(sources, folder):
    """Makes the meson project of the libraries: the sources, with the files of overlays/ copied over them."""
    shutil.rmtree(folder, ignore_errors=True)
    ours = os.path.join(game.HERE, 'libraries')
    os.makedirs(os.path.join(folder, 'uthash'))
    shutil.copy(os.path.join(ours, 'meson.build'), folder)
    for header in ('uthash.h', 'utlist.h'):
        places = [place for place in HEADERS if os.path.isfile(os.path.join(place, header))]
        if not places:
            tell.fail(f"{header} of uthash is in none of the folders {', '.join(HEADERS)}")
        shutil.copy(os.path.join(places[0], header), os.path.join(folder, 'uthash'))
    for name in SOURCES:
        shutil.copytree(os.path.join(sources, name), os.path.join(folder, 'subprojects', name), symlinks=True)
        shutil.copytree(os.path.join(ours, 'overlays', name), os.path.join(folder, 'subprojects', name),
                        dirs_exist_ok=True)


def write_constants(path, prefix):
    """Writes the file with the constant `libraries`, which the cross files and native files of this folder need."""
    with open(path, 'w', encoding='utf-8') as file:
        file.write(f"[constants]\nlibraries = '{prefix}'\n")


MINGW = 'x86_64-w64-mingw32'
COMPILERS = {'web': 'emcc', 'windows': MINGW + '-gcc', 'linux': 'cc', 'mac': 'cc'}

# Packages of Debian with the licences of the code that a compiler puts into each program.
OF_COMPILERS = {'web': 'emscripten', 'windows': 'mingw-w64-common'}


def recipe_of(system, file):
    """Returns a hash of all files that decide how the libraries are built, and of the compiler's version. Each hash has
    a folder of its own for the libraries."""
    ours = os.path.join(game.HERE, 'libraries')
    paths = [os.path.join(here, name) for here, _, names in os.walk(ours) for name in names]
    paths += [os.path.join(game.HERE, file), os.path.abspath(__file__)]
    compiler = tell.run([COMPILERS[system], '--version'])
    return cache.mark_of(compiler, *(Path(path).read_bytes() for path in sorted(paths)))


def build_sdl(system, sources, prefix, folder):
    """Builds SDL2 in a folder with SDL's own build, which detects the features of the system. Installs a static
    library."""
    arguments = [f'-DCMAKE_INSTALL_PREFIX={prefix}', '-DCMAKE_INSTALL_LIBDIR=lib', '-DCMAKE_BUILD_TYPE=Release',
                 '-DSDL_SHARED=OFF', '-DSDL_STATIC=ON', '-DSDL_TEST=OFF', '-DSDL_RPATH=OFF', '-DSDL2_DISABLE_INSTALL=OFF']
    if system == 'windows':
        arguments += ['-DCMAKE_SYSTEM_NAME=Windows', f'-DCMAKE_C_COMPILER={MINGW}-gcc',
                      f'-DCMAKE_CXX_COMPILER={MINGW}-g++', f'-DCMAKE_RC_COMPILER={MINGW}-windres']
    tell.run(['cmake', '-G', 'Ninja', '-S', os.path.join(sources, 'SDL2'), '-B', folder, *arguments])
    tell.run(['ninja', '-C', folder, 'install'])
    shutil.rmtree(folder)
    licences = os.path.join(prefix, 'share', 'licences')
    os.makedirs(licences, exist_ok=True)
    shutil.copy(os.path.join(sources, 'SDL2', 'LICENSE.txt'), os.path.join(licences, 'SDL2.txt'))


def provide(system):
    """Builds the libraries for a system unless they have been built. Returns the folder in which the libraries are
    installed, and the arguments of meson for a project that uses the libraries."""
    if system in ('linux', 'mac'):
        kind, file = '--native-file', 'native.ini'
    else:
        kind, file = '--cross-file', system + '.ini'
    folder = cache.path('libraries', f'{system}-{recipe_of(system, file)}')
    prefix, constants = os.path.join(folder, 'installed'), os.path.join(folder, 'constants.ini')
    arguments = [kind, constants, kind, os.path.join(game.HERE, file)]
    mark = os.path.join(folder, 'complete')
    if os.path.isfile(mark):
        return prefix, arguments
    try:
        sources = download()
    except tell.Failure as failure:
        raise NoSources(str(failure), failure.output) from failure
    tell.say(f'building the libraries for {system}, once')
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    write_constants(constants, prefix)
    if system != 'web':
        build_sdl(system, sources, prefix, os.path.join(folder, 'sdl'))
    project, build = os.path.join(folder, 'source'), os.path.join(folder, 'build')
    lay_out(sources, project)
    # Optimising the libraries in the linker would make a page 0.7 % smaller, and each build of a program 3 s longer.
    tell.run(['meson', 'setup', *arguments, '--prefix', prefix, '--libdir', 'lib', '-Db_lto=false', build, project])
    tell.run(['ninja', '-C', build, 'install'])
    shutil.rmtree(project)
    shutil.rmtree(build)
    licence = f"/usr/share/doc/{OF_COMPILERS.get(system, '')}/copyright"
    if os.path.isfile(licence):
        shutil.copy(licence, os.path.join(prefix, 'share', 'licences', OF_COMPILERS[system] + '.txt'))
    Path(mark).touch()
    return prefix, arguments


def main():
    try:
        with cache.locked():
            print(*provide(sys.argv[1])[1])
    except (tell.Failure, OSError) as failure:
        tell.report(failure)
        return 77 if isinstance(failure, NoSources) else 1
    return 0


if __name__ == '__main__':
    sys.exit(main())
