"""Limits and cancellation, keys for caches, structs of buffers, modules as text."""
import unittest

import trellis
from shaders import shader

DXIL = shader('containers/ps_decal_box.reflection')


class Limits(unittest.TestCase):
    def test_too_much_is_an_exception(self):
        program = trellis.read(DXIL)
        with self.assertRaises(trellis.LimitExceeded):
            program.translate(limits={'max_blocks': 1})
        with self.assertRaises(trellis.LimitExceeded):
            trellis.Program(DXIL, limits={'max_instructions': 1})
        self.assertEqual(bytes(program.translate(limits={'max_blocks': 10000})), bytes(program.translate()))

    def test_a_function_may_end_a_call(self):
        program, calls = trellis.read(DXIL), []
        with self.assertRaises(trellis.Cancelled):
            program.translate(limits={'stop': lambda: calls.append(1) or True})
        self.assertEqual(len(calls), 1)
        program.translate(limits={'stop': lambda: calls.append(1)})
        self.assertGreater(len(calls), 5)

    def test_exceptions_come_through(self):
        def stop():
            raise KeyError('enough')
        with self.assertRaises(KeyError):
            trellis.Program(DXIL, limits={'stop': stop})


class Details(unittest.TestCase):
    def test_structs_are_those_of_the_reflection(self):
        program = trellis.read(DXIL)
        told = {one['name']: [member['name'] for member in one['members']] for one in program.reflection['structs']}
        self.assertEqual({info.name: [member.name for member in members] for info, members in program.structs}, told)
        self.assertGreater(len(told), 1)
        self.assertEqual(program.hash.hex(), program.reflection['hash'])

    def test_modules_as_text(self):
        self.assertTrue(trellis.read(DXIL).translate().disassemble().startswith('; SPIR-V'))

    def test_keys(self):
        keys = {trellis.cache_key(), trellis.cache_key(b''), trellis.cache_key(DXIL), trellis.cache_key(DXIL, b'1'), trellis.cache_key(b'1', DXIL)}
        self.assertEqual(len(keys), 5)
        self.assertEqual(trellis.cache_key(DXIL), trellis.cache_key(bytearray(DXIL)))
        self.assertEqual(len(trellis.cache_version()), 32)


if __name__ == '__main__':
    unittest.main()
