#!/usr/bin/env python3
"""Compares the tests that a run of CTest skipped with allowed_skips.txt, which has the reasons.

    check_skips.py BUILD_FOLDER JUNIT_FILE

Reads the log of the last run in the build folder, and the file that `ctest --output-junit` wrote. Prints each skipped test with what it
needs. Ends with 1 if a test was skipped that the file does not list, or that has what it needs, or that lacks an extension and is in none of
the tests NewestDevice.*, or if a row of the file matches no test.
"""
import fnmatch
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree
from dataclasses import dataclass

ALLOWED = pathlib.Path(__file__).parent / "allowed_skips.txt"
KINDS = {"dxc": False, "newest-device": False, "newest-spirv-val": False, "program": True, "extension": True, "no-device": True,
         "other": True}  # Whether words follow.


class BadFile(Exception):
    pass


@dataclass
class Row:
    pattern: str
    kind: str
    words: str

    @property
    def need(self):
        return f"{self.kind} {self.words}".strip()


def rows_of(text):
    rows = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        pattern, kind, words = (line.split(maxsplit=2) + ["", ""])[:3]
        if kind not in KINDS or bool(words) != KINDS[kind]:
            raise BadFile(f"line {number}: not a need: {kind} {words}".rstrip())
        rows.append(Row(pattern, kind, words.strip()))
    return rows


def skipped_in_log(text):
    """The tests that programs with GoogleTest skipped, each of which a program lists at its end."""
    return set(re.findall(r"^\[  SKIPPED \] (\S+)$", text, re.MULTILINE))


def skipped_in_junit(root):
    """The tests of CTest that ended with the exit code for skipped ones."""
    return {case.get("name") for case in root.iter("testcase")
            if (skip := case.find("skipped")) is not None and "SKIP_RETURN_CODE" in skip.get("message", "")}


class Machine:
    """What this machine has."""

    def __init__(self, build):
        cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "trellis"
        self.dxc = os.access(cache / "dxc/dxc", os.X_OK)
        self.newest_device = (cache / "newest-device/complete").exists()
        self.newest_spirv_val = (cache / "spirv-val/spirv-val").exists()
        self.runner = pathlib.Path(build) / "tests/vulkan/trellis-run-case"
        self.device_extensions = None

    def extensions(self):
        if self.device_extensions is None:
            done = subprocess.run([self.runner, "--device"], capture_output=True, text=True, check=True)
            self.device_extensions = set(re.search(r"^extensions(.*)$", done.stdout, re.MULTILINE)[1].split())
        return self.device_extensions

    def has(self, row):
        if row.kind == "dxc":
            return self.dxc
        if row.kind == "newest-device":
            return self.newest_device
        if row.kind == "newest-spirv-val":
            return self.newest_spirv_val
        if row.kind == "program":
            return any(map(shutil.which, row.words.split("|")))
        return row.kind in ("extension", "no-device") and row.words in self.extensions()


def run_on_newest_device(tests):
    """The names of the tests that NewestDevice.* run. `tests` are those of CTest: (name, command)."""
    filters = [(command[command.index("--filter") + 1].split(":"), command) for name, command in tests
               if name.startswith("NewestDevice.") and "--filter" in command]
    return {name for name, command in tests for patterns, run in filters
            if command and pathlib.Path(command[0]).name in run and any(fnmatch.fnmatchcase(name, p) for p in patterns)}


def judged(skipped, rows, machine, elsewhere=frozenset()):
    """(lines about allowed skips, faults). The tests `elsewhere` run on the newest device."""
    lines, faults = [], []
    for name in sorted(skipped):
        matching = [row for row in rows if fnmatch.fnmatchcase(name, row.pattern)]
        missing = [row for row in matching if not machine.has(row)]
        if missing and missing[0].kind == "extension" and name not in elsewhere:
            faults.append(f"{name} was skipped, and is in none of the tests NewestDevice.* (tests/vulkan/CMakeLists.txt)")
        elif missing:
            lines.append(f"{name}: needs {missing[0].need}")
        elif matching:
            faults.append(f"{name} was skipped, although this machine has {matching[0].need}")
        else:
            faults.append(f"{name} was skipped, which {ALLOWED.name} does not allow")
    return lines, faults


def stale(rows, names):
    return [f"{row.pattern} matches no test" for row in rows if not fnmatch.filter(names, row.pattern)]


def tests_of(build):
    """(name, command) of each test of CTest. A comment with the parameter may follow GoogleTest's name."""
    listed = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], capture_output=True, text=True, check=True).stdout
    return [(test["name"].split()[0], test.get("command", [])) for test in json.loads(listed)["tests"]]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    build = pathlib.Path(sys.argv[1])
    rows = rows_of(ALLOWED.read_text(encoding="utf-8"))
    log = (build / "Testing/Temporary/LastTest.log").read_text(encoding="utf-8", errors="replace")
    skipped = skipped_in_log(log) | skipped_in_junit(xml.etree.ElementTree.parse(sys.argv[2]).getroot())
    tests = tests_of(build)
    lines, faults = judged(skipped, rows, Machine(build), run_on_newest_device(tests))
    faults += stale(rows, [name for name, _ in tests])
    print("\n".join([f"{len(skipped)} tests were skipped"] + ["  " + line for line in lines]))
    for fault in faults:
        print(f"check_skips: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
