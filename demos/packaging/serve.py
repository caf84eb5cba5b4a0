# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors

"""Shows the page of a game at a local address. When a file of the game changes, the page is built and loaded again."""

import functools
import http.server
import os
import sys
import threading
import time

import game as games
import tell
import web

WAIT = 0.5  # seconds between two looks at the files
LEFT_OUT = {'dist', '.git', '.cache', '__pycache__'}

# Asks for the number of builds, and loads the page when the number has changed.
RELOAD = b'''<script>
setInterval(async () => {
    const builds = await (await fetch('/builds')).text();
    if (window.builds !== undefined && window.builds !== builds)
        location.reload();
    window.builds = builds;
}, 1000);
</script>
'''


class Handler(http.server.SimpleHTTPRequestHandler):
    builds = 1

    def do_GET(self):
        path = self.path.partition('?')[0]
        if path == '/builds':
            self.answer(str(Handler.builds).encode(), 'text/plain')
        elif path in ('/', '/index.html'):
            with open(os.path.join(self.directory, 'index.html'), 'rb') as file:
                self.answer(file.read() + RELOAD, 'text/html')
        else:
            super().do_GET()

    def answer(self, body, kind):
        self.send_response(200)
        self.send_header('Content-Type', kind + '; charset=utf-8')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def end_headers(self):
        self.send_header('Cache-Control', 'no-store')
        super().end_headers()

    def log_message(self, *_):
        pass


def newest(folders):
    """Returns the time at which a file in these folders was last changed."""
    latest = 0
    for top in folders:
        for here, inside, names in os.walk(top):
            inside[:] = [name for name in inside if name not in LEFT_OUT and not name.startswith('build')]
            for name in names:
                try:
                    latest = max(latest, os.stat(os.path.join(here, name)).st_mtime)
                except OSError:  # a file that an editor has just renamed
                    continue
    return latest


def watch(game):
    folders = [folder for folder in {game.project, game.folder, game.assets} if folder]
    seen = newest(folders)
    while True:
        time.sleep(WAIT)
        now = newest(folders)
        if now == seen:
            continue
        seen = now
        try:
            web.lay_out(game)
        except SystemExit:
            tell.say('the page stays as it was')
            continue
        Handler.builds += 1
        tell.say('the page is built again')


def serve(game, port):
    folder = web.lay_out(game)
    try:
        server = http.server.ThreadingHTTPServer(('127.0.0.1', port), functools.partial(Handler, directory=folder))
    except OSError as error:
        tell.fail(f'port {port} cannot be used ({error}); give another one: demos/ship --serve PORT')
    threading.Thread(target=watch, args=(game,), daemon=True).start()
    tell.say(f'{game.title} is at http://127.0.0.1:{port}/ until you press Ctrl-C')
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        sys.exit(0)
