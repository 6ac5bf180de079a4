#!/usr/bin/env python3
"""Writes the C interface of include/trellis/*.h for JavaScript, from the same description as Python's (make_interface.py).

  make_javascript.py INCLUDE_FOLDER OUTPUT

OUTPUT.js says where the fields of each struct are in WebAssembly's memory and what their defaults are, OUTPUT.d.ts what type each
field has in JavaScript: of the structs that callers fill in, and of the records that are read from others.
"""
import json
import re
import sys

import c_headers
from make_interface import Interface, common_prefix, plain

SCALARS = {'uint8_t': ('u8', 1), 'uint32_t': ('u32', 4), 'int32_t': ('i32', 4), 'uint64_t': ('u64', 8), 'size_t': ('u32', 4), 'float': ('f32', 4)}
POINTER = 4
HIDDEN = re.compile(r'struct_size$|reserved\w*$|\w+_user$')
# Fields whose declared type says less than what they take.
KINDS = {('TrellisTranslateOptions', 'debug_info'): 'TrellisDebugInfo'}
# Numbers that mean yes or no, by how they are called; as in Python.
YES_OR_NO = ('is_', 'has_', 'uses_', 'needs_')


class JavaScript:
    def __init__(self, interface):
        self.interface = interface
        self.sizes = {}
        self.structs = {name: self.struct(name, body) for name, body in interface.structs.items()}

    def field(self, kind, name, names):
        """What a field is: a description for src/marshal.ts, its size and its alignment."""
        interface = self.interface
        array = re.match(r'(.*)\[(\w+)\]$', kind)
        if array:
            element, size, alignment = self.field(array[1].strip(), name, [])
            count = interface.value(array[2])
            return {'kind': 'array', 'of': element, 'size': size, 'count': count}, size * count, alignment
        if '(*' in kind:
            return {'kind': 'none'}, POINTER, POINTER
        if kind in SCALARS:
            scalar, size = SCALARS[kind]
            return {'kind': scalar}, size, size
        if kind in interface.enums:
            return {'kind': 'enum', 'of': plain(kind)}, 4, 4
        if kind in interface.structs:
            return {'kind': 'struct', 'of': plain(kind)}, *self.sizes[kind]
        if kind in interface.callbacks:
            return {'kind': 'callback', 'of': plain(kind)}, POINTER, POINTER
        return self.pointer(kind, interface.count_of(name, names)), POINTER, POINTER

    def pointer(self, kind, count):
        target = kind.removeprefix('const ')
        if target == 'char*':
            return {'kind': 'text'}
        if target == 'char* const*':
            return {'kind': 'texts', 'count': count}
        target = target[:-1].strip()
        if target in self.interface.opaque:
            return {'kind': 'handle'}
        if target in self.interface.structs:
            return {'kind': 'structs', 'of': plain(target), 'count': count} if count else {'kind': 'pointer', 'of': plain(target)}
        return {'kind': 'numbers', 'of': SCALARS[target][0], 'count': count} if count and target in SCALARS else {'kind': 'none'}

    def struct(self, name, body):
        listed = list(c_headers.fields(body))
        names = [field for _, field in listed]
        fields, at, widest = [], 0, 1
        for kind, field in listed:
            what, size, alignment = self.field(KINDS.get((name, field), kind), field, names)
            at = -(-at // alignment) * alignment
            fields.append({'name': field, 'at': at, **what})
            at, widest = at + size, max(widest, alignment)
        size = -(-at // widest) * widest
        self.sizes[name] = size, widest
        return {'size': size, 'fields': fields, 'defaults': self.interface.initializers.get(name)}

    def enum(self, name):
        members = self.interface.members(self.interface.enums[name])
        prefix = common_prefix(list(members))
        return {member[len(prefix):].lower(): value for member, value in members.items()}

    def is_mask(self, name):
        return '<<' in self.interface.enums[name] or name == 'TrellisFloatWidths'

    def code(self):
        """What the wrapper reads."""
        enums = {plain(name): {'mask': self.is_mask(name), 'values': self.enum(name)} for name in self.interface.enums}
        structs = {plain(name): struct for name, struct in self.structs.items()}
        lines = ['// The C interface of Trellis. Made from its headers during the build: changes to this file are lost.']
        for name, table in (('enums', enums), ('structs', structs)):
            rows = ',\n'.join('  %s: %s' % (key, json.dumps(value, separators=(',', ':'))) for key, value in table.items())
            lines.append('export const %s = {\n%s\n};' % (name, rows))
        return '\n'.join(lines) + '\n'

    def option_type(self, field):
        """The type of a field that callers fill in."""
        kind, of = field['kind'], field.get('of')
        if kind == 'u32' and field['name'].startswith(YES_OR_NO):
            return 'boolean | number'
        plain_types = {'u8': 'number', 'u32': 'number | boolean', 'i32': 'number', 'u64': 'number | bigint', 'f32': 'number', 'text': 'string',
                       'texts': 'readonly string[]', 'numbers': 'readonly number[]', 'none': 'never', 'handle': 'never'}
        if kind in plain_types:
            return plain_types[kind]
        if kind == 'enum':
            return '%s | readonly %s[]' % (of, of) if self.is_mask('Trellis' + of) else of
        if kind == 'array':
            return 'readonly (%s)[]' % self.option_type({'name': field['name'], **field['of']})
        return 'readonly %s[]' % of if kind == 'structs' else of

    def types(self):
        lines = ['// The types of what goes in and out. Made from the headers of the C interface during the build: changes to this file are lost.',
                 '// Enumerators go by their names in C, without the prefix, in any spelling: "vulkan1.3" is TRELLIS_TARGET_VULKAN_1_3.', '']
        for name in self.interface.enums:
            words = ' | '.join("'%s'" % word for word in self.enum(name))
            lines.append('export type %s = %s | (string & {}) | number;' % (plain(name), words))
        lines.append('')
        lines += ['export type BindCallback = (use: Record<string, any>, binding: Record<string, any>) => Binding | boolean | void;',
                  'export type LocationCallback = (stage: string, signature: string, element: Record<string, any>, '
                  'place: Record<string, any>) => ElementLocation | boolean | void;',
                  'export type StopCallback = () => boolean;',
                  'export type LogCallback = never;', '']
        for name, struct in self.structs.items():
            lines.append('export interface %s {' % plain(name))
            counts = {field.get('count') for field in struct['fields'] if field['kind'] != 'array'}
            for field in struct['fields']:
                if field['name'] not in counts and not HIDDEN.match(field['name']) and field['kind'] not in ('none', 'handle'):
                    lines.append('  %s?: %s;' % (field['name'], self.option_type(field)))
            lines += ['}', '']
        lines += ['/** For the wrapper. */', 'export interface FieldPlace {', '  name: string; at: number; kind: string; of?: any; count?: any; size?: number;', '}',
                  'export declare const structs: Record<string, { size: number; fields: FieldPlace[]; defaults: any[] | null }>;',
                  'export declare const enums: Record<string, { mask: boolean; values: Record<string, number> }>;']
        return '\n'.join(lines) + '\n'


def main():
    if len(sys.argv) != 3:
        print(__doc__.strip())
        return 2
    made = JavaScript(Interface(c_headers.read(sys.argv[1])))
    for suffix, text in (('.js', made.code()), ('.d.ts', made.types())):
        with open(sys.argv[2] + suffix, 'w', encoding='utf-8') as file:
            file.write(text)
    return 0


if __name__ == '__main__':
    sys.exit(main())
