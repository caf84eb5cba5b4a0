#!/bin/sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
#   golden_actions.sh PROGRAM
#
# Compares actions with another implementation's: PROGRAM, golden_actions.c, does it. The file is $COIR_GOLDEN_ACTIONS
# or, if that is not set, shared/golden/actions.txt beside the source tree, which not everybody has.
. "$(dirname -- "$0")/common.sh"

file=${COIR_GOLDEN_ACTIONS:-$COIR_SOURCE/../shared/golden/actions.txt}
[ -f "$file" ] || skip "there is no file $file"
run "$1" "$file"
