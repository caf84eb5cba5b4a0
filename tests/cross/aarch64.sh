# shellcheck shell=sh disable=SC2034,SC2154 # tests/cross/run sources this file
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
# 64-bit ARM in qemu's user mode (Debian). The libraries for ARM are unpacked into
# build-aarch64-root/, and not installed: no package of this system changes.

items=$for_cross
slower=10

libraries='libsdl2-2.0-0 libsdl2-image-2.0-0 libsdl2-ttf-2.0-0 libcjson1 libvorbisfile3 libcmocka0'
headers='libsdl2-dev libsdl2-image-dev libsdl2-ttf-dev libcjson-dev libvorbis-dev libogg-dev libcmocka-dev'
folder=$root/build-aarch64-root
apt=$folder/apt

# arm_apt ARGUMENTS: runs apt as on an ARM machine with nothing installed. Apt writes only to $apt, and needs no root.
arm_apt() {
    APT_CONFIG=$apt/apt.conf apt-get -qq "$@" </dev/null >&2
}

download() {
    rm -rf "$apt"
    mkdir -p "$apt/state/lists/partial" "$apt/cache/archives/partial" "$apt/log"
    : >"$apt/status"
    cat >"$apt/apt.conf" <<END
APT::Architecture "arm64";
APT::Architectures { "arm64"; };
APT::Install-Recommends "false";
APT::Sandbox::User "";
Dir::State "$apt/state";
Dir::State::status "$apt/status";
Dir::Cache "$apt/cache";
Dir::Log "$apt/log";
END
    # shellcheck disable=SC2086 # lists of words
    arm_apt update && arm_apt install -y --download-only $libraries &&
        (cd "$apt/cache/archives" && arm_apt download $headers) # without the packages that $headers depend on
}

# Unpacks the packages. Deletes the lines Requires.private of the .pc files: these lines name libraries for static
# linking, whose .pc files are not there.
unpack() {
    rm -rf "$folder/new" && mkdir "$folder/new" || return
    for package in "$apt"/cache/archives/*.deb; do
        dpkg-deb -x "$package" "$folder/new" || return
    done
    sed -i '/^Requires.private/d' "$folder"/new/usr/lib/aarch64-linux-gnu/pkgconfig/*.pc &&
        printf "[constants]\nroot = '%s'\n" "$folder/root" >"$folder/root.ini" &&
        rm -rf "$folder/root" && mv "$folder/new" "$folder/root" && echo "$libraries $headers" >"$folder/packages" &&
        rm -rf "$apt"
}

prepare() {
    [ "$(uname -m)" != aarch64 ] || skip 'this machine is a 64-bit ARM: tests/run is enough'
    # If the folder was made for another list of packages, the folder is made again.
    if ! [ -d "$folder/root" ] || [ "$(cat "$folder/packages" 2>/dev/null)" != "$libraries $headers" ]; then
        command -v dpkg-deb >/dev/null || skip 'the libraries come from Debian, and there is no dpkg-deb'
        say "downloading libraries for ARM to $folder"
        { download && unpack; } || skip 'the libraries for ARM cannot be had'
    fi
    options='--cross-file build-aarch64-root/root.ini --cross-file tests/cross/aarch64.ini -Ddefault_library=static'
}
