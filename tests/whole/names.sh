#!/bin/sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
# Comments and documents name only things that exist: names of the code, files of C, and paths. A name that ends in an
# underscore, such as COIR_KEY_, may be the beginning of a name. Tests name only rules that docs/rules.md has.
. "$(dirname -- "$0")/common.sh"

cd "$COIR_SOURCE"
words() { grep -aoE '[A-Za-z0-9_]+(\.[ch]\b)?' | sort -u; }

find src include tests demos -name '*.[ch]' >"$scratch/sources"
{
    xargs sed 's://.*::' <"$scratch/sources"
    cat meson.build meson_options.txt .ci/run
    find tests demos -type f \( -name meson.build -o -name '*.sh' -o -name '*.in' -o -name run \) -exec cat {} +
    find src include tests demos meson_options.txt | sed 's:\.in$::; p; s:\.[a-z]*$::'
} | words >"$scratch/code"
# The names to check. In comments and in README.md: names of Coir and files of C. In docs/: names with an underscore and
# files of C, in backquotes.
{
    { xargs sed -n 's:.*//::p' <"$scratch/sources"; cat README.md; } | words | grep -E '^(coir_|Coir|COIR_).|\.[ch]$'
    # shellcheck disable=SC2016 # the pattern has backquotes
    grep -ohE '`[^`]+`' docs/*.md | words | grep -E '_|\.[ch]$' | grep -v '^SDL_'
} | sort -u >"$scratch/mentioned"
[ "$(wc -l <"$scratch/mentioned")" -gt 500 ] || fail "only $(wc -l <"$scratch/mentioned") names were found"
comm -23 "$scratch/mentioned" "$scratch/code" | while read -r name; do
    case $name in
    *_) grep -q "^$name" "$scratch/code" || echo "$name" ;;
    *) echo "$name" ;;
    esac
done >"$scratch/unknown"

# shellcheck disable=SC2016 # the pattern has backquotes
grep -ohE '`(src|include|tests|demos|docs|assets)/[A-Za-z0-9_./*-]*`' README.md docs/*.md | tr -d '`' | sort -u >"$scratch/paths"
while read -r path; do
    # shellcheck disable=SC2086 # a pattern of paths
    set -- $path
    [ -e "$1" ] || echo "$path"
done <"$scratch/paths" >>"$scratch/unknown"

while read -r name; do
    grep -nF -- "$name" README.md docs/*.md $(cat "$scratch/sources") | head -3
done <"$scratch/unknown"
[ ! -s "$scratch/unknown" ] || fail "no code or file has these names: $(tr '\n' ' ' <"$scratch/unknown")"

# The entry of rule 2.4 begins with "- **2.4** ", and the name of a test of rule 2.4 with rule_2_4_.
sed -nE 's/^- \*\*([0-9]+\.[0-9]+[a-z]?)\*\* .*/\1/p' docs/rules.md | sort -u >"$scratch/rules"
find tests -name '*.[ch]' -exec grep -ohE '\brule_[0-9]+_[0-9]+[a-z]?_' {} + |
    sed -E 's/rule_([0-9]+)_(.*)_/\1.\2/' | sort -u >"$scratch/tested"
[ "$(wc -l <"$scratch/tested")" -gt 30 ] || fail "tests name only $(wc -l <"$scratch/tested") rules"
missing=$(comm -23 "$scratch/tested" "$scratch/rules" | tr '\n' ' ')
[ ! "$missing" ] || fail "tests name rules that docs/rules.md does not have: $missing"
echo "$(wc -l <"$scratch/mentioned") names, $(wc -l <"$scratch/paths") paths and $(wc -l <"$scratch/tested") rules exist"
