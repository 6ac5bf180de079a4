#!/usr/bin/env python3
"""Guards the binary interface of include/trellis/*.h: the offset of every field, every constant, type and function.

  abi.py            compares the headers with the record, abi.txt in the same folder; exits with 1 if they differ
  abi.py --update   rewrites the record, for intended changes

Reports for each difference whether it breaks compiled programs. CC names the C compiler (default: cc). The record is for machines
with 64-bit pointers.
"""
import difflib
import os
import re
import subprocess
import sys
import tempfile

FOLDER = os.path.dirname(os.path.abspath(__file__))
INCLUDE = os.path.join(os.path.dirname(os.path.dirname(FOLDER)), 'include')
RECORD = os.path.join(FOLDER, 'abi.txt')

sys.path.append(os.path.join(os.path.dirname(os.path.dirname(FOLDER)), 'python'))
from c_headers import CONSTANT, ENUM, FUNCTION, OPAQUE, STRUCT, TYPE, fields, read, squeeze  # noqa: E402

NO_CONSTANTS = {'TRELLIS_API'}


def c_program(text):
    """Returns a C program that prints the part of the record that only a compiler knows."""
    lines = ['#include <stddef.h>', '#include <stdio.h>', '#include <trellis/trellis.h>', 'int main(void) {']
    for name, body in STRUCT.findall(text):
        lines.append('printf("struct %s: %%zu bytes, aligned to %%zu\\n", sizeof(%s), _Alignof(%s));' % (name, name, name))
        for kind, field in fields(body):
            lines.append('printf("  %s.%s at %%zu, %%zu bytes: %s\\n", offsetof(%s, %s), sizeof(((%s*)0)->%s));' %
                         (name, field, kind, name, field, name, field))
    constants = [squeeze(one).split(' ')[0] for body in ENUM.findall(text) for one in body.split(',') if one.strip()]
    constants += [name for name, _ in CONSTANT.findall(text) if name not in NO_CONSTANTS and not name.endswith('_H')]
    for name in constants:
        lines.append('printf("constant %s = %%lld\\n", (long long)%s);' % (name, name))
    return '\n'.join(lines + ['return 0;', '}', ''])


def describe():
    text = read(INCLUDE)
    with tempfile.TemporaryDirectory() as folder:
        source, program = os.path.join(folder, 'abi.c'), os.path.join(folder, 'abi')
        with open(source, 'w', encoding='utf-8') as file:
            file.write(c_program(text))
        subprocess.run([os.environ.get('CC', 'cc'), '-std=c11', '-I', INCLUDE, source, '-o', program], check=True)
        lines = subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines()
    lines += ['opaque ' + name for name in dict.fromkeys(OPAQUE.findall(text))]  # Several headers may declare the same type.
    lines += ['type ' + squeeze(one) for one in TYPE.findall(text)]
    lines += ['function ' + squeeze(one) for one in FUNCTION.findall(text)]
    return lines


STRUCT_LINE = re.compile(r'struct (\w+): (\d+) bytes')
FIELD_LINE = re.compile(r'  (\w+)\.(\w+) at (\d+),')


def sizes_of(lines):
    return {found[1]: int(found[2]) for found in map(STRUCT_LINE.match, lines) if found}


def growing_structs(lines):
    """Returns the structs that begin with their size, and the table entries that end in such a struct: callers step through tables
    by that size."""
    begin, last_type = set(), {}
    for line in lines:
        found = FIELD_LINE.match(line)
        if found and found[2] == 'struct_size' and found[3] == '0':
            begin.add(found[1])
        if found:
            last_type[found[1]] = line.rsplit(': ', 1)[1]
    return begin, {name for name, kind in last_type.items() if kind in begin}


def broken_promises(recorded, present):
    """Returns the changes that break compiled programs. A struct that begins with its size may grow, since programs pass the size
    that they know; but a new field in former padding may contain anything."""
    faults = []
    before, after = sizes_of(recorded), sizes_of(present)
    begin, end = growing_structs(recorded)

    def place(line):
        """Returns the line without the size of a field that may grow."""
        found = FIELD_LINE.match(line)
        grows = found and found[1] in end and line.rsplit(': ', 1)[1] in begin
        return re.sub(r', \d+ bytes', '', line) if grows else line

    was, now = set(map(place, recorded)), set(map(place, present))
    for line in recorded:
        found = STRUCT_LINE.match(line)
        may_grow = found and found[1] in begin | end and after.get(found[1], 0) > before[found[1]]
        if place(line) not in now and not may_grow:
            faults.append(line.strip() + ': is no more')
    for line in present:
        found = FIELD_LINE.match(line)
        if found and place(line) not in was and int(found[3]) < before.get(found[1], 0):
            faults.append(line.strip() + ': is where the struct had something else, or padding')
    return faults


def compare(recorded, present):
    if recorded == present:
        return 0
    print('\n'.join(difflib.unified_diff(recorded, present, 'abi.txt', 'the headers', n=0, lineterm='')))
    print()
    faults = broken_promises(recorded, present)
    for fault in faults:
        print('programs compiled before would notice: ' + fault)
    if not faults:
        print('programs compiled before would not notice: things were added')
    print('If that is meant: tests/c_api/abi.py --update')
    return 1


def main():
    present = describe()
    if sys.argv[1:] == ['--update']:
        with open(RECORD, 'w', encoding='utf-8') as file:
            file.write('\n'.join(present) + '\n')
        return 0
    if sys.argv[1:]:
        print(__doc__.strip())
        return 2
    with open(RECORD, encoding='utf-8') as file:
        return compare(file.read().splitlines(), present)


if __name__ == '__main__':
    sys.exit(main())
