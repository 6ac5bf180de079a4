#!/usr/bin/env python3
"""Runs the executable reference shaders with the example compute_runner and compares their results.

  compute_corpus.py COMPUTE_RUNNER [FOLDER_OF_SHADERS...]

Leaves out shaders that take minutes ("exec: slow"). Prints each one that fails, and how many passed; exits with 1 if any failed.
"""
import concurrent.futures
import os
import re
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SHADERS = os.path.join(ROOT, 'reference_shaders')
LINE = re.compile(r'^// ([tub]\d+(?:,space\d+)?): (raw|structured stride=\d+|cbuffer|typed \w+) (\d+) (.*)$')
SECONDS = 300


def read_header(path):
    """Returns (thread groups, [(register, kind, bytes, contents)]) of an executable shader, else None."""
    groups, registers, runs = '1 1 1', [], False
    with open(path, encoding='utf-8') as file:
        for line in file:
            if not line.startswith('//'):
                break
            runs |= line.startswith('// exec: yes')
            if line.startswith('// dispatch: '):
                groups = line[len('// dispatch: '):].strip()
            found = LINE.match(line.rstrip())
            if found:
                registers.append((found[1], found[2], int(found[3]), found[4].strip()))
    return (groups.replace(' ', ','), registers) if runs else None


def scramble(value):
    """Returns the next number of the generator that reference_shaders/README.md defines."""
    state = (value * 747796405 + 2891336453) & 0xffffffff
    word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737 & 0xffffffff
    return (word >> 22) ^ word


def fill(size, contents):
    words = (size + 3) // 4
    if contents == 'zero':
        return bytes(size)
    if contents == 'ramp':
        return struct.pack('<%dI' % words, *range(words))[:size]
    seed = int(contents.rsplit('=', 1)[1])
    values = [scramble((seed * 0x9E3779B9 + i) & 0xffffffff) for i in range(words)]
    if contents.startswith('float'):
        return struct.pack('<%df' % words, *(((v & 2047) - 1024) / 256 for v in values))[:size]
    return struct.pack('<%dI' % words, *values)[:size]


def printed_words(text):
    """Parses the runner's output; returns {register: first words}."""
    words, register = {}, None
    for line in text.splitlines():
        if not line.startswith(' '):
            register = line[:line.index(': ')]
            words[register] = []
        elif '...' not in line:
            words[register] += [int(word, 16) for word in line.split()]
    return words


def run(runner, source):
    """Returns None if the shader left the expected contents, else what went wrong."""
    groups, registers = read_header(source)
    stem = source[:-len('.hlsl')]
    with tempfile.TemporaryDirectory() as folder:
        command = [runner, stem + '.dxil', '--groups', groups]
        for register, kind, size, contents in registers:
            path = os.path.join(folder, register + '.in')
            with open(path, 'wb') as file:
                file.write(fill(size, contents))
            command += ['--buffer', register + '=' + path]
            if kind.startswith('typed '):
                command += ['--format', register + '=' + kind.split()[1]]
        expected = sorted(os.listdir(stem + '.expected'))
        for name in expected:
            command += ['--output', name[:-len('.bin')] + '=' + os.path.join(folder, name)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
        if done.returncode != 0:
            return done.stderr.strip() or 'ended with %d' % done.returncode
        printed = printed_words(done.stdout)
        for name in expected:
            register = name[:-len('.bin')]
            with open(os.path.join(stem + '.expected', name), 'rb') as want, open(os.path.join(folder, name), 'rb') as have:
                wanted = want.read()
                if wanted != have.read():
                    return register + ' holds other bytes'
            first = list(struct.unpack('<%dI' % (len(wanted) // 4), wanted[:len(wanted) // 4 * 4]))
            if not printed.get(register) or printed[register] != first[:len(printed[register])]:
                return register + ' is printed wrongly'
    return None


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__.strip())
    folders = sys.argv[2:] or [os.path.join(SHADERS, name) for name in sorted(os.listdir(SHADERS))]
    sources = [os.path.join(folder, name) for folder in folders if os.path.isdir(folder)
               for name in sorted(os.listdir(folder)) if name.endswith('.hlsl')]
    sources = [source for source in sources if read_header(source)]
    failures = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for source, fault in zip(sources, pool.map(lambda one: run(sys.argv[1], one), sources)):
            if fault:
                failures += 1
                print('%s: %s' % (os.path.relpath(source, SHADERS), fault))
    print('compute_corpus: %d of %d shaders left the expected buffers' % (len(sources) - failures, len(sources)))
    sys.exit(failures > 0 or not sources)


if __name__ == '__main__':
    main()
