"""Tests of the runner: what it finds, what it refuses, what it rewrites."""
import contextlib
import io
import os
import pathlib
import sys
import tempfile
import unittest
import unittest.mock

import dxil_text
import run_file_tests
import update
from file_check import Check, Mismatch, check_text

OUTPUT = """
         %12 = OpFunction %uint None %7
         %13 = OpFunctionParameter %uint
         %14 = OpIAdd %uint %13 %uint_16
               OpReturnValue %14
               OpFunctionEnd
         %20 = OpFunction %uint None %7
         %21 = OpISub %uint %uint_1 %uint_16
               OpReturnValue %21
               OpFunctionEnd
"""


def checks_of(text):
    """The checks of lines like "NEXT: pattern" and "CHECK: pattern"."""
    out = []
    for n, line in enumerate(line for line in text.splitlines() if line.strip()):
        kind, pattern = line.strip().split(": ", 1)
        out.append(Check("" if kind == "CHECK" else kind, pattern, n))
    return out


class Checks(unittest.TestCase):
    def holds(self, text, output=OUTPUT):
        return check_text(checks_of(text), output)

    def fails(self, text, line, output=OUTPUT):
        with self.assertRaises(Mismatch) as caught:
            check_text(checks_of(text), output)
        self.assertEqual(caught.exception.check.line, line)

    def test_a_later_line(self):
        self.holds("CHECK: OpIAdd\nCHECK: OpISub")
        self.fails("CHECK: OpISub\nCHECK: OpIAdd", 1)

    def test_the_next_line(self):
        self.holds("CHECK: OpIAdd\nNEXT: OpReturnValue")
        self.fails("CHECK: OpIAdd\nNEXT: OpFunctionEnd", 1)

    def test_a_pattern_ends_where_a_word_does(self):
        self.holds("CHECK: OpIAdd %uint %13 %uint_16")
        self.fails("CHECK: OpIAdd %uint %13 %uint_1", 0)
        self.fails("CHECK: pIAdd %uint", 0)

    def test_names(self):
        self.holds("CHECK: %[[a]] = OpIAdd\nNEXT: OpReturnValue %[[a]]")
        self.fails("CHECK: %[[a]] = OpFunctionParameter\nCHECK: OpReturnValue %[[a]]", 1)
        self.holds("CHECK: %{{[0-9]+}} = OpISub %uint %[[x]] %uint_16")
        self.fails("CHECK: OpISub %uint %uint_[[x]] %uint_[[x]]", 0)

    def test_names_in_capitals_last(self):
        labels = "LABEL: OpFunction %uint None %[[{0}]]\nLABEL: %[[f]] = OpFunction %uint None %[[{0}]]"
        self.holds(labels.format("t"), OUTPUT)
        self.fails(labels.format("T"), 1, OUTPUT.replace("%20 = OpFunction %uint None %7", "%20 = OpFunction %uint None %8"))
        self.holds(labels.format("t"), OUTPUT.replace("%20 = OpFunction %uint None %7", "%20 = OpFunction %uint None %8"))

    def test_what_must_not_be_there(self):
        self.holds("LABEL: = OpFunction\nNOT: OpISub\nLABEL: = OpFunction\nCHECK: OpISub")
        self.fails("LABEL: = OpFunction\nNOT: OpIAdd\nCHECK: OpFunctionEnd", 1)
        self.fails("CHECK: OpReturnValue\nNOT: OpISub", 1)
        self.holds("NOT: OpIAdd\nCHECK: OpFunctionParameter")

    def test_sections(self):
        self.fails("LABEL: = OpFunction\nCHECK: OpISub\nLABEL: = OpFunction", 1)
        self.fails("LABEL: = OpFunction\nLABEL: = OpFunction\nLABEL: = OpFunction", 2)


