#!/usr/bin/env python3
"""Compares docs/api.md, the list of the C interface's functions, with the headers.

  api_index.py            exits with 1 if the page does not match the headers
  api_index.py --update   writes the page
"""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = os.path.join(ROOT, 'docs', 'api.md')
HEADERS = ('base', 'program', 'library', 'pipeline_layout', 'binding', 'translate', 'stage_options', 'view_instancing', 'heaps',
           'device_options', 'instrumentation', 'check')
INTRODUCTION = '''# The C interface, function by function

Made from the headers by `tests/docs/api_index.py --update`. Each header explains its functions, and the structs that they take; [embedding.md](embedding.md) says how
they work together. C++ ([`trellis.hpp`](../include/trellis/trellis.hpp)) has the same functions as members of small classes, [Python](python.md) as methods and properties. The optional header
[`vulkan.h`](../include/trellis/vulkan.h), which needs Vulkan's headers and nothing of the library's but these functions, turns what modules need into a `pNext` chain, stages into
`VkShaderStageFlagBits` and vertex inputs into `VkFormat`.

The headers are C99 and C++11. Structs with a `struct_size` are initialized by a macro of their name, `TRELLIS_..._INIT`; later versions append fields.
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


def page():
    text = INTRODUCTION
    for header in HEADERS:
        listed = list(functions_of(header))
        if not listed:
            continue
        text += '\n## [`%s.h`](../include/trellis/%s.h)\n\n%s.\n\n| function | |\n|---|---|\n' % (header, header, title_of(header))
        for name, parameters, comment in listed:
            text += '| `%s(%s)` | %s |\n' % (name, ', '.join(parameters), comment.replace('|', '\\|').replace('*', '\\*'))
    return text


def main():
    text = page()
    if '--update' in sys.argv[1:]:
        with open(PAGE, 'w', encoding='utf-8') as file:
            file.write(text)
        return 0
    with open(PAGE, encoding='utf-8') as file:
        if file.read() == text:
            return 0
    print('docs/api.md is not what the headers say: run tests/docs/api_index.py --update')
    return 1


if __name__ == '__main__':
    sys.exit(main())
