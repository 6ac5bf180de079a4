"""The base of every call of the library."""
import ctypes
import threading
import weakref

from . import _interface
from .errors import error_of
from .library import c
from .structs import decoded, pending, record


class Owner:
    """Owns an object of the library, and destroys it, by the function `_destroy`, when nothing of Python's refers to it."""
    _destroy = None

    def __init__(self, handle):
        self._handle = handle
        weakref.finalize(self, getattr(c, self._destroy), handle)

    @classmethod
    def _of(cls, handle):
        """An object that a call has made."""
        owner = cls.__new__(cls)
        Owner.__init__(owner, handle)
        return owner


class Translator(Owner):
    """Has all operations. The module has a translator for each thread, so few programs need their own.

    log: called with a LogLevel and a line, for what is worth knowing of a translation.

    Calls of several threads with one translator wait for each other.
    """
    _destroy = 'trellis_translator_destroy'

    def __init__(self, log=None):
        options = _interface.TranslatorOptions(log=log)
        handle = ctypes.c_void_p()
        result = c.trellis_translator_create(ctypes.byref(options), ctypes.byref(handle))
        if result != _interface.Result.SUCCESS:
            raise MemoryError('no translator could be made')
        super().__init__(handle.value)
        self._options = options  # The log's function.
        self._lock = threading.Lock()

    def call(self, function, *arguments):
        """A call that may fail. What a callback raised is raised here."""
        with self._lock:
            pending.error = None
            result = getattr(c, function)(self._handle, *arguments)
            raised, pending.error = pending.error, None
            if raised is not None:
                raise raised
            if result != _interface.Result.SUCCESS:
                raise error_of(c.trellis_translator_error(self._handle).contents)

    def make(self, function, *arguments):
        """The same of a function whose last parameter receives an object: its handle."""
        handle = ctypes.c_void_p()
        self.call(function, *arguments, ctypes.byref(handle))
        return handle.value

    def text(self, function, *arguments):
        """The same of one whose last parameter receives a text of the translator's."""
        text = ctypes.c_char_p()
        self.call(function, *arguments, ctypes.byref(text))
        return decoded(text.value)


_of_thread = threading.local()


def translator_of_thread():
    """The thread's own. While a callback runs, the one it was called from is busy, and another serves."""
    idle = getattr(_of_thread, 'translators', None)
    if idle is None:
        idle = _of_thread.translators = []
    for translator in idle:
        if not translator._lock.locked():
            return translator
    idle.append(Translator())
    return idle[-1]


class Bytes:
    """Input as the library wants it, without a copy if that can be had: bytes, bytearray, memoryview, mmap, arrays."""

    def __init__(self, data):
        view = memoryview(data)
        if not view.c_contiguous:
            view = memoryview(bytes(view))
        self.size = view.nbytes
        if isinstance(data, bytes):
            self.pointer = ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p)
        elif view.readonly:
            self._copy = bytes(view)  # ctypes cannot take the address of such memory.
            self.pointer = ctypes.cast(ctypes.c_char_p(self._copy), ctypes.c_void_p)
        else:
            self._shared = (ctypes.c_char * self.size).from_buffer(view.cast('B')) if self.size else None
            self.pointer = ctypes.cast(self._shared, ctypes.c_void_p) if self.size else None
        self._data = data


def listed(count, function, kind, *arguments):
    """Records of what `function` fills structs of `kind` with, for indices 0 .. count - 1."""
    records = []
    for index in range(count):
        info = kind()
        getattr(c, function)(*arguments, index, ctypes.byref(info))
        records.append(record(info))
    return records


def counted(function, *arguments):
    """What a getter returns that also says how many there are: (pointer, count)."""
    kind = _interface.FUNCTIONS[function][1][-1]._type_
    count = kind()
    pointer = getattr(c, function)(*arguments, ctypes.byref(count))
    return pointer, count.value
