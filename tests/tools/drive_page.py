#!/usr/bin/env python3
"""Drives a page of `trellis cfg -o PAGE.html` in headless Chromium: keys, pointer, screenshots.

  drive_page.py CHROMIUM PAGE.html FOLDER

Speaks the DevTools protocol over a WebSocket of its own, so that nothing has to be installed but the browser. Writes
screenshots to FOLDER and a line for each thing seen to standard output. Exits with 1 if the browser says nothing.
"""
import base64
import json
import os
import socket
import struct
import subprocess
import sys
import time
import urllib.request

SECONDS_TO_START = 40
FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync',
         '--disable-background-networking', '--disable-component-update', '--window-size=1600,1000',
         '--remote-debugging-port=0', '--remote-allow-origins=*']


class Socket:
    """A WebSocket client: whole text messages, as much of RFC 6455 as that takes."""

    def __init__(self, host, port, path):
        self.stream = socket.create_connection((host, port), timeout=30)
        key = base64.b64encode(os.urandom(16)).decode()
        self.stream.sendall(('GET %s HTTP/1.1\r\nHost: %s:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n'
                             'Sec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n\r\n' % (path, host, port, key)).encode())
        answer = b''
        while not answer.endswith(b'\r\n\r\n'):
            answer += self.take(1)
        if b' 101 ' not in answer.split(b'\r\n')[0]:
            raise OSError('no WebSocket: %r' % answer[:80])

    def take(self, count):
        data = b''
        while len(data) < count:
            part = self.stream.recv(count - len(data))
            if not part:
                raise OSError('the browser hung up')
            data += part
        return data

    def send(self, text):
        data = text.encode()
        size = len(data)
        head = bytes([0x81])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 65536:
            head += bytes([0x80 | 126]) + struct.pack('>H', size)
        else:
            head += bytes([0x80 | 127]) + struct.pack('>Q', size)
        self.stream.sendall(head + bytes(4) + data)  # A mask of zeros changes nothing.

    def receive(self):
        message = b''
        while True:
            first, second = self.take(2)
            size = second & 127
            if size == 126:
                size = struct.unpack('>H', self.take(2))[0]
            elif size == 127:
                size = struct.unpack('>Q', self.take(8))[0]
            message += self.take(size)
            if first & 0x80:
                return message.decode()


class Page:
    def __init__(self, browser_socket):
        self.socket = browser_socket
        self.last = 0

    def call(self, method, **parameters):
        self.last += 1
        self.socket.send(json.dumps({'id': self.last, 'method': method, 'params': parameters}))
        while True:
            answer = json.loads(self.socket.receive())
            if answer.get('id') == self.last:
                if 'error' in answer:
                    raise OSError(method + ': ' + answer['error']['message'])
                return answer['result']

    def value(self, expression):
        return self.call('Runtime.evaluate', expression=expression, returnByValue=True)['result'].get('value')

    def key(self, name, text=''):
        self.call('Input.dispatchKeyEvent', type='keyDown', key=name, text=text)
        self.call('Input.dispatchKeyEvent', type='keyUp', key=name)

    def mouse(self, kind, x, y, **more):
        self.call('Input.dispatchMouseEvent', type=kind, x=x, y=y, **more)

    def shoot(self, file):
        with open(file, 'wb') as out:
            out.write(base64.b64decode(self.call('Page.captureScreenshot', format='png')['data']))


def connect(profile, browser):
    port_file, start = os.path.join(profile, 'DevToolsActivePort'), time.time()
    while time.time() - start < SECONDS_TO_START and browser.poll() is None:
        try:
            with open(port_file) as file:
                port = int(file.readline())
            with urllib.request.urlopen('http://127.0.0.1:%d/json/list' % port, timeout=5) as answer:
                pages = [t for t in json.load(answer) if t['type'] == 'page']
            if pages:
                return Page(Socket('127.0.0.1', port, '/' + pages[0]['webSocketDebuggerUrl'].split('/', 3)[3]))
        except (OSError, ValueError):
            pass
        time.sleep(0.1)
    raise OSError('the browser did not start')


SEEN = ('document.body.dataset.pass + " blocks=" + document.body.dataset.ready + " new=" + '
        'document.querySelectorAll(".node.new").length + " changed=" + document.querySelectorAll(".node.changed").length'
        ' + " tree=" + document.querySelectorAll("#overlay path").length + " halos=" + '
        'document.querySelectorAll("#regions rect").length')


PICKED = ('document.body.dataset.picked + "|" + ["frontier", "control", "reached", "source", "both"].map('
          'kind => kind + "=" + document.querySelectorAll("svg rect." + kind).length).join(" ")')


LOOK = ('getComputedStyle(document.body).backgroundColor + " " + getComputedStyle(document.querySelector(".edge path")).stroke'
        ' + " " + getComputedStyle(document.querySelector(".node text")).fill')
