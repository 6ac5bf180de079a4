"""The declarations made of the headers are those a C compiler sees: offsets, sizes, constants."""
import ctypes
import os
import re
import unittest

from shaders import ROOT
from trellis import _interface


def record():
    with open(os.path.join(ROOT, 'tests', 'c_api', 'abi.txt'), encoding='utf-8') as file:
        return file.read()


class Interface(unittest.TestCase):
    def test_structs_lie_as_in_c(self):
        structs = re.findall(r'^struct Trellis(\w+): (\d+) bytes, aligned to (\d+)$', record(), re.M)
        self.assertGreater(len(structs), 30)
        for name, size, alignment in structs:
            struct = getattr(_interface, name)
            self.assertEqual((ctypes.sizeof(struct), ctypes.alignment(struct)), (int(size), int(alignment)), name)

    def test_fields_lie_as_in_c(self):
        fields = re.findall(r'^  Trellis(\w+)\.(\w+) at (\d+), (\d+) bytes', record(), re.M)
        self.assertGreater(len(fields), 300)
        for struct, name, offset, size in fields:
            field = getattr(getattr(_interface, struct), name)
            self.assertEqual((field.offset, field.size), (int(offset), int(size)), struct + '.' + name)

    def test_constants_have_their_values(self):
        constants = dict(re.findall(r'^constant TRELLIS_(\w+) = (\d+)$', record(), re.M))
        seen = {name: getattr(_interface, name) for name in constants if hasattr(_interface, name)}
        for kind in vars(_interface).values():
            if isinstance(kind, type) and issubclass(kind, int) and kind.__module__ == _interface.__name__:
                for member in kind:
                    endings = [name for name in constants if name.endswith(member.name)]
                    self.assertTrue(any(int(constants[name]) == member for name in endings), member)
                    seen.update((name, int(member)) for name in endings if int(constants[name]) == member)
        for name, value in constants.items():
            self.assertEqual(seen.get(name), int(value), name)

    def test_every_function_is_declared(self):
        functions = set(re.findall(r'^function .*\b(trellis_\w+)\(', record(), re.M))
        self.assertEqual(functions, set(_interface.FUNCTIONS))

    def test_defaults_are_those_of_the_headers(self):
        options = _interface.StageOptions()
        self.assertEqual((options.max_locations, options.max_tess_factor, bytes(options.output_swizzles)), (32, 64.0, b'\xe4' * 8))
        views = _interface.ViewOptions()
        self.assertEqual([place.layer.value for place in views.locations], [0, 1, 2, 3])
        self.assertEqual(_interface.HeapOptions().samplers.binding, 5002)


if __name__ == '__main__':
    unittest.main()
