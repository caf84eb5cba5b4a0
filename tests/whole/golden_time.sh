#!/bin/sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
#   golden_time.sh FOLDER TRACE
#
# For each script NAME.in of a folder the program TRACE prints what stands in NAME.out, byte for byte, and ends with
# status 2 if that ends with a bad line, else 0. If FOLDER is empty it is $COIR_GOLDEN_TIME or, if that is not set,
# shared/golden/time beside the source tree: traces of another implementation, which not everybody has.
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
