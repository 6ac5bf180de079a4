#!/usr/bin/env python3
"""Asks Microsoft's validator about the DXIL that tests write as LLVM assembly: validate_texts.py SOURCE_FOLDER BUILD_FOLDER

The tests are run with TRELLIS_TEXTS, so that they leave each text they assemble (assembly.cpp). dxc, whose LLVM is of 2015, gets the
text with the types that pointers had then. What it cannot assemble, and what its validator refuses, is invalid on purpose or has
no types of that kind. What it accepts, Trellis must translate, or refuse with a message that docs/operations.md gives a reason for.
Ends with 77 if there is no dxc.
"""
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

NO_DXC = 77
# Others have few texts, and take long.
TESTS = ('trellis_decode_test', 'trellis_metadata_test', 'spirv_program_test')
SPACE = r'( addrspace\(\d+\))?'
# A type, with one level of brackets in brackets.
TYPE = r'((?:\{(?:[^{}]|\{[^{}]*\})*\}|<[^<>]*>|\[(?:[^\[\]]|\[[^\[\]]*\])*\]|%[\w.$"]+|[a-z]\w*))'


def with_typed_pointers(text):
    """As LLVM wrote them before pointers lost their types."""
    functions = {}
    for result, name, parameters in re.findall(r'define (?:internal )?(.*?) (@[\w.$"?]+)\((.*?)\)', text):
        types = ', '.join(part.strip().rpartition(' ')[0] or part.strip() for part in parameters.split(',') if part.strip())
        functions[name] = '%s (%s)*' % (result, types)
    text = re.sub(r'\bptr (@[\w.$"?]+)', lambda m: functions.get(m.group(1), 'ptr') + ' ' + m.group(1), text)
    text = re.sub(r'(load (?:volatile )?)' + TYPE + ', ptr' + SPACE, r'\1\2, \2\3*', text)
    text = re.sub(r'(store (?:volatile )?)' + TYPE + r'( [^,]+), ptr' + SPACE, r'\1\2\3, \2\4*', text)
    text = re.sub(r'(getelementptr (?:inbounds )?\(?)' + TYPE + ', ptr' + SPACE, r'\1\2, \2\3*', text)
    text = re.sub(r'(atomicrmw (?:volatile )?\w+) ptr' + SPACE + r' ([^,]+), ' + TYPE, r'\1 \4\2* \3, \4', text)
    text = re.sub(r'(cmpxchg) ptr' + SPACE + r' ([^,]+), ' + TYPE, r'\1 \4\2* \3, \4', text)
    return re.sub(r'\bptr (undef|null)', r'i32* \1', text)


def leave_texts(build, folder):
    """Runs the tests; whether they pass is for ctest to say."""
    environment = dict(os.environ, TRELLIS_TEXTS=folder)
    for place, _, names in os.walk(os.path.join(build, 'tests')):
        for name in sorted(set(names) & set(TESTS)):
            subprocess.run([os.path.join(place, name)], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def reasons_of(root):
    """Of the page's tables: reasons of operations, and messages about programs."""
    with open(os.path.join(root, 'docs', 'operations.md'), encoding='utf-8') as page:
        refused = page.read().partition('## Refused')[2].partition('## All')[0]
    rows = [[cell.strip(' `') for cell in line.split('|')[1:-1]] for line in refused.splitlines() if line.startswith('| ')]
    return [row[1] if len(row) == 3 else row[0] for row in rows if row[0] not in ('reason', 'program')]


def main():
    root, build = (os.path.abspath(argument) for argument in sys.argv[1:3])
    cache = os.environ.get('XDG_CACHE_HOME') or os.path.join(os.path.expanduser('~'), '.cache')
    dxc = os.path.join(cache, 'trellis', 'dxc', 'dxc')
    if not os.access(dxc, os.X_OK):
        print('validate_texts: dxc is not installed (scripts/get-dxc): skipped')
        sys.exit(NO_DXC)
    reasons = reasons_of(root)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # The folder goes in that case, too.
    folder = tempfile.mkdtemp(prefix='trellis-texts-')
    counts, wrong = {'texts': 0, 'assembled': 0, 'valid': 0, 'refused with a reason': 0}, []
    try:
        leave_texts(build, folder)
        for name in sorted(os.listdir(folder)):
            counts['texts'] += 1
            path = os.path.join(folder, name)
            with open(path, encoding='utf-8') as file:
                text = file.read()
            with open(path, 'w', encoding='utf-8') as file:
                file.write(with_typed_pointers(text))
            code = subprocess.run([dxc, '@asm', path, path + '.dxil'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode
            counts['assembled'] += code in (0, 3)
            if code != 0 or not os.path.exists(path + '.dxil'):  # dxc crashes on some.
                continue
            counts['valid'] += 1
            ran = subprocess.run([os.path.join(build, 'bin', 'trellis'), path + '.dxil', '-o', path + '.spv'], stderr=subprocess.PIPE, check=False)
            said = ran.stderr.decode('utf-8', 'replace')
            if ran.returncode != 0:
                has_reason = any(reason in said for reason in reasons)
                counts['refused with a reason'] += has_reason
                if not has_reason:
                    wrong.append(said.strip() + '\n' + text)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    for one in wrong:
        print('valid, and refused: ' + one)
    print(', '.join('%d %s' % (count, what) for what, count in counts.items()))
    sys.exit(1 if wrong or counts['valid'] == 0 else 0)


if __name__ == '__main__':
    main()
