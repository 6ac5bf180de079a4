#!/usr/bin/env python3
"""Writes the C interface of include/trellis/*.h for other languages, from the same description as Python's (make_interface.py).

  make_bindings.py rust|csharp INCLUDE_FOLDER OUTPUT

Types, constants and functions have the names that they have in C. Structs come with the values of their TRELLIS_..._INIT macros:
Default in Rust, a static property Init in C#.
"""
import re
import sys

import c_headers
from make_interface import Interface

RUST_SCALARS = {'uint8_t': 'u8', 'uint32_t': 'u32', 'int32_t': 'i32', 'uint64_t': 'u64', 'size_t': 'usize', 'float': 'f32', 'char': 'c_char',
                'void': 'c_void'}
CSHARP_SCALARS = {'uint8_t': 'byte', 'uint32_t': 'uint', 'int32_t': 'int', 'uint64_t': 'ulong', 'size_t': 'UIntPtr', 'float': 'float',
                  'char': 'byte', 'void': 'void'}
RUST_WORDS = {'type', 'in', 'match', 'ref', 'move', 'use', 'where', 'loop', 'impl', 'fn', 'mod', 'pub', 'self', 'static', 'struct', 'trait'}
CSHARP_WORDS = {'in', 'ref', 'out', 'object', 'string', 'base', 'checked', 'params', 'event', 'lock', 'operator', 'internal', 'namespace',
                'struct', 'static', 'fixed', 'class'}


def split_declaration(declaration):
    """("uint32_t", "count") of a parameter, ("uint32_t[3]", "size") of an array."""
    declaration = c_headers.squeeze(declaration)
    array = re.search(r'(\[\w+\])$', declaration)
    if array:
        declaration = declaration[:array.start()]
    kind, name = re.match(r'(.*[ *])(\w+)$', declaration).groups()
    return kind.strip() + (array[1] if array else ''), name


def parameters_of(text):
    return [] if text.strip() == 'void' else [split_declaration(one) for one in text.split(',')]


def members_in(interface):
    """(type, name, value) of every enumerator."""
    for name, body in interface.enums.items():
        for member, value in interface.members(body).items():
            yield name, member, value


def pointer_parts(kind):
    """"const char* const*" as ("char", [True, True]): what is pointed at, and whether it is constant, from the outermost pointer in."""
    constants = []
    kind = kind.strip()
    while kind.endswith('*') or kind.endswith(' const'):
        kind = kind.removesuffix(' const').strip()
        kind = kind[:-1].strip()
        constants.append(kind.startswith('const ') and '*' not in kind or kind.endswith(' const'))
    return kind.removeprefix('const ').removesuffix(' const').strip(), constants


class Rust:
    def __init__(self, interface):
        self.interface = interface

    def name(self, name):
        return 'r#' + name if name in RUST_WORDS else name

    def kind(self, kind):
        if kind.endswith(']'):
            element, count = re.match(r'(.*)\[(\w+)\]$', kind).groups()
            return '[%s; %d]' % (self.kind(element), self.interface.value(count))
        target, constants = pointer_parts(kind)
        base = RUST_SCALARS.get(target, target)
        for constant in reversed(constants):
            base = ('*const ' if constant else '*mut ') + base
        return base

    def function_type(self, result, parameters):
        listed = ', '.join('%s: %s' % (self.name(name), self.kind(kind)) for kind, name in parameters_of(parameters))
        returned = '' if result == 'void' else ' -> ' + self.kind(result)
        return 'Option<unsafe extern "C" fn(%s)%s>' % (listed, returned)

    def field(self, kind):
        pointer = re.match(r'(.*?)\(\*\w+\)\((.*)\)$', kind)
        return self.function_type(pointer[1].strip(), pointer[2]) if pointer else self.kind(kind)

    def value(self, kind, value):
        if isinstance(value, list):
            if kind in self.interface.structs:
                return '%s { %s }' % (kind, self.values(kind, value))
            element = re.match(r'(.*)\[', kind)[1]
            return '[%s]' % ', '.join(self.value(element, one) for one in value)
        if kind.endswith('*'):
            return 'std::ptr::null%s()' % ('' if pointer_parts(kind)[1][0] else '_mut')
        if kind in self.interface.callbacks or '(*' in kind:
            return 'None'
        return '%r' % float(value) if kind == 'float' else '%d' % (value or 0)

    def values(self, struct, values):
        listed = list(c_headers.fields(self.interface.structs[struct]))
        sized = [(kind, name, value) for (kind, name), value in zip(listed, values)]
        return ', '.join('%s: %s' % (self.name(name), 'std::mem::size_of::<%s>() as u32' % struct if name == 'struct_size' else self.value(kind, value))
                         for kind, name, value in sized)

    def text(self):
        lines = ['// The C interface of Trellis. Made from its headers during the build: changes to this file are lost.',
                 '#![allow(non_camel_case_types, non_upper_case_globals, dead_code, clippy::all)]',
                 'use std::os::raw::{c_char, c_void};', '']
        for name in self.interface.opaque:
            lines += ['#[repr(C)]', 'pub struct %s {' % name, '    _private: [u8; 0],', '}']
        for name in self.interface.enums:
            lines.append('pub type %s = %s;' % (name, 'i32' if name == 'TrellisResult' else 'u32'))
        lines += ['pub const %s: %s = %d;' % (member, name, value) for name, member, value in members_in(self.interface)]
        lines += ['pub const %s: %s = %d;' % (name, 'u64' if value > 2**32 - 1 else 'u32', value)
                  for name, value in self.interface.constants.items()]
        for name, (result, parameters) in self.interface.callbacks.items():
            lines.append('pub type %s = %s;' % (name, self.function_type(result, parameters)))
        for name, body in self.interface.structs.items():
            lines += ['#[repr(C)]', '#[derive(Clone, Copy)]', 'pub struct %s {' % name]
            lines += ['    pub %s: %s,' % (self.name(field), self.field(kind)) for kind, field in c_headers.fields(body)]
            lines.append('}')
            if name in self.interface.initializers:
                lines += ['impl Default for %s {' % name, '    fn default() -> Self {',
                          '        %s { %s }' % (name, self.values(name, self.interface.initializers[name])), '    }', '}']
        lines += ['#[link(name = "trellis")]', 'extern "C" {']
        for declaration in self.interface.functions:
            result, name, parameters = re.match(r'(.*[ *])(\w+)\((.*)\)$', declaration).groups()
            listed = ', '.join('%s: %s' % (self.name(one), self.kind(kind)) for kind, one in parameters_of(parameters))
            returned = '' if result.strip() == 'void' else ' -> ' + self.kind(result.strip())
            lines.append('    pub fn %s(%s)%s;' % (name, listed, returned))
        return '\n'.join(lines + ['}', ''])


