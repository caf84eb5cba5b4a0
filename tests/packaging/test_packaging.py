# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors

"""Tests the parts of demos/ship that need no compiler: game.conf, files, pictures, texts and messages."""

import http.client
import io
import os
import plistlib
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import zlib
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest import mock

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, 'demos', 'packaging'))
sys.dont_write_bytecode = True

import cache  # noqa: E402
import game as games  # noqa: E402
import libraries  # noqa: E402
import licences  # noqa: E402
import linux  # noqa: E402
import mac  # noqa: E402
import pictures  # noqa: E402
import serve  # noqa: E402
import ship  # noqa: E402
import tell  # noqa: E402
import web  # noqa: E402
import windows  # noqa: E402

MESON = "project('orbit', 'c', version: '0.3')\nexecutable('orbit', 'orbit.c', dependencies: dependency('coir'))\n"


def png(rows, channels=3, filters=(0,)):
    """Returns the bytes of a PNG file. The rows are stored with the filters in `filters` in turn."""
    width, before, body = len(rows[0]) // channels, bytes(len(rows[0])), b''
    for y, row in enumerate(rows):
        kind = filters[y % len(filters)]
        out = bytearray()
        for i, value in enumerate(row):
            left, above = row[i - channels] if i >= channels else 0, before[i]
            corner = before[i - channels] if i >= channels else 0
            guess = left + above - corner
            paeth = min((left, above, corner), key=lambda near: abs(guess - near))
            out.append((value - [0, left, above, (left + above) // 2, paeth][kind]) & 255)
        body += bytes([kind]) + bytes(out)
        before = row
    colour = {1: 0, 2: 4, 3: 2, 4: 6}[channels]
    data = b'\x89PNG\r\n\x1a\n'
    for name, chunk in ((b'IHDR', struct.pack('>IIBBBBB', width, len(rows), 8, colour, 0, 0, 0)),
                        (b'IDAT', zlib.compress(body)), (b'IEND', b'')):
        data += struct.pack('>I', len(chunk)) + name + chunk + struct.pack('>I', zlib.crc32(name + chunk))
    return data


def noise(width, height, channels=3, seed=1):
    rows = []
    for _ in range(height):
        row = bytearray()
        for _ in range(width * channels):
            seed = (seed * 1103515245 + 12345) & 0x7fffffff
            row.append(seed >> 16 & 255)
        rows.append(bytes(row))
    return rows


class Case(unittest.TestCase):
    """Each test has an empty folder, and a cache in another folder."""

    def setUp(self):
        self.folder = os.path.realpath(tempfile.mkdtemp())
        self.cache = os.path.realpath(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.addCleanup(shutil.rmtree, self.cache)
        changed = mock.patch.object(cache, 'FOLDER', self.cache)
        changed.start()
        self.addCleanup(changed.stop)

    def write(self, path, contents=''):
        full = os.path.join(self.folder, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, 'wb') as file:
            file.write(contents if isinstance(contents, bytes) else contents.encode())
        return full

    def game(self, conf='', meson=MESON):
        self.write('meson.build', meson)
        self.write('orbit.c')
        if conf:
            self.write('game.conf', conf)
        return games.read(self.folder)

    def fails(self, words, function, *arguments):
        with self.assertRaises(tell.Failure) as raised:
            function(*arguments)
        self.assertIn(words, str(raised.exception))


class GameConf(Case):
    def test_game_without_a_file_has_the_values_of_its_meson_project(self):
        game = self.game()
        self.assertEqual((game.program, game.title, game.author, game.version, game.assets, game.orientation),
                         ('orbit', 'orbit', '', '0.3', '', ''))
        self.assertTrue(game.icon.endswith('packaging/icon.png'))

    def test_all_lines_are_read(self):
        self.write('pictures/orbit.png', png(noise(8, 8)))
        self.write('art/tile.png')
        game = self.game('# of the game\n\ntitle = Orbit = round\nauthor=Ann\nversion = 1.2.3.4\nprogram = orbit\n'
                         'icon = pictures/orbit.png\nassets = art\nfiles = *.png *.ogg\norientation = portrait\n')
        self.assertEqual((game.title, game.author, game.version), ('Orbit = round', 'Ann', '1.2.3.4'))
        self.assertEqual((game.files, game.orientation), (['*.png', '*.ogg'], 'portrait'))
        self.assertEqual(game.asset_files(), ['tile.png'])

    def test_project_without_a_version_is_1_0(self):
        self.assertEqual(self.game(meson=MESON.replace(", version: '0.3'", '')).version, '1.0')

    def test_mistakes_in_the_file_are_refused_with_the_line(self):
        for conf, words in {'titel = Orbit': "game.conf:1: there is no key 'titel'", '\ntitle': 'game.conf:2:',
                            'version = one': "the version is 'one'", 'version = 1.2.3.4.5': 'up to four numbers',
                            'orientation = left': "the orientation is 'left'", 'assets = nothing': 'not there',
                            'icon = no.png': "there is no icon '", 'program = other': "no program 'other'",
                            'project = elsewhere': 'there is no ', 'files = a,b': 'separated by spaces'}.items():
            with self.subTest(conf=conf):
                self.fails(words, self.game, conf)

    def test_file_may_have_a_byte_order_mark_and_must_be_utf_8(self):
        self.write('game.conf', '\ufefftitle = Café\n')
        self.assertEqual(self.game().title, 'Café')
        self.write('game.conf', 'title = Café\n'.encode('latin-1'))
        self.fails('game.conf is not UTF-8', self.game)

    def test_icon_must_be_a_small_square_png_file(self):
        for name, contents, words in (('text.png', 'no picture', 'is no PNG file'),
                                      ('cut.png', png(noise(8, 8))[:20], 'is no PNG file'),
                                      ('wide.png', png(noise(8, 4)), '8 x 4 pixels'),
                                      ('large.png', png([bytes(257 * 3)] * 257), '257 x 257 pixels')):
            with self.subTest(name=name):
                self.write(name, contents)
                self.fails(words, self.game, f'icon = {name}')

    def test_project_with_two_programs_needs_a_name(self):
        two = MESON + "executable('tool', 'orbit.c')\n"
        self.fails("2 programs (orbit, tool); write 'program = NAME'", self.game, '', two)
        self.assertEqual(self.game('program = tool', two).program, 'tool')

    def test_program_with_odd_letters_is_refused(self):
        self.fails("called 'or bit'", self.game, '', MESON.replace("executable('orbit'", "executable('or bit'"))

    def test_folder_without_a_meson_project_is_refused(self):
        self.fails('meson.build; name the folder of a game', games.read, self.folder)
        self.fails('there is no folder', games.read, os.path.join(self.folder, 'missing'))


class Assets(Case):
    def test_hidden_and_built_files_are_not_packed(self):
        for path in ('a.png', 'deep/b.png', '.hidden', '.git/config', 'dist/orbit-web.zip', 'build/build.ninja',
                     'build/orbit', 'buildings/c.png', 'deep/dist/d.png'):
            self.write(path)
        self.assertEqual(self.game('assets = .').asset_files(),
                         ['a.png', 'game.conf', 'meson.build', 'orbit.c', 'buildings/c.png', 'deep/b.png',
                          'deep/dist/d.png'])
        self.assertEqual(self.game('assets = .\nfiles = deep/*').asset_files(), ['deep/b.png', 'deep/dist/d.png'])

    def test_linked_folders_are_packed_and_loops_end(self):
        self.write('art/tile.png')
        os.makedirs(os.path.join(self.folder, 'assets'))
        self.write('assets/level1/a.png')
        for name, target in (('current', 'level1'), ('linked', '../art'), ('again', '.')):
            os.symlink(target, os.path.join(self.folder, 'assets', name))
        game = self.game()
        self.assertEqual(game.asset_files(), ['current/a.png', 'level1/a.png', 'linked/tile.png'])
        game.copy_assets(os.path.join(self.folder, 'copy'))
        self.assertTrue(os.path.isfile(os.path.join(self.folder, 'copy', 'linked', 'tile.png')))

    def test_decoders_are_those_of_the_files(self):
        self.write('assets/Song.OGG')
        self.write('assets/face.otf')
        options = games.coir_options(self.game(), 'coir:')
        for option in ('-Dcoir:vorbis=enabled', '-Dcoir:sdl2_ttf=enabled', '-Dcoir:cjson=disabled'):
            self.assertIn(option, options)

    def test_licences_are_those_of_the_libraries_inside(self):
        self.write('assets/face.ttf')
        for name in ('SDL2', 'FreeType', 'SDL2_ttf', 'libogg', 'libvorbis', 'cJSON'):
            self.write(f'installed/share/licences/{name}.txt')
        licences.write(self.game(), os.path.join(self.folder, 'installed'), os.path.join(self.folder, 'out'))
        self.assertEqual(sorted(os.listdir(os.path.join(self.folder, 'out'))),
                         ['Coir.txt', 'FreeType.txt', 'SDL2.txt', 'SDL2_ttf.txt'])


class Cache(Case):
    def test_path_that_compilers_cannot_take_is_refused(self):
        for path in ('/home/ann smith/.cache', "/home/o'neill/.cache", '/home/$x', '/home/a,b', '/home/a:b'):
            with mock.patch.object(cache, 'FOLDER', path):
                self.fails('let COIR_CACHE name a folder without spaces', cache.path, 'build')

    def test_games_of_the_same_name_have_folders_of_their_own(self):
        game = self.game()
        other = games.dataclasses.replace(game, folder='/elsewhere')
        self.assertNotEqual(game.cache_folder('pages', 'web'), other.cache_folder('pages', 'web'))

    def test_second_process_waits(self):
        script = ('import sys\nsys.path.insert(0, sys.argv[1])\nimport cache\n'
                  'with cache.locked():\n    print("works", flush=True)\n')
        environment = {**os.environ, 'COIR_CACHE': self.cache}
        with cache.locked():
            other = subprocess.Popen([sys.executable, '-c', script, os.path.dirname(cache.__file__)], env=environment,
                                     stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            self.assertIn('waiting for another process', other.stderr.readline())
            time.sleep(0.5)
            self.assertIsNone(other.poll())
        self.assertEqual(other.communicate(timeout=60)[0], 'works\n')


class Pictures(Case):
    def test_all_filters_and_kinds_of_pixels_are_read(self):
        for channels in (1, 2, 3, 4):
            rows = noise(7, 10, channels)
            path = self.write('noise.png', png(rows, channels, (0, 1, 2, 3, 4)))
            width, height, seen = pictures.read(path)
            colours = [[row[i:i + channels] for i in range(0, len(row), channels)] for row in rows]
            wanted = [b''.join(pixel[:3] if channels > 2 else pixel[:1] * 3 for pixel in row) for row in colours]
            self.assertEqual((width, height, seen), (7, 10, wanted))

    def test_file_that_is_no_picture_is_refused(self):
        self.fails('is no PNG file with 8 bits', pictures.read, self.write('text.png', 'no picture'))

    def test_same_pictures_are_equal_in_all_pixels(self):
        path = self.write('a.png', png(noise(20, 20)))
        self.assertEqual(pictures.compare(path, path), '100.0 % of the pixels as native, 0.00 % clearly different')

    def test_a_few_pixels_may_differ_and_many_may_not(self):
        rows = noise(20, 20)
        path = self.write('a.png', png(rows))
        few = [bytes(255 - value if i < 3 else value for i, value in enumerate(row)) if y < 10 else row
               for y, row in enumerate(rows)]
        self.assertNotIn('FAILED', pictures.compare(path, self.write('few.png', png(few))))
        many = [bytes(255 - value if i < 6 else value for i, value in enumerate(row)) for row in rows]
        self.assertTrue(pictures.compare(path, self.write('many.png', png(many))).startswith('FAILED: '))

    def test_other_size_and_empty_picture_fail(self):
        path = self.write('a.png', png(noise(20, 20)))
        self.assertIn('FAILED: the picture has 10 x 20', pictures.compare(path, self.write('b.png', png(noise(10, 20)))))
        empty = self.write('empty.png', png([bytes(60)] * 20))
        self.assertIn('FAILED: the picture is empty', pictures.compare(empty, empty))

    def test_icon_files_contain_the_picture(self):
        data = png(noise(16, 16))
        path, out = self.write('icon.png', data), os.path.join(self.folder, 'out')
        pictures.write_ico(path, out)
        ico = Path(out).read_bytes()
        self.assertEqual(struct.unpack('<HHHBBBBHHII', ico[:22]), (0, 1, 1, 16, 16, 0, 0, 1, 32, len(data), 22))
        self.assertEqual(ico[22:], data)
        pictures.write_icns(path, out)
        icns = Path(out).read_bytes()
        self.assertEqual(icns[:4] + icns[8:12], b'icnsicp4')
        self.assertEqual(struct.unpack('>I', icns[4:8])[0], len(icns))
        self.assertEqual(icns[16:], data)


class Texts(Case):
    def test_windows_resource_has_letters_beyond_ascii_as_utf16(self):
        self.assertEqual(windows.quoted('Café "\\ 🥥'), 'Caf\\x00e9 \\x0022\\x005c \\xd83e\\xdd65')

    def test_windows_version_has_four_numbers_without_leading_zeros(self):
        game = self.game('version = 1.08\ntitle = Orbit')
        with mock.patch.object(tell, 'run') as run:
            first = windows.resources(game)
            second = windows.resources(games.dataclasses.replace(game, title='Other'))
        self.assertEqual(run.call_args.args[0][0], 'x86_64-w64-mingw32-windres')
        text = Path(first).with_name('game.rc').read_text('ascii')
        self.assertIn('FILEVERSION 1,8,0,0', text)
        self.assertNotEqual(first, second, 'a new title must let the linker run again')

    def page(self, game, name, contents):
        folder = os.path.join(self.folder, name)
        self.write(f'{name}/orbit.wasm', contents)
        self.write(f'{name}/orbit.js')
        web.write_page(game, folder)
        return Path(folder, 'index.html').read_text('utf-8')

    def test_page_has_the_texts_of_the_game_and_a_mark_of_its_files(self):
        game = self.game('title = A < "B" & </script>\nauthor = Ann @NAME@')
        page = self.page(game, 'one', b'1234')
        self.assertIn('<title>A &lt; &quot;B&quot; &amp; &lt;/script&gt;</title>', page)
        self.assertIn(r'game: "A \u003c \"B\" & \u003c/script>\nAnn @NAME@"', page)
        self.assertIn('{"orbit.wasm": 4}', page)
        self.assertEqual(page.count('@'), 4)  # the page has the author twice
        self.assertEqual(page, self.page(game, 'same', b'1234'))
        self.assertNotEqual(page, self.page(game, 'other', b'1235'))

    def test_page_replaces_folders_that_a_stopped_process_left(self):
        game = self.game()
        program = self.write('build/orbit.js')
        self.write('build/orbit.wasm')
        final = game.cache_folder('pages', 'web')
        for folder in (final, final + '.new', final + '.old'):
            os.makedirs(folder)
            Path(folder, 'leftover').touch()
        with mock.patch.object(libraries, 'provide', return_value=(self.folder, [])), \
                mock.patch.object(games, 'build', return_value=program), mock.patch.object(licences, 'write'):
            self.assertEqual(web.lay_out(game), final)
        self.assertEqual(sorted(os.listdir(final)), ['icon.png', 'index.html', 'orbit.js', 'orbit.wasm'])
        self.assertEqual(os.listdir(os.path.dirname(final)), [os.path.basename(final)])

    def install(self, game, name):
        """Writes the menu files of a Linux folder called `name`, calls install.sh, and returns the lines of the desktop
        file in the menu as a dictionary. Checks that install.sh --remove removes this file."""
        top = os.path.join(self.folder, name)
        os.makedirs(top)
        linux.write_menu_files(game, top)
        shown = {**os.environ, 'XDG_DATA_HOME': os.path.join(self.folder, 'share')}
        subprocess.run([os.path.join(top, 'install.sh')], env=shown, check=True)
        entry = os.path.join(self.folder, 'share', 'applications', 'orbit.desktop')
        lines = Path(entry).read_text('utf-8').splitlines()
        subprocess.run([os.path.join(top, 'install.sh'), '--remove'], env=shown, check=True)
        self.assertFalse(os.path.exists(entry))
        return dict(line.split('=', 1) for line in lines if '=' in line)

    def test_menu_entry_names_the_folder_it_is_in(self):
        entry = self.install(self.game('title = Back\\slash 100%\nauthor = Ann'), 'my games')
        self.assertEqual(entry['Name'], 'Back\\\\slash 100%')
        self.assertEqual(entry['Comment'], 'Back\\\\slash 100% 0.3 by Ann')
        self.assertEqual(entry['Exec'], f'"{self.folder}/my games/orbit"')
        self.assertEqual(entry['Icon'], f'{self.folder}/my games/icon.png')

    def test_menu_entry_quotes_an_odd_folder(self):
        # The Desktop Entry Specification has rules for commands, which apply first, and rules for all values.
        entry = self.install(self.game(), 'a"b$c`d\\e%f&g|h')
        self.assertEqual(entry['Icon'], self.folder + '/a"b$c`d\\\\e%f&g|h/icon.png')
        self.assertEqual(entry['Exec'], '"' + self.folder + '/a\\\\"b\\\\$c\\\\`d\\\\\\\\e%%f&g|h/orbit"')

    def test_linux_folder_needs_the_newest_glibc_of_its_symbols(self):
        with mock.patch.object(tell, 'run', return_value='x (GLIBC_2.9) a\ny (GLIBC_2.34) b\nz (GLIBC_2.4) c\n'):
            self.assertEqual(linux.wanted_glibc('program'), '2.34')

    def test_mac_app_has_its_parts(self):
        self.write('installed/share/licences/SDL2.txt')
        self.write('icon.png', png(noise(32, 32)))
        game = self.game('title = Orbit\nauthor = Ann Example\nicon = icon.png')
        app = os.path.join(self.folder, 'orbit.app')
        mac.lay_out(game, self.write('program', 'x'), os.path.join(self.folder, 'installed'), app)
        with open(os.path.join(app, 'Contents', 'Info.plist'), 'rb') as file:
            values = plistlib.load(file)
        self.assertEqual(values['CFBundleIdentifier'], 'Ann-Example.orbit')
        self.assertTrue(os.path.isfile(os.path.join(app, 'Contents', 'MacOS', values['CFBundleExecutable'])))
        self.assertTrue(os.path.isfile(os.path.join(app, 'Contents', 'Resources', values['CFBundleIconFile'])))


class Words(Case):
    def test_words_of_the_command_are_read(self):
        for words, wanted in (([], (os.path.join(ROOT, 'demos'), ship.ALL, None)),
                              (['windows', 'web'], (os.path.join(ROOT, 'demos'), ['windows', 'web'], None)),
                              ([self.folder, 'linux'], (self.folder, ['linux'], None)),
                              ([self.folder, '--serve'], (self.folder, ship.ALL, 8000)),
                              (['--serve', '8080', self.folder], (self.folder, ship.ALL, 8080))):
            with self.subTest(words=words):
                self.assertEqual(ship.read_words(words), wanted)

    def test_wrong_words_are_refused(self):
        self.fails("'widnows' is no folder, and no system", ship.read_words, ['widnows'])
        self.fails('there is no option -x', ship.read_words, ['-x'])
        self.fails('two folders', ship.read_words, [self.folder, self.folder])
        self.fails("'web,linux' is no folder", ship.read_words, [self.folder, 'web,linux'])
        self.fails("'80a' is no folder, and no system: the systems are web, windows, linux, mac; after --serve, a number",
                   ship.read_words, ['--serve', '80a'])

    def test_system_with_an_older_glibc_is_not_tried(self):
        with mock.patch.object(linux, 'try_in') as tried:
            words = linux.words_of_trial('bookworm', '2.41', None, None, None)
        self.assertEqual(words, 'not tried in a bare bookworm, whose glibc 2.36 is older')
        tried.assert_not_called()

    def test_package_that_fails_its_trial_does_not_replace_an_older_one(self):
        game = self.game()
        old = self.write('dist/orbit-web.zip', 'old')
        for verdict, contents in (('FAILED: crash', 'old'), ('100 %', 'new')):
            with open(game.package('-web.zip'), 'w', encoding='utf-8') as file:
                file.write('new')
            with mock.patch.object(web, 'pack', return_value=game.package('-web.zip')), \
                    mock.patch.object(web, 'try_out', return_value=verdict), redirect_stdout(io.StringIO()):
                self.assertEqual(ship.ship('web', game, None), contents == 'new')
            self.assertEqual(Path(old).read_text('utf-8'), contents)

    def test_package_that_fails_does_not_end_the_others(self):
        with mock.patch.object(web, 'pack', side_effect=tell.Failure('no compiler', 'its output')), \
                redirect_stderr(io.StringIO()) as said, redirect_stdout(io.StringIO()) as shown:
            self.assertFalse(ship.ship('web', None, None))
        self.assertEqual(said.getvalue(), 'its output\n')
        self.assertTrue(shown.getvalue().startswith('web: FAILED: no compiler'))


class Commands(Case):
    def test_command_that_fails_tells_its_output(self):
        with self.assertRaises(tell.Failure) as raised:
            tell.run(['sh', '-c', 'echo reason; exit 3'])
        self.assertEqual(raised.exception.output, 'reason\n')
        self.assertIn('this command failed', str(raised.exception))

    def test_command_that_does_not_end_is_a_failure(self):
        with self.assertRaises(tell.Failure) as raised:
            tell.run(['sh', '-c', 'echo begin; exec sleep 60'], timeout=5)
        self.assertEqual(raised.exception.output, 'begin\n')
        self.assertIn('has not ended within 5 seconds', str(raised.exception))

    def test_missing_program_is_a_failure(self):
        self.fails('there is no program no-such-program', tell.run, ['no-such-program'])

    def test_trial_tells_what_the_game_did_wrong(self):
        picture = os.path.join(self.folder, 'trial.png')
        self.fails('has ended with status 4', games.play, ['sh', '-c', 'exit 4'], picture)
        self.fails('has crashed: Segmentation fault', games.play, ['sh', '-c', 'kill -SEGV $$'], picture)
        self.fails('has told of an error: coir error: no picture', games.play,
                   ['sh', '-c', 'touch "$0"; echo "coir error: no picture"', picture], picture)
        os.remove(picture)
        self.fails('without a frame; does main call coir_director_run?', games.play, ['true'], picture)
        with mock.patch.object(games, 'TRIAL_MOST', 0.2):
            self.fails('has not ended in wine after 0.2 seconds', games.play, ['sleep', '30'], picture, None, ' in wine')


class Serving(Case):
    def test_new_changed_and_removed_files_are_noticed(self):
        game = self.game('assets = .')
        seen = [serve.state_of(game)]
        self.write('a.png', 'one')
        seen.append(serve.state_of(game))
        when = os.stat(os.path.join(self.folder, 'a.png'))
        os.utime(self.write('a.png', 'three'), ns=(when.st_atime_ns, when.st_mtime_ns))  # some tools keep times
        seen.append(serve.state_of(game))
        os.remove(os.path.join(self.folder, 'a.png'))
        self.assertEqual(serve.state_of(game), seen[0])
        self.assertEqual(len({frozenset(state) for state in seen}), 3)

    def test_links_out_of_the_project_are_not_followed(self):
        game = self.game()
        os.symlink('/', os.path.join(self.folder, 'z:'))
        self.assertEqual(len(serve.state_of(game)), 2)

    def serve(self, game):
        """Serves a page, and returns a function that asks for a path and returns the status and the body."""
        serve.Handler.folder = self.folder
        server = serve.Server(('127.0.0.1', 0), serve.Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)

        def ask(path):
            connection = http.client.HTTPConnection('127.0.0.1', server.server_port)
            connection.request('GET', path)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        return ask

    def test_page_asks_for_the_number_of_builds(self):
        ask = self.serve(self.game())
        self.write('index.html', '<p>page</p>')
        status, page = ask('/?args=hello')
        self.assertEqual((status, page[:11]), (200, '<p>page</p>'))
        self.assertIn("fetch('/builds')", page)
        self.assertEqual(ask('/builds'), (200, str(serve.Handler.builds)))
        os.remove(os.path.join(self.folder, 'index.html'))
        self.assertEqual(ask('/')[0], 503)
        self.assertEqual(ask('/../../../etc/passwd')[0], 404)

    def test_page_is_built_again_after_a_failure(self):
        game = self.game()
        seen, before = serve.state_of(game), serve.Handler.builds
        with mock.patch.object(web, 'lay_out') as lay_out, redirect_stderr(io.StringIO()) as said:
            self.assertEqual(serve.look(game, seen), (game, seen))
            lay_out.assert_not_called()
            self.write('game.conf', 'titel = Wrong')
            game, seen = serve.look(game, seen)
            lay_out.side_effect = [tell.Failure('a mistake in orbit.c', 'line 3'), 'page']
            for title in ('One', 'Second'):
                self.write('game.conf', f'title = {title}')
                self.assertEqual(serve.Handler.builds, before)
                game, seen = serve.look(game, seen)
                self.assertEqual(game.title, 'orbit' if title == 'One' else 'Second')
            serve.look(game, seen)
            self.assertEqual(lay_out.call_count, 2)
        self.assertEqual((serve.Handler.builds, serve.Handler.folder), (before + 1, 'page'))
        for words in ("there is no key 'titel'", 'line 3\ndemos/ship: a mistake in orbit.c', 'the page is built again'):
            self.assertIn(words, said.getvalue())

    def test_own_build_is_not_noticed(self):
        game = self.game()
        seen = serve.state_of(game)
        self.write('build/build.ninja')
        self.write('dist/orbit-web.zip')
        self.assertEqual(serve.state_of(game), seen)
        self.write('builders/enemy.c')
        self.assertNotEqual(serve.state_of(game), seen)

    def test_port_that_cannot_be_used_is_refused_before_building(self):
        self.game()
        for port in (99999, 1 << 70):
            self.fails(f'port {port} cannot be used', serve.serve, self.folder, port)


if __name__ == '__main__':
    unittest.main()
