"""Program.check finds what `trellis --check` finds."""
import json
import os
import subprocess
import unittest

import trellis
from shaders import path, shader

BAD, GOOD = 'uniformity/barrier_condition_uav_load', 'uniformity/tree_reduction_correct'


class Check(unittest.TestCase):
    def test_findings_are_those_of_the_program(self):
        found = trellis.read(shader(BAD)).check('uniformity')
        ran = subprocess.run([os.environ['TRELLIS_PROGRAM'], '--check', 'uniformity', '--format', 'json', path(BAD)],
                             capture_output=True, check=True)
        self.assertEqual(found, json.loads(ran.stdout)['inputs'][0]['findings'])
        self.assertEqual(found[0]['rule'], 'barrier-divergence')

    def test_nothing_is_found_in_what_is_right(self):
        program = trellis.read(shader(GOOD))
        self.assertEqual(program.check(), [])
        self.assertEqual(program.check(format='text'), '')

    def test_convergence_is_checked(self):
        self.assertEqual(trellis.read(shader('reconvergence/votes_01005')).check('convergence'), [])
        rules = {one['rule'] for one in trellis.read(shader(BAD)).check()}
        self.assertIn('barrier-divergence', rules)

    def test_reports_come_as_text(self):
        program = trellis.read(shader(BAD))
        self.assertTrue(program.check('uniformity', format='text', file='a.dxil').startswith('a.dxil: barrier-divergence: '))
        sarif = json.loads(program.check(format='sarif', file='a b.dxil'))
        self.assertEqual(sarif['runs'][0]['results'][0]['locations'][0]['physicalLocation']['artifactLocation']['uri'], 'a%20b.dxil')

    def test_wrong_kinds_are_refused(self):
        with self.assertRaises(ValueError):
            trellis.read(shader(BAD)).check('speed')
        with self.assertRaises(ValueError):
            trellis.read(shader(BAD)).check(format='markdown')


if __name__ == '__main__':
    unittest.main()