class CSharp:
    """C# 7, which Mono's compiler takes: pointers to structs, function pointers as IntPtr."""

    def __init__(self, interface):
        self.interface = interface

    def name(self, name):
        return '@' + name if name in CSHARP_WORDS else name

    def kind(self, kind):
        target, constants = pointer_parts(kind)
        if target in self.interface.opaque and constants:
            return 'IntPtr' + '*' * (len(constants) - 1)
        if target in self.interface.callbacks:
            return 'IntPtr'
        if target in self.interface.enums:
            target = 'int32_t' if target == 'TrellisResult' else 'uint32_t'
        return CSHARP_SCALARS.get(target, target) + '*' * len(constants)

    def fields(self, kind, name):
        """Arrays of structs become fields of their own: C# has none of them in structs."""
        if '(*' in kind:
            return ['public IntPtr %s;' % self.name(name)]
        array = re.match(r'(.*)\[(\w+)\]$', kind)
        if not array:
            return ['public %s %s;' % (self.kind(kind), self.name(name))]
        count = self.interface.value(array[2])
        if array[1] in self.interface.structs or array[1].endswith('*'):
            return ['public %s %s_%d;' % (self.kind(array[1]), name, n) for n in range(count)]
        return ['public fixed %s %s[%d];' % (self.kind(array[1]), self.name(name), count)]

    def assignments(self, struct, values, path):
        """Statements for all that is not zero."""
        for (kind, name), value in zip(c_headers.fields(self.interface.structs[struct]), values):
            place = path + '.' + self.name(name)
            array = re.match(r'(.*)\[', kind)
            if name == 'struct_size':
                yield '%s = (uint)sizeof(%s);' % (place, struct)
            elif kind in self.interface.structs:
                yield from self.assignments(kind, value, place)
            elif array and array[1] in self.interface.structs:
                for n, one in enumerate(value):
                    yield from self.assignments(array[1], one, '%s_%d' % (place, n))
            elif array:
                yield from ('%s[%d] = %s;' % (place, n, one) for n, one in enumerate(value) if one)
            elif value:
                yield '%s = %s;' % (place, '%rf' % float(value) if kind == 'float' else
                                    'UIntPtr.Zero' if kind == 'size_t' else '%du' % value if kind != 'int32_t' else '%d' % value)

    def text(self):
        lines = ['// The C interface of Trellis. Made from its headers during the build: changes to this file are lost.', 'using System;',
                 'using System.Runtime.InteropServices;', '', 'namespace Trellis {', '']
        for name, body in self.interface.structs.items():
            lines += ['[StructLayout(LayoutKind.Sequential)]', 'public unsafe struct %s {' % name]
            for kind, field in c_headers.fields(body):
                lines += ['  ' + one for one in self.fields(kind, field)]
            if name in self.interface.initializers:
                lines += ['  public static %s Init {' % name, '    get {', '      var made = new %s();' % name]
                lines += ['      ' + one for one in self.assignments(name, self.interface.initializers[name], 'made')]
                lines += ['      return made;', '    }', '  }']
            lines += ['}', '']
        for name, (result, parameters) in self.interface.callbacks.items():
            listed = ', '.join('%s %s' % (self.kind(kind), self.name(one)) for kind, one in parameters_of(parameters))
            lines += ['[UnmanagedFunctionPointer(CallingConvention.Cdecl)]',
                      'public unsafe delegate %s %s(%s);' % (self.kind(result), name, listed)]
        lines += ['', 'public static unsafe class Native {']
        lines += ['  public const %s %s = %d;' % ('int' if name == 'TrellisResult' else 'uint', member, value)
                  for name, member, value in members_in(self.interface)]
        lines += ['  public const %s %s = %d;' % ('ulong' if value > 2**32 - 1 else 'uint', name, value)
                  for name, value in self.interface.constants.items()]
        for declaration in self.interface.functions:
            result, name, parameters = re.match(r'(.*[ *])(\w+)\((.*)\)$', declaration).groups()
            listed = ', '.join('%s %s' % (self.kind(kind), self.name(one)) for kind, one in parameters_of(parameters))
            lines.append('  [DllImport("trellis", CallingConvention = CallingConvention.Cdecl)]')
            lines.append('  public static extern %s %s(%s);' % (self.kind(result.strip()), name, listed))
        return '\n'.join(lines + ['}', '}', ''])


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in ('rust', 'csharp'):
        print(__doc__.strip())
        return 2
    interface = Interface(c_headers.read(sys.argv[2]))
    text = (Rust if sys.argv[1] == 'rust' else CSharp)(interface).text()
    with open(sys.argv[3], 'w', encoding='utf-8') as file:
        file.write(text)
    return 0


if __name__ == '__main__':
    sys.exit(main())