class Updates(unittest.TestCase):
    def updated(self, text, output=OUTPUT):
        lines = text.splitlines()
        runs = run_file_tests.parse(["; RUN: trellis"] + lines)
        checks = runs[0].checks["CHECK"]
        for check in checks:
            check.line -= 1
        return update.updated(lines, checks, output, lambda check: lines[check.line].split(":")[0] + ": ")

    def test_a_group_becomes_the_lines_up_to_its_last(self):
        self.assertEqual(
            self.updated("define i32 @f(i32 %x) {\n; CHECK-LABEL: = OpFunction\n; CHECK-NEXT: OpReturnValue\nkept"),
            ["define i32 @f(i32 %x) {", "; CHECK-LABEL: = OpFunction", "; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint",
             "; CHECK-NEXT: %[[add]] = OpIAdd %uint %[[x]] %uint_16", "; CHECK-NEXT: OpReturnValue %[[add]]", "kept"])

    def test_a_whole_line_ends_a_group_rather_than_one_that_contains_it(self):
        old = ["; CHECK: a -> b c", "; CHECK-NEXT: b -> d", "; CHECK-NEXT: c -> d", "; CHECK-NEXT: d"]
        self.assertEqual(self.updated("\n".join(old), "a -> b c\nb -> d\nc -> d\nd\n"), old)

    def test_names_stay(self):
        old = ["; CHECK: = OpFunction", "; CHECK-NEXT: %[[mine]] = OpFunctionParameter %uint", "; CHECK-NEXT: OpReturnValue"]
        self.assertIn("; CHECK-NEXT: %[[add]] = OpIAdd %uint %[[mine]] %uint_16", self.updated("\n".join(old)))

    def test_names_in_capitals_are_those_of_the_file(self):
        new = self.updated("; CHECK-LABEL: = OpFunction\n; CHECK: %[[FIRST]] = OpFunctionParameter\n; CHECK-LABEL: = OpFunction\n"
                           "; CHECK-NEXT: OpFunctionEnd", OUTPUT.replace("OpISub %uint %uint_1", "OpISub %uint %13"))
        self.assertIn("; CHECK-NEXT: %[[sub]] = OpISub %uint %[[FIRST]] %uint_16", new)

    def test_values_of_a_programs_text(self):
        program = "i32 @f(%0:i32, %1:<2 x i32>) {\nblock0:\n%2:i32 = extractelement %1, 0\n%3:i32 = sub %2, %0\nret %3\n}\n" \
                  "i32 @g(%0:i32) {\nblock0:\n%1:i32 = mul %0, %0\nret %1\n}\n"
        self.assertEqual(
            self.updated("define i32 @f(i32 %x, <2 x i32> %v) {\n; CHECK-LABEL: i32 @f({{.*}}) {\n; CHECK-NEXT: ret\n"
                         "; CHECK-LABEL: i32 @g({{.*}}) {", program)[1:-1],
            ["; CHECK-LABEL: i32 @f({{.*}}) {", "; CHECK-NEXT: block0:", "; CHECK-NEXT: %[[extractelement]]:i32 = extractelement %[[v]], 0",
             "; CHECK-NEXT: %[[sub]]:i32 = sub %[[extractelement]], %[[x]]", "; CHECK-NEXT: ret %[[sub]]"])

    def test_regular_expressions_stay_while_they_match(self):
        old = ["; CHECK: = OpFunction", "; CHECK-NEXT: %[[x]] = OpFunctionParameter {{%\\w+}}", "; CHECK-NEXT: %[[sum]] = OpIAdd %uint %[[x]] %{{uint_.*}}",
               "; CHECK-NEXT: OpReturnValue"]
        self.assertEqual(self.updated("\n".join(old)), old[:3] + ["; CHECK-NEXT: OpReturnValue %[[sum]]"])
        changed = OUTPUT.replace("OpIAdd %uint", "OpISub %uint")
        self.assertEqual(self.updated("\n".join(old), changed),
                         old[:2] + ["; CHECK-NEXT: %[[sub]] = OpISub %uint %[[x]] %uint_16", "; CHECK-NEXT: OpReturnValue %[[sub]]"])

    def test_what_is_up_to_date_stays(self):
        text = "; CHECK: %[[sum]] = OpIAdd\n; CHECK-NEXT: OpReturnValue %[[sum]]"
        self.assertEqual(self.updated(text), text.splitlines())


