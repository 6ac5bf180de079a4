"""Reads the declarations of include/trellis/*.h: structs, constants, functions. Knows the style of these headers, not C."""
import glob
import os
import re

STRUCT = re.compile(r'typedef struct (\w+) \{(.*?)\} \1;', re.S)
OPAQUE = re.compile(r'typedef struct (\w+) \1;')
ENUM = re.compile(r'enum \{(.*?)\};', re.S)
NAMED_ENUM = re.compile(r'typedef u?int32_t (\w+);\s*enum \{(.*?)\};', re.S)
FUNCTION = re.compile(r'TRELLIS_API ([^;{]*\([^;{]*\));')
TYPE = re.compile(r'typedef (?!struct)([^;{]+);')
CALLBACK = re.compile(r'typedef (\w+) \(\*(\w+)\)\((.*?)\);', re.S)
CONSTANT = re.compile(r'^#define (TRELLIS_\w+) +(?!\\)([\w()+|<> -]+?)$', re.M)
INITIALIZER = re.compile(r'^#define (TRELLIS_\w+_INIT) *(?:\\\n)? *(\{(?:.*\\\n)*.*\})$', re.M)
FIELD = re.compile(r'\(\*(\w+)\)|(\w+)(?:\[\w+\])?$')


def squeeze(text):
    return re.sub(r'\s+', ' ', text).strip()


def read(include):
    """The text of all headers in the folder `include`/trellis that trellis.h includes, without comments."""
    text = ''
    for path in sorted(glob.glob(os.path.join(include, 'trellis', '*.h'))):
        if os.path.basename(path) == 'vulkan.h':
            continue  # Inline functions over Vulkan's headers.
        with open(path, encoding='utf-8') as file:
            text += file.read() + '\n'
    return re.sub(r'/\*.*?\*/', '', text, flags=re.S)


def fields(body):
    """(declared type, name) of each field of a struct; "uint32_t set, binding" are two."""
    for declaration in filter(None, map(squeeze, body.split(';'))):
        if '(*' in declaration:
            yield declaration, FIELD.search(declaration)[1]
            continue
        first, *others = declaration.split(',')
        kind = re.match(r'(.*[ *])\w+(?:\[\w+\])?$', first)[1].strip()
        for one in [first[len(kind):]] + others:
            suffix = re.search(r'(\[\w+\])?$', one.strip())[0]
            yield kind + suffix, FIELD.search(one.strip())[2]
