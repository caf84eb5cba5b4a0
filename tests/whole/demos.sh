#!/bin/sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
# Every demo runs five seconds headless and logs no error. The gallery, demos/run and tests/run understand their command
# lines. Paths may contain any letters.
. "$(dirname -- "$0")/common.sh"

# refuses TEXT ARGUMENTS: expects that the gallery ends with status 2 and a message that contains TEXT.
refuses() {
    text=$1 status=0
    shift
    headless "$COIR_GALLERY" "$@" >"$scratch/out" 2>"$scratch/err" || status=$?
    [ $status -eq 2 ] || fail "gallery $*: status $status, not 2: $(cat "$scratch/err")"
    grep -qF -e "$text" "$scratch/err" || fail "gallery $*: '$text' is not in '$(cat "$scratch/err")'"
    [ ! -s "$scratch/out" ] || fail "gallery $*: wrote to the standard output"
}

# fails TEXT ARGUMENTS: expects that the gallery ends with status 1 and a message that contains TEXT.
fails() {
    text=$1 status=0
    shift
    headless "$COIR_GALLERY" "$@" >"$scratch/out" 2>"$scratch/err" || status=$?
    [ $status -eq 1 ] || fail "gallery $*: status $status, not 1: $(cat "$scratch/err")"
    grep -qF -e "$text" "$scratch/err" || fail "gallery $*: '$text' is not in '$(cat "$scratch/err")'"
}

run "$COIR_GALLERY" --list >"$scratch/list" || fail 'gallery --list'
[ -s "$scratch/list" ] || fail 'gallery --list shows nothing'
count=0
while read -r name help; do
    [ "$help" ] || fail "gallery --list: $name has no line of help"
    headless "$COIR_GALLERY" "$name" --headless --frames 150 --dt 0.0333333333 >"$scratch/log" 2>&1 ||
        fail "gallery $name --headless --frames 150: $(cat "$scratch/log")"
    if grep -E '^coir |out of memory|AddressSanitizer|runtime error' "$scratch/log"; then fail "$name complains"; fi
    count=$((count + 1))
done <"$scratch/list"

run "$COIR_GALLERY" --help | grep -q -e --seed || fail 'gallery --help does not explain --seed'
refuses '"none"' none
refuses '--nonsense' --nonsense
refuses '--frames' hello --frames
refuses '--frames' hello --frames 0
refuses '--frames' hello --frames 1.5
refuses '--frames' hello --frames twelve
refuses '--dt' hello --dt 0
refuses '--dt' hello --dt nan
refuses '--seed' hello --seed -1
refuses '--shot' hello --shot
refuses '--sound' hello --sound
fails "$scratch/none/x.png" hello --headless --frames 2 --shot "$scratch/none/x.png"
fails "$scratch/none/x.wav" sounds --headless --frames 2 --sound "$scratch/none/x.wav"
mkdir "$scratch/Ärger 日本" # UTF-8 is the only code page of Windows with these letters
cp -r "$COIR_SOURCE/assets" "$scratch/Ärger 日本"
# An emulator of Windows reads names of files as UTF-8 only in a locale with UTF-8.
LC_ALL=C.UTF-8 COIR_ASSETS="$scratch/Ärger 日本/assets" headless "$COIR_GALLERY" hello --headless --frames 2 \
    --shot "$scratch/Ärger 日本/x.png" >"$scratch/log" 2>&1 || fail "a folder with umlauts: $(cat "$scratch/log")"
[ -s "$scratch/Ärger 日本/x.png" ] || fail 'a path in UTF-8 as an argument: there is no picture'
COIR_ASSETS=$scratch fails "$scratch/" hello --headless --frames 2
headless "$COIR_GALLERY" --bench hello --frames 20 >"$scratch/out" 2>/dev/null || fail 'gallery --bench'
grep -q '^hello: 20 frames, median' "$scratch/out" || fail "gallery --bench says '$(cat "$scratch/out")'"
[ "$(headless "$COIR_GALLERY" hello --headless --frames 40 --dt 1 2>&1 | grep -c coconut)" -ge 60 ] ||
    fail 'gallery --dt 1: 40 frames are not 40 seconds'

# The file that --sound writes has a header, the right length in the header, and sound.
headless "$COIR_GALLERY" sounds --headless --frames 90 --sound "$scratch/x.wav" >/dev/null 2>&1 || fail 'gallery --sound'
size=$(wc -c <"$scratch/x.wav")
[ "$size" -ge 288044 ] && [ "$size" -le 292000 ] || fail "gallery --sound: $size bytes for a second and a half"
[ "$(head -c 4 "$scratch/x.wav")$(od -An -td4 -j40 -N4 "$scratch/x.wav" | tr -d ' ')" = "RIFF$((size - 44))" ] ||
    fail 'gallery --sound: a wrong file header'
od -An -v -td2 -j44 -w2 "$scratch/x.wav" | awk '$1 > 5000 { loud++ } END { exit loud < 100 }' || fail 'gallery --sound: silence'

# demos/run answers --list and --help, and tests/run answers --help, without building: in this copy
# a build would fail.
mkdir "$scratch/copy" "$scratch/copy/tests"
cp -r "$COIR_SOURCE/demos" "$scratch/copy"
cp "$COIR_SOURCE/tests/run" "$scratch/copy/tests"
"$scratch/copy/demos/run" --list >"$scratch/names" 2>&1 || fail "demos/run --list: $(cat "$scratch/names")"
printf 'breaker\nserver\n' | cat - "$scratch/list" | cut -d ' ' -f 1 | sort >"$scratch/expected"
cut -d ' ' -f 1 "$scratch/names" | sort | cmp - "$scratch/expected" || fail "demos/run --list: $(cat "$scratch/names")"
for script in demos/run tests/run; do
    "$scratch/copy/$script" --help 2>&1 | grep -q "$script .*OPTIONS" || fail "$script --help does not explain itself"
done
echo "$count demos ran 150 frames each"
