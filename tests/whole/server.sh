#!/bin/sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
# The demo of the time core runs without SDL, prints the same lines in each run with the same seed, and understands its
# command line.
. "$(dirname -- "$0")/common.sh"

# tell FILE OPTIONS: writes the output of the server to FILE, without the line that depends on a clock.
tell() {
    file=$1 status=0
    shift
    run "$COIR_SERVER" --players 1000 "$@" >"$scratch/out" 2>"$scratch/err" || status=$?
    [ $status -eq 0 ] || fail "server $*: status $status: $(cat "$scratch/err")"
    [ ! -s "$scratch/err" ] || fail "server $*: complains: $(cat "$scratch/err")"
    grep -v '^Processor time: ' "$scratch/out" >"$file"
}

# says TEXT: expects TEXT in the output of the first run.
says() { grep -qF -e "$1" "$scratch/first" || fail "'$1' is not in: $(cat "$scratch/first")"; }

# refuses OPTIONS: expects that the server ends with status 1 and prints its options.
refuses() {
    status=0
    run "$COIR_SERVER" "$@" >"$scratch/out" 2>"$scratch/err" || status=$?
    [ $status -eq 1 ] || fail "server $*: status $status, not 1"
    grep -qF -e --players "$scratch/err" || fail "server $*: says '$(cat "$scratch/err")'"
    [ ! -s "$scratch/out" ] || fail "server $*: wrote to the standard output"
}

tell "$scratch/first"
tell "$scratch/second"
tell "$scratch/third" --seed 2
cmp -s "$scratch/first" "$scratch/second" || fail "two runs differ: $(diff "$scratch/first" "$scratch/second")"
if cmp -s "$scratch/first" "$scratch/third"; then fail '--seed 2 makes no difference'; fi

# These lines do not depend on chance: all players are there, each player gets a mail an hour, and energy every five
# minutes of the player's own clock.
says 'day 1 00:01    1000 log-ins,      0 log-outs,   1000 here; 0 mails'
says 'Ada logs in. Since the last time:'
says 'Ada logs out'
says "Ada's mill is finished"
says 'Ben, paused on day 1 from 10:00 to 14:00, got 816 energy; Eve, at double speed from day 2 on, 1440'
[ "$(grep -c ' 6000 mails' "$scratch/first")" -eq 12 ] || fail 'not six mails to each of 1000 players in each six hours'

run "$COIR_SERVER" --help | grep -qF -e --hours || fail 'server --help does not explain --hours'
refuses --nonsense 1
refuses --players
refuses --players 2
refuses --players 1000001
refuses --players ten
refuses --hours 0
refuses --hours 1.5
refuses --hours 99999999999999999999
refuses --seed -1

if command -v ldd >/dev/null && ldd "$COIR_SERVER" | grep -i sdl; then fail 'the server loads SDL'; fi
tail -n 1 "$scratch/first"
