#!/usr/bin/env python3
"""Changes the code of valid shaders at random, and translates what Microsoft's validator still accepts:
mutate_valid.py SOURCE_FOLDER BUILD_FOLDER [--count N] [--seed S] [--keep FOLDER] [SHADER...]

The reference shaders are disassembled by dxc, changed in one to three places, and assembled again. What the validator then signs is
valid DXIL, often of a form that no compiler writes: Trellis must translate it into a module that spirv-val accepts, or refuse it by name
as unsupported. Prints what fails, and leaves it in FOLDER. Ends with 77 if there is no dxc.
"""
import argparse
import concurrent.futures
import os
import random
import re
import signal
import subprocess
import sys
import tempfile

import validator

INTEGERS = ('0', '1', '2', '3', '4', '7', '31', '32', '63', '64', '255', '-1', '-2', '65536', '2147483647', '-2147483648', 'undef')
FLOATS = ('0.000000e+00', '-0.000000e+00', '1.000000e+00', '-1.000000e+00', '0x7FF0000000000000', '0xFFF0000000000000',
          '0x7FF8000000000000', '0x41F0000000000000', '0xC1E0000000000000', 'undef')
# Opcodes of one row may take each other's places.
ROWS = [
    ('add', 'sub', 'mul', 'and', 'or', 'xor', 'shl', 'lshr', 'ashr', 'udiv', 'urem', 'sdiv', 'srem'),
    ('fadd', 'fsub', 'fmul', 'fdiv', 'frem'),
    ('zext', 'sext'),
    ('uitofp', 'sitofp'),
    ('fptoui', 'fptosi'),
    ('umax', 'umin', 'max', 'min'),
]
FLOAT_TESTS = ('oeq', 'ogt', 'oge', 'olt', 'ole', 'one', 'ord', 'ueq', 'ugt', 'uge', 'ult', 'ule', 'une', 'uno')
INTEGER_TESTS = ('eq', 'ne', 'ugt', 'uge', 'ult', 'ule', 'sgt', 'sge', 'slt', 'sle')
VALUE = re.compile(r'(?<![\w.])(half|float|double|i1|i8|i16|i32|i64) (%\d+)')


def replace(line, match, text, group=0):
    return line[:match.start(group)] + text + line[match.end(group):]


def pick(chance, pattern, line):
    found = list(re.finditer(pattern, line))
    return chance.choice(found) if found else None


def change_integer(chance, line, _):
    match = pick(chance, r'\bi(?:8|16|32|64) (-?\d+|undef)\b', line)
    if not match:
        return None
    old = match.group(1)
    near = str(int(old) + chance.choice((-1, 1))) if old != 'undef' else '5'
    return replace(line, match, chance.choice(INTEGERS + (near, near, near)), 1)


def change_float(chance, line, _):
    match = pick(chance, r'\b(?:half|float|double) (-?\d[\w.+-]*|undef)', line)
    return replace(line, match, chance.choice(FLOATS), 1) if match else None


def change_bool(chance, line, _):
    match = pick(chance, r'\bi1 (%\d+|true|false|undef)', line)
    return replace(line, match, chance.choice(('true', 'false', 'undef')), 1) if match else None


def change_value(chance, line, earlier):
    """Another value of the same type, from one of the lines before."""
    match = pick(chance, VALUE, line)
    others = [name for kind, name in earlier if match and kind == match.group(1) and name != match.group(2)]
    return replace(line, match, chance.choice(others[-12:]), 2) if others else None


def change_to_undefined(chance, line, _):
    match = pick(chance, VALUE, line)
    return replace(line, match, 'undef', 2) if match else None


def change_operation(chance, line, _):
    for row in ROWS:
        match = re.search(r'= (%s) ' % '|'.join(row), line)
        if match:
            line = re.sub(r' (nsw|nuw|exact)\b', '', line)
            return replace(line, re.search(r'= (%s) ' % '|'.join(row), line), chance.choice(row), 1)
    match = re.search(r'= ([fi])cmp (?:fast )?(\w+)', line)
    return replace(line, match, chance.choice(FLOAT_TESTS if match.group(1) == 'f' else INTEGER_TESTS), 2) if match else None


