# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors

"""Plays pages in headless Chromium: pages.py [NAME...]. NAME is a check (the function check_NAME of this file) or a
demo; without NAME, all checks and all demos. Each line of the output has a check and its measurements; the last line
has the number of checks that passed and failed."""

import dataclasses
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, 'demos', 'packaging'))

import cache  # noqa: E402
import game as games  # noqa: E402
import pictures  # noqa: E402
import tell  # noqa: E402
import try_page  # noqa: E402
import web  # noqa: E402

# Script in each page. Measures the refreshes of the display: the time that the page's own code
# takes in each refresh (costs), and the time between refreshes (gaps). Collects the lines of the
# console, and for each line the sum of the gaps before the line (line_times), in which a gap counts
# at most 250 ms, as in CoirDirectorDef.max_dt.
MEASURE = '''
window.costs = []; window.gaps = [];
const ask = window.requestAnimationFrame.bind(window);
let last = 0;
window.requestAnimationFrame = f => ask(t => {
    if (last) gaps.push(t - last);
    last = t;
    const begin = performance.now();
    try { f(t); } finally { costs.push(performance.now() - begin); }
});
window.lines = []; window.line_times = [];
for (const name of ['log', 'warn', 'error']) {
    const old = console[name].bind(console);
    console[name] = (...words) => {
        lines.push(name + ': ' + words.join(' '));
        line_times.push(gaps.reduce((sum, gap) => sum + Math.min(gap, 250), 0));
        old(...words);
    };
}
'''

# A controller of the standard layout: window.pad.press(button), window.pad.move(axis, value).
PAD = '''
window.pad = {id: 'Standard controller (STANDARD GAMEPAD)', index: 0, connected: true, mapping: 'standard', timestamp: 1,
    axes: [0, 0, 0, 0], buttons: Array.from({length: 17}, () => ({pressed: false, touched: false, value: 0})),
    press(n) { this.buttons[n] = {pressed: true, touched: true, value: 1}; this.timestamp++; },
    move(n, v) { this.axes[n] = v; this.timestamp++; }};
navigator.getGamepads = () => [pad, null, null, null];
'''


class Failed(Exception):
    pass


def require(condition, text):
    if not condition:
        raise Failed(text)


