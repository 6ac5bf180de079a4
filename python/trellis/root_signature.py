"""Root signatures of D3D12, and the pipeline layouts made from them."""
import ctypes
import functools
import json

from . import _interface
from .library import c
from .structs import decoded, made
from .translator import Bytes, Owner, listed, translator_of_thread


class RootSignature(Owner):
    """A root signature: of bytes, of a program (of_program), or of a subobject of a library (of_subobject)."""
    _destroy = 'trellis_root_signature_destroy'

    def __init__(self, data, *, translator=None):
        """data: a container with a part RTS0, or the data of such a part."""
        translator = translator or translator_of_thread()
        data = Bytes(data)
        super().__init__(translator.make('trellis_root_signature_read', data.pointer, data.size, None))

    @classmethod
    def of_program(cls, program, *, translator=None):
        """The root signature in a Program. BadInput if there is none."""
        translator = translator or translator_of_thread()
        return cls._of(translator.make('trellis_root_signature_of_program', program._handle))

    @classmethod
    def of_subobject(cls, program, index, *, translator=None):
        """The root signature of one of program.subobjects, by its index."""
        translator = translator or translator_of_thread()
        return cls._of(translator.make('trellis_root_signature_of_subobject', program._handle, index))

    @property
    def parameter_count(self):
        return c.trellis_root_signature_parameter_count(self._handle)

    @property
    def static_sampler_count(self):
        return c.trellis_root_signature_static_sampler_count(self._handle)

    @property
    def flags(self):
        """D3D12_ROOT_SIGNATURE_FLAGS."""
        return c.trellis_root_signature_flags(self._handle)

    @property
    def record_size(self):
        """Of a local one: bytes of a shader record after the group handle. None: its parameters do not fit in a record."""
        size = ctypes.c_uint32()
        result = c.trellis_root_signature_record_size(self._handle, ctypes.byref(size))
        return size.value if result == _interface.Result.SUCCESS else None

    @property
    def record_members(self):
        """Where each parameter is in the record, counted from after the group handle; empty: nowhere."""
        count = 0 if self.record_size is None else self.parameter_count
        return listed(count, 'trellis_root_signature_record_member', _interface.RecordMemberInfo, self._handle)


class PipelineLayout(Owner):
    """The layout of a root signature: for `layout` of translations, and for vkCreatePipelineLayout."""
    _destroy = 'trellis_pipeline_layout_destroy'

    def __init__(self, signature, options=None, *, translator=None, **fields):
        """The keywords are the fields of PipelineLayoutOptions: tables="heap", push_constant_bytes=256, ..."""
        translator = translator or translator_of_thread()
        options = _interface.PipelineLayoutOptions(**fields) if options is None else \
            made(_interface.PipelineLayoutOptions, options)
        super().__init__(translator.make('trellis_pipeline_layout_create', signature._handle, options))

    @classmethod
    def of_modules(cls, modules, *, translator=None, **options):
        """What modules that were translated without a layout bind, for one pipeline of them: for vkCreatePipelineLayout.

        options: unbounded_descriptors, the length of runtime arrays."""
        translator = translator or translator_of_thread()
        modules = list(modules)
        handles = (ctypes.c_void_p * max(1, len(modules)))(*(module._handle for module in modules))
        made_options = _interface.PipelineLayoutOptions(**options)
        return cls._of(translator.make('trellis_pipeline_layout_of_modules', handles, len(modules), made_options))

    @functools.cached_property
    def description(self):
        """The whole layout, as `trellis --layout` writes it: sets with their bindings, root data, tables."""
        return json.loads(decoded(c.trellis_pipeline_layout_description(self._handle)))

    def refine(self, modules, *, translator=None):
        """The layout of one pipeline of these modules: without what none of them uses."""
        translator = translator or translator_of_thread()
        modules = list(modules)
        handles = (ctypes.c_void_p * max(1, len(modules)))(*(module._handle for module in modules))
        return PipelineLayout._of(translator.make('trellis_pipeline_layout_refine', self._handle, handles, len(modules)))
