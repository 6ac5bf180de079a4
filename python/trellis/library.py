"""Finds and loads the shared library.

TRELLIS_LIBRARY names it, if set; else it lies in the folder this package is installed under (PREFIX/lib), or where the system's
loader finds it.
"""
import ctypes
import os

from . import _interface

_NAME = 'libtrellis.so.%d' % _interface.API_MAJOR


def _path():
    named = os.environ.get('TRELLIS_LIBRARY')
    if named:
        return named
    packages = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    near = os.path.join(os.path.dirname(os.path.dirname(packages)), _NAME)  # Of PREFIX/lib/python3/dist-packages.
    return near if os.path.exists(near) else _NAME


def _load():
    path = _path()
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        raise ImportError('the library of Trellis cannot be loaded: %s (TRELLIS_LIBRARY can name it)' % error) from None
    for function, (result, parameters) in _interface.FUNCTIONS.items():
        try:
            entry = getattr(library, function)
        except AttributeError:
            raise ImportError('%s is older than this package: it lacks %s' % (path, function)) from None
        entry.restype, entry.argtypes = result, parameters
    if not library.trellis_api_supported(_interface.API_MAJOR, _interface.API_MINOR):
        raise ImportError('%s does not serve version %d.%d of the interface' %
                          (path, _interface.API_MAJOR, _interface.API_MINOR))
    return library


c = _load()
