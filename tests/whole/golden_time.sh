#!/bin/sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
#   golden_time.sh FOLDER TRACE
#
# The program TRACE runs each script NAME.in in FOLDER, and writes a trace to a file. This file must have the contents
# of NAME.out, byte for byte. The status that TRACE prints for the script must be 2 if NAME.out ends with a line "bad
# ...", else 0. If FOLDER is an empty argument, the folder is $COIR_GOLDEN_TIME or, if this variable is not set,
# shared/golden/time beside the source tree, with traces of another implementation. Without the folder, the test is
# skipped.
. "$(dirname -- "$0")/common.sh"

trace=$2 folder=${1:-${COIR_GOLDEN_TIME:-$COIR_SOURCE/../shared/golden/time}}
[ -d "$folder" ] || skip "there is no folder $folder"

for script in "$folder"/*.in; do
    [ -f "$script" ] || fail "there is no script in $folder"
    [ -f "${script%.in}.out" ] || fail "$script has no ${script%.in}.out beside it"
done
for expected in "$folder"/*.out; do
    [ -f "${expected%.out}.in" ] || fail "$expected has no script beside it"
done

# One process runs all scripts: in an emulator, a process takes longer to start than a script to run.
run "$trace" "$scratch" "$folder"/*.in >"$scratch/statuses" || fail "$trace ended with status $?"
count=0 failed=0
for script in "$folder"/*.in; do
    name=$(basename "$script" .in) expected=${script%.in}.out status=0
    case $(tail -n 1 "$expected" | tr -d '\000') in 'bad '*) status=2 ;; esac
    if ! cmp -s "$expected" "$scratch/$name.out"; then
        echo "FAILED: $script: expected -, printed +"
        diff -a -u "$expected" "$scratch/$name.out" | head -n 40
        failed=$((failed + 1))
    elif ! grep -qx "$status $name" "$scratch/statuses"; then
        echo "FAILED: $script: the status is not $status"
        failed=$((failed + 1))
    fi
    count=$((count + 1))
done
[ $failed -eq 0 ] || fail "$failed of $count traces"
echo "$count traces are as they should be"
