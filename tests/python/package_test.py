"""Reading, translating, reflecting, and what goes wrong."""
import array
import gc
import json
import mmap
import os
import subprocess
import sys
import tempfile
import threading
import unittest

import trellis
from shaders import path, shader

CHAIN = 'programs/sha1_hmac_chain'
LIBRARY = 'raytracing/library_full_pipeline'


def program_output(*arguments):
    """What the program trellis writes."""
    return subprocess.run([os.environ['TRELLIS_PROGRAM'], *arguments], capture_output=True, check=True).stdout


class Translation(unittest.TestCase):
    def test_buffers_of_intrinsics_are_not_listed(self):
        dxil = shader('vendor/nv_shuffle_whole_warp')
        plain, named = trellis.Program(dxil), trellis.Program(dxil, nvapi=(7, 3))
        self.assertIn(3, [resource.space for resource in plain.resources])
        self.assertNotIn(3, [resource.space for resource in named.resources])
        self.assertEqual(len(named.resources), len(plain.resources) - 1)

    def test_gives_the_program_s_module(self):
        for name in (CHAIN, 'stages/ps_view_id', 'resources/heap_every_kind_uniform'):
            self.assertEqual(bytes(trellis.translate(shader(name))), program_output(path(name), '-o', '-'), name)

    def test_input_may_be_any_buffer(self):
        wanted = bytes(trellis.translate(shader(CHAIN)))
        with open(path(CHAIN), 'rb') as file:
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        with mapped:
            self.assertEqual(bytes(trellis.translate(mapped)), wanted)
        for kind in (bytearray, memoryview, lambda data: array.array('B', data), lambda data: memoryview(bytearray(data))):
            self.assertEqual(bytes(trellis.translate(kind(shader(CHAIN)))), wanted)
        with self.assertRaises(TypeError):
            trellis.read('a text')

    def test_words_are_the_library_s_own_memory(self):
        module = trellis.translate(shader(CHAIN))
        words = module.words
        self.assertEqual(words[0], 0x07230203)
        self.assertEqual(words.tobytes(), bytes(module))
        self.assertEqual(len(module), 4 * len(words))
        self.assertTrue(words.readonly)
        copy = bytes(module)
        del module
        gc.collect()
        trellis.translate(shader(CHAIN))  # Takes the memory, if it is free.
        self.assertEqual(words.tobytes(), copy)

    def test_a_module_is_written(self):
        with tempfile.TemporaryDirectory() as folder:
            name = os.path.join(folder, 'a.spv')
            module = trellis.translate(shader(CHAIN))
            module.write(name)
            with open(name, 'rb') as file:
                self.assertEqual(file.read(), bytes(module))

    def test_threads_translate_side_by_side(self):
        program = trellis.read(shader(CHAIN))
        wanted = bytes(program.translate())
        results = []
        threads = [threading.Thread(target=lambda: results.extend(bytes(program.translate()) for _ in range(5))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results, [wanted] * 20)

    def test_one_translator_serves_threads_in_turn(self):
        lines = []
        translator = trellis.Translator(log=lambda level, line: lines.append((level, line)))
        threads = [threading.Thread(target=lambda: trellis.Program(shader(CHAIN), translator=translator)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        module = trellis.read(shader(CHAIN), translator=translator).translate(translator=translator)
        self.assertEqual(module.words[0], 0x07230203)


class Reflection(unittest.TestCase):
    def test_is_what_the_program_prints(self):
        for name in (CHAIN, LIBRARY):
            program = trellis.read(shader(name))
            module = program.translate(all_entry_points=len(program.entry_points) > 1)
            arguments = ['--all-entries'] if len(program.entry_points) > 1 else []
            self.assertEqual(module.reflection, json.loads(program_output(path(name), '--reflect', *arguments)))

    def test_records_say_the_same(self):
        program = trellis.read(shader(CHAIN))
        [entry] = program.entry_points
        self.assertEqual((entry.name, entry.stage, entry.workgroup_size), ('main', trellis.Stage.COMPUTE, (32, 2, 1)))
        self.assertEqual([(one.resource_class, one.stride) for one in program.resources],
                         [(trellis.ResourceClass.SRV, 16), (trellis.ResourceClass.UAV, 20)])
        module = program.translate()
        self.assertEqual([(use.is_written, place.set, place.binding) for use, place in module.bindings],
                         [(False, 0, 1000), (True, 0, 2000)])
        self.assertEqual(module.entry_points, ['main'])
        self.assertIn(1, module.capabilities)  # Shader.

    def test_entry_points_are_found_by_name(self):
        program = trellis.read(shader(CHAIN))
        self.assertEqual(program.find_entry_point('main'), 0)
        self.assertIsNone(program.find_entry_point('other'))

    def test_bitcode_is_found(self):
        bitcode = trellis.find_bitcode(shader(CHAIN))
        self.assertEqual(bitcode[:4], b'BC\xc0\xde')
        self.assertIn(bitcode, shader(CHAIN))
        with self.assertRaises(trellis.BadInput):
            trellis.find_bitcode(b'nonsense')

    def test_signatures_are_listed(self):
        program = trellis.read(shader('stages/vs_packed_registers'))
        inputs = program.signature_elements('input')
        self.assertEqual(len(inputs), program.entry_points[0].input_count)
        self.assertTrue(all(one.semantic for one in inputs))
        self.assertIn('SV_Position', [one.system_value for one in program.signature_elements('output')])

    def test_libraries_list_their_functions(self):
        program = trellis.read(shader(LIBRARY))
        stages = {function.stage for function in program.functions}
        self.assertIn(trellis.Stage.RAY_GENERATION, stages)
        self.assertEqual(len(program.entry_points), len([one for one in program.functions if one.entry_point != trellis.NO_INDEX]))

    def test_records_outlive_what_they_were_asked_of(self):
        resources = trellis.read(shader(CHAIN)).resources
        gc.collect()
        self.assertEqual([one.component_type for one in resources], ['', ''])


class Failures(unittest.TestCase):
    def test_say_what_and_where(self):
        with self.assertRaises(trellis.BadInput) as caught:
            trellis.read(b'xx')
        self.assertIn('2 bytes', str(caught.exception))
        self.assertEqual(caught.exception.offset, 0)
        with self.assertRaises(trellis.Error):
            trellis.read(b'')
        with self.assertRaises(trellis.BadInput):
            trellis.read(shader(CHAIN)[:-40])

    def test_every_truncation_is_an_exception(self):
        whole = shader(CHAIN)
        for size in range(0, len(whole), 61):
            with self.assertRaises(trellis.Error):
                trellis.read(whole[:size])

    def test_wrong_calls_are_told_from_wrong_input(self):
        program = trellis.read(shader(LIBRARY))
        with self.assertRaises(trellis.Error):
            program.translate()  # Several entry points, and none is named.
        with self.assertRaises(trellis.InvalidArgument) as caught:
            program.translate(root_data_size=3)
        self.assertEqual(caught.exception.part, 'options.root_data_size')
        with self.assertRaises(TypeError):
            program.translate(device=5)

    def test_a_missing_library_is_an_import_error(self):
        environment = dict(os.environ, TRELLIS_LIBRARY='/nowhere/libtrellis.so.0')
        ran = subprocess.run([sys.executable, '-c', 'import trellis'], env=environment, capture_output=True, text=True)
        self.assertIn('ImportError: the library of Trellis cannot be loaded', ran.stderr)
        other = subprocess.run([sys.executable, '-c', 'import ctypes.util; print(ctypes.util.find_library("c"))'],
                               capture_output=True, text=True).stdout.strip()
        environment['TRELLIS_LIBRARY'] = other
        ran = subprocess.run([sys.executable, '-c', 'import trellis'], env=environment, capture_output=True, text=True)
        self.assertIn('it lacks trellis_', ran.stderr)


class Disassembly(unittest.TestCase):
    def test_is_text(self):
        self.assertIn('define void @main()', trellis.disassemble(shader(CHAIN)))


if __name__ == '__main__':
    unittest.main()
