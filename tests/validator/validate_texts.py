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

import validator

# Others have few texts, and take long.
TESTS = ('trellis_decode_test', 'trellis_metadata_test', 'lower_test', 'spirv_plan_test')
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


def main():
    root, build = (os.path.abspath(argument) for argument in sys.argv[1:3])
    judge = validator.Judge(root, build)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # The folder goes in that case, too.
    folder = tempfile.mkdtemp(prefix='trellis-texts-')
    counts, wrong = {}, []
    try:
        leave_texts(build, folder)
        for name in sorted(os.listdir(folder)):
            path = os.path.join(folder, name)
            with open(path, encoding='utf-8') as file:
                text = with_typed_pointers(file.read())
            outcome, said = judge.of_text(text, path)
            counts[outcome] = counts.get(outcome, 0) + 1
            if outcome in ('failed', 'refused by name'):
                wrong.append(said.strip() + '\n' + text)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    for one in wrong:
        print('valid, and refused: ' + one)
    print('%d texts: ' % sum(counts.values()) + ', '.join('%d %s' % (count, what) for what, count in sorted(counts.items())))
    sys.exit(1 if wrong or not counts.get('translated') else 0)


if __name__ == '__main__':
    main()
