#!/usr/bin/env python3
"""Compares docs/api.md, the list of the C interface's functions, with the headers, and the names in C++ and Python with C's.

  api_index.py            exits with 1 if the page does not match the headers, or names do not follow the page's rules
  api_index.py --update   writes the page
"""
import ast
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = os.path.join(ROOT, 'docs', 'api.md')
HEADERS = ('base', 'program', 'library', 'pipeline_layout', 'binding', 'translate', 'stage_options', 'view_instancing', 'heaps',
           'device_options', 'instrumentation', 'check')
INTRODUCTION = '''# The interface, function by function

`tests/docs/api_index.py --update` writes this page from the headers, and a test checks that the names in C++ and Python follow the rules below. Each
header explains its functions, and the structs that they take; [embedding.md](embedding.md) shows how they work together.

The names are those of C in all languages:

- **C++** ([`trellis.hpp`](../include/trellis/trellis.hpp), namespace `trellis::api`). A function that takes a translator is a member of
  `Translator`, without `trellis_` and `program_`: `trellis_program_read` is `translator.read`, `trellis_pipeline_layout_create` is
  `translator.pipeline_layout_create`. Every other function is a member of its object, without `trellis_` and the object's name. Destructors call
  the `_destroy` functions.
- **Python** ([python.md](python.md)). Every function is a method or property of its object, also without `trellis_` and the object's name; each
  thread has its own translator. Constructors call `_read` and `_create`. A count and the getter of one element become a list, with the getter's
  name in the plural. JSON is parsed.
- **Rust and C#** declare all C functions, and have classes with C's names for the most common ones ([embedding.md](embedding.md#rust-and-c)).
- **JavaScript** ([javascript.md](javascript.md)) has one class with `translate`, `reflect` and `check`, whose options have the fields of C's structs.

The optional header [`vulkan.h`](../include/trellis/vulkan.h), which needs Vulkan's headers, converts what modules need to a `pNext` chain, stages to
`VkShaderStageFlagBits` and vertex inputs to `VkFormat`.

The headers are C99 and C++11, `trellis.hpp` is C++17. Initialize a struct that has a `struct_size` with the macro of its name, `TRELLIS_..._INIT`:
later versions append fields ([versions](versioning.md#structs-of-the-c-interface)).
'''
FUNCTION = re.compile(r'TRELLIS_API ([^;{]*?)\b(trellis_\w+)\(([^;{]*)\);')
COMMENT = re.compile(r'/\*(.*?)\*/', re.S)


def squeeze(text):
    return re.sub(r'\s+', ' ', re.sub(r'\n \* ?', ' ', text)).strip()


def first_sentence(comment):
    """Up to a full stop that ends a sentence."""
    match = re.match(r'(.*?[a-z)`"0-9])\.(?= [A-Z`(]|$)', comment)
    return (match[1] if match else comment).rstrip('.:')


def functions_of(header):
    """(name, parameters, comment in front) of each function."""
    with open(os.path.join(ROOT, 'include', 'trellis', header + '.h'), encoding='utf-8') as file:
        text = file.read()
    for match in FUNCTION.finditer(text):
        before = text[:match.start()].rstrip()
        comment = ''
        if before.endswith('*/'):
            comment = squeeze(before[before.rindex('/*') + 2:-2])
            if comment.startswith('---'):
                comment = ''
        parameters = [squeeze(one).split(' ')[-1].lstrip('*') for one in COMMENT.sub('', match[3]).split(',')]
        yield match[2], [re.sub(r'\[.*', '', one) for one in parameters if one != 'void'], first_sentence(comment)


def title_of(header):
    with open(os.path.join(ROOT, 'include', 'trellis', header + '.h'), encoding='utf-8') as file:
        comment = squeeze(COMMENT.search(file.read())[1])
    comment = comment.removeprefix('Part of trellis.h: ').split('. ')[0].rstrip('.:')
    return comment[0].upper() + comment[1:]


OBJECTS = {'translator': 'Translator', 'program': 'Program', 'module': 'Module', 'root_signature': 'RootSignature',
           'pipeline_layout': 'PipelineLayout'}


def object_of(name):
    """('Program', 'resource') of trellis_program_resource; (None, 'translate') of trellis_translate."""
    for prefix, kind in OBJECTS.items():
        if name.startswith('trellis_' + prefix + '_'):
            return kind, name[len('trellis_' + prefix) + 1:]
    return None, name[len('trellis_'):]


def calls_in_cpp():
    """The members of trellis.hpp that call each function of C: {'trellis_program_hash': {'Program::hash'}}."""
    found, kind, member = {}, None, None
    with open(os.path.join(ROOT, 'include', 'trellis', 'trellis.hpp'), encoding='utf-8') as file:
        for line in file:
            if match := re.match(r'(?:class|struct) (\w+) ', line):
                kind = match[1]
            elif line.startswith('}'):
                kind = None
            if match := re.match(r'inline .*?(\w+)\(' if kind is None else r'  (?! )(?:.*?[ *&])??(\w+)\(', line):
                member = (kind + '::' if kind else '') + match[1]
            for name in re.findall(r'\btrellis_\w+', line):
                found.setdefault(name, set()).add(member)
    return found


