#!/usr/bin/env python3
"""Compiles the reference shaders with the real dxc in the forms that users ship, and tests each of them:
recompile.py SOURCE_FOLDER BUILD_FOLDER FORM...

Translates and validates every form. If the shader has expected buffers, runs it and compares them. So every difference between the
forms of a shader is reported. tests/corpus/recompiled_exceptions.txt lists expected differences and their reasons; a listed one that
does not occur is reported as well. Shaders that dxc's validator refuses are compiled without it. A module that equals one of an
earlier form or of the shipped DXIL, which other tests run, except for names, is not run again.

Forms: default (with reflection, names and pipeline state), od, debug (-Zi -Qembed_debug, translated with --debug-info=full),
stripped (-Qstrip_reflect), o1, sixteen (-enable-16bit-types, if the source has types that it changes), models (each shader
model later than the declared one), or one of the latter (6.8). "all" is all of them. od-6.8 is -Od for one of the latter.

--only TEXT takes only the shaders whose path contains TEXT; --keep FOLDER leaves the files there; --translate-only runs nothing;
--one-form-each takes each shader in only one of the forms, always the same one, chosen by its name. Exits with 77 if there is no
dxc.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import zlib

NO_DXC = 77
NEWEST_MODEL = 10
# Later shader models refuse features of earlier ones: payloads without access qualifiers (6.7), work graphs (6.10).
CHANGES_OF_THE_LANGUAGE = ('annotated with the [raypayload] attribute', 'not supported when targeting shader model')
FORMS = {
    'default': [],
    'od': ['-Od'],
    'debug': ['-Zi', '-Qembed_debug'],
    'stripped': ['-Qstrip_reflect'],
    'o1': ['-O1'],
    'sixteen': ['-enable-16bit-types'],
}
# Types that -enable-16bit-types changes.
NARROW_TYPES = re.compile(r'\b(half|min16float|min10float|min16int|min12int|min16uint)([1-4](x[1-4])?)?\b')
# OpSource, OpName, OpMemberName.
DEBUG_OPCODES = (3, 5, 6)
SIXTEEN = '-enable-16bit-types'


class Shader:
    def __init__(self, path, label):
        self.path, self.label = path, label
        with open(path, encoding='utf-8') as file:
            self.source = file.read()
        header = collections.defaultdict(str)
        for line in self.source.splitlines():
            found = re.match(r'// ([a-z0-9,]+): (.*)$', line)
            if not line.startswith('//'):
                break
            if found:
                header[found.group(1)] = found.group(2)
        self.profile, self.entry = header['profile'], header['entry']
        self.flags, self.options = header['flags'].split(), header['trellis'].split()
        if header['nvapi']:
            self.options += ['--nvapi'] + re.findall(r'\d+', header['nvapi'])
        self.execution, self.is_patched = header['exec'], 'patched' in header

    def model(self):
        """Returns the minor version; for a library for linking, which has none, one later than all others."""
        minor = self.profile.rpartition('_')[2]
        return int(minor) if minor.isdigit() else NEWEST_MODEL + 1


def shaders_of(root, only):
    found = []
    for folder, _, names in os.walk(os.path.join(root, 'reference_shaders')):
        for name in names:
            path = os.path.join(folder, name)
            label = os.path.relpath(path, os.path.join(root, 'reference_shaders'))[:-len('.hlsl')]
            if not name.endswith('.hlsl') or only not in label:
                continue
            with open(path, encoding='utf-8') as source:
                has_header = '// profile:' in source.read()
            is_assembled = os.path.exists(path[:-len('hlsl')] + 'll')
            if has_header and not is_assembled:  # Lists in the same folder compile the others.
                found.append(Shader(path, label))
    return sorted(found, key=lambda shader: shader.label)


class Form:
    """A form's name, and how to compile a shader in that form."""

    def __init__(self, name):
        self.name = name

    def applies_to(self, shader):
        if self.name in FORMS:
            return self.name != 'sixteen' or (shader.model() >= 2 and SIXTEEN not in shader.flags and
                                              NARROW_TYPES.search(shader.source) is not None)
        return shader.model() < int(self.name.partition('.')[2])

    def is_of_later_model(self):
        return '6.' in self.name

    def arguments(self, shader):
        profile = shader.profile
        if self.is_of_later_model():
            profile = profile.rpartition('_')[0] + '_' + self.name.partition('.')[2]
        entry = ['-E', shader.entry] if shader.entry else []
        return ['-T', profile] + entry + shader.flags + FORMS.get(self.name.partition('-')[0], [])

    def options(self, shader):
        return shader.options + (['--debug-info=full'] if self.name == 'debug' else [])

    def is_run(self, shader):
        # Narrower types change the values.
        return shader.execution == 'yes' and self.name != 'sixteen'


