#!/usr/bin/env python3
"""Compares the size and shape of our modules with the best existing translator's, shader by shader.

  scripts/compare_with_baseline.py [FOLDER_OF_MODULES] [--all] [--check]

FOLDER_OF_MODULES has the modules of the reference shaders, in the same folders as these (default: out). scripts/translate-shipped
makes those that it also validates, `build/release/bin/trellis reference_shaders -o out` all that can be translated. Prints the
shaders with the largest differences (--all: every shader) and the totals over the shaders that both translate. --check: fails if
a total of blocks, phis or ladders is above the baseline's (phis by more than 10 %, ladders by more than 13 %), or if a shader has more
than 1.27 times the baseline's words.

Columns: words without debug names; blocks; selection and loop merges; phis; ladders (phis all of whose operands are
constants: selectors).
"""
import argparse
import csv
import os
import struct
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BASELINE = os.path.join(ROOT, 'tests', 'corpus', 'peer_metrics.csv')
COLUMNS = ('words', 'blocks', 'selections', 'loops', 'phis', 'ladders')
PEER_NAME = {'ladders': 'selector_phis'}
MAGIC = 0x07230203
NAMES_AND_SOURCE = {3, 4, 5, 6, 7, 8, 317, 330}
CONSTANTS = {1, 41, 42, 43, 46, 48, 49, 50}
OP_PHI, OP_LOOP_MERGE, OP_SELECTION_MERGE, OP_LABEL = 245, 246, 247, 248
MAX_RATIO = 1.27
# Nested selections carry their results through more phis than a switch that is left from any depth, or a continue block that many edges lead to,
# but Mesa's compilers make faster code of them (structurizer/regions.cpp).
MAX_TOTAL_RATIO = {'blocks': 1, 'phis': 1.1, 'ladders': 1.13}
# Functions that select elements of small arrays or divide 64-bit integers: they take hundreds of words, but save hundreds or
# thousands of GPU instructions.
MAX_RATIO_OF = {
    'ops/int64_div_rem': 2.25,
    'ops/local_array_structs_and_2d': 1.55,
    'ops/local_vector_dynamic_component': 1.4,
    'ops/matrix_dynamic_row_and_element': 1.35,
}


def instructions(words):
    """(opcode, words) of every instruction of a module."""
    at = 5
    while at < len(words):
        length = words[at] >> 16
        if length == 0:
            raise ValueError('an instruction of no words')
        yield words[at] & 0xffff, words[at:at + length]
        at += length


def measure(path):
    with open(path, 'rb') as file:
        data = file.read()
    words = struct.unpack('<%dI' % (len(data) // 4), data)
    if not words or words[0] != MAGIC:
        raise ValueError(path + ' is no SPIR-V module')
    counts, constants, phis = dict.fromkeys(COLUMNS, 0), set(), []
    counts['words'] = 5
    for opcode, operands in instructions(words):
        if opcode not in NAMES_AND_SOURCE:
            counts['words'] += len(operands)
        if opcode in CONSTANTS:
            constants.add(operands[2])
        counts['blocks'] += opcode == OP_LABEL
        counts['selections'] += opcode == OP_SELECTION_MERGE
        counts['loops'] += opcode == OP_LOOP_MERGE
        if opcode == OP_PHI:
            phis.append(operands[3::2])
    counts['phis'] = len(phis)
    counts['ladders'] = sum(all(value in constants for value in phi) for phi in phis)
    return counts


def read_baseline():
    with open(BASELINE, newline='') as file:
        rows = [row for row in csv.DictReader(file) if row['status'] == 'ok']
    return {row['shader']: {c: int(row[PEER_NAME.get(c, c)]) for c in COLUMNS} for row in rows}


def compare(folder):
    """Rows (ratio of words, shader, ours, theirs) of every shader that both have, largest ratio first."""
    rows = []
    for shader, theirs in read_baseline().items():
        path = os.path.join(folder, shader + '.spv')
        if os.path.exists(path):
            ours = measure(path)
            rows.append((ours['words'] / theirs['words'], shader, ours, theirs))
    return sorted(rows, key=lambda row: (-row[0], row[1]))


def print_row(name, ours, theirs, ratio):
    cells = ' '.join('%7d %7d' % (ours[c], theirs[c]) for c in COLUMNS)
    print('%-58s %5.2f %s' % (name[:58], ratio, cells))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('folder', nargs='?', default=os.path.join(ROOT, 'out'))
    parser.add_argument('--all', action='store_true', help='print every shader')
    parser.add_argument('--check', action='store_true', help='fail if a total or a shader is too large')
    arguments = parser.parse_args()
    rows = compare(arguments.folder)
    if not rows:
        sys.exit('no modules of reference shaders under %s: run scripts/translate-shipped first' % arguments.folder)
    print('%-58s %5s ' % ('shader (ours, theirs)', 'words') + ' '.join('%15s' % c for c in COLUMNS))
    for ratio, shader, ours, theirs in rows if arguments.all else rows[:15]:
        print_row(shader, ours, theirs, ratio)
    ours = {c: sum(row[2][c] for row in rows) for c in COLUMNS}
    theirs = {c: sum(row[3][c] for row in rows) for c in COLUMNS}
    print_row('total of %d shaders' % len(rows), ours, theirs, ours['words'] / theirs['words'])
    if not arguments.check:
        return
    faults = ['%s: %d in all, theirs %d' % (c, ours[c], theirs[c]) for c, most in MAX_TOTAL_RATIO.items() if ours[c] > most * theirs[c]]
    faults += ['%s: %.2f times the words' % (row[1], row[0]) for row in rows
               if row[0] > MAX_RATIO_OF.get(row[1], MAX_RATIO)]
    if faults:
        sys.exit('larger than the baseline:\n  ' + '\n  '.join(faults))


if __name__ == '__main__':
    main()