def names_in_python():
    """The members of the package for Python that use each function of C: {'trellis_program_hash': {'Program.hash'}}."""
    found, folder = {}, os.path.join(ROOT, 'python', 'trellis')
    for file_name in sorted(os.listdir(folder)):
        if not file_name.endswith('.py'):
            continue
        with open(os.path.join(folder, file_name), encoding='utf-8') as file:
            tree = ast.parse(file.read())
        places = [('', one) for one in tree.body]
        for kind in [one for one in tree.body if isinstance(one, ast.ClassDef)]:
            places += [(kind.name + '.', one) for one in kind.body]
        for prefix, place in places:
            if isinstance(place, ast.FunctionDef):
                for one in ast.walk(place):
                    name = one.attr if isinstance(one, ast.Attribute) else one.value if isinstance(one, ast.Constant) else None
                    if isinstance(name, str) and name.startswith('trellis_'):
                        found.setdefault(name, set()).add(prefix + place.name)
    return found


DESTRUCTORS = {'trellis_%s_destroy' % one for one in OBJECTS}
# Names that the rules do not give, with the reason.
CPP_EXCEPTIONS = {
    'trellis_translator_create': ['Translator::Translator'],
    'trellis_program_struct': ['Program::struct_at'],  # `struct` is a keyword.
    'trellis_module_words': ['Module::words', 'Module::word_count'],
}
PYTHON_EXCEPTIONS = {
    'trellis_translator_create': ['Translator'],
    'trellis_translator_error': ['Error'],  # Raised.
    'trellis_result_name': ['Error'],       # A class for each result.
    'trellis_version': ['__version__'],
    'trellis_api_supported': [],            # Importing the package checks it.
    'trellis_program_struct': ['Program.structs'],
    'trellis_program_struct_member': ['Program.structs'],
    'trellis_module_entry_point': ['Module.entry_point'],  # One of several: not a list.
    'trellis_module_capabilities': ['Module.capabilities'],
    'trellis_root_signature_of_subobject': ['RootSignature.of_subobject'],
}


def cpp_names(name, parameters):
    """The members that the rule gives a function of C."""
    if name in CPP_EXCEPTIONS:
        return CPP_EXCEPTIONS[name]
    kind, verb = object_of(name)
    if parameters and parameters[0] == 'translator':
        return ['Translator::' + (verb if kind in (None, 'Program', 'Translator') else name[len('trellis_'):])]
    return [kind + '::' + verb if kind else verb]


def python_names(name, parameters, all_names):
    """The members that the rule gives a function of C."""
    if name in PYTHON_EXCEPTIONS:
        return PYTHON_EXCEPTIONS[name]
    kind, verb = object_of(name)
    if kind == 'PipelineLayout' and parameters[0] == 'layout' and name != 'trellis_pipeline_layout_refine':
        return ['PipelineLayout.description']
    if kind and verb in ('read', 'create'):
        return [kind] + (['read'] if kind == 'Program' else [])
    if kind and verb.endswith('_count') and name[:-len('_count')] in all_names:
        return [kind + '.' + plural(verb[:-len('_count')])]
    if kind and (name + '_count' in all_names or 'index' in parameters or 'parameter' in parameters):
        return [kind + '.' + plural(verb)]
    if name == 'trellis_translate':
        return ['Program.translate']
    return [kind + '.' + verb if kind else verb]


def plural(word):
    return word + ('es' if word.endswith('s') else 's')


def unexpected(all_functions):
    """What C++ and Python name differently from the rules, or lack."""
    cpp, python, all_names = calls_in_cpp(), names_in_python(), {name for name, _ in all_functions}
    faults = []
    for name, parameters in all_functions:
        if name in DESTRUCTORS:
            continue
        for one in cpp_names(name, parameters):
            if one not in cpp.get(name, ()):
                faults.append('trellis.hpp: %s should be %s, but %s calls it' % (name, one, sorted(cpp.get(name, ())) or 'nothing'))
        for one in python_names(name, parameters, all_names):
            used = python.get(name, set())
            if one in ('PipelineLayout.description', 'Error', '__version__'):
                continue
            if one != 'read' and not {one, one + '.__init__'} & used:  # read() makes a Program.
                faults.append('python: %s should be %s, but %s uses it' % (name, one, sorted(used) or 'nothing'))
    return faults


def column(names):
    return ', '.join('`%s`' % one for one in names)


def page():
    text = INTRODUCTION
    lists = [(header, list(functions_of(header))) for header in HEADERS]
    all_names = {name for _, listed in lists for name, _, _ in listed}
    for header, listed in lists:
        listed = [one for one in listed if one[0] not in DESTRUCTORS]
        if not listed:
            continue
        text += '\n## [`%s.h`](../include/trellis/%s.h)\n\n%s.\n\n| C | C++ | Python | |\n|---|---|---|---|\n' % (
            header, header, title_of(header))
        for name, parameters, comment in listed:
            text += '| `%s(%s)` | %s | %s | %s |\n' % (name, ', '.join(parameters), column(cpp_names(name, parameters)),
                                                     column(python_names(name, parameters, all_names)),
                                                     comment.replace('|', '\\|').replace('*', '\\*'))
    return text


def main():
    faults = unexpected([(name, parameters) for header in HEADERS for name, parameters, _ in functions_of(header)])
    for fault in faults:
        print(fault)
    text = page()
    if '--update' in sys.argv[1:]:
        with open(PAGE, 'w', encoding='utf-8') as file:
            file.write(text)
        return 1 if faults else 0
    with open(PAGE, encoding='utf-8') as file:
        if file.read() == text:
            return 1 if faults else 0
    print('docs/api.md is not what the headers say: run tests/docs/api_index.py --update')
    return 1


if __name__ == '__main__':
    sys.exit(main())
