#!/usr/bin/env python3
"""Writes trellis/_interface.py: the C interface of include/trellis/*.h for ctypes.

  make_interface.py INCLUDE_FOLDER OUTPUT

Structs come with the defaults of their TRELLIS_..._INIT macros and with what the marshalling (structs.py) has to know of each
field; enumerations without the prefix that C needs. So what the headers gain, Python has with the next build.
"""
import re
import sys

import c_headers

SCALARS = {'uint8_t': 'c_uint8', 'uint32_t': 'c_uint32', 'int32_t': 'c_int32', 'uint64_t': 'c_uint64', 'size_t': 'c_size_t',
           'float': 'c_float', 'void': 'None'}
# What the package has wrappers for.
PRIVATE = {'TrellisError', 'TrellisAllocator', 'TrellisTranslatorOptions', 'TrellisReadOptions', 'TrellisCheckOptions'}
NUMBERS = {'UINT32_MAX': 2**32 - 1, 'UINT64_MAX': 2**64 - 1, 'NULL': None}


def plain(name):
    return name.removeprefix('Trellis')


class Interface:
    """What the headers declare, by name."""

    def __init__(self, text):
        self.enums = {name: body for name, body in c_headers.NAMED_ENUM.findall(text)}
        self.structs = dict(c_headers.STRUCT.findall(text))
        self.opaque = set(c_headers.OPAQUE.findall(text)) - set(self.structs)
        self.callbacks = {name: (result, parameters) for result, name, parameters in c_headers.CALLBACK.findall(text)}
        self.functions = [c_headers.squeeze(one) for one in c_headers.FUNCTION.findall(text)]
        self.numbers = dict(NUMBERS)
        for body in list(self.enums.values()) + [one for one in c_headers.ENUM.findall(text)]:
            self.numbers.update(self.members(body))
        self.constants = {}
        for name, value in c_headers.CONSTANT.findall(text):
            if not name.endswith('_H') and name != 'TRELLIS_API':
                self.constants[name] = self.value(value)
                self.numbers[name] = self.constants[name]
        self.initializers = {}
        for _, body in c_headers.INITIALIZER.findall(text):
            body = c_headers.squeeze(body.replace('\\\n', ' '))
            name = re.match(r'\{sizeof\((\w+)\)', body)[1]
            body = re.sub(r'sizeof\(\w+\)', '0', body).replace('{', '[').replace('}', ']')
            self.initializers[name] = self.value(re.sub(r'(\d\.\d+)f\b', r'\1', body))

    def value(self, expression):
        return eval(expression, {'__builtins__': {}}, self.numbers)  # Of our own headers.

    def members(self, body):
        return {name: self.value(value) for name, value in
                (map(str.strip, one.split('=')) for one in c_headers.squeeze(body).split(',') if one.strip())}

    def c_type(self, kind):
        """ctypes' name of a declared type."""
        kind = kind.strip()
        if kind.endswith(']'):
            element, count = re.match(r'(.*)\[(\w+)\]$', kind).groups()
            return '%s * %d' % (self.c_type(element), self.value(count))
        if kind.endswith('*'):
            target = kind[:-1].strip().removeprefix('const ').removesuffix(' const').strip()
            if target == 'char':
                return 'c_char_p'
            if target == 'void' or target in self.opaque:
                return 'c_void_p'
            return 'POINTER(%s)' % self.c_type(target)
        kind = kind.removeprefix('const ').strip()
        if kind in SCALARS:
            return SCALARS[kind]
        if kind in self.enums:
            return 'c_int32' if kind == 'TrellisResult' else 'c_uint32'
        if kind in self.structs or kind in self.callbacks:
            return plain(kind)
        if '(*' in kind:
            return 'c_void_p'  # Members of TrellisAllocator: Python does not route memory.
        raise ValueError('no ctypes type for ' + kind)

    def count_of(self, name, names):
        """The field that counts what the pointer `name` points at, or None."""
        for count in (name + '_count', name[:-1] + '_count', name[:-3] + 'y_count', name[:-4] + '_count'):
            if count in names:
                return count
        return None


def common_prefix(names):
    """Of enumerators, up to an underscore; short enough that identifiers are left."""
    prefix = names[0]
    for name in names:
        while not name.startswith(prefix):
            prefix = prefix[:-1]
    prefix = prefix[:prefix.rindex('_') + 1]
    while any(name == prefix or name[len(prefix)].isdigit() for name in names):
        prefix = prefix[:prefix[:-1].rindex('_') + 1]
    return prefix


