#!/bin/sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
# xdotool operates the real window of window_probe, on an X server without a screen. xdotool clicks, presses keys,
# resizes the window and closes the window. Each key makes window_probe call a function, for example to move the window
# or to fill the screen: see window_probe.c.
. "$(dirname -- "$0")/common.sh"
native
need xvfb-run xauth Xvfb xdotool openbox

if [ ! "${COIR_INSIDE:-}" ]; then
    COIR_INSIDE=1 xvfb-run -a -s '-screen 0 1280x800x24 -noreset' sh "$0"
    exit
fi

# Drivers leave memory behind: see window.sh.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"
export HOME="$scratch" XDG_CONFIG_HOME="$scratch" XDG_CACHE_HOME="$scratch"

probe='' manager=''
stop() { if [ "$1" ]; then kill "$1" 2>/dev/null || :; fi; }
trap 'stop "$probe"; stop "$manager"; rm -rf "$scratch"' EXIT

# expects LINE: waits, up to 15 seconds, until the probe has printed LINE, a pattern of grep, after the last call of
# forget.
log=$scratch/log seen=0
forget() { seen=$(wc -l <"$log"); }
said() { tail -n "+$((seen + 1))" "$log"; }
expects() {
    for _ in $(seq 150); do
        if said | grep -q "^$1\$"; then return; fi
        kill -0 "$probe" 2>/dev/null || break
        sleep 0.1
    done
    said | grep -q "^$1\$" || fail "the probe does not say '$1', but: $(said)"
}

# types KEY: presses a key. The function of the key must return true.
types() {
    forget
    xdotool key "$1"
    expects "key $1 1"
}

# clicks X Y LINE: clicks at a position in the window, and expects LINE, which has the point of the stage.
clicks() {
    forget
    xdotool mousemove --window "$id" "$1" "$2" click 1
    expects "$3"
}

# expect_line LINE COMMAND: waits, up to 10 seconds, until a command prints a line that contains LINE, a pattern of
# grep.
expect_line() {
    line=$1
    shift
    for _ in $(seq 100); do
        if "$@" 2>/dev/null | grep -q "$line"; then return; fi
        sleep 0.1
    done
    fail "'$line' is not in the output of $*: $("$@" 2>&1)"
}

# A window may go away while xdotool looks at the window: SDL replaces a window for some renderers, and the window
# manager adds a border. Then xdotool fails, and is called again.
finds_window() {
    id=$(xdotool search --onlyvisible --name '^window_probe$') && timeout 5 xdotool windowfocus --sync "$id"
}

start() {
    : >"$log"
    seen=0
    ./window_probe >"$log" 2>&1 &
    probe=$!
    expects created
    for _ in $(seq 100); do
        if finds_window 2>"$scratch/window"; then return; fi
        sleep 0.1
    done
    fail "no window came: $(cat "$log" "$scratch/window")"
}

openbox >"$scratch/openbox" 2>&1 &
manager=$!
expect_line '^[1-9]' xdotool get_num_desktops # the window manager works
start
clicks 50 25 'down 50.00 75.00'

# Another size, set by the probe (key s), then by xdotool. The keys 0 to 5 set a policy, in the order of CoirResolution.
types s
expects 'resized 400 300 visible 0.00 0.00 200.00 100.00'
clicks 100 60 'down 50.00 95.00'
types 1
expects 'resized 400 300 visible 33.33 0.00 133.33 100.00'
clicks 100 60 'down 66.67 80.00'
types 2
clicks 100 60 'down 50.00 80.00'
types 3
expects 'resized 400 300 visible 0.00 0.00 200.00 150.00'
clicks 100 60 'down 50.00 120.00'
types 4
expects 'resized 400 300 visible 0.00 0.00 133.33 100.00'
clicks 100 60 'down 33.33 80.00'
types 5
clicks 100 60 'down 50.00 95.00'
forget
xdotool windowsize "$id" 700 320
expects 'resized 700 320 visible 0.00 0.00 200.00 100.00'
clicks 100 60 'down 16.67 83.33'
echo 'clicks are at the right points in all policies'

# Full screen and back.
types 0
types f
expects 'resized 1280 800 visible 0.00 0.00 200.00 100.00'
expect_line 'WIDTH=1280' xdotool getwindowgeometry --shell "$id"
clicks 640 400 'down 100.00 50.00'
types f
expects 'resized 700 320 .*'
expect_line 'WIDTH=700' xdotool getwindowgeometry --shell "$id"
clicks 350 160 'down 100.00 50.00'
echo 'full screen begins and ends'

# Title, icon, position, display, cursor.
types t
expect_line 'König' xdotool getwindowname "$id"
types p
# Clicks once. expect_line repeats the click until the window manager has moved the window to 50, 60.
click_on_screen() {
    xdotool mousemove 150 160 click 1
    said
}
expect_line '^down 21.88 68.75$' click_on_screen
types i
types d
types c
types h
types h
forget
xdotool key v
expects '\(key v 1\|error coir_window_set_vsync: there is no graphics device.*\)'

# A grabbed pointer stays in the window, which ends at 750, 380.
types g
xdotool mousemove 1200 700
expect_line '^X=749$' xdotool getmouselocation --shell
expect_line '^Y=379$' xdotool getmouselocation --shell
types g
xdotool mousemove 1200 700
expect_line '^X=1200$' xdotool getmouselocation --shell

# In relative mode the edges of the screen do not limit movements.
xdotool mousemove --window "$id" 300 100
types r
for _ in 1 2 3 4 5; do xdotool mousemove_relative -- 320 0; done
expects 'moved 100 0' # 320 window units are 100 points
types r
echo 'title, position and cursor can be set'

# The window manager asks the window to close.
forget
xdotool key alt+F4
expects ended
status=0
wait "$probe" || status=$?
probe=''
[ $status -eq 0 ] || fail "the probe ended with status $status: $(cat "$log")"
echo 'closing the window ends the run'
