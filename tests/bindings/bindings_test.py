#!/usr/bin/env python3
"""Compiles the bindings for Rust or C#, and a program over them, and runs it: bindings_test.py rust|csharp BINDINGS LIBRARY PROGRAM SHADER

BINDINGS is the folder that the build fills. The module that the program writes has to be that of the program `trellis`; structs have to have the sizes of
tests/c_api/abi.txt. Ends with 77 if the language's compiler is not installed.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
RECORD = os.path.join(os.path.dirname(HERE), 'c_api', 'abi.txt')
SKIPPED = 77


def sizes():
    """(struct, bytes) as recorded."""
    with open(RECORD, encoding='utf-8') as file:
        return re.findall(r'^struct (\w+): (\d+) bytes', file.read(), flags=re.M)


def run(command, **more):
    ran = subprocess.run(command, capture_output=True, text=True, **more)
    if ran.returncode != 0:
        print(' '.join(command), 'ends with', ran.returncode)
        print(ran.stdout + ran.stderr)
        sys.exit(1)
    return ran.stdout


def make_rust(bindings, library, folder):
    if shutil.which('rustc') is None:
        sys.exit(SKIPPED)
    checks = ''.join('    check("%s", std::mem::size_of::<trellis::ffi::%s>(), %s);\n' % (name, name, size) for name, size in sizes())
    with open(os.path.join(HERE, 'main.rs'), encoding='utf-8') as file:
        source = file.read().replace('// SIZES\n', checks)
    main = os.path.join(folder, 'main.rs')
    with open(main, 'w', encoding='utf-8') as file:
        file.write(source)
    crate, program = os.path.join(folder, 'libtrellis.rlib'), os.path.join(folder, 'main')
    flags = ['--edition', '2018', '-D', 'warnings', '-L', 'native=' + os.path.dirname(library)]
    run(['rustc', '--crate-type', 'rlib', '--crate-name', 'trellis', os.path.join(bindings, 'src', 'lib.rs'), '-o', crate] + flags)
    run(['rustc', main, '-o', program, '--extern', 'trellis=' + crate] + flags)
    return [program]


def make_csharp(bindings, _, folder):
    if shutil.which('mcs') is None or shutil.which('mono') is None:
        sys.exit(SKIPPED)
    checks = ''.join('    Check("%s", sizeof(%s), %s);\n' % (name, name, size) for name, size in sizes())
    with open(os.path.join(HERE, 'main.cs'), encoding='utf-8') as file:
        source = file.read().replace('// SIZES\n', checks)
    main = os.path.join(folder, 'main.cs')
    with open(main, 'w', encoding='utf-8') as file:
        file.write(source)
    program = os.path.join(folder, 'main.exe')
    run(['mcs', '-unsafe', '-warnaserror', '-out:' + program, main] + [os.path.join(bindings, one) for one in ('Native.cs', 'Trellis.cs')])
    return ['mono', program]


def main():
    language, bindings, library, program, shader = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        made = {'rust': make_rust, 'csharp': make_csharp}[language](bindings, library, folder)
        output, expected = os.path.join(folder, 'a.spv'), os.path.join(folder, 'b.spv')
        environment = dict(os.environ, LD_LIBRARY_PATH=os.path.dirname(library))
        said = run(made + [shader, output], env=environment)
        run([program, shader, '-o', expected, '--target', 'vulkan1.1'])
        with open(output, 'rb') as a, open(expected, 'rb') as b:
            if a.read() != b.read():
                print('the module is not that of the program')
                return 1
        for word in ('entry point: main', 'limit: 7', 'cancelled: 8', 'bad input: 1', 'SPIR-V'):
            if word not in said:
                print('"%s" is missing in: %s' % (word, said))
                return 1
    return 0


if __name__ == '__main__':
    sys.exit(main())