def enum_lines(interface):
    for name, body in interface.enums.items():
        members = interface.members(body)
        is_mask = '<<' in body or name == 'TrellisFloatWidths'
        prefix = common_prefix(list(members))
        yield 'class %s(%s):' % (plain(name), 'IntFlag' if is_mask else 'IntEnum')
        yield from ('    %s = %d' % (member[len(prefix):], value) for member, value in members.items())
        yield ''


def field_note(interface, kind, name, names):
    """How structs.py shall treat a field; None: as ctypes does."""
    if kind in interface.enums and kind != 'TrellisResult':
        return 'Enumeration(%s)' % plain(kind)
    if kind == 'TrellisResult':
        return 'Enumeration(Result)'
    if kind in interface.structs:
        return 'Nested(%s)' % plain(kind)
    if kind in interface.callbacks:
        return 'Callback(%s)' % plain(kind)
    target = kind.removeprefix('const ')
    if target == 'char*':
        return 'Text()'
    count = interface.count_of(name, names)
    if target == 'char* const*':
        return 'Texts(%r)' % count
    if not target.endswith('*'):
        return None
    target = target[:-1]
    if target in interface.opaque:
        return 'Handle()'
    if target in interface.structs:
        return 'Structs(%s, %r)' % (plain(target), count) if count else 'Pointer(%s)' % plain(target)
    return 'Numbers(%s, %r)' % (interface.c_type(target), count) if count else None


def struct_lines(interface):
    for name in interface.structs:
        yield 'class %s(Struct):' % plain(name)
        yield '    pass'
        yield ''
    for name, (result, parameters) in interface.callbacks.items():
        types = [interface.c_type(re.sub(r'\w+$', '', one)) for one in c_headers.squeeze(parameters).split(', ')]
        yield '%s = CFUNCTYPE(%s)' % (plain(name), ', '.join([interface.c_type(result)] + types))
    yield ''
    # Those that others hold by value come first in the headers, so in this order every struct is complete when it is needed.
    for name, body in interface.structs.items():
        listed = list(c_headers.fields(body))
        names = [field for _, field in listed]
        yield '%s._fields_ = [' % plain(name)
        yield from ('    (%r, %s),' % (field, interface.c_type(kind)) for kind, field in listed)
        yield ']'
        notes = {field: field_note(interface, kind, field, names) for kind, field in listed}
        yield '%s._notes_ = {' % plain(name)
        yield from ('    %r: %s,' % (field, note) for field, note in notes.items() if note is not None)
        yield '}'
        if name in interface.initializers:
            yield '%s._defaults_ = %r' % (plain(name), interface.initializers[name])
        yield ''


def function_lines(interface):
    yield 'FUNCTIONS = {'
    for declaration in interface.functions:
        result, name, parameters = re.match(r'(.*[ *])(\w+)\((.*)\)$', declaration).groups()
        types = [] if parameters == 'void' else [interface.c_type(re.sub(r'\w+$', '', one)) for one in parameters.split(', ')]
        yield '    %r: (%s, [%s]),' % (name, interface.c_type(result), ', '.join(types))
    yield '}'


def module_text(include):
    interface = Interface(c_headers.read(include))
    lines = ['"""The C interface for ctypes. Made from its headers during the build: changes to this file are lost."""',
             'from ctypes import CFUNCTYPE, POINTER, c_char_p, c_float, c_int32, c_size_t, c_uint8, c_uint32, c_uint64, c_void_p',
             'from enum import IntEnum, IntFlag', '',
             'from .structs import Callback, Enumeration, Handle, Nested, Numbers, Pointer, Struct, Structs, Text, Texts', '']
    public = [name.removeprefix('TRELLIS_') for name in interface.constants] + [plain(name) for name in interface.enums]
    public += [plain(name) for name in interface.structs if not name.endswith('Info') and name not in PRIVATE]
    lines += ['__all__ = %r' % sorted(public), '']
    lines += ['%s = %r' % (name.removeprefix('TRELLIS_'), value) for name, value in interface.constants.items()] + ['']
    for part in (enum_lines, struct_lines, function_lines):
        lines += list(part(interface))
    return '\n'.join(lines) + '\n'


def main():
    if len(sys.argv) != 3:
        print(__doc__.strip())
        return 2
    text = module_text(sys.argv[1])
    with open(sys.argv[2], 'w', encoding='utf-8') as file:
        file.write(text)
    return 0


if __name__ == '__main__':
    sys.exit(main())
