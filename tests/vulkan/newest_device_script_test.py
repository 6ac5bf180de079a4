#!/usr/bin/env python3
"""Tests scripts/test-newest-device with a test program and a device that are shell scripts: newest_device_script_test.py ROOT"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1))
# Lists six tests, and runs those of its filter: one fails, one kills the process, one does not end, one is skipped.
PROGRAM = r'''#!/bin/sh
case "$1" in
  --gtest_list_tests) echo "Suite."; for t in Good Fails Dies Hangs Skips Last; do echo "  $t  # note"; done; exit 0;;
esac
for t in $(sed 's/.*=//; s/:/ /g' "${1#*=}"); do
  echo "[ RUN      ] $t"
  case $t in
    *.Fails) echo "1 is not 2"; echo "[  FAILED  ] $t (0 ms)";;
    *.Dies) kill -9 $$;;
    *.Hangs) sleep 60;;
    *.Skips) echo "no such extension"; echo "[  SKIPPED ] $t (0 ms)";;
    *) echo "[       OK ] $t (0 ms)";;
  esac
done
'''


def write_program(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


class Script(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        write_program(self.folder / 'build/tests/x/some_test', PROGRAM)

    def add_device(self):
        write_program(self.folder / 'trellis/newest-device/run', '#!/bin/sh\nexec "$@"\n')
        (self.folder / 'trellis/newest-device/complete').touch()

    def run_script(self, *arguments):
        environment = dict(os.environ, XDG_CACHE_HOME=str(self.folder), BUILD=str(self.folder / 'build'), SECONDS_A_TEST='2')
        return subprocess.run([ROOT / 'scripts/test-newest-device', *arguments], env=environment, capture_output=True, text=True,
                              timeout=60, check=False)

    def test_without_a_device_is_skipped(self):
        ran = self.run_script('some_test')
        self.assertEqual(ran.returncode, 77)
        self.assertIn('scripts/get-newest-device', ran.stderr)

    def test_own_device_needs_no_other(self):
        ran = self.run_script('--own-device', '--filter', 'Suite.Good', 'some_test')
        self.assertIn('some_test: 2 passed, 3 failed, 1 skipped', ran.stdout)

    def test_runs_on_after_a_crash_and_a_hang(self):
        self.add_device()
        ran = self.run_script('--list-skipped', 'some_test')
        self.assertEqual(ran.returncode, 1)
        self.assertIn('some_test: 2 passed, 3 failed, 1 skipped', ran.stdout)
        self.assertIn('FAILED: Suite.Fails\n    1 is not 2', ran.stdout)
        self.assertIn('FAILED: Suite.Dies\n    ended the process (exit code -9)', ran.stdout)
        self.assertIn('FAILED: Suite.Hangs\n    did not end in 2 s', ran.stdout)
        self.assertIn('skipped: Suite.Skips: no such extension', ran.stdout)

    def test_unknown_program_is_an_error(self):
        self.add_device()
        ran = self.run_script('other_test')
        self.assertEqual(ran.returncode, 1)
        self.assertIn('not built', ran.stderr)


if __name__ == '__main__':
    unittest.main()