def change_fast(_, line, __):
    if ' fast ' in line:
        return line.replace(' fast ', ' ', 1)
    return re.sub(r'= (fadd|fsub|fmul|fdiv|frem|fcmp) ', r'= \1 fast ', line) if re.search(r'= f(add|sub|mul|div|rem|cmp) ', line) else None


def change_target(chance, line, _):
    labels = re.findall(r'label (%\d+)', line)
    if len(labels) < 2:
        return None
    match = pick(chance, r'label (%\d+)', line)
    return replace(line, match, chance.choice(labels), 1)


def leave_out(_, line, __):
    return '' if re.match(r'\s+(call void|store)', line) else None


def repeat(_, line, __):
    return line + line if re.match(r'\s+(call void|store)', line) else None


CHANGES = (change_integer, change_integer, change_float, change_bool, change_value, change_value, change_value, change_to_undefined,
           change_operation, change_operation, change_fast, change_target, leave_out, repeat)


def mutate(text, chance):
    lines = text.splitlines(keepends=True)
    bodies, inside = [], False
    for number, line in enumerate(lines):
        inside = line.startswith('define ') or (inside and not line.startswith('}'))
        if inside and line.startswith('  '):
            bodies.append(number)
    changed = 0
    for _ in range(60):
        number = chance.choice(bodies)
        earlier = [found for before in bodies if before < number for found in VALUE.findall(lines[before])]
        line = chance.choice(CHANGES)(chance, lines[number], earlier)
        if line is None or line == lines[number]:
            continue
        lines[number] = line
        changed += 1
        if changed == 1 + chance.randrange(3):
            break
    return ''.join(lines)


class Trial:
    def __init__(self, judge, seed, folder):
        self.judge, self.seed, self.folder = judge, seed, folder

    def run(self, item):
        number, path, text = item
        chance = random.Random(self.seed * 1000003 + number)
        base = os.path.join(self.folder, '%d' % number)
        outcome, said = self.judge.of_text(mutate(text, chance), base)
        if outcome != 'failed':
            for end in ('.ll', '.dxil', '.spv'):
                if os.path.exists(base + end):
                    os.remove(base + end)
        return outcome, '%s, trial %d: %s' % (path, number, said.strip())


def shaders_of(root, chosen):
    for place, _, names in sorted(os.walk(os.path.join(root, 'reference_shaders'))):
        for name in sorted(names):
            path = os.path.join(place, name)
            if name.endswith('.dxil') and os.path.getsize(path) < 40000 and (not chosen or any(part in path for part in chosen)):
                yield path


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('root')
    parser.add_argument('build')
    parser.add_argument('shaders', nargs='*')
    parser.add_argument('--count', type=int, default=2000)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--keep', default='')
    arguments = parser.parse_args()
    judge = validator.Judge(arguments.root, arguments.build)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # The folder goes in that case, too.
    chance = random.Random(arguments.seed)
    counts, failures = {}, []
    with tempfile.TemporaryDirectory(prefix='trellis-mutants-') as scratch, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        paths = list(shaders_of(os.path.abspath(arguments.root), arguments.shaders))
        texts = {}
        items = []
        for number in range(arguments.count):
            path = chance.choice(paths)
            if path not in texts:
                texts[path] = judge.disassembled(path)
            if 'define ' in texts[path] and '!"lib"' not in texts[path]:  # Libraries have several entry points.
                items.append((number, os.path.relpath(path, arguments.root), texts[path]))
        if arguments.keep:
            os.makedirs(arguments.keep, exist_ok=True)
        trial = Trial(judge, arguments.seed, arguments.keep or scratch)
        for outcome, what in pool.map(trial.run, items):
            counts[outcome] = counts.get(outcome, 0) + 1
            if outcome == 'failed':
                failures.append(what)
                print(what, flush=True)
    print('%d shaders changed: ' % len(items) + ', '.join('%d %s' % (count, what) for what, count in sorted(counts.items())))
    sys.exit(1 if failures or not counts.get('translated') else 0)


if __name__ == '__main__':
    main()
