# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors

"""Opens a game's page in headless Chromium: try_page.py FOLDER PATH PICTURE FRAMES. Writes a picture of the last frame
of a trial, then sends a click and a key to the page. Prints a summary, or the first fault (then the status is 1).
try_page.py --can has the status 0 if Selenium, Chromium and chromedriver are installed."""

import base64
import functools
import http.server
import shutil
import sys
import tempfile
import threading
import time

ARGUMENTS = ['--headless=new', '--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-quic',
             '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
             '--disable-dev-shm-usage', '--hide-scrollbars']
WIDTH, HEIGHT = 960, 540

# Script in the page. Counts frames, and keys and clicks that reach the page, and stores the time of the first frame.
WATCH = '''
window.seen = {frames: 0, first: 0, keys: 0, clicks: 0};
const clear = WebGLRenderingContext.prototype.clear;
WebGLRenderingContext.prototype.clear = function(bits) {
    seen.frames++;
    seen.first = seen.first || performance.now();
    return clear.call(this, bits);
};
for (const [type, name] of [['keydown', 'keys'], ['mousedown', 'clicks']])
    addEventListener(type, () => { seen[name]++; }, true);
'''


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def serve(folder):
    """Serves a folder at a free port, and returns the port."""
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), functools.partial(Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_port


def open_browser(profile, width=WIDTH, height=HEIGHT, ratio=1, touch=False):
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which('chromium')
    for argument in [*ARGUMENTS, f'--user-data-dir={profile}']:
        options.add_argument(argument)
    options.set_capability('goog:loggingPrefs', {'browser': 'ALL'})
    browser = webdriver.Chrome(service=Service(shutil.which('chromedriver')), options=options)
    browser.execute_cdp_cmd('Emulation.setDeviceMetricsOverride', {
        'width': width, 'height': height, 'deviceScaleFactor': ratio, 'mobile': touch})
    if touch:
        browser.execute_cdp_cmd('Emulation.setTouchEmulationEnabled', {'enabled': True})
    browser.execute_cdp_cmd('Page.addScriptToEvaluateOnNewDocument', {'source': WATCH})
    return browser


def shoot(browser, path):
    picture = browser.execute_cdp_cmd('Page.captureScreenshot', {'format': 'png'})
    with open(path, 'wb') as file:
        file.write(base64.b64decode(picture['data']))


def wait_for(browser, expression, seconds=30):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = browser.execute_script(f'return {expression}')
        if value:
            return value
        time.sleep(0.02)
    return None


def errors(browser):
    return [entry['message'] for entry in browser.get_log('browser') if entry['level'] == 'SEVERE']


def try_page(folder, path, picture, frames):
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys
    address = f'http://127.0.0.1:{serve(folder)}/{path}'
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = open_browser(profile)
        try:
            browser.get(f'{address}?trial={frames}')
            ended = wait_for(browser, 'document.body.dataset.ended || document.body.dataset.exit')
            browser.execute_script('document.getElementById("fullscreen").hidden = true')
            time.sleep(0.3)
            shoot(browser, picture)
            if ended != 'yes':
                what = {None: 'the trial has not ended', 'crash': 'the game has crashed'}.get(
                    ended, f'main has returned {ended}')
                return f'{what}; the console: {errors(browser) or "nothing"}', 1
            browser.get(address)
            if not wait_for(browser, 'seen.frames > 2'):
                return f'less than three frames in 30 seconds; the console: {errors(browser) or "nothing"}', 1
            first = browser.execute_script('return seen.first')
            canvas = browser.find_element('id', 'canvas')
            ActionChains(browser).move_to_element(canvas).click().send_keys(Keys.ARROW_RIGHT).perform()
            time.sleep(1)
            seen = browser.execute_script('return seen')
            wrong = errors(browser)
        finally:
            browser.quit()
    if not seen['keys'] or not seen['clicks']:
        return f'no key or no click has arrived: {seen}', 1
    if wrong:
        return f'errors in the console: {wrong[:3]}', 1
    return f'the first frame after {first:.0f} ms, no error in the console', 0


def main():
    if sys.argv[1:] == ['--can']:
        import selenium  # noqa: F401
        return 0 if shutil.which('chromium') and shutil.which('chromedriver') else 1
    folder, path, picture, frames = sys.argv[1:]
    words, status = try_page(folder, path, picture, frames)
    print(words)
    return status


if __name__ == '__main__':
    sys.exit(main())
