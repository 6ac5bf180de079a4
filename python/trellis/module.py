"""SPIR-V modules."""
import ctypes
import functools
import json

from . import _interface
from .library import c
from .structs import decoded, record
from .translator import Owner, counted, listed


class Module(Owner):
    """A SPIR-V module and what is needed to use it. bytes(module) copies it; `words` does not."""
    _destroy = 'trellis_module_destroy'

    @property
    def words(self):
        """The module as a read-only memoryview of 32-bit words: the library's own memory, which the view keeps alive."""
        pointer, count = counted('trellis_module_words', self._handle)
        words = (ctypes.c_uint32 * count).from_address(ctypes.addressof(pointer.contents))
        words._module = self
        return memoryview(words).cast('B').cast('I').toreadonly()

    def __bytes__(self):
        return self.words.tobytes()

    def __len__(self):
        """Bytes."""
        return self.words.nbytes

    def write(self, path):
        """Writes the file PATH."""
        with open(path, 'wb') as file:
            file.write(self.words)

    @property
    def entry_point(self):
        """A record of the entry point, or of the first of them."""
        info = _interface.EntryPointInfo()
        c.trellis_module_entry_point(self._handle, ctypes.byref(info))
        return record(info)

    @property
    def entry_points(self):
        """Their names in the module."""
        return self._texts('trellis_module_entry_points')

    @functools.cached_property
    def bindings(self):
        """(use, binding) of each resource that is used: records of the resource and of where it is bound."""
        pairs = []
        for index in range(c.trellis_module_binding_count(self._handle)):
            use, binding = _interface.ResourceUse(), _interface.Binding()
            c.trellis_module_binding(self._handle, index, ctypes.byref(use), ctypes.byref(binding))
            pairs.append((record(use), record(binding)))
        return pairs

    @functools.cached_property
    def elements(self):
        """A record of each variable of the stage's interface, with its location."""
        count = c.trellis_module_element_count(self._handle)
        return listed(count, 'trellis_module_element', _interface.ModuleElement, self._handle)

    @property
    def capabilities(self):
        """SPIR-V capabilities, by number."""
        pointer, count = counted('trellis_module_capabilities', self._handle)
        return pointer[:count] if count else []

    @property
    def extensions(self):
        """SPIR-V extensions, by name."""
        return self._texts('trellis_module_extensions')

    @functools.cached_property
    def needs(self):
        """What they mean in Vulkan: records with name, feature, bit, extension."""
        count = c.trellis_module_need_count(self._handle)
        return listed(count, 'trellis_module_need', _interface.DeviceNeed, self._handle)

    @functools.cached_property
    def spec_constants(self):
        """A record of each specialization constant: id, default_value, name."""
        count = c.trellis_module_spec_constant_count(self._handle)
        return listed(count, 'trellis_module_spec_constant', _interface.SpecConstant, self._handle)

    def pipeline_needs(self, entry_point=0):
        """What a pipeline must be created with to run the entry point."""
        needs = _interface.PipelineNeeds()
        c.trellis_module_pipeline_needs(self._handle, entry_point, ctypes.byref(needs))
        return record(needs)

    @property
    def views(self):
        """What the module does with view instancing; None if it does not consist of one graphics stage."""
        views = _interface.ModuleViews()
        result = c.trellis_module_views(self._handle, ctypes.byref(views))
        return record(views) if result == _interface.Result.SUCCESS else None

    @functools.cached_property
    def checked_accesses(self):
        """A record of each access that a module with descriptor checks looks at: number, wanted, resource, place, ..."""
        count = c.trellis_module_checked_access_count(self._handle)
        return listed(count, 'trellis_module_checked_access', _interface.CheckedAccess, self._handle)

    @functools.cached_property
    def counted_blocks(self):
        """A record of each block that counts: counter, instructions, operations, place."""
        count = c.trellis_module_counted_block_count(self._handle)
        return listed(count, 'trellis_module_counted_block', _interface.CountedBlock, self._handle)

    @property
    def warnings(self):
        """The translator's warnings: texts."""
        return self._texts('trellis_module_warnings')

    def disassemble(self):
        """The module as SPIR-V assembly."""
        return decoded(c.trellis_module_disassemble(self._handle))

    @functools.cached_property
    def reflection(self):
        """All of the above and the program's reflection, as Python objects."""
        return json.loads(decoded(c.trellis_module_reflection(self._handle)))

    def _texts(self, function):
        pointer, count = counted(function, self._handle)
        return [decoded(pointer[n]) for n in range(count)]
