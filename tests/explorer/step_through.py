#!/usr/bin/env python3
"""Steps through the passes of shaders and graphs in headless Chromium: blocks keep their places, and nothing is written to the
console as an error.

  step_through.py PROGRAM CHROMIUM FOLDER INPUT.. where an input is a file or "random:SEED:SIZE"
"""
import os
import subprocess
import sys
import time

from browser import Browser

# Key, position and size of each block on the stage.
PLACES = ('Object.fromEntries([...trellisExplorer.current.view.scene.boxes].map(([key, box]) => [key, [box.x, box.y, box.width, box.height]]))')
# Blocks whose elements are not where the layout has them.
ASTRAY = ('[...document.querySelectorAll(".stage .node")].filter(node => { const box = trellisExplorer.current.view.scene.boxes.get(Number(node.dataset.key));'
          ' return node.getAttribute("transform") !== `translate(${box.x} ${box.y})`; }).length')


def step_through(page, name):
    """The faults that were found."""
    faults, places = [], {}
    if page.value('trellisExplorer.current.model.lowering.length'):
        page.value('location.hash = "#program"')
    total = page.value('trellisExplorer.current.sequence.length')
    for _ in range(total):
        time.sleep(0.1)
        at = page.value('document.body.dataset.pass')
        for key, place in page.value(PLACES).items():
            if places.setdefault(key, place) != place:
                faults.append('%s, %s: block %s moved from %s to %s' % (name, at, key, places[key], place))
        if page.value(ASTRAY):
            faults.append('%s, %s: blocks are not drawn where they are' % (name, at))
        if page.value('document.querySelectorAll(".stage .node").length') == 0:
            faults.append('%s, %s: nothing is drawn' % (name, at))
        page.key('ArrowRight')
    if at != 'bool-selectors':
        faults.append('%s: ends at %s' % (name, at))
    if total != page.value('trellisExplorer.current.model.passes.length + trellisExplorer.current.model.lowering.length'):
        faults.append('%s: stepped through %d passes' % (name, total))
    return faults


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    program, chromium, folder, inputs = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
    if not os.path.exists(chromium):
        sys.exit(77)
    os.makedirs(folder, exist_ok=True)
    file = os.path.join(folder, 'page.html')
    faults = []
    with Browser(chromium, folder) as page:
        for name in inputs:
            source = ['--random'] + name.split(':')[1:] if name.startswith('random:') else [name]
            subprocess.run([program, 'cfg'] + source + ['-o', file], check=True)
            start = time.time()
            page.open(file)
            print('%s: opened in %.1f s' % (os.path.basename(name), time.time() - start))
            faults += step_through(page, name)
        faults += page.errors
    for fault in faults:
        print('step_through: ' + fault, file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == '__main__':
    main()
