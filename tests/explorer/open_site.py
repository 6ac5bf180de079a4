#!/usr/bin/env python3
"""Opens a static site that `scripts/explorer --site FOLDER` made, in headless Chromium.

  open_site.py CHROMIUM SITE FOLDER

Follows the examples, opens data by address, and takes what is dropped, be it good or bad; if the site has Trellis, shaders, too.
FOLDER is for the browser.
"""
import base64
import functools
import http.server
import json
import os
import sys
import threading
import time

from browser import Browser

LINKS = '[...document.querySelectorAll(".drop a")].map(a => a.getAttribute("href"))'
TOLD = '(document.querySelector(".error")?.textContent ?? "")'
# Drops a file.
DROP = ('(() => { const data = new DataTransfer(); data.items.add(new File([Uint8Array.from(atob(%s), c => c.charCodeAt(0))], %s));'
        ' document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true})); })()')


SHADER = 'tokenizer_state_machine.dxil'
PASS_COUNT = 'document.querySelectorAll("#steps a").length'


def drop(page, name, content):
    content = content if isinstance(content, bytes) else content.encode()
    page.value(DROP % (json.dumps(base64.b64encode(content).decode()), json.dumps(name)))
    time.sleep(0.5)


def open_shaders(page, go, site, faults):
    """A site that has Trellis: it translates in the browser."""
    def expect(is_so, what):
        if not is_so:
            faults.append(what)

    with open(os.path.join(site, SHADER), 'rb') as file:
        shader = file.read()
    go('')
    page.wait('!!document.querySelector(".drop a")')
    expect('.dxil' in page.value('document.querySelector("#kinds").textContent'), 'the page does not say that it takes shaders')
    drop(page, 'cut.dxil', shader[:700])
    page.wait(TOLD)
    expect('cut.dxil' in page.value(TOLD) and 'bad input' in page.value(TOLD) and 'offset' in page.value(TOLD), 'a cut shader: %r' % page.value(TOLD))
    drop(page, SHADER, shader)
    page.wait('document.body.dataset.ready')
    expect(page.value(PASS_COUNT) > 5 and SHADER in page.value('document.querySelector("h1").textContent'), 'a shader is not shown')
    # Another on top of it, good or bad; the first one no longer listens to keys.
    drop(page, 'bad.txt', 'a -> -> b')
    page.wait('!!document.querySelector(".toast")')
    expect('line 1' in page.value('document.querySelector(".toast").textContent'), 'a bad graph: %r' % page.value(TOLD))
    drop(page, 'graph.txt', 'a -> b c\nb -> a\n')
    page.wait('document.querySelector("h1").textContent.startsWith("graph.txt")')
    expect(page.value(PASS_COUNT) > 5, 'a graph as text has no passes')
    expect(not page.value('!!document.querySelector(".toast")'), 'an old error is still shown')
    page.key('ArrowRight')
    expect(page.value('trellisExplorer.current.at') == 1, 'a key is heard %d times' % page.value('trellisExplorer.current.at'))
    # The address says all of it.
    go('?data=%s#phis,block=block3' % SHADER)
    page.wait('document.body.dataset.ready')
    expect(page.value('document.body.dataset.pass') == 'phis', 'the address of a shader: ' + page.value('document.body.dataset.pass'))
    expect(page.value('trellisExplorer.current.model.name(trellisExplorer.current.picked)') == 'block3', 'the block of the address')
    page.value('[...document.querySelectorAll("#side .tab")].find(tab => tab.textContent === "SPIR-V")?.click()')
    expect('OpLabel' in page.value('document.querySelector("#code").textContent'), 'no SPIR-V of the block')
    go('?random=7,70')
    page.wait('document.body.dataset.ready')
    expect(page.value('trellisExplorer.current.model.data.program.length') == 70, 'a random graph')
    go('?random=7,0')
    page.wait(TOLD + '.includes("blocks")')


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    chromium, site, folder = sys.argv[1:]

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), functools.partial(Quiet, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = 'http://127.0.0.1:%d/' % server.server_port
    faults = []
    with Browser(chromium, folder) as page:
        def go(query):
            page.call('Page.navigate', url='about:blank')
            page.call('Page.navigate', url=address + query)
            page.wait('!!document.querySelector(".drop") || document.body?.dataset.ready')

        go('')
        drop(page, 'bad.json', '{"version":7}')
        if 'version is 7' not in page.value(TOLD):
            faults.append('a bad file: %r' % page.value(TOLD))
        drop(page, 'graph.txt', 'a -> b c\nb -> a\n')
        page.wait('document.body.dataset.ready')
        if page.value('document.body.dataset.ready') != '3':
            faults.append('a graph as text: %r' % page.value('document.body.dataset.ready'))
        with open(os.path.join(site, 'site.json')) as file:
            about = json.load(file)
        examples = about['examples']
        translates = about['translates']
        if translates:
            open_shaders(page, go, site, faults)
        if examples:
            go('')
            page.wait('!!document.querySelector(".drop a")')
            if len(page.value(LINKS)) != len(examples) + translates:
                faults.append('examples: %r' % page.value(LINKS))
            for link in page.value(LINKS):
                go(link + '#constructs')
                page.wait('document.body.dataset.ready')
                if page.value('document.body.dataset.pass') != 'constructs':
                    faults.append(link + ' shows ' + page.value('document.body.dataset.pass'))
            go('')
            with open(os.path.join(site, examples[0])) as file:
                drop(page, 'good.json', file.read())
            page.wait('document.body.dataset.ready')
        errors = list(page.errors)
        go('?data=https://example.com/x.json')
        page.wait(TOLD + ' && !' + TOLD + '.startsWith("Working")')
        if 'other sites' not in page.value(TOLD):
            faults.append('a file of another site: %r' % page.value(TOLD))
        faults += errors
    for fault in faults:
        print('open_site: ' + fault, file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == '__main__':
    main()
