#!/bin/sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
#   golden_time.sh FOLDER TRACE
#
# For each script NAME.in in FOLDER, the program TRACE must print the contents of NAME.out, byte for byte. The status
# must be 2 if NAME.out ends with a line "bad ...", else 0. If FOLDER is empty, the folder is $COIR_GOLDEN_TIME or, if
# this variable is not set, shared/golden/time beside the source tree, with traces of another implementation. Without
# the folder, the test is skipped.
. "$(dirname -- "$0")/common.sh"

trace=$2 folder=${1:-${COIR_GOLDEN_TIME:-$COIR_SOURCE/../shared/golden/time}}
[ -d "$folder" ] || skip "there is no folder $folder"

count=0 failed=0
for script in "$folder"/*.in; do
    expected=${script%.in}.out expected_status=0 status=0
    [ -f "$script" ] || fail "there is no script in $folder"
    [ -f "$expected" ] || fail "$script has no $expected beside it"
    case $(tail -n 1 "$expected" | tr -d '\000') in 'bad '*) expected_status=2 ;; esac
    run "$trace" <"$script" >"$scratch/out" 2>"$scratch/err" || status=$?
    cat "$scratch/err"
    if ! cmp -s "$expected" "$scratch/out"; then
        echo "FAILED: $script: expected -, printed +"
        diff -a -u "$expected" "$scratch/out" | head -n 40
        failed=$((failed + 1))
    elif [ $status -ne $expected_status ]; then
        echo "FAILED: $script: status $status, not $expected_status"
        failed=$((failed + 1))
    fi
    count=$((count + 1))
done
for expected in "$folder"/*.out; do
    [ -f "${expected%.out}.in" ] || fail "$expected has no script beside it"
done
[ $failed -eq 0 ] || fail "$failed of $count traces"
echo "$count traces are as they should be"
