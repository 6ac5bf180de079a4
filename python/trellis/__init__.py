"""Trellis: DXIL, the shader bytecode of Direct3D 12, to SPIR-V for Vulkan.

    import trellis
    program = trellis.read(open("shader.dxil", "rb").read())
    module = program.translate(target="vulkan1.3")
    module.write("shader.spv")
    print(program.entry_points[0].stage, [binding.set for use, binding in module.bindings])

Failures are exceptions: BadInput, Unsupported and others, all of them trellis.Error. Options are the fields of the C interface's
structs (its headers explain each); enumerators go by their names. Programs and modules may be used by several threads at once, and
translations of several threads run side by side.
"""
from . import _interface, callbacks
from ._interface import *  # Constants, enumerations and structs, by their names in C without the prefix.
from .errors import BadInput, Cancelled, Error, InternalCheckFailed, InvalidArgument, LimitExceeded, OutOfMemory, Unsupported
from .library import c as _c
from .module import Module
from .program import Program, disassemble, find_bitcode, read
from .root_signature import PipelineLayout, RootSignature
from .structs import decoded as _decoded
from .translator import Translator

__version__ = _decoded(_c.trellis_version())


def translate(dxil, **fields):
    """A Module of the bytes of a .dxil file: read(dxil).translate(...)."""
    return read(dxil).translate(**fields)


def cache_version():
    """Differs between libraries whose modules may differ: part of the key of every cache of modules."""
    return _decoded(_c.trellis_cache_version())


def cache_key(*pieces):
    """A key for a cache of modules, 32 bytes: of cache_version() and these bytes. Give all that a translation depends on."""
    import ctypes
    from .translator import Bytes
    kept = [Bytes(piece) for piece in pieces]
    key = (ctypes.c_uint8 * 32)()
    pointers = (ctypes.c_void_p * max(1, len(kept)))(*(one.pointer for one in kept))
    sizes = (ctypes.c_size_t * max(1, len(kept)))(*(one.size for one in kept))
    _c.trellis_cache_key(pointers, sizes, len(kept), key)
    return bytes(key)


def known_extensions():
    """The names of all SPIR-V extensions that a module may use."""
    from .translator import counted
    pointer, count = counted('trellis_known_extensions')
    return [_decoded(pointer[n]) for n in range(count)]


del callbacks
