#!/usr/bin/env python3
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
# Makes the sound files in corpus_wav/ and corpus_ogg/, good and bad ones, which the fuzzers and the tests of sounds
# read. Needs oggenc (Debian: vorbis-tools). Another version of oggenc makes other bytes, but the same kinds of files.
#
#   tests/fuzz/make_sounds.py

import os
import struct
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))


def write(folder, name, data):
    with open(os.path.join(HERE, folder, name), "wb") as file:
        file.write(data)


# Returns samples as 16-bit integers: a triangle wave with a rising pitch. Every second channel is half as loud.
def samples(count, channels):
    numbers, phase = [], 0
    for i in range(count):
        phase = (phase + 2000 + i // 4 % 3000) % 65536
        value = abs(phase - 32768) - 16384
        numbers += [value >> channel % 2 for channel in range(channels)]
    return numbers


# WAV -----------------------------------------------------------------------------------------------------------------

def chunk(name, data, size=None):
    return name + struct.pack("<I", len(data) if size is None else size) + data + b"\0" * (len(data) % 2)


def fmt(tag, channels, rate, bits, align=None, more=b""):
    align = channels * bits // 8 if align is None else align
    return chunk(b"fmt ", struct.pack("<HHIIHH", tag, channels, rate, rate * align, align, bits) + more)


def riff(*chunks, size=None):
    body = b"WAVE" + b"".join(chunks)
    return b"RIFF" + struct.pack("<I", len(body) if size is None else size) + body


def pcm16(count, channels):
    return struct.pack("<%dh" % (count * channels), *samples(count, channels))


def floats(values):
    return b"".join(struct.pack("<f", value) for value in values)


def make_wav():
    data, nan, infinite = pcm16(40, 1), float("nan"), float("inf")
    files = {
        "good_mono16": riff(fmt(1, 1, 8000, 16), chunk(b"data", data)),
        "good_stereo16": riff(fmt(1, 2, 44100, 16), chunk(b"data", pcm16(40, 2))),
        "good_8": riff(fmt(1, 1, 22050, 8), chunk(b"data", bytes(range(0, 250, 7)))),
        "good_24": riff(fmt(1, 1, 8000, 24), chunk(b"data", bytes(range(120)))),
        "good_32": riff(fmt(1, 1, 8000, 32), chunk(b"data", bytes(range(120)))),
        "good_float": riff(fmt(3, 2, 48000, 32), chunk(b"data", floats([0, 1, -1, 0.5, 2, nan, infinite, -infinite]))),
        "good_six_channels": riff(fmt(1, 6, 48000, 16), chunk(b"data", pcm16(20, 6))),
        "good_seventeen_channels": riff(fmt(1, 17, 48000, 16), chunk(b"data", pcm16(5, 17))),
        "good_alaw": riff(fmt(6, 1, 8000, 8), chunk(b"data", bytes(range(200)))),
        "good_mulaw": riff(fmt(7, 1, 8000, 8), chunk(b"data", bytes(range(200)))),
        "good_ima": riff(fmt(0x11, 1, 8000, 4, 36, struct.pack("<HH", 2, 65)),
                         chunk(b"fact", struct.pack("<I", 130)), chunk(b"data", bytes(72))),
        "good_ms": riff(fmt(2, 1, 8000, 4, 32, struct.pack("<HHH14h", 32, 52, 7, 256, 0, 512, -256, 0, 0, 192, 64, 240, 0,
                                                          460, -208, 392, -232)),
                        chunk(b"fact", struct.pack("<I", 104)), chunk(b"data", bytes(64))),
        "good_list": riff(fmt(1, 1, 8000, 16), chunk(b"LIST", b"INFOISFT\4\0\0\0abc\0"), chunk(b"data", data)),
        "good_odd_chunk": riff(fmt(1, 1, 8000, 16), chunk(b"note", b"12345"), chunk(b"data", data)),
        "good_cut": riff(fmt(1, 1, 8000, 16), chunk(b"data", data, size=8000)),
        "good_no_sizes": riff(fmt(1, 1, 8000, 16), chunk(b"data", data, size=0xffffffff), size=0xffffffff),
        "good_odd": riff(fmt(1, 2, 8000, 16), chunk(b"data", data[:43])),
        "bad_no_channels": riff(fmt(1, 0, 8000, 16, 2), chunk(b"data", data)),
        "bad_channels": riff(fmt(1, 257, 8000, 16), chunk(b"data", bytes(514 * 3))),
        "bad_rate_high": riff(fmt(1, 1, 400000, 16), chunk(b"data", data)),
        "bad_rate_low": riff(fmt(1, 1, 999, 16), chunk(b"data", data)),
        "bad_rate_zero": riff(fmt(1, 1, 0, 16), chunk(b"data", data)),
        "bad_rate_huge": riff(chunk(b"fmt ", struct.pack("<HHIIHH", 1, 1, 0xffffffff, 0, 2, 16)), chunk(b"data", data)),
        "bad_no_samples": riff(fmt(1, 1, 8000, 16), chunk(b"data", b"")),
        "bad_half_sample": riff(fmt(1, 2, 8000, 16), chunk(b"data", b"abc")),
        "bad_no_data": riff(fmt(1, 1, 8000, 16)),
        "bad_no_fmt": riff(chunk(b"data", data)),
        "bad_cut_in_fmt": riff(fmt(1, 1, 8000, 16), chunk(b"data", data))[:30],
        "bad_bits": riff(fmt(1, 1, 8000, 13, 2), chunk(b"data", data)),
        "bad_kind": riff(fmt(0x55, 1, 8000, 16), chunk(b"data", data)),
        "bad_not_wave": b"RIFF\x20\0\0\0AVI LIST" + bytes(24),
        "bad_riff_alone": b"RIFF",
        "bad_empty": b"",
        "bad_text": b"This is no sound.\n",
    }
    for name, content in files.items():
        write("corpus_wav", name + ".wav", content)


# Ogg -----------------------------------------------------------------------------------------------------------------

def ogg(count, channels=1, rate=8000, serial=1, tags=()):
    command = ["oggenc", "-Q", "-r", "-B", "16", "-C", str(channels), "-R", str(rate), "-q", "-1", "-s", str(serial)]
    for tag in tags:
        command += ["-c", tag]
    data = struct.pack("<%dh" % (count * channels), *samples(count, channels))
    return subprocess.run(command + ["-o", "-", "-"], input=data, stdout=subprocess.PIPE, check=True).stdout


def pages(data):
    found = []
    while data:
        size = 27 + data[26] + sum(data[27:27 + data[26]])
        found.append(bytearray(data[:size]))
        data = data[size:]
    return found


def checksum(page):
    value = 0
    for byte in page:
        value ^= byte << 24
        for _ in range(8):
            value = (value << 1 ^ (0x04c11db7 if value & 0x80000000 else 0)) & 0xffffffff
    return value


# Returns the file with bytes of one page replaced. The checksum of the page is computed again.
def with_bytes(data, page, at, replacement):
    parts = pages(data)
    parts[page][at:at + len(replacement)] = replacement
    parts[page][22:26] = bytes(4)
    parts[page][22:26] = struct.pack("<I", checksum(parts[page]))
    return b"".join(parts)


def make_ogg():
    short, long = ogg(3000), ogg(100000, tags=["LOOPSTART=10000", "LOOPLENGTH=80000"])
    first = 28  # bytes of the first page before its packet
    book = pages(short)[1].index(b"\5vorbis") + 16  # position of a byte in the first codebook
    middle = bytearray(long)
    middle[sum(map(len, pages(long)[:3])) + 2000] ^= 255
    files = {
        "good_short": short,
        "good_long": long,
        "good_stereo": ogg(3000, 2),
        "good_six_channels": ogg(3000, 6, 48000),
        "good_loop_end": ogg(3000, rate=11025, tags=["loopstart=1000", "LoopEnd=2500"]),
        "good_loop_start": ogg(3000, tags=["LOOPSTART=1000"]),
        "good_tag_text": ogg(3000, tags=["LOOPSTART=soon", "LOOPLENGTH=10"]),
        "good_tag_negative": ogg(3000, tags=["LOOPSTART=-5"]),
        "good_tag_huge": ogg(3000, tags=["LOOPSTART=0", "LOOPLENGTH=1099511627776"]),
        "good_tag_many_digits": ogg(3000, tags=["LOOPSTART=99999999999999999999999"]),
        "good_tag_letters": ogg(3000, tags=["LOOPSTART=1x0"]),
        "good_tag_empty": ogg(3000, tags=["LOOPSTART=10", "LOOPLENGTH=0"]),
        "good_tag_beyond": ogg(3000, tags=["LOOPSTART=2000", "LOOPEND=3001"]),
        "good_chain": short + ogg(2000, serial=2),
        "good_cut": long[:len(long) * 2 // 3],
        "good_damaged": bytes(middle),
        "good_length_lies": with_bytes(ogg(60000), -1, 6, struct.pack("<q", 1 << 24)),
        "bad_chain_rate": short + ogg(2000, rate=11025, serial=2),
        "bad_chain_channels": short + ogg(2000, channels=2, serial=2),
        "bad_length": with_bytes(long, -1, 6, struct.pack("<q", 1 << 40)),
        "bad_length_negative": with_bytes(long, -1, 6, struct.pack("<q", -5)),
        "bad_channels": with_bytes(short, 0, first + 11, b"\0"),
        "bad_rate": with_bytes(short, 0, first + 12, struct.pack("<I", 400000)),
        "bad_rate_low": with_bytes(short, 0, first + 12, struct.pack("<I", 999)),
        "bad_version": with_bytes(short, 0, first + 7, b"\1"),
        "bad_codebook": with_bytes(short, 1, book, bytes([pages(short)[1][book] ^ 16])),
        "bad_kind": with_bytes(short, 0, first, b"OpusHead"),
        "bad_headers_only": b"".join(pages(short)[:2]),
        "bad_cut": short[:2000],
        "bad_first_page": short[:58],
        "bad_four_bytes": b"OggS",
    }
    for name, content in files.items():
        write("corpus_ogg", name + ".ogg", content)


make_wav()
make_ogg()
