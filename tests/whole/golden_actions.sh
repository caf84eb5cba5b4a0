#!/bin/sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
#   golden_actions.sh PROGRAM
#
# Compares actions with the results of another implementation. PROGRAM is built from golden_actions.c. The results are
# in $COIR_GOLDEN_ACTIONS or, if this variable is not set, in shared/golden/actions.txt beside the source tree. Without
# the file, the test is skipped.
. "$(dirname -- "$0")/common.sh"

file=${COIR_GOLDEN_ACTIONS:-$COIR_SOURCE/../shared/golden/actions.txt}
[ -f "$file" ] || skip "there is no file $file"
run "$1" "$file"