# Units of the picture a pixel, and where the entry is on the stage, as percents of its width and height.
OPENED = ('(() => { const s = stage.getBoundingClientRect(), r = nodes.get(String(passes[at].entry)).getBoundingClientRect();'
          ' return "units=" + unitsPerPixel().toFixed(2) + " x=" + Math.round(100 * (r.x + r.width / 2 - s.x) / s.width) +'
          ' " y=" + Math.round(100 * (r.y + r.height / 2 - s.y) / s.height); })()')


def links(page):
    """An address shows what it names, and what is shown is in the address."""
    page.value('location.hash = "#phis,dominators,loops"')
    time.sleep(0.5)
    print('linked %s' % page.value(SEEN))
    page.key('d', 'd')
    page.key('ArrowLeft')
    print('address %s' % page.value('location.hash'))
    page.value('location.hash = "#input"')
    time.sleep(0.5)


def click(page, x, y):
    page.mouse('mousePressed', x, y, button='left', clickCount=1)
    page.mouse('mouseReleased', x, y, button='left', clickCount=1)


def drive(page, folder):
    start = time.time()
    while page.value('document.body && document.body.dataset.ready') is None and time.time() - start < SECONDS_TO_START:
        time.sleep(0.1)
    print('opened %s' % page.value(OPENED))
    for scheme in ('light', 'dark'):
        page.call('Emulation.setEmulatedMedia', features=[{'name': 'prefers-color-scheme', 'value': scheme}])
        print('%s %s' % (scheme, page.value(LOOK)))
        page.shoot(os.path.join(folder, scheme + '.png'))
    page.call('Emulation.setEmulatedMedia', features=[])
    links(page)
    count = page.value('passes.length')
    for index in range(count):
        print('seen %s' % page.value(SEEN))
        page.shoot(os.path.join(folder, 'pass-%02d.png' % (index + 1)))
        page.key('ArrowRight')
    page.key('ArrowRight')  # Stays at the last.
    print('end %s' % page.value(SEEN))
    page.key('d', 'd')
    print('dominators %s' % page.value(SEEN))
    page.shoot(os.path.join(folder, 'dominators.png'))
    page.key('d', 'd')
    page.key('l', 'l')
    print('loops %s' % page.value(SEEN))
    page.shoot(os.path.join(folder, 'loops.png'))
    page.key('l', 'l')
    page.key('ArrowLeft')
    print('back %s' % page.value(SEEN))
    box = page.value('(() => { const s = stage.getBoundingClientRect(); for (const n of nodes.values()) if (n.dataset.text.trim()) {'
                     ' const r = n.getBoundingClientRect(); const x = r.x + r.width / 2, y = r.y + r.height / 2;'
                     ' if (x > s.left && x < s.right && y > s.top && y < s.bottom) return [x, y]; } })()')
    page.mouse('mouseMoved', *box)
    print('tip %s' % json.dumps(page.value('tip.style.display + "|" + tip.textContent')))
    page.shoot(os.path.join(folder, 'hover.png'))
    click(page, *box)
    print('picked %s' % page.value(PICKED))
    print('told %s' % page.value('$("pick").innerText.replaceAll("\\n", "|")'))
    page.shoot(os.path.join(folder, 'picked.png'))
    page.key('ArrowLeft')
    print('still %s' % page.value(PICKED))
    page.key('ArrowRight')
    before = page.value('box.w')
    page.mouse('mouseWheel', 600, 500, deltaX=0, deltaY=-240)
    print('zoom %s' % ('in' if page.value('box.w') < before else 'none'))
    x = page.value('box.x')
    page.mouse('mousePressed', 600, 500, button='left', clickCount=1)
    page.mouse('mouseMoved', 500, 500, button='left', buttons=1)
    page.mouse('mouseReleased', 500, 500, button='left', clickCount=1)
    print('drag %s' % ('right' if page.value('box.x') > x else 'none'))
    print('held %s' % page.value(PICKED))
    page.key('Escape')
    print('let go %s' % page.value(PICKED))
    page.value('(document.querySelector("#loops p") || {click() {}}).click()')
    page.shoot(os.path.join(folder, 'loop.png'))
    page.key('0', '0')
    page.shoot(os.path.join(folder, 'whole.png'))


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    chromium, file, folder = sys.argv[1], os.path.abspath(sys.argv[2]), sys.argv[3]
    os.makedirs(folder, exist_ok=True)
    profile = os.path.join(folder, 'profile')
    browser = subprocess.Popen([chromium] + FLAGS + ['--user-data-dir=' + profile, 'file://' + file],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        drive(connect(profile, browser), folder)
    except OSError as error:
        sys.exit('drive_page: %s' % error)
    finally:
        browser.terminate()
        browser.wait()


if __name__ == '__main__':
    main()
