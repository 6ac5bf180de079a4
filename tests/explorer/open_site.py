#!/usr/bin/env python3
"""Opens a static site that `scripts/explorer --site FOLDER` made, in headless Chromium.

  open_site.py CHROMIUM SITE FOLDER

Follows an example, opens data by address, and takes what is dropped, be it good or bad. FOLDER is for the browser.
"""
import functools
import http.server
import json
import os
import sys
import threading
import time

from browser import Browser

LINKS = '[...document.querySelectorAll(".drop a")].map(a => a.getAttribute("href"))'
TOLD = 'document.querySelector(".error")?.textContent ?? ""'
# Drops a file of some text.
DROP = ('(() => { const data = new DataTransfer(); data.items.add(new File([%s], %s));'
        ' document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true})); })()')


def drop(page, name, text):
    page.value(DROP % (json.dumps(text), json.dumps(name)))
    time.sleep(0.5)


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
        with open(os.path.join(site, 'examples.json')) as file:
            examples = json.load(file)
        if examples:
            go('')
            page.wait('!!document.querySelector(".drop a")')
            if len(page.value(LINKS)) != len(examples):
                faults.append('examples: %r' % page.value(LINKS))
            for link in page.value(LINKS):
                go(link + '#constructs')
                page.wait('document.body.dataset.ready')
                if page.value('document.body.dataset.pass') != 'constructs':
                    faults.append(link + ' shows ' + page.value('document.body.dataset.pass'))
            go('')
            with open(os.path.join(site, examples[0] + '.json')) as file:
                drop(page, 'good.json', file.read())
            page.wait('document.body.dataset.ready')
        errors = list(page.errors)
        go('?data=https://example.com/x.json')
        page.wait(TOLD)
        if 'other sites' not in page.value(TOLD):
            faults.append('a file of another site: %r' % page.value(TOLD))
        faults += errors
    for fault in faults:
        print('open_site: ' + fault, file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == '__main__':
    main()