class Files(unittest.TestCase):
    """Whole files, with a program that prints its arguments and what it reads."""

    PROGRAM = ("#!{0}\nimport sys\nprint('file', open(sys.argv[1]).read().split()[0] if len(sys.argv) > 1 else '')\n"
               "if '--fail' in sys.argv: print('went wrong', file=sys.stderr); sys.exit(3)\n"
               "if '--lines' in sys.argv: print('first\\nsecond')\n"
               "import os, pathlib\nif os.path.isdir(sys.argv[-1]):\n"
               " out = pathlib.Path(sys.argv[-1]) / 'a'\n out.mkdir(exist_ok=True)\n (out / 'b.txt').write_text('written')\n"
               " if '--module' in sys.argv: (out / 'm.spv').write_text('a module')\n")

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        program = pathlib.Path(self.folder.name) / "program"
        program.write_text(self.PROGRAM.format(sys.executable))
        os.chmod(program, 0o755)
        self.tools = run_file_tests.Tools(str(program), str(program))

    def tearDown(self):
        self.folder.cleanup()

    def faults(self, text, updates=False):
        self.path = pathlib.Path(self.folder.name) / "test.graph"
        self.path.write_text(text)
        return run_file_tests.test_file(self.path, self.tools, updates)

    def test_the_commands_output(self):
        self.assertEqual(self.faults("# RUN: trellis %s\n# CHECK: file #\n"), [])
        self.assertIn("test.graph:2: not found", self.faults("# RUN: trellis %s\n# CHECK: nothing\n")[0])

    def test_exit_status_and_standard_error(self):
        self.assertEqual(self.faults("# RUN: trellis %s --fail\n# STATUS: 3\n# ERROR: went wrong\n"), [])
        self.assertIn("exit status 3", self.faults("# RUN: trellis %s --fail\n# ERROR: went wrong\n")[0])
        self.assertIn("unexpected", self.faults("# RUN: trellis %s --fail\n# STATUS: 3\n# CHECK: file\n")[0])
        self.assertIn("not found", self.faults("# RUN: trellis %s --fail\n# STATUS: 3\n# ERROR: went right\n")[0])

    def test_runs_with_names(self):
        text = "# RUN: trellis %s\n# RUN(bad): trellis %s --fail\n# CHECK: file\n# STATUS(bad): 3\n# ERROR(bad): went wrong\n"
        self.assertEqual(self.faults(text), [])
        self.assertIn("test.graph:5:", self.faults(text.replace("went wrong", "went right"))[0])

    def test_what_is_no_test_is_refused(self):
        for text in ("# CHECK: file\n", "# RUN: trellis %s\n", "# RUN: trellis %s\n# CHECK-NEXT: file\n",
                     "# RUN: trellis %s\n# CHECK:\n", "# RUN: trellis %s\n# CHECK file\n# CHECK: file\n",
                     "# RUN: trellis %s\n# CHECK-SOON: file\n# CHECK: file\n",
                     "# RUN: trellis %s\n# CHECK: file\n# CHECK(other): file\n", "# RUN: other %s\n# CHECK: file\n"):
            self.assertEqual(len(self.faults(text)), 1, text)

    PARTS = "# RUN: trellis %s\n#--- one\na -> b\n# CHECK: file #\n#--- two\nb -> c\n# CHECK: file {0}\n"

    def test_several_programs(self):
        self.assertEqual(self.faults(self.PARTS.format("#")), [])
        self.assertIn("test.graph:7: not found", self.faults(self.PARTS.format("other"))[0])
        self.assertIn("before the first", self.faults("# RUN: trellis %s\n# CHECK: file\n#--- one\n")[0])
        self.assertIn("nothing is checked", self.faults("# RUN: trellis %s\n#--- one\n#--- two\n# CHECK: file #\n")[0])

    def test_update_of_several_programs(self):
        text = ("# RUN: trellis %s --lines\n#--- one\na\n# CHECK: file #\n# CHECK-NEXT: second\n#--- two\nb\n# CHECK: file #\n"
                "# CHECK-NEXT: second\n")
        self.assertEqual(self.faults(text, True), [])
        self.assertEqual(self.path.read_text(), text.replace("# CHECK-NEXT: second", "# CHECK-NEXT: first\n# CHECK-NEXT: second"))

    def test_texts_that_the_command_writes(self):
        text = "# RUN: trellis %s %t\n# CHECK-LABEL: file a/b.txt\n# CHECK-NEXT: written\n# CHECK-NOT: written\n"
        self.assertEqual(self.faults(text), [])
        self.assertEqual(len(self.faults(text.replace("NEXT: written", "NEXT: read"))), 1)

    MODULE = "# RUN: trellis %s --module %t\n# CHECK-LABEL: file a/m.spv\n# CHECK-NEXT: spirv-dis a module\n"

    def test_modules_that_the_command_writes(self):
        self.tools.spirv = run_file_tests.SpirvTools(pathlib.Path(self.folder.name))
        libraries = pathlib.Path(self.folder.name) / "usr/lib/x-linux-gnu"
        libraries.mkdir(parents=True)
        loader = libraries / "ld-linux-x.so.2"
        loader.write_text('#!/bin/sh\necho "$(basename "$3") $(cat "$(eval echo \\${$#})")"\n[ "$(basename "$3")" != "$BAD" ]\n')
        os.chmod(loader, 0o755)
        self.assertEqual(self.faults(self.MODULE), [])
        self.assertEqual(len(self.faults(self.MODULE.replace("a module", "another"))), 1)
        with unittest.mock.patch.dict(os.environ, BAD="spirv-val"):
            self.assertIn("spirv-val: spirv-val a module", self.faults(self.MODULE)[0])

    def test_without_the_newest_tools_modules_are_skipped(self):
        with self.assertRaises(run_file_tests.Skipped):
            self.faults(self.MODULE)
        program = self.tools.program
        for text, code in ((self.MODULE, 77), (self.MODULE + "# CHECK-NEXT:\n", 1), ("# RUN: trellis %s\n# CHECK: file\n", 0)):
            self.path.write_text(text)
            with unittest.mock.patch("sys.argv", ["x", "--program", program, "--assembler", program, str(self.path)]):
                with contextlib.redirect_stdout(io.StringIO()) as output:
                    self.assertEqual(run_file_tests.main(), code)
            self.assertEqual("test.graph: skipped: the newest" in output.getvalue(), code == 77)

    def test_update(self):
        self.assertEqual(self.faults("# RUN: trellis %s\n# CHECK: file\n"), [])
        self.assertEqual(self.faults("# RUN: trellis %s\n# CHECK: nothing\n# CHECK-NEXT: file\n", True)[0].split(": ")[1],
                         "cannot be updated")


