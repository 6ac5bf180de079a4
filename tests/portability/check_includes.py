#!/usr/bin/env python3
"""Checks that code for a particular system stays in its folder: check_includes.py SOURCE_FOLDER

- The library and the program include only their own headers, those of the standard library and those of the libraries named here.
  Other headers are only allowed in a folder posix/ or windows/, or in folders that include LLVM.
- They do not call functions of the global namespace, such as ::open, which standard headers may happen to declare.
- They detect sanitizers with the definitions of cmake/compiler.cmake, not with those of one compiler.
- Each file in posix/ has a counterpart in windows/ that defines the same header.
"""
import glob
import os
import re
import sys

FOLDERS = ('adapters', 'api', 'c_api', 'cfg', 'dxil_frontend', 'include', 'lower', 'option_table', 'spirv_backend', 'structurizer',
           'support', 'tinywgsl', 'tools', 'uniformity')
SYSTEMS = ('posix', 'windows')
STANDARD_C = {'assert.h', 'limits.h', 'stdbool.h', 'stddef.h', 'stdint.h', 'stdio.h', 'stdlib.h', 'string.h'}
LIBRARIES = ('CLI/', 'nlohmann/', 'spirv/', 'spirv-tools/', 'trellis/', 'vulkan/', 'zlib.h')
LLVM = ('llvm/', 'llvm-c/')
LLVM_ROOMS = ('dxil_frontend',)
# Files without a counterpart: only other files of posix/, or tests, use them.
ALONE = {'support/posix/socket_io.cpp', 'support/posix/socket_io.hpp', 'support/windows/api.cpp', 'support/windows/api.hpp'}
CALL = re.compile(r'(?:^|[^\w>:])(::[a-z]\w*)\(')
INCLUDE = re.compile(r'^\s*#\s*include\s*<([^>]+)>', re.M)


def is_portable(header):
    return bool(re.fullmatch('[a-z_]+', header)) or header in STANDARD_C or header.startswith(LIBRARIES)


def check(root):
    faults, seen = [], 0
    for folder in FOLDERS:
        for path in sorted(glob.glob(os.path.join(root, folder, '**', '*'), recursive=True)):
            if not re.search(r'\.(c|h|cpp|hpp)$', path):
                continue
            seen += 1
            name = os.path.relpath(path, root).replace(os.sep, '/')
            system = os.path.basename(os.path.dirname(path))
            if system in SYSTEMS:
                other = path.replace(os.sep + system + os.sep, os.sep + SYSTEMS[1 - SYSTEMS.index(system)] + os.sep)
                if name not in ALONE and not os.path.exists(other):
                    faults.append('%s: there is no %s' % (name, os.path.relpath(other, root)))
                continue
            with open(path, encoding='utf-8') as file:
                text = file.read()
            for header in INCLUDE.findall(text):
                if not is_portable(header) and not (header.startswith(LLVM) and folder in LLVM_ROOMS):
                    faults.append('%s: <%s> belongs in a folder posix/ or windows/' % (name, header))
            if '__SANITIZE_' in text:
                faults.append('%s: only GCC defines __SANITIZE_...; TRELLIS_ADDRESS_SANITIZER and _THREAD_ are for all' % name)
            for call in CALL.findall(text):
                faults.append('%s: %s() belongs in a folder posix/ or windows/' % (name, call))
    if seen < 400:
        faults.append('%d sources only: what is looked at is not all there is' % seen)
    return faults


def main():
    faults = check(sys.argv[1])
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)


if __name__ == '__main__':
    main()