class Page:
    """A page in a browser of its own."""

    def __init__(self, folder, question='', scripts=(), **options):
        self.profile = tempfile.mkdtemp()
        self.browser = try_page.open_browser(self.profile, **options)
        self.scripts = (MEASURE, *scripts)
        self.prepare()
        self.server = f'http://127.0.0.1:{try_page.serve(folder)}/index.html'
        self.open(question)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.browser.quit()
        shutil.rmtree(self.profile, ignore_errors=True)

    def open(self, question=''):
        self.browser.get(self.server + question)

    def prepare(self):
        """Makes each document that this tab opens run the scripts first."""
        for source in self.scripts:
            self.browser.execute_cdp_cmd('Page.addScriptToEvaluateOnNewDocument', {'source': source})

    def run(self, script):
        return self.browser.execute_script(script)

    def wait_for_line(self, text, seconds=10):
        """Waits for a line of the console that ends with a text."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if any(line.endswith(text) for line in self.run('return lines')):
                return
            time.sleep(0.05)
        raise Failed(f"no line '{text}' in {self.run('return lines.slice(-12)')}")

    def has_line(self, text):
        return any(text in line for line in self.run('return lines'))

    def wait_for_frames(self):
        require(try_page.wait_for(self.browser, 'seen.frames > 2'), f'no frame: {try_page.errors(self.browser)}')

    def require_no_errors(self):
        wrong = try_page.errors(self.browser) + [line for line in self.run('return lines') if line.startswith('error')]
        require(not wrong, f'errors in the console: {wrong[:3]}')

    def send(self, kind, **values):
        self.browser.execute_cdp_cmd('Input.dispatch' + kind, values)

    def key(self, key, code, number):
        for kind in ('rawKeyDown', 'keyUp'):
            self.send('KeyEvent', type=kind, key=key, code=code, windowsVirtualKeyCode=number)

    def click(self, x, y):
        for kind in ('mouseMoved', 'mousePressed', 'mouseReleased'):
            self.send('MouseEvent', type=kind, x=x, y=y, button='none' if kind == 'mouseMoved' else 'left', clickCount=1)

    def picture(self, name):
        path = cache.path('tried', name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        try_page.shoot(self.browser, path)
        return path


def page_of(folder):
    return web.lay_out(games.read(os.path.join(ROOT, folder)))


def probe_page():
    return page_of('tests/web/probe')


# The probe -----------------------------------------------------------------------------------------------------------


def check_devices(ratio=1):
    """The game receives keys, clicks, the wheel and a controller, with the right positions."""
    with Page(probe_page(), ratio=ratio, scripts=[PAD]) as page:
        page.wait_for_line('run 1')
        page.wait_for_frames()
        names = page.run('return [document.querySelector("meta[name=author]").content, Module.game]')
        require(names == ['The Coir authors', 'Probe & "page" <test>\nThe Coir authors'], f'the page is called {names}')
        page.click(100, 40)
        page.wait_for_line('down 100 500')
        page.key('ArrowLeft', 'ArrowLeft', 37)
        page.wait_for_line('key Left')
        page.key(' ', 'Space', 32)
        page.wait_for_line('key Space')
        page.send('MouseEvent', type='mouseWheel', x=100, y=40, deltaX=0, deltaY=-120)
        page.wait_for_line('wheel up')
        page.run('const e = new Event("gamepadconnected"); e.gamepad = pad; dispatchEvent(e); pad.press(0)')
        page.wait_for_line('button 0')
        page.run('pad.move(0, 0.3)')  # SDL takes this for the position of rest
        time.sleep(0.2)
        page.run('pad.move(0, 0.9)')
        page.wait_for_line('axis 0')
        size = page.run('return [canvas.width, canvas.height]')
        require(size == [960 * ratio, 540 * ratio], f'the canvas has {size} pixels')
        require(page.run('return [scrollX, scrollY].join()') == '0,0', 'the keys have scrolled the page')
        page.require_no_errors()
        return f'at {ratio} pixels a point'


def check_devices_twice_the_pixels():
    return check_devices(2)


def check_touch():
    with Page(probe_page(), ratio=2, touch=True) as page:
        page.wait_for_frames()
        page.send('TouchEvent', type='touchStart', touchPoints=[{'x': 300, 'y': 140}])
        page.send('TouchEvent', type='touchEnd', touchPoints=[])
        page.wait_for_line('down 300 400')
        page.require_no_errors()
    return ''


def check_size():
    """The stage fits a page of another size, and full screen."""
    with Page(probe_page()) as page:
        page.wait_for_frames()
        page.browser.execute_cdp_cmd('Emulation.setDeviceMetricsOverride', {
            'width': 480, 'height': 540, 'deviceScaleFactor': 1, 'mobile': False})
        page.wait_for_line('resized 480 540')
        page.click(240, 270)
        page.wait_for_line('down 480 270')
        page.browser.execute_cdp_cmd('Emulation.clearDeviceMetricsOverride', {})
        page.browser.find_element('id', 'fullscreen').click()
        require(try_page.wait_for(page.browser, '!!document.fullscreenElement', 5), 'the button shows no full screen')
        page.run('document.exitFullscreen()')
        require(try_page.wait_for(page.browser, '!document.fullscreenElement', 5), 'full screen has not ended')
        size = page.run('return innerWidth + " " + innerHeight')
        for _ in range(2):
            page.run('lines.length = 0')
            page.key('f', 'KeyF', 70)
            page.wait_for_line('key F')
            time.sleep(0.2)
            page.key('x', 'KeyX', 88)  # full screen begins at the input after the game's call
            require(try_page.wait_for(page.browser, '!!document.fullscreenElement', 5), 'the game shows no full screen')
            page.wait_for_line('resized 800 600')  # the size of the headless display
            page.run('document.exitFullscreen()')
            page.wait_for_line(f'resized {size}')
        page.require_no_errors()
    return ''


def check_pacing():
    """Each refresh of the display shows one frame, and the time of the game is the time of the refreshes."""
    with Page(probe_page()) as page:
        page.wait_for_line('frames 60')
        before = page.run('return [seen.frames, gaps.length]')
        times = []  # of the game, and of the display: of one update each, so that a slow browser does not matter
        page.run('lines.length = line_times.length = 0')
        for count in (1, 2):
            page.key('t', 'KeyT', 84)
            found = 'lines.map((line, i) => line.includes(" time ") && [Number(line.split(" ").pop()), line_times[i]])'
            require(try_page.wait_for(page.browser, f'{found}.filter(Boolean).length == {count}'), 'no time is logged')
            times = page.run(f'return {found}.filter(Boolean)')
            time.sleep(3 if count == 1 else 0)
        after = page.run('return [seen.frames, gaps.length]')
        frames, refreshes = (new - old for old, new in zip(before, after))
        played, passed = (new - old for old, new in zip(*times))
        require(refreshes > 60, f'the display has only {refreshes} refreshes in {passed:.0f} ms')
        require(abs(frames - refreshes) <= 1, f'{refreshes} refreshes have shown {frames} frames')
        require(abs(played - passed) < 100, f'{played} ms of the game have passed in {passed:.0f} ms of the display')
        page.require_no_errors()
    return f'{frames} frames in {refreshes} refreshes, {played} ms of the game in {passed:.0f} ms'


def check_hidden(seconds=60):
    """A page that was hidden goes on without a jump: a frame is only long if the display had a long gap, as on a busy
    machine. The longest gap is the time for which the page was hidden. Meanwhile, other pages are built."""
    with Page(probe_page()) as page:
        page.wait_for_line('frames 60')
        first = page.browser.current_window_handle
        page.run('gaps.length = lines.length = 0')
        page.browser.switch_to.new_window('tab')
        end = time.monotonic() + seconds
        for game in ('demos', 'demos/breaker'):
            page_of(game)
        native_gallery()
        time.sleep(max(0, end - time.monotonic()))
        page.browser.switch_to.window(first)
        require(page.run('return document.hidden') is False, 'the page is still hidden')
        counts = 'lines.filter(line => line.includes(" frames ")).length'
        before = page.run(f'return {counts}')
        require(try_page.wait_for(page.browser, f'{counts} > {before + 1}'), 'the game does not go on')
        lines, gaps = page.run('return [lines, gaps]')
        page.require_no_errors()
    *gaps, hidden = sorted(gap / 1000 for gap in gaps)
    require(hidden > seconds / 2, f'the page was not hidden: the longest gap is {hidden:.1f} s')
    long, slow = [line for line in lines if ' long ' in line], [gap for gap in gaps if gap > 0.19]
    require(len(long) <= len(slow), f'time has jumped: {long}, but the display had the gaps {slow}')
    return f'hidden for {hidden:.0f} s, {len(long)} long frames in {len(slow)} long gaps'


def check_hidden_without_window(seconds=10):
    """A hidden page takes frames if the window is hidden, or if there is no window. The browser of this test does not
    slow the timers of hidden pages."""
    for argument in ('hidden', 'headless'):
        with Page(probe_page(), '?args=' + argument) as page:
            page.wait_for_line('frames 60')
            first = page.browser.current_window_handle
            page.run('lines.length = 0')
            page.browser.switch_to.new_window('tab')
            time.sleep(seconds)
            page.browser.switch_to.window(first)
            lines = page.run('return lines')
            require(any(' frames ' in line for line in lines), f'{argument}: fewer than 60 frames in {seconds} s')
            page.require_no_errors()
    return ''


def check_lost_context():
    """The picture is the same after the browser has lost the graphics device and restored it."""
    with Page(probe_page()) as page:
        page.wait_for_frames()
        time.sleep(0.5)
        before = page.picture('before.png')
        page.run('window.lose = canvas.getContext("webgl").getExtension("WEBGL_lose_context"); lose.loseContext()')
        page.wait_for_line('the game waits until it comes back')
        time.sleep(0.5)
        page.run('lose.restoreContext()')
        time.sleep(1)
        words = pictures.compare(before, page.picture('after.png'))
        require('FAILED' not in words, words)
        page.key('x', 'KeyX', 88)
        page.wait_for_line('key X')
        page.require_no_errors()
    return words


def check_saves():
    """A save is there after the page was loaded again."""
    with Page(probe_page()) as page:
        for run in (1, 2, 3):
            page.wait_for_line(f'run {run}')
            page.wait_for_frames()
            time.sleep(0.5)
            page.open()
        names = page.run('return indexedDB.databases().then(all => all.map(one => one.name))')
        require(names == ['coir Probe & "page" <test>\nThe Coir authors'], f'the storage is called {names}')
        page.require_no_errors()
    return ''


def check_two_tabs():
    """A page stores the saves that this page has changed, and no saves that another page of the game has changed."""
    with Page(probe_page()) as page:
        page.wait_for_line('run 1')
        page.wait_for_line('second save: missing')
        first = page.browser.current_window_handle
        page.browser.switch_to.new_window('tab')
        page.prepare()
        page.open()
        page.wait_for_line('run 2')
        time.sleep(0.5)
        page.browser.switch_to.window(first)
        page.key('s', 'KeyS', 83)
        page.wait_for_line('key S')
        time.sleep(0.5)
        page.open()
        page.wait_for_line('run 3')  # 2 if the first page had stored its own number of runs again
        page.wait_for_line('second save: there')
        page.key('r', 'KeyR', 82)
        page.wait_for_line('key R')
        time.sleep(0.5)
        page.open()
        page.wait_for_line('second save: missing')
        page.require_no_errors()
    return ''


def check_closed_storage():
    """A save is stored even if the browser has closed the storage of a page that was in the background."""
    with Page(probe_page()) as page:
        page.wait_for_line('second save: missing')
        page.run('coirSaves.database.close()')
        page.key('s', 'KeyS', 83)
        page.wait_for_line('key S')
        time.sleep(0.5)
        page.open()
        page.wait_for_line('second save: there')
        page.require_no_errors()
    return ''


def check_denied_storage():
    """A game runs even if the browser gives no storage, as in some iframes."""
    for deny in ('throw new DOMException("denied", "SecurityError")',
                 'const asked = {error: "denied"}; setTimeout(() => asked.onerror(), 10); return asked'):
        with Page(probe_page(), scripts=[f'IDBFactory.prototype.open = () => {{ {deny}; }};']) as page:
            page.wait_for_line('run 1')
            page.wait_for_frames()
            require(page.has_line('does not give the saves of the game'), 'the page does not warn')
            page.require_no_errors()
    return ''


def check_old_files():
    """A page shows a message if a file belongs to another upload."""
    folder = cache.path('pages', 'old-files')
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(probe_page(), folder)
    program = Path(folder, 'probe.wasm')
    contents = program.read_bytes()
    for other in (contents[:-1], contents + b'1'):
        program.write_bytes(other)
        with Page(folder) as page:
            text = try_page.wait_for(page.browser, 'document.querySelector("#again:not([hidden])") && '
                                                   'document.body.innerText', 10)
            require(text and 'probe.wasm is not the file of this page' in text, f'the page says {text}')
    return ''


def check_sound():
    """Sound begins with the first input."""
    with Page(probe_page()) as page:
        page.wait_for_frames()
        time.sleep(0.5)
        require(page.run('return Module.SDL2.audioContext.state') == 'suspended', 'sound plays before the first input')
        page.key('x', 'KeyX', 88)
        state = try_page.wait_for(page.browser, 'Module.SDL2.audioContext.state === "running"', 5)
        require(state, 'sound does not begin with a key')
        page.require_no_errors()
    return ''


def check_end():
    """The page of a game that has ended has a button to play again."""
    with Page(probe_page()) as page:
        page.wait_for_frames()
        page.key('Escape', 'Escape', 27)
        require(try_page.wait_for(page.browser, 'document.body.dataset.ended', 5), 'the page is not told of the end')
        require('Play again' in page.run('return document.body.innerText'), 'the page has no button')
        require(not page.has_line('the end'), 'the code after coir_director_run was reached')
        page.browser.find_element('css selector', '#message button').click()
        page.wait_for_line('run 2')
        page.require_no_errors()
    return ''


def check_failing_start():
    """A program that returns before its loop leaves a message on the page."""
    with Page(probe_page(), '?args=wrong') as page:
        require(try_page.wait_for(page.browser, 'document.body.dataset.exit', 5) == '3', 'the page does not have the exit status 3')
        page.wait_for_line('the argument wrong')
        require('could not start' in page.run('return document.body.innerText'), 'the page shows no message')
    return ''


def check_crash():
    """A program that crashes leaves a message on the page; an error of another script does not."""
    for key, number, why in (('a', 65, 'stopped.\n'), ('d', 68, 'divide by zero\n'), ('o', 79, 'call stack size')):
        with Page(probe_page()) as page:
            page.wait_for_frames()
            page.key(key, 'Key' + key.upper(), number)
            require(try_page.wait_for(page.browser, 'document.body.dataset.exit', 10) == 'crash', f'{key} is no crash')
            text = page.run('return document.body.innerText')
            require('The game has stopped' in text and why in text and 'Try again' in text, f'the page says {text}')
            page.run('dispatchEvent(new ErrorEvent("error", {message: "second", filename: "/probe.js"}))')
            require(page.run('return document.body.innerText') == text, 'the page shows the second error')
    with Page(probe_page()) as page:
        page.wait_for_frames()
        for values, wanted in (('filename: "/other.js"', None), ('filename: "/probe.js"', 'crash'),
                               ('error: new WebAssembly.RuntimeError("trap")', 'crash')):
            page.run('delete document.body.dataset.exit')
            page.run(f'dispatchEvent(new ErrorEvent("error", {{message: "trap", {values}}}))')
            require(page.run('return document.body.dataset.exit') == wanted, f'an error with {values} does not have the exit {wanted}')
    return ''


def check_bot():
    """A bot plays breaker with the result of tests/breaker/test_breaker.c, at the frame rate of the browser."""
    source = Path(os.path.join(ROOT, 'tests', 'breaker', 'test_breaker.c')).read_text('utf-8')
    score, steps, digits = re.search(r'Result win = {(\d+), (\d+), (0x\w+), "YOU WIN"}', source).groups()
    assets = cache.path('pages', 'bot-assets')
    shutil.rmtree(assets, ignore_errors=True)
    shutil.copytree(os.path.join(ROOT, 'assets'), assets)
    shutil.copy(os.path.join(ROOT, 'tests', 'breaker', 'levels.txt'), assets)
    game = dataclasses.replace(games.read(os.path.join(ROOT, 'tests', 'web', 'bot')), assets=assets)
    line = f'YOU WIN: score {score}, steps {steps}, hash {digits}'
    with Page(web.lay_out(game)) as page:
        require(try_page.wait_for(page.browser, 'document.body.dataset.ended', 300), 'the game has not ended')
        page.wait_for_line(line)
        page.require_no_errors()
    return line


def check_score():
    """The save of breaker, with the best score and the volumes, is there after a reload."""
    with Page(page_of('demos/breaker')) as page:
        page.wait_for_frames()
        page.key('1', 'Digit1', 49)  # lowers the music, and so writes a save
        time.sleep(1)
        page.open()
        page.wait_for_frames()
        bytes_of_save = page.run('return Array.from(FS.readFile(ENV.COIR_SAVES + "/player"))')
        require(bytes_of_save == [0, 0, 0, 0, 10, 0, 0, 0, 9, 0, 0, 0], f'the save is {bytes_of_save}')
        page.require_no_errors()
    return ''


def check_thousand_sprites():
    """Measures the script of a frame with more than 1000 sprites."""
    with Page(page_of('demos'), '?args=sprites') as page:
        page.wait_for_frames()
        for _ in range(11):  # each press adds a quarter: at least 1192 sprites
            page.key('ArrowUp', 'ArrowUp', 38)
            time.sleep(0.05)
        time.sleep(5)
        costs, gaps = page.run('return [costs.slice(-200), gaps.slice(-200)]')
        page.require_no_errors()
    return f'a frame each {statistics.median(gaps):.1f} ms, script {statistics.median(costs):.2f} ms'


# The demos -----------------------------------------------------------------------------------------------------------


def native_gallery():
    """Returns the path of the gallery for this system: COIR_GALLERY, or a gallery that is built now."""
    if os.environ.get('COIR_GALLERY'):
        return os.environ['COIR_GALLERY']
    game = games.read(os.path.join(ROOT, 'demos'))
    games.native_picture(game)
    return os.path.join(game.cache_folder('tried', 'native'), 'gallery')


def check_demo(page, name, native):
    """A demo shows the native picture. Measures the frames of the demo."""
    picture = cache.path('tried', f'native-{name}.png')
    os.makedirs(os.path.dirname(picture), exist_ok=True)
    subprocess.run([native, name], env=games.trial_environment(picture), check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    try_page.errors(page.browser)  # forgets the errors of the previous demo
    page.open(f'?trial={games.TRIAL_FRAMES}&args={name}')
    require(try_page.wait_for(page.browser, 'document.body.dataset.ended'), 'the trial has not ended')
    page.run('document.getElementById("fullscreen").hidden = true')
    time.sleep(0.3)
    words = pictures.compare(picture, page.picture(f'{name}.png'))
    require('FAILED' not in words, words)
    page.open(f'?args={name}')
    page.wait_for_frames()
    time.sleep(2)
    costs, gaps, first = page.run('return [costs, gaps, seen.first]')
    page.require_no_errors()
    gap, cost = statistics.median(gaps), statistics.median(costs)
    return f'first frame {first:.0f} ms, a frame each {gap:.1f} ms, script {cost:.2f} ms; {words}'


def check_demos(wanted):
    """Checks the wanted demos, or all demos, in turn in one browser. Returns true for each demo that has passed."""
    native = native_gallery()
    listed = subprocess.run([native, '--list'], stdout=subprocess.PIPE, text=True, check=True).stdout
    names = [line.split()[0] for line in listed.splitlines()]
    with Page(page_of('demos'), f'?args={names[0]}') as page:
        return [verdict_of(name, check_demo, page, name, native) for name in wanted or names]


# All -----------------------------------------------------------------------------------------------------------------


def verdict_of(name, check, *arguments):
    """Calls a check, prints the result, and returns true if the check has passed."""
    start, words = time.monotonic(), ''
    try:
        words = check(*arguments)
        verdict = 'ok    '
    except Exception as error:  # a check that fails, in any way, does not end the other checks
        if isinstance(error, tell.Failure):
            tell.report(error)
        words = f'{type(error).__name__}: {error}'
        verdict = 'FAILED'
    print(f'{verdict} {name} ({time.monotonic() - start:.0f} s) {words}', flush=True)
    return verdict != 'FAILED'


def main():
    checks = {name[6:]: function for name, function in globals().items()
              if name.startswith('check_') and name not in ('check_demo', 'check_demos')}
    wanted = sys.argv[1:]
    demos = [name for name in wanted if name not in checks]
    order = sorted(checks, key=lambda name: name != 'hidden')  # first: other pages are built while this check waits
    with cache.locked():
        passed = [verdict_of(name, checks[name]) for name in order if not wanted or name in wanted]
        try:
            passed += check_demos(demos) if demos or not wanted else []
        except tell.Failure as failure:
            tell.report(failure)
            passed.append(False)
    print(f'{sum(passed)} passed, {len(passed) - sum(passed)} failed')
    return 0 if all(passed) else 1


if __name__ == '__main__':
    sys.exit(main())