class Texts(unittest.TestCase):
    def test_an_entry_point_calls_each_function(self):
        text = dxil_text.whole_module("define float @f(float %x, <2 x i32> %v) {\n  ret float %x\n}\n")
        self.assertIn("define void @main()", text)
        self.assertIn("call float @f(float %a0.0, <2 x i32> %a0.1)", text)
        self.assertIn("declare void @dx.op.rawBufferStore.f32(i32, %dx.types.Handle, i32, i32, float,", text)

    def test_a_shader_with_its_own_stays(self):
        self.assertEqual(dxil_text.whole_module("define void @main() {\n  ret void\n}\n").count("@main("), 1)

    def test_resources(self):
        text = dxil_text.whole_module("; RESOURCE: t2[4] space1 Texture2D float4\ndefine void @main() {\n"
                                      "  %t = handle t2 space1[%i] nonuniform\n}\n")
        self.assertIn('!{i32 0, ptr undef, !"t2", i32 1, i32 2, i32 4, i32 2, i32 0, !{i32 0, i32 9}}', text)
        self.assertIn("%t = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 0, i32 0, i32 %i, i1 true)", text)
        with self.assertRaises(dxil_text.TextError):
            dxil_text.whole_module("define void @main() {\n  %t = handle t2\n}\n")

    def test_signatures(self):
        text = dxil_text.whole_module("; STAGE: pixel\n; INPUT: SV_Position0 float4\n; INPUT: UV3 int2\n"
                                      "; OUTPUT: SV_Target1 float4\ndefine void @main() {\n}\n")
        self.assertIn('!{i32 1, !"UV", i8 4, i8 0, !{i32 3}, i8 1, i32 1, i8 2, i32 1, i8 0, null}', text)
        self.assertIn('!902 = !{!"ps", i32 6, i32 6}', text)

    def test_types_of_arguments(self):
        for argument, kind in (("float %x", "float"), ("<2 x i32> zeroinitializer", "<2 x i32>"), ("ptr %p", "ptr"),
                               ("%dx.types.ResBind { i32 3, i32 3, i32 0, i8 0 }", "%dx.types.ResBind")):
            self.assertEqual(dxil_text.type_of(argument), kind)


if __name__ == "__main__":
    unittest.main()
