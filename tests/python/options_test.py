"""Options: enumerators by name, nested structs, lists, functions."""
import gc
import unittest

import trellis
from shaders import shader

CHAIN = 'programs/sha1_hmac_chain'


def places(module):
    return [(place.set, place.binding) for _, place in module.bindings]


class Values(unittest.TestCase):
    def test_enumerators_go_by_name_member_or_number(self):
        versions = [trellis.translate(shader(CHAIN), target=target).words[1]
                    for target in ('vulkan1.1', 'VULKAN_1_1', trellis.Target.VULKAN_1_1, 0)]
        self.assertEqual(versions, [0x00010300] * 4)
        with self.assertRaisesRegex(ValueError, 'values are VULKAN_1_1, VULKAN_1_2'):
            trellis.translate(shader(CHAIN), target='vulkan9')

    def test_unknown_fields_are_named_with_the_nearest(self):
        with self.assertRaisesRegex(TypeError, "no field 'taget'; did you mean 'target'"):
            trellis.translate(shader(CHAIN), taget=1)
        with self.assertRaisesRegex(TypeError, "DeviceOptions has no field 'demote'"):
            trellis.translate(shader(CHAIN), device={'demote': True})
        with self.assertRaisesRegex(TypeError, 'expected a list'):
            trellis.DeviceOptions(extensions='SPV_KHR_ray_query')

    def test_an_empty_list_is_not_none(self):
        program = trellis.read(shader('raytracing/rayquery_closest_compute'))
        self.assertIn('SPV_KHR_ray_query', program.translate(device={'extensions': None}).extensions)
        with self.assertRaises(trellis.Unsupported):
            program.translate(device={'extensions': []})
        self.assertIn('SPV_KHR_ray_query', program.translate(device={'extensions': ['SPV_KHR_ray_query']}).extensions)

    def test_instruments(self):
        program = trellis.read(shader('resources/heap_every_kind_uniform'))
        module = program.translate(instrumentation={'check_descriptors': True, 'count_instructions': True, 'first_counter': 5})
        self.assertEqual([access.number for access in module.checked_accesses], list(range(1, len(module.checked_accesses) + 1)))
        self.assertIn('dx.op.', module.checked_accesses[0].place.operation)
        self.assertEqual(module.counted_blocks[0].counter, 5)
        self.assertGreater(module.counted_blocks[0].instructions, module.counted_blocks[0].operations)
        plain = program.translate()
        self.assertEqual((plain.checked_accesses, plain.counted_blocks), ([], []))
        self.assertEqual(bytes(program.translate(instrumentation={'first_counter': 7})), bytes(plain))

    def test_one_struct_or_keywords(self):
        options = trellis.TranslateOptions(target='vulkan1.1')
        program = trellis.read(shader(CHAIN))
        self.assertEqual(bytes(program.translate(options)), bytes(program.translate(target='vulkan1.1')))
        self.assertEqual(program.translate(options, target='vulkan1.2').words[1], 0x00010500)

    def test_what_options_point_at_stays(self):
        entries = [trellis.BindingEntry(resource_class='srv', space=0, first_register=0, count=1, binding={'set': 5, 'binding': 6})]
        options = trellis.TranslateOptions(bindings=entries, device=trellis.DeviceOptions(extensions=['SPV_KHR_ray_query']))
        del entries
        gc.collect()
        self.assertEqual(places(trellis.read(shader(CHAIN)).translate(options))[0], (5, 6))


class Functions(unittest.TestCase):
    def setUp(self):
        self.program = trellis.read(shader(CHAIN))

    def test_a_binding_is_changed_in_place_or_replaced(self):
        def move(use, binding):
            binding.set = 3 + use.info.resource_class
        self.assertEqual([place[0] for place in places(self.program.translate(bind=move))], [3, 4])
        self.assertEqual(places(self.program.translate(bind=lambda use, _: trellis.Binding(set=7, binding=use.resource))),
                         [(7, 0), (7, 1)])
        self.assertEqual(places(self.program.translate(bind=lambda use, binding: None)), places(self.program.translate()))

    def test_a_binding_may_be_refused(self):
        with self.assertRaises(trellis.Error) as caught:
            self.program.translate(bind=lambda use, binding: False)
        self.assertIn('t0', str(caught.exception))

    def test_exceptions_come_through(self):
        def fail(use, binding):
            raise KeyError(use.resource)
        with self.assertRaises(KeyError) as caught:
            self.program.translate(bind=fail)
        self.assertEqual(caught.exception.args, (0,))
        with self.assertRaisesRegex(TypeError, 'expected Binding'):
            self.program.translate(bind=lambda use, binding: (1, 2))
        self.assertEqual(len(self.program.translate().bindings), 2)  # All is well again.

    def test_a_callback_may_translate(self):
        inner = []
        def nested(use, binding):
            inner.append(bytes(self.program.translate()))
        outer = bytes(self.program.translate(bind=nested))
        self.assertEqual(inner, [outer, outer])

    def test_locations_are_chosen(self):
        program = trellis.read(shader('stages/vs_packed_registers'))
        def locate(stage, signature, element, place):
            if signature == trellis.Signature.INPUT:
                place.location += 4
        before, after = (
            [one.location for one in program.translate(stage=stage).elements if one.signature == trellis.Signature.INPUT
             and not one.is_builtin] for stage in (None, {'locate': locate}))
        self.assertEqual(after, [location + 4 for location in before])
        self.assertNotEqual(after, [])


class Layouts(unittest.TestCase):
    def test_a_root_signature_makes_a_layout_that_translations_follow(self):
        program = trellis.read(shader('resources/rootsig_constants_cbv_and_table'))
        signature = trellis.RootSignature.of_program(program)
        self.assertGreater(signature.parameter_count, 0)
        layout = trellis.PipelineLayout(signature, tables='one_set')
        module = program.translate(layout=layout)
        refined = layout.refine([module])
        self.assertLessEqual(len(str(refined.description)), len(str(layout.description)))
        self.assertIn('sets', layout.description)
        again = trellis.RootSignature(shader('resources/rootsig_constants_cbv_and_table'))
        self.assertEqual(again.parameter_count, signature.parameter_count)

    def test_modules_make_a_layout_without_a_root_signature(self):
        program = trellis.read(shader('resources/rootsig_constants_cbv_and_table'))
        module = program.translate()
        layout = trellis.PipelineLayout.of_modules([module, module], unbounded_descriptors=16)
        bindings = [binding for one in layout.description['sets'] for binding in one['bindings']]
        self.assertEqual(len(bindings), len(module.bindings))
        self.assertEqual({binding['purpose'] for binding in bindings}, {'resource'})
        with self.assertRaises(trellis.InvalidArgument):
            program.translate(layout=layout)

    def test_a_root_signature_that_is_not_local_has_no_record(self):
        program = trellis.read(shader('resources/rootsig_constants_cbv_and_table'))
        signature = trellis.RootSignature.of_program(program)
        self.assertIsNone(signature.record_size)
        self.assertEqual(signature.record_members, [])

    def test_a_program_without_one_says_so(self):
        with self.assertRaises(trellis.BadInput):
            trellis.RootSignature.of_program(trellis.read(shader(CHAIN)))

    def test_previous_stages_are_linked(self):
        vertex = trellis.read(shader('stages/vs_packed_registers')).translate()
        self.assertIsNotNone(vertex.views)
        with self.assertRaises(AttributeError):
            trellis.translate(shader('stages/ps_view_id'), stage={'previous_stage': 5})


if __name__ == '__main__':
    unittest.main()
