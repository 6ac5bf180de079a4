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
from .errors import BadInput, Error, InternalCheckFailed, InvalidArgument, OutOfMemory, Unsupported
from .library import c as _c
from .module import Module
from .program import Program, disassemble, read
from .root_signature import PipelineLayout, RootSignature
from .structs import decoded as _decoded
from .translator import Translator

__version__ = _decoded(_c.trellis_version())


def translate(dxil, **fields):
    """A Module of the bytes of a .dxil file: read(dxil).translate(...)."""
    return read(dxil).translate(**fields)


def known_extensions():
    """The names of all SPIR-V extensions that a module may come to use."""
    from .translator import counted
    pointer, count = counted('trellis_known_extensions')
    return [_decoded(pointer[n]) for n in range(count)]


del callbacks
