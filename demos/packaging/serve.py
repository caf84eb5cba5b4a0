# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors

"""Serves the page of a game at a local address. When a file of the game has changed, the page is built again, and
browsers load the page again."""

import http.server
import os
import sys
import threading
import time
from pathlib import Path

import cache
import game as games
import tell
import web

WAIT = 0.5  # seconds between two checks of the files

# Script in the page. Asks the server for the number of builds, and loads the page again when the number has changed.
RELOAD = b'''<script>
setInterval(async () => {
    const answer = await fetch('/builds').catch(() => null); // null: the server has ended
    const builds = answer ? await answer.text() : window.builds;
    if (window.builds !== undefined && window.builds !== builds)
        location.reload();
    window.builds = builds;
}, 1000);
</script>
'''


class Handler(http.server.SimpleHTTPRequestHandler):
    folder = ''  # folder of the page
    builds = time.time_ns()  # counts up; begins with the time, so that a page of an earlier server is loaded again

    def __init__(self, *arguments):
        super().__init__(*arguments, directory=Handler.folder)

    def do_GET(self):
        path = self.path.partition('?')[0]
        if path == '/builds':
            self.answer(str(Handler.builds).encode(), 'text/plain')
        elif path in ('/', '/index.html'):
            try:
                self.answer(Path(self.directory, 'index.html').read_bytes() + RELOAD, 'text/html')
            except FileNotFoundError:  # while a new page replaces the old page
                self.send_error(503)
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


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], ConnectionError):  # a closed browser is no error
            super().handle_error(request, client_address)


def lay_out(folder):
    """Reads game.conf and builds the page anew. Returns the game and the folder of the page."""
    with cache.locked():
        game = games.read(folder)
        return game, web.lay_out(game)


def state_of(game):
    """Returns a value that changes when a file of the game is new, changed or gone."""
    paths = {path for folder in (game.project, game.folder) for path in game.files_below(folder, follows_links=False)}
    paths.update(os.path.join(game.assets, path) for path in game.asset_files())
    state = set()
    for path in paths:
        try:
            state.add((path, os.stat(path).st_mtime_ns, os.path.getsize(path)))
        except OSError:  # a file that an editor has just renamed
            continue
    return state


def look(game, seen):
    """Builds the page anew if a file has changed since `seen`. Returns the game and the state of its files now."""
    state = state_of(game)
    if state == seen:
        return game, seen
    try:
        game, Handler.folder = lay_out(game.folder)
        Handler.builds += 1
        tell.say('the page is built again')
    except (tell.Failure, OSError) as failure:  # may be a file that is being written, or was just removed
        tell.report(failure)
        tell.say('the page stays as it was')
    return game, state


def watch(game, seen):
    while True:
        time.sleep(WAIT)
        game, seen = look(game, seen)


def serve(folder, port):
    try:
        server = Server(('127.0.0.1', port), Handler)
    except (OSError, OverflowError) as error:
        tell.fail(f'port {port} cannot be used ({error}); give another one, of 1024 to 65535: demos/ship --serve PORT')
    with server:
        seen = state_of(games.read(folder))
        game, Handler.folder = lay_out(folder)
        threading.Thread(target=watch, args=(game, seen), daemon=True).start()
        tell.say(f'{game.title} is at http://127.0.0.1:{port}/ until you press Ctrl-C')
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass
