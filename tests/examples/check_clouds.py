#!/usr/bin/env python3
"""Compares the picture of examples/quick_start with the same sum of octaves computed here: check_clouds.py PICTURE.ppm

The shader adds derivatives of quads of 2 x 2 pixels. Devices round and filter differently, so colors may differ by a few steps of
255, and by more in some pixels where the noise is steep.
"""
import math
import sys

SIZE, NOISE, OCTAVES, LACUNARITY, GAIN = 256, 8, 5, 2.0, 0.5
TOLERANCE, MOST_BEYOND = 10, SIZE * SIZE // 100


def make_noise():
    texels, state = [], 1
    for _ in range(NOISE * NOISE):
        state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
        white = state >> 24
        texels.append([white / 255, (90 + white * 165 // 255) / 255, (200 + white * 55 // 255) / 255])
    return texels


def sample(noise, u, v):
    x, y = u * NOISE - 0.5, v * NOISE - 0.5
    left, top = math.floor(x), math.floor(y)
    fx, fy = x - left, y - top
    corner = [noise[(top + j) % NOISE * NOISE + (left + i) % NOISE] for j in (0, 1) for i in (0, 1)]
    weight = [(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy]
    return [sum(w * c[k] for w, c in zip(weight, corner)) for k in range(3)]


def quad(noise, x, y):
    """Returns the colors of the pixels (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)."""
    places = [((x + i + 0.5) / SIZE, (y + j + 0.5) / SIZE) for j in (0, 1) for i in (0, 1)]
    sums, amplitude = [[0.0] * 3 for _ in places], 0.5
    for _ in range(OCTAVES):
        colours = [sample(noise, u, v) for u, v in places]
        for total, colour in zip(sums, colours):
            for k in range(3):
                total[k] += amplitude * colour[k]
        dx, dy = colours[1][0] - colours[0][0], colours[2][0] - colours[0][0]
        places = [(u * LACUNARITY + dx, v * LACUNARITY + dy) for u, v in places]
        amplitude *= GAIN
    return [[min(255, max(0, round(255 * c))) for c in total] for total in sums]


def main():
    with open(sys.argv[1], 'rb') as file:
        header, pixels = b'P6\n%d %d\n255\n' % (SIZE, SIZE), file.read()
    if not pixels.startswith(header) or len(pixels) != len(header) + 3 * SIZE * SIZE:
        sys.exit('not a picture of this size')
    pixels, noise, beyond, worst = pixels[len(header):], make_noise(), 0, 0
    for y in range(0, SIZE, 2):
        for x in range(0, SIZE, 2):
            for index, colour in enumerate(quad(noise, x, y)):
                at = 3 * ((y + index // 2) * SIZE + x + index % 2)
                off = max(abs(a - b) for a, b in zip(colour, pixels[at:at + 3]))
                worst, beyond = max(worst, off), beyond + (off > TOLERANCE)
    print('%d of %d pixels are off by more than %d, at most by %d' % (beyond, SIZE * SIZE, TOLERANCE, worst))
    if beyond > MOST_BEYOND:
        sys.exit(1)


if __name__ == '__main__':
    main()
