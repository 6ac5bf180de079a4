"""Programs: DXIL in memory."""
import ctypes
import functools
import json

from . import _interface
from .library import c
from .module import Module
from .structs import decoded, encoded, made, member_of
from .translator import Bytes, Owner, listed, translator_of_thread


def _slot(name, slot):
    register, space = slot or (0, 0)
    return {f'has_{name}_slot': slot is not None, f'{name}_register': register, f'{name}_space': space}


def _read_options(ignore_digest, debug_info, names, reader='any', limits=None, nvapi=None, ags=None):
    reader = member_of(_interface.Reader, reader, 'reader')
    return _interface.ReadOptions(ignore_digest=ignore_digest, debug_info=debug_info, no_names=not names, reader=reader,
                                  limits=limits, **_slot('nvapi', nvapi), **_slot('ags', ags))


class Program(Owner):
    """A shader or a library; read-only, for any number of threads and translations."""
    _destroy = 'trellis_program_destroy'

    def __init__(self, dxil, *, ignore_digest=False, debug_info=False, names=True, reader='any', limits=None, nvapi=None, ags=None,
                 translator=None):
        """dxil: a container, a PDB file from dxc, or LLVM bitcode; any object with a buffer. It is not needed afterwards.
        limits: what reading may cost, the fields of TrellisLimits: {"max_blocks": 10000, "stop": FUNCTION}.
        nvapi, ags: (register, space) of the buffer of these intrinsics, which is not among the resources then."""
        translator = translator or translator_of_thread()
        data = Bytes(dxil)
        options = _read_options(ignore_digest, debug_info, names, reader, limits, nvapi, ags)
        handle = translator.make('trellis_program_read', data.pointer, data.size, options)
        super().__init__(handle)

    @functools.cached_property
    def entry_points(self):
        """A record of each: name, stage, workgroup_size, ..., the fields of TrellisEntryPointInfo."""
        count = c.trellis_program_entry_point_count(self._handle)
        return listed(count, 'trellis_program_entry_point', _interface.EntryPointInfo, self._handle)

    def find_entry_point(self, name):
        """The index of the entry point with that name, or with that HLSL name if it is unique; None if there is none."""
        index = c.trellis_program_find_entry_point(self._handle, encoded(name))
        return None if index == 0xffffffff else index

    @functools.cached_property
    def resources(self):
        """A record of each range of registers: name, resource_class, kind, first_register, space, count, ..."""
        count = c.trellis_program_resource_count(self._handle)
        return listed(count, 'trellis_program_resource', _interface.ResourceInfo, self._handle)

    @functools.cached_property
    def structs(self):
        """(struct, members) of each struct of constant and structured buffers: a record, and a list of them."""
        count = c.trellis_program_struct_count(self._handle)
        infos = listed(count, 'trellis_program_struct', _interface.StructInfo, self._handle)
        return [(info, listed(info.member_count, 'trellis_program_struct_member', _interface.StructMemberInfo, self._handle, index))
                for index, info in enumerate(infos)]

    @property
    def hash(self):
        """The container's hash of the bitcode, 16 bytes; None if it has none."""
        pointer = c.trellis_program_hash(self._handle)
        return bytes(pointer[:16]) if pointer else None

    @functools.cached_property
    def functions(self):
        """A record of each function that a library exports or imports."""
        count = c.trellis_program_function_count(self._handle)
        return listed(count, 'trellis_program_function', _interface.FunctionInfo, self._handle)

    @functools.cached_property
    def subobjects(self):
        """A record of each subobject of a library (for state objects)."""
        count = c.trellis_program_subobject_count(self._handle)
        return listed(count, 'trellis_program_subobject', _interface.SubobjectInfo, self._handle)

    def signature_elements(self, signature, entry_point=0):
        """A record of each element of a signature: "input", "output" or "patch_constant"."""
        names = {_interface.Signature.INPUT: 'input_count', _interface.Signature.OUTPUT: 'output_count',
                 _interface.Signature.PATCH_CONSTANT: 'patch_constant_count'}
        signature = member_of(_interface.Signature, signature, 'signature')
        count = getattr(self.entry_points[entry_point], names[signature])
        return listed(count, 'trellis_program_signature_element', _interface.SignatureElementInfo, self._handle, entry_point,
                      signature)

    @property
    def feature_flags(self):
        """D3D_SHADER_FEATURE flags; 0 if the container has none."""
        return c.trellis_program_feature_flags(self._handle)

    @functools.cached_property
    def reflection(self):
        """The program's reflection: what `trellis --reflect` prints, as Python objects."""
        return json.loads(decoded(c.trellis_program_reflection(self._handle)))

    def translate(self, options=None, *, translator=None, **fields):
        """A Module of one entry point, or of all.

        The keywords are the fields of TranslateOptions (trellis/translate.h explains each): target="vulkan1.2",
        entry_point="main", validate=True, bind=FUNCTION, device={"no_demote": True}, layout=LAYOUT, ...; or they come as one
        `options`. bind is called with a record of a resource's use and the Binding that it has by default: it changes that one,
        or returns another; None keeps it, False refuses the resource, and an exception ends the translation.
        """
        if options is None:
            options = _interface.TranslateOptions(**fields)
        else:
            options = made(_interface.TranslateOptions, options)
            for name, value in fields.items():
                setattr(options, name, value)
        translator = translator or translator_of_thread()
        return Module._of(translator.make('trellis_translate', self._handle, options))

    def check(self, *kinds, file='<memory>', format='json', translator=None):
        """What the checks find: kinds are "uniformity", "convergence"; none means both.

        format: "json" gives a list of findings, each a dictionary with rule, message, where, why, advice; "text" and "sarif" the
        report as text, in which `file` names the program."""
        chosen = 0
        for kind in kinds or ('uniformity', 'convergence'):
            chosen |= member_of(_interface.Checks, kind, 'kinds')
        options = _interface.CheckOptions(checks=chosen, format=format, file=file)
        translator = translator or translator_of_thread()
        text = translator.text('trellis_program_check', self._handle, options, None)
        if options.format != _interface.ReportFormat.JSON:
            return text
        return json.loads(text)['inputs'][0]['findings']


def read(dxil, **options):
    """Program(dxil, ...)."""
    return Program(dxil, **options)


def disassemble(dxil, *, ignore_digest=False, debug_info=False, names=True, translator=None):
    """The LLVM module inside, as text."""
    translator = translator or translator_of_thread()
    data = Bytes(dxil)
    options = _read_options(ignore_digest, debug_info, names)
    return translator.text('trellis_disassemble', data.pointer, data.size, options)


def find_bitcode(dxil, *, ignore_digest=False, debug_info=False, translator=None):
    """The bitcode that read() would read, as bytes."""
    translator = translator or translator_of_thread()
    data = Bytes(dxil)
    bitcode, size = ctypes.c_void_p(), ctypes.c_size_t()
    options = _read_options(ignore_digest, debug_info, True)
    translator.call('trellis_find_bitcode', data.pointer, data.size, options, ctypes.byref(bitcode), ctypes.byref(size))
    return ctypes.string_at(bitcode, size.value)
