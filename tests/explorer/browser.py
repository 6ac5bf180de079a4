"""Headless Chromium by the DevTools protocol over a WebSocket of its own, so that nothing has to be installed but the browser."""
import base64
import json
import os
import socket
import struct
import subprocess
import time
import urllib.request

SECONDS_TO_START = 40
FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync',
         '--disable-background-networking', '--disable-component-update', '--window-size=1600,1000',
         '--remote-debugging-port=0', '--remote-allow-origins=*']


class Socket:
    """A WebSocket client: whole text messages, as much of RFC 6455 as that takes."""

    def __init__(self, host, port, path):
        self.stream = socket.create_connection((host, port), timeout=90)
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
        self.errors = []  # What the page wrote to the console as errors, and exceptions that it did not catch.

    def call(self, method, **parameters):
        self.last += 1
        self.socket.send(json.dumps({'id': self.last, 'method': method, 'params': parameters}))
        while True:
            answer = json.loads(self.socket.receive())
            self.note(answer)
            if answer.get('id') == self.last:
                if 'error' in answer:
                    raise OSError(method + ': ' + answer['error']['message'])
                return answer['result']

    def note(self, event):
        parameters = event.get('params', {})
        if event.get('method') == 'Runtime.exceptionThrown':
            details = parameters['exceptionDetails']
            self.errors.append(details.get('exception', {}).get('description') or details['text'])
        elif event.get('method') == 'Runtime.consoleAPICalled' and parameters['type'] in ('error', 'assert'):
            self.errors.append(' '.join(str(a.get('value', a.get('description'))) for a in parameters['args']))
        elif event.get('method') == 'Log.entryAdded' and parameters['entry']['level'] == 'error':
            self.errors.append(parameters['entry']['text'])

    def value(self, expression):
        answer = self.call('Runtime.evaluate', expression=expression, returnByValue=True)
        if 'exceptionDetails' in answer:
            raise OSError('%s: %s' % (expression[:80], answer['exceptionDetails'].get('exception', {}).get('description')))
        return answer['result'].get('value')

    def open(self, file, address=''):
        """Opens a page of the explorer, and waits until it shows something."""
        self.call('Page.navigate', url='about:blank')
        self.call('Page.navigate', url='file://' + os.path.abspath(file) + address)
        self.wait('document.body && document.body.dataset.ready')

    def wait(self, expression):
        start = time.time()
        while not self.value(expression):
            if time.time() - start > SECONDS_TO_START:
                raise OSError('never came true: ' + expression)
            time.sleep(0.05)

    def key(self, name, text='', shift=False):
        self.call('Input.dispatchKeyEvent', type='keyDown', key=name, text=text, modifiers=8 if shift else 0)
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


class Browser:
    """A browser with one page: `with Browser(CHROMIUM, FOLDER) as page`."""

    def __init__(self, chromium, folder):
        os.makedirs(folder, exist_ok=True)
        self.profile = os.path.join(folder, 'profile')
        self.chromium = chromium

    def __enter__(self):
        self.process = subprocess.Popen([self.chromium] + FLAGS + ['--user-data-dir=' + self.profile, 'about:blank'],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            page = connect(self.profile, self.process)
            page.call('Runtime.enable')
            page.call('Log.enable')
            return page
        except OSError:
            self.__exit__()
            raise

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
