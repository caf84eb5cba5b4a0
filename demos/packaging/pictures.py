# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors

"""PNG files: reads and compares them, and converts them to icon files of Windows and macOS."""

import struct
import zlib
from pathlib import Path

import tell

CHANNELS = {0: 1, 2: 3, 4: 2, 6: 4}  # number of channels of each colour type of PNG
DIFFERENT = 48   # a pixel is clearly different if a channel differs by so much
MOST_DIFFERENT = 0.03  # allowed fraction of clearly different pixels; graphics devices smooth edges differently


def chunks(data):
    at = 8
    while at + 8 <= len(data):
        size, kind = struct.unpack('>I4s', data[at:at + 8])
        yield kind, data[at + 8:at + 8 + size]
        at += size + 12


def unfilter(rows, width, height, channels):
    """Undoes the filters of PNG (section 9 of its specification)."""
    stride, out, before = width * channels, [], bytearray(width * channels)
    for y in range(height):
        kind, row = rows[y * (stride + 1)], bytearray(rows[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        if kind == 1:
            for i in range(channels, stride):
                row[i] = (row[i] + row[i - channels]) & 255
        elif kind == 2:
            row = bytearray((a + b) & 255 for a, b in zip(row, before))
        elif kind == 3:
            for i in range(stride):
                left = row[i - channels] if i >= channels else 0
                row[i] = (row[i] + (left + before[i]) // 2) & 255
        elif kind == 4:
            for i in range(stride):
                left, corner = (row[i - channels], before[i - channels]) if i >= channels else (0, 0)
                guess = left + before[i] - corner
                near = min((abs(guess - left), 0, left), (abs(guess - before[i]), 1, before[i]),
                           (abs(guess - corner), 2, corner))
                row[i] = (row[i] + near[2]) & 255
        out.append(bytes(row))
        before = row
    return out


def read(path):
    """Returns width, height and the rows of a PNG file as red, green and blue in one byte each."""
    data = Path(path).read_bytes()
    header, body = None, b''
    for kind, chunk in chunks(data) if data[:8] == b'\x89PNG\r\n\x1a\n' else ():
        if kind == b'IHDR':
            header = struct.unpack('>IIBBBBB', chunk)
        elif kind == b'IDAT':
            body += chunk
    if not header or header[2] != 8 or header[3] not in CHANNELS or header[6] != 0:
        tell.fail(f"'{path}' is no PNG file with 8 bits a channel, without palette and interlacing")
    width, height, channels = header[0], header[1], CHANNELS[header[3]]
    rows = unfilter(zlib.decompress(body), width, height, channels)
    if channels in (1, 2):
        rows = [bytes(value for value in row[::channels] for _ in range(3)) for row in rows]
    elif channels == 4:
        rows = [b''.join(row[i:i + 3] for i in range(0, len(row), 4)) for row in rows]
    return width, height, rows


def size(path):
    """Returns width and height of a PNG file."""
    data = Path(path).read_bytes()[:24]
    if data[:8] != b'\x89PNG\r\n\x1a\n' or len(data) < 24:
        tell.fail(f"'{path}' is no PNG file, and must be one")
    return struct.unpack('>II', data[16:24])


def compare(path, other):
    """Compares the native picture `path` with another picture of the same moment. Returns a verdict in words, which
    begins with 'FAILED' if the pictures differ too much."""
    width, height, rows = read(path)
    other_width, other_height, others = read(other)
    if (width, height) != (other_width, other_height):
        return f'FAILED: the picture has {other_width} x {other_height} pixels, the native one {width} x {height}'
    different = exact = 0
    for row, against in zip(rows, others):
        if row == against:
            exact += width
            continue
        for i in range(0, len(row), 3):
            gap = max(abs(row[i + c] - against[i + c]) for c in range(3))
            exact += gap == 0
            different += gap >= DIFFERENT
    total = width * height
    if len(set(others)) == 1 and len(set(others[0][i:i + 3] for i in range(0, len(others[0]), 3))) == 1:
        return f'FAILED: the picture is empty ({other})'
    words = f'{100 * exact / total:.1f} % of the pixels as native, {100 * different / total:.2f} % clearly different'
    return words if different <= MOST_DIFFERENT * total else f'FAILED: {words} ({other}, {path})'


def check_icon(png):
    width, height = size(png)
    if width != height or width > 256:
        tell.fail(f"the icon '{png}' has {width} x {height} pixels; it must be a square of at most 256")


def write_ico(png, path):
    """Writes an icon file of Windows that contains a PNG file."""
    width, height = size(png)
    data = Path(png).read_bytes()
    with open(path, 'wb') as file:
        file.write(struct.pack('<HHH', 0, 1, 1))
        file.write(struct.pack('<BBBBHHII', width % 256, height % 256, 0, 0, 1, 32, len(data), 22))
        file.write(data)


ICNS_TYPES = {16: b'icp4', 32: b'icp5', 64: b'icp6', 128: b'ic07', 256: b'ic08', 512: b'ic09', 1024: b'ic10'}


def write_icns(png, path):
    """Writes an icon file of macOS that contains a PNG file."""
    width, height = size(png)
    if width != height or width not in ICNS_TYPES:
        tell.fail(f"the icon '{png}' has {width} x {height} pixels; for macOS it must be a square of 2^n pixels, of at "
                  'least 16 and at most 1024')
    data = Path(png).read_bytes()
    with open(path, 'wb') as file:
        file.write(b'icns' + struct.pack('>I', len(data) + 16))
        file.write(ICNS_TYPES[width] + struct.pack('>I', len(data) + 8) + data)
