"""Tests of check_skips.py: what it finds, allows and refuses."""
import pathlib
import tempfile
import unittest
import xml.etree.ElementTree

import check_skips
from check_skips import BadFile, judged, rows_of, run_on_newest_device, skipped_in_junit, skipped_in_log, stale

LOG = """[ RUN      ] Views.Ordered
tests/view_test.cpp:28: Skipped
the device orders no pixels

[  SKIPPED ] Views.Ordered (0 ms)
[ RUN      ] Sets/Compiled.Run/1
[  SKIPPED ] Sets/Compiled.Run/1 (3 ms)
[  SKIPPED ] 2 tests, listed below:
[  SKIPPED ] Views.Ordered
[  SKIPPED ] Sets/Compiled.Run/1
"""
JUNIT = """<testsuite><testcase name="Recompiled" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/></testcase>
<testcase name="Off" status="disabled"><skipped message="Disabled"/></testcase><testcase name="Ran" status="run"/></testsuite>"""
ROWS = """# A comment.
Views.*           extension VK_views
Sets/Compiled.*   dxc
Browser           program no-such-browser|nor-this-one
Shell             program no-such-shell|sh
Rare.*            no-device VK_rare
"""
TESTS = [("NewestDevice.Some", ["cmake", "test-newest-device", "--filter", "Views.*:Other.*", "view_test"]), ("NewestDevice.Script", ["python3"]),
         ("Views.Ordered", ["/build/view_test", "--gtest_filter=Views.Ordered"]), ("Other.Test", ["/build/other_test"]),
         ("Rare.Test", ["/build/view_test"]), ("NotBuilt", [])]


class FakeMachine(check_skips.Machine):
    def __init__(self, dxc=False, extensions=()):
        self.dxc, self.newest_device, self.device_extensions = dxc, False, set(extensions)


class Skips(unittest.TestCase):
    def judge(self, names, **machine):
        return judged(names, rows_of(ROWS), FakeMachine(**machine), run_on_newest_device(TESTS))

    def test_both_kinds_are_found(self):
        self.assertEqual(skipped_in_log(LOG), {"Views.Ordered", "Sets/Compiled.Run/1"})
        self.assertEqual(skipped_in_junit(xml.etree.ElementTree.fromstring(JUNIT)), {"Recompiled"})

    def test_what_the_machine_lacks_is_allowed(self):
        lines, faults = self.judge(skipped_in_log(LOG) | {"Browser"})
        self.assertEqual(faults, [])
        self.assertEqual(lines, ["Browser: needs program no-such-browser|nor-this-one", "Sets/Compiled.Run/1: needs dxc",
                                 "Views.Ordered: needs extension VK_views"])

    def test_what_the_machine_has_is_no_reason(self):
        self.assertIn("although this machine has dxc", self.judge({"Sets/Compiled.Run/1"}, dxc=True)[1][0])
        self.assertIn("has extension VK_views", self.judge({"Views.Ordered"}, extensions=["VK_views"])[1][0])
        self.assertIn("has program no-such-shell|sh", self.judge({"Shell"})[1][0])

    def test_one_of_two_needs_suffices(self):
        rows = rows_of("Both dxc\nBoth extension VK_views\n")
        self.assertEqual(judged({"Both"}, rows, FakeMachine(dxc=True), {"Both"})[1], [])

    def test_what_the_device_lacks_runs_on_the_newest_one(self):
        self.assertEqual(run_on_newest_device(TESTS), {"Views.Ordered"})
        self.assertEqual(self.judge({"Rare.Test"}), (["Rare.Test: needs no-device VK_rare"], []))
        self.assertIn("has no-device VK_rare", self.judge({"Rare.Test"}, extensions=["VK_rare"])[1][0])
        self.assertIn("Views.Picked was skipped, and is in none", self.judge({"Views.Picked"})[1][0])

    def test_others_are_not_allowed(self):
        self.assertEqual(self.judge({"Recompiled"})[1], ["Recompiled was skipped, which allowed_skips.txt does not allow"])
        self.assertEqual(len(self.judge({"OtherViews.Ordered"})[1]), 1)

    def test_rows_that_match_nothing(self):
        self.assertEqual(stale(rows_of(ROWS), ["Views.Ordered", "Sets/Compiled.Run/1", "Shell", "Rare.Test"]), ["Browser matches no test"])

    def test_rows_without_a_need_are_refused(self):
        for text in ("Views.*", "Views.* hope", "Views.* extension", "Views.* dxc of course"):
            with self.assertRaises(BadFile, msg=text):
                rows_of(text)

    def test_the_file_can_be_read(self):
        self.assertGreater(len(rows_of(check_skips.ALLOWED.read_text(encoding="utf-8"))), 10)

    def test_names_of_tests_end_before_their_comments(self):
        with tempfile.TemporaryDirectory() as build:
            (pathlib.Path(build) / "CTestTestfile.cmake").write_text('add_test([=[Sets/A.B/One  # GetParam() = One]=] "/bin/sh" "x")\n')
            self.assertEqual(check_skips.tests_of(build), [("Sets/A.B/One", ["/bin/sh", "x"])])

    def test_extensions_are_those_of_the_device(self):
        with tempfile.TemporaryDirectory() as build:
            runner = pathlib.Path(build) / "tests/vulkan/trellis-run-case"
            runner.parent.mkdir(parents=True)
            runner.write_text("#!/bin/sh\necho 'driver      one'\necho 'extensions  VK_a VK_views'\n")
            runner.chmod(0o755)
            row = rows_of(ROWS)[0]
            self.assertTrue(check_skips.Machine(build).has(row))
            runner.write_text("#!/bin/sh\necho 'extensions  '\n")
            self.assertFalse(check_skips.Machine(build).has(row))


if __name__ == "__main__":
    unittest.main()
