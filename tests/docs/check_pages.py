#!/usr/bin/env python3
"""Compares the pages with each other, the sources and the program: check_pages.py SOURCE_FOLDER PROGRAM

- links lead to files and headings that exist;
- every page of docs/ is reached from docs/README.md, or from the index of a folder;
- the messages of docs/troubleshooting.md are in the sources;
- the example of docs/reflection.md is what the program prints;
- the program prints the outputs that pages quote;
- the C code of docs/quick-start.md is that of the example;
- pages name only the sites and folders listed below;
- the files that state the version agree.
"""
import glob
import json
import os
import re
import subprocess
import sys

LINK = re.compile(r'\]\(([^)\s]+)\)')
SOURCES = ('adapters', 'api', 'c_api', 'dxil_frontend', 'lower', 'option_table', 'spirv_backend', 'support', 'tools')
# Sites and folders that pages may name: every system has these folders.
SITES = ('...', 'github.com')
FOLDERS = ('dev', 'etc', 'tmp', 'usr')
# Where the version is, besides CMakeLists.txt.
VERSIONS = (('CHANGELOG.md', r'^## (\d\S*)'), ('bindings/javascript/package.json', r'"version": "(.*?)"'), ('bindings/rust/Cargo.toml', r'^version = "(.*?)"'),
            ('packaging/conan/conanfile.py', r"version = '(.*?)'"), ('packaging/vcpkg/trellis/vcpkg.json', r'"version": "(.*?)"'),
            ('tools/platform/windows/program.manifest', r'name="Trellis" version="(.*?)\.0"'))


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def without_code(text):
    return re.sub(r'`[^`\n]*`', '', re.sub(r'```.*?```', '', text, flags=re.S))


def anchors_of(text):
    """The anchors that GitHub gives the headings of a page."""
    found = set()
    for heading in re.findall(r'^#+ +(.*)$', re.sub(r'```.*?```', '', text, flags=re.S), flags=re.M):
        heading = re.sub(r'\]\([^)]*\)', '', heading).replace('[', '')
        slug = re.sub(r'[^\w\- ]', '', heading.lower()).replace(' ', '-')
        while slug in found:
            slug += '-1'
        found.add(slug)
    return found | set(re.findall(r'<a (?:id|name)="([^"]+)"', text))


def check_links(pages, faults):
    for page in pages:
        for link in LINK.findall(without_code(read(page))):
            if re.match(r'[a-z]+:', link):
                continue
            path, _, anchor = link.partition('#')
            target = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
            if not os.path.exists(target):
                faults.append('%s: %s is not there' % (page, link))
            elif anchor and target.endswith('.md') and anchor not in anchors_of(read(target)):
                faults.append('%s: no heading for %s' % (page, link))


def check_reach(root, faults):
    """Checks that the index, or the index of a folder that it links to, leads to every page."""
    left = [os.path.join(root, 'docs', 'README.md')]
    reached = set(left)
    while left:
        start = left.pop()
        for link in LINK.findall(read(start)):
            target = os.path.normpath(os.path.join(os.path.dirname(start), link.split('#')[0]))
            if target not in reached and os.path.basename(target) == 'README.md' and os.path.exists(target):
                left.append(target)
            reached.add(target)
    for page in glob.glob(os.path.join(root, 'docs', '**', '*.md'), recursive=True):
        if page not in reached:
            faults.append('%s is not in the index' % page)


def literals(root):
    """The string literals of the sources, with adjacent ones joined."""
    text = ''
    for folder in SOURCES:
        for path in glob.glob(os.path.join(root, folder, '**', '*.[ch]pp'), recursive=True):
            text += re.sub(r'"\s*\n\s*"', '', read(path)) + '\n'
    return text


def check_messages(root, faults):
    sources, quoted = literals(root), 0
    for line in read(os.path.join(root, 'docs', 'troubleshooting.md')).splitlines():
        found = re.match(r'\| `([^`]+)` \|', line)
        if not found:
            continue
        quoted += 1
        for piece in found.group(1).replace('not DXIL but ', 'not DXIL but ...').split('...'):
            piece = piece.strip(" '")
            if len(piece) > 4 and piece not in sources:
                faults.append('docs/troubleshooting.md: no source says "%s"' % piece)
    if quoted < 15:
        faults.append('docs/troubleshooting.md: only %d messages found' % quoted)