def forms_of(names):
    forms = []
    for name in names:
        if name == 'all':
            forms += list(FORMS) + ['models']
        else:
            forms.append(name)
    expanded = []
    for name in forms:
        if name == 'models':
            expanded += ['6.%d' % minor for minor in range(1, NEWEST_MODEL + 1)]
        elif name in FORMS or re.fullmatch(r'(od-)?6\.\d+', name):
            expanded.append(name)
        else:
            sys.exit('recompile: there is no form called %s' % name)
    return [Form(name) for name in expanded]


def without_names(module):
    """Returns the instructions of a module without those that only name things of the source."""
    with open(module, 'rb') as file:
        data = file.read()
    words = struct.unpack('<%dI' % (len(data) // 4), data)
    kept, at = [words[:5]], 5
    while at < len(words):
        count, opcode = words[at] >> 16, words[at] & 0xFFFF
        if opcode not in DEBUG_OPCODES:
            kept.append(words[at:at + count])
        at += max(count, 1)
    return hash(tuple(kept))


class Run:
    def __init__(self, build, dxc, folder, exceptions, translates_only):
        self.program = os.path.join(build, 'bin', 'trellis')
        self.runner = os.path.join(build, 'tests', 'vulkan', 'trellis-run-case')
        self.dxc, self.folder, self.exceptions = dxc, folder, exceptions
        self.translates_only = translates_only  # Nothing is run.
        self.known = collections.defaultdict(set)  # By shader: modules that need not be run.
        self.tried, self.executed = set(), set()  # (form, label)
        self.faults = {}  # (form, label, kind) to the reason.

    def fault(self, form, shader, kind, reason):
        self.faults[form.name, shader.label, kind] = reason[:400]

    def compile(self, form, shaders):
        """Compiles the shaders; returns the DXIL of those that compile, by shader."""
        made = self.compile_with(form, shaders, [])
        invalid = [shader for shader in shaders if shader not in made and self.exceptions.has(form, shader, 'invalid')]
        made.update(self.compile_with(form, invalid, ['-Vd']))
        return made

    def compile_with(self, form, shaders, flags):
        """Compiles with one process per processor."""
        count = os.cpu_count() or 1
        made = {}
        with concurrent.futures.ThreadPoolExecutor(count) as pool:
            for part in pool.map(lambda n: self.compile_list(form, shaders[n::count], flags, 'list%d.txt' % n), range(count)):
                made.update(part)
        return made

    def compile_list(self, form, shaders, flags, name):
        left, made = list(shaders), {}
        while left:
            lines = []
            for shader in left:
                made[shader] = os.path.join(self.folder, form.name, shader.label + '.dxil')
                os.makedirs(os.path.dirname(made[shader]), exist_ok=True)
                lines.append(' '.join('"%s"' % word for word in [shader.path] + form.arguments(shader) + flags + ['-Fo', made[shader]]))
            listed = os.path.join(self.folder, name)
            with open(listed, 'w', encoding='utf-8') as file:
                file.write('\n'.join(lines) + '\n')
            output = subprocess.run([self.dxc, '@list', listed], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout
            results = [line for line in output.decode('utf-8', 'replace').splitlines() if re.match('(ok|FAILED) ', line)]
            for shader, line in zip(left, results):
                if line.startswith('FAILED'):
                    del made[shader]
                    if any(reason in line for reason in CHANGES_OF_THE_LANGUAGE) and form.is_of_later_model():
                        continue
                    kind = 'invalid' if 'Validation failed' in line else 'dxc'
                    self.fault(form, shader, kind, line[len('FAILED ') + len(shader.path):].strip())
            if len(results) < len(left):
                self.fault(form, left[len(results)], 'dxc', 'it crashed')
                del made[left[len(results)]]
            left = left[len(results) + 1:]
        return made

    def translate(self, form, made):
        """Translates the shaders; returns the valid modules, by shader."""
        by_options = collections.defaultdict(list)
        for shader in made:
            options = list(form.options(shader))
            if shader.profile.startswith('lib_'):
                options.append('--all-entries')
            by_options[tuple(options)].append(shader)
        modules = {}
        for number, (options, shaders) in enumerate(sorted(by_options.items())):
            out = os.path.join(self.folder, form.name, 'modules%d' % number)
            inputs = os.path.join(self.folder, form.name, 'inputs%d' % number)
            for shader in shaders:
                link = os.path.join(inputs, shader.label + '.dxil')
                os.makedirs(os.path.dirname(link), exist_ok=True)
                os.symlink(made[shader], link)
            ran = subprocess.run([self.program, inputs, '-o', out, '--validate', '--time-limit', '600', '--error-format', 'json', *options],
                                 stderr=subprocess.PIPE, check=False)
            told = [json.loads(line) for line in ran.stderr.decode('utf-8', 'replace').splitlines() if line.startswith('{')]
            errors = {one['file']: one['text'] for one in told if one['severity'] == 'error'}
            for shader in shaders:
                module = os.path.join(out, shader.label + '.spv')
                if os.path.exists(module):
                    modules[shader] = module
                else:
                    reason = errors.get(os.path.join(inputs, shader.label + '.dxil'), 'not translated')
                    self.fault(form, shader, 'trellis', reason)
        return modules

    def execute(self, form, modules):
        cases = []
        for shader in modules:
            instructions = without_names(modules[shader])
            if form.is_run(shader) and instructions not in self.known[shader]:
                cases.append(shader)
            self.known[shader].add(instructions)
        self.executed.update((form.name, shader.label) for shader in cases)
        if not cases:
            return 0
        listed = os.path.join(self.folder, 'cases.txt')
        with open(listed, 'w', encoding='utf-8') as file:
            file.writelines('%s %s\n' % (shader.path, modules[shader]) for shader in cases)
        # Mesa's software device takes half the time without LLVM's optimizations, and LLVM 15 fails to allocate registers for some.
        environment = dict(os.environ, GALLIVM_PERF='nopt')
        ran = subprocess.run([self.runner, '--list', listed], stdout=subprocess.PIPE, env=environment, check=False)
        output = ran.stdout.decode('utf-8', 'replace')
        if not re.search(r'^\d+ passed, \d+ failed$', output, flags=re.M):
            sys.exit('recompile: the cases were not run: ' + output[:1000])
        by_path = {shader.path: shader for shader in cases}
        for path, reason in re.findall(r'^FAILED  (\S+): (.*)$', output, flags=re.M):
            self.fault(form, by_path[path], 'buffers', reason)
        return len(cases)

    def know_shipped(self, shaders):
        """Notes the modules of the shipped DXIL: other tests run them, and check what is refused."""
        form = Form('shipped')
        shipped = {shader: shader.path[:-len('.hlsl')] + '.dxil' for shader in shaders}
        for shader, module in self.translate(form, shipped).items():
            self.known[shader].add(without_names(module))

    def is_refused_as_shipped(self, label, kind, reason):
        """Returns whether the shipped DXIL is refused for the same reason, apart from the location, which differs."""
        shipped = self.faults.get(('shipped', label, kind))
        return kind == 'trellis' and shipped is not None and shipped.partition(' (')[0] == reason.partition(' (')[0]

    def form(self, form, shaders):
        shaders = [shader for shader in shaders if form.applies_to(shader)]
        self.tried.update((form.name, shader.label) for shader in shaders)
        made = self.compile(form, shaders)
        modules = self.translate(form, made)
        count = 0 if self.translates_only else self.execute(form, modules)
        print('%-9s %4d shaders, %4d compiled, %4d translated and valid, %4d run' %
              (form.name, len(shaders), len(made), len(modules), count), flush=True)


class Exceptions:
    """The exceptions in recompiled_exceptions.txt, which describes its format."""

    def __init__(self, root):
        self.reasons = {}  # (form, label, kind) to the reason.
        with open(os.path.join(root, 'tests', 'corpus', 'recompiled_exceptions.txt'), encoding='utf-8') as file:
            for line in file:
                if line.strip() and not line.startswith('#'):
                    forms, label, kind, reason = line.split(None, 3)
                    for form in forms.split(','):
                        self.reasons[form, label, kind] = reason.strip()

    def has(self, form, shader, kind):
        return any((name, shader.label, kind) in self.reasons for name in (form.name, '*'))


def report(run, shaders):
    """Reports the faults; returns the number of unexpected ones and of expected ones that did not occur."""
    wrong = 0
    by_label = {shader.label: shader for shader in shaders}
    for (form, label, kind), reason in sorted(run.faults.items()):
        if not run.exceptions.has(Form(form), by_label[label], kind) and not run.is_refused_as_shipped(label, kind, reason):
            print('%s %s %s: %s' % (form, label, kind, reason))
            wrong += 1
    for (form, label, kind) in sorted(run.exceptions.reasons):
        if label not in by_label:
            continue
        # An exception for any form need not occur in each form: the default form has all of them.
        name = 'default' if form == '*' else form
        tried = run.executed if kind == 'buffers' else run.tried
        if (name, label) in tried and (name, label, kind) not in run.faults:
            print('%s %s %s: listed as an exception, and does not differ' % (form, label, kind))
            wrong += 1
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('root')
    parser.add_argument('build')
    parser.add_argument('forms', nargs='+')
    parser.add_argument('--only', default='')
    parser.add_argument('--keep')
    parser.add_argument('--translate-only', action='store_true')
    parser.add_argument('--one-form-each', action='store_true')
    arguments = parser.parse_args()
    cache = os.environ.get('XDG_CACHE_HOME') or os.path.join(os.path.expanduser('~'), '.cache')
    dxc = os.path.join(cache, 'trellis', 'dxc', 'dxc')
    if not os.access(dxc, os.X_OK):
        print('recompile: dxc is not installed (scripts/get-dxc): skipped')
        sys.exit(NO_DXC)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # Removes the folder in that case, too.
    folder = arguments.keep or tempfile.mkdtemp(prefix='trellis-recompiled-')
    os.makedirs(folder, exist_ok=True)
    try:
        root = os.path.abspath(arguments.root)
        shaders, forms = shaders_of(root, arguments.only), forms_of(arguments.forms)
        run = Run(os.path.abspath(arguments.build), dxc, os.path.abspath(folder), Exceptions(root), arguments.translate_only)
        run.know_shipped(shaders)
        for number, form in enumerate(forms):
            share = [shader for shader in shaders
                     if not arguments.one_form_each or zlib.adler32((shader.label + '.hlsl').encode()) % len(forms) == number]
            run.form(form, share)
        wrong = report(run, shaders)
    finally:
        if not arguments.keep:
            shutil.rmtree(folder, ignore_errors=True)
    print('%d differences' % wrong)
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
