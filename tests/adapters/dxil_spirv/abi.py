#!/usr/bin/env python3
"""Guards the binary interface of adapters/dxil_spirv: the offset of every field, every constant and every function type.

  abi.py            compares the headers with the record, abi.txt in the same folder; exits with 1 if they differ
  abi.py --update   rewrites the record

The interface is that of another library, version 2.68: the record changes only with its version. CC names the C compiler (default:
cc). The record is for machines with 64-bit pointers.
"""
import difflib
import os
import re
import subprocess
import sys
import tempfile

FOLDER = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(FOLDER)))
INCLUDE = os.path.join(ROOT, 'adapters', 'dxil_spirv', 'include')
RECORD = os.path.join(FOLDER, 'abi.txt')

STRUCT = re.compile(r'typedef struct (\w+) \{(.*?)\n\} \1;', re.S)
FUNCTION = re.compile(r'DXIL_SPV_PUBLIC_API ([^;{#]*\([^;{]*\));')
CALLBACK = re.compile(r'typedef (\w+ \(\*\w+\)\([^;]*\));')
CONSTANT = re.compile(r'^ +(DXIL_SPV_\w+) =|^#define (DXIL_SPV_API_\w+|DXIL_SPV_DESC\w+|DXIL_SPV_INST\w+) ', re.M)


def squeeze(text):
    return re.sub(r'\s+', ' ', text).strip()


def read_headers():
    text = ''
    for name in sorted(os.listdir(INCLUDE)):
        with open(os.path.join(INCLUDE, name), encoding='utf-8') as file:
            text += file.read() + '\n'
    return re.sub(r'/\*.*?\*/', '', text, flags=re.S)


def fields(body):
    """Returns the paths of all fields; those of a named nested struct or union start with that name."""
    paths, nested = [], None
    for line in filter(None, map(squeeze, body.split('\n'))):
        if line in ('union {', 'struct {'):
            nested = []
        elif line.startswith('}'):
            name = line.strip('}; ')
            paths += [name + '.' + one if name else one for one in nested]
            nested = None
        else:
            (paths if nested is None else nested).append(re.search(r'(\w+)(?:\[\d+\])?;$', line)[1])
    return paths


def c_program(text):
    lines = ['#include <stddef.h>', '#include <stdio.h>', '#include <dxil_spirv_c.h>', 'int main(void) {']
    for name, body in STRUCT.findall(text):
        lines.append('printf("struct %s: %%zu bytes, aligned to %%zu\\n", sizeof(%s), _Alignof(%s));' % (name, name, name))
        for path in fields(body):
            lines.append('printf("  %s.%s at %%zu, %%zu bytes\\n", offsetof(%s, %s), sizeof(((%s*)0)->%s));' %
                         (name, path, name, path, name, path))
    for enumerator, macro in CONSTANT.findall(text):
        name = enumerator or macro
        lines.append('printf("constant %s = %%lld\\n", (long long)%s);' % (name, name))
    return '\n'.join(lines + ['return 0;', '}', ''])


def describe():
    text = read_headers()
    with tempfile.TemporaryDirectory() as folder:
        source, program = os.path.join(folder, 'abi.c'), os.path.join(folder, 'abi')
        with open(source, 'w', encoding='utf-8') as file:
            file.write(c_program(text))
        subprocess.run([os.environ.get('CC', 'cc'), '-std=c11', '-I', INCLUDE, source, '-o', program], check=True)
        lines = subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines()
    lines += ['callback ' + squeeze(one) for one in CALLBACK.findall(text)]
    lines += ['function ' + squeeze(one) for one in FUNCTION.findall(text)]
    return lines


def main():
    now = describe()
    if sys.argv[1:] == ['--update']:
        with open(RECORD, 'w', encoding='utf-8') as file:
            file.write('\n'.join(now) + '\n')
        return 0
    with open(RECORD, encoding='utf-8') as file:
        recorded = file.read().splitlines()
    difference = list(difflib.unified_diff(recorded, now, 'the record', 'the headers', lineterm='', n=0))
    print('\n'.join(difference))
    return 1 if difference else 0


if __name__ == '__main__':
    sys.exit(main())