def check_reflection(root, program, faults):
    found = re.search(r'<!-- example: (\S+) -->\s*```json\n(.*?)```', read(os.path.join(root, 'docs', 'reflection.md')), flags=re.S)
    if not found:
        faults.append('docs/reflection.md has no example')
        return
    printed = subprocess.run([program, os.path.join(root, found.group(1)), '--reflect'], stdout=subprocess.PIPE, check=True)
    if json.loads(printed.stdout) != json.loads(found.group(2)):
        faults.append('docs/reflection.md: the example is not what the program prints')


def check_outputs(root, program, pages, faults):
    """Checks that the program prints the text after `<!-- output: ARGUMENTS -->` with these arguments."""
    printed = {}
    for page in pages:
        for arguments, text in re.findall(r'<!-- output: (.*?) -->\s*```\n(.*?)```', read(page), flags=re.S):
            if arguments not in printed:
                ran = subprocess.run([program] + arguments.split(), cwd=root, stdout=subprocess.PIPE, check=True)
                printed[arguments] = ran.stdout.decode('utf-8')
            if text.rstrip('\n') not in printed[arguments]:
                faults.append('%s: trellis %s prints something else than:\n%s' % (page, arguments, text))


def check_quick_start(root, faults):
    plain = re.sub(r'\s+', ' ', read(os.path.join(root, 'examples', 'quick_start', 'quick_start.c')))
    page = read(os.path.join(root, 'docs', 'quick-start.md'))
    blocks = re.findall(r'```c\n(.*?)```', page, flags=re.S)
    for block in blocks:
        if re.sub(r'\s+', ' ', block).strip() not in plain:
            faults.append('docs/quick-start.md: this C is not in the example: ' + block)
    hlsl = re.findall(r'```hlsl\n(.*?)```', page, flags=re.S)
    for block in hlsl:
        if block.strip() not in read(os.path.join(root, 'examples', 'quick_start', 'fullscreen.hlsl')):
            faults.append('docs/quick-start.md: this HLSL is not in the example: ' + block)
    if not blocks or not hlsl:
        faults.append('docs/quick-start.md shows no code')


def check_names(pages, faults):
    for page in pages:
        text = read(page)
        sites = re.findall(r'https?://([^/\s)"`\']+)', text)
        sites += re.findall(r'\b(?:[a-z0-9-]+\.)+(?:org|com|net|io|dev)\b', text)  # Without a scheme, too.
        for site in sites:
            if site not in SITES:
                faults.append('%s names the site %s' % (page, site))
        for folder in re.findall(r'(?:^|[\s(`"\'=:])/([A-Za-z0-9_.-]+)/', text, flags=re.M):
            if folder not in FOLDERS:
                faults.append('%s names the folder /%s' % (page, folder))


def check_versions(root, faults):
    version = re.search(r'^project\(trellis VERSION (\S+)', read(os.path.join(root, 'CMakeLists.txt')), flags=re.M).group(1)
    for path, pattern in VERSIONS:
        found = re.search(pattern, read(os.path.join(root, path)), flags=re.M)
        if not found or found.group(1) != version:
            faults.append('%s: the version is not %s, which CMakeLists.txt states' % (path, version))


def main():
    root, program, faults = os.path.abspath(sys.argv[1]), sys.argv[2], []
    pages = glob.glob(os.path.join(root, '*.md')) + glob.glob(os.path.join(root, 'docs', '**', '*.md'), recursive=True)
    check_links(pages, faults)
    check_reach(root, faults)
    check_messages(root, faults)
    check_outputs(root, program, pages, faults)
    check_reflection(root, program, faults)
    check_quick_start(root, faults)
    check_names(pages, faults)
    check_versions(root, faults)
    print('\n'.join(faults) if faults else '%d pages hold' % len(pages))
    sys.exit(1 if faults else 0)


if __name__ == '__main__':
    main()
