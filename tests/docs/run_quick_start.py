#!/usr/bin/env python3
"""Runs every line of shell in docs/quick-start.md: run_quick_start.py SOURCE_FOLDER PREFIX LIBRARIES

PREFIX is where the Debian packages were unpacked (their usr), LIBRARIES the folder with the shared library in it. The lines that build
and install those packages are taken as done. What the page draws must be what the CPU makes of the clouds. Ends with 77 if there
is no dxc.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

NO_DXC = 77
# Done by the caller, in this order.
DONE = ('scripts/setup', 'scripts/package', 'apt-get install -y ./build/package/*.deb')


def lines_of(page):
    lines = []
    for block in re.findall(r'```sh\n(.*?)```', page, flags=re.S):
        lines += [line.partition('    #')[0].rstrip() for line in block.splitlines()]
    return [re.sub(r' +# .*$', '', line) for line in lines if line]


def main():
    root, prefix, libraries = (os.path.abspath(argument) for argument in sys.argv[1:4])
    with open(os.path.join(root, 'docs', 'quick-start.md'), encoding='utf-8') as file:
        lines = lines_of(file.read())
    for line in DONE:
        if line not in lines:
            sys.exit('run_quick_start: the page does not say "%s"' % line)
        lines.remove(line)
    if not any(line.startswith('dxc ') for line in lines) or not any(line.startswith('/tmp/quick_start ') for line in lines):
        sys.exit('run_quick_start: the page neither compiles nor draws')
    if subprocess.run([os.path.join(root, 'scripts', 'get-dxc')], stdout=subprocess.DEVNULL, check=False).returncode != 0:
        print('run_quick_start: dxc cannot be had here: skipped')
        sys.exit(NO_DXC)
    folder = tempfile.mkdtemp(prefix='trellis-quick-start-')
    try:
        for name in ('examples', 'scripts'):  # A checkout, of which nothing is changed.
            shutil.copytree(os.path.join(root, name), os.path.join(folder, name))
        for name in ('fullscreen', 'clouds'):
            os.remove(os.path.join(folder, 'examples', 'quick_start', name + '.dxil'))
        environment = dict(os.environ, LD_LIBRARY_PATH=libraries, PKG_CONFIG_PATH=os.path.join(libraries, 'pkgconfig'),
                           PATH=os.path.join(prefix, 'bin') + ':' + os.environ['PATH'])
        environment['PKG_CONFIG_ALLOW_SYSTEM_CFLAGS'] = '1'
        script = '\n'.join(lines).replace('/tmp/', folder + '/')
        subprocess.run(['bash', '-e', '-x', '-u', '-c', script], cwd=folder, env=environment, stdout=subprocess.DEVNULL, check=True)
        check = os.path.join(root, 'tests', 'examples', 'check_clouds.py')
        subprocess.run([sys.executable, check, os.path.join(folder, 'clouds.ppm')], check=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print('%d lines of docs/quick-start.md run' % len(lines))


if __name__ == '__main__':
    main()
