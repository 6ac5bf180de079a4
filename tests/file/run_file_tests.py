#!/usr/bin/env python3
"""Runs test files: each says which commands to run and what they print. tests/README.md describes the format.

    run_file_tests.py --program TRELLIS --assembler TRELLIS_ASSEMBLE [--spirv-tools FOLDER] [--update] FILE_OR_FOLDER...

FOLDER has the newest spirv-val and spirv-dis (scripts/get-spirv-tools). Without it, files whose commands write modules to %t are listed as
skipped, and the exit code is 77 if nothing else is wrong.
"""
import argparse
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field

import dxil_text
import update
from file_check import Check, Mismatch, check_text

DIRECTIVE = re.compile(r"^(\s*(?:;|#)\s*)(RUN|STATUS|(?:CHECK|ERROR)(?:-(?:NEXT|NOT|LABEL))?)(?:\((\w+)\))?:(?:\s(.*))?$")
SUFFIXES = (".ll", ".graph")
PART = re.compile(r"\s*[;#]---\s")  # Begins a program, if a file has several.
ROOT = pathlib.Path(__file__).resolve().parents[2]


class BadFile(Exception):
    pass


class Skipped(Exception):
    pass


@dataclass
class Run:
    """A command and what is expected of it. Those without a name share the checks without a name."""
    command: str
    line: int
    name: str = ""
    status: int = 0
    checks: dict = field(default_factory=lambda: {"CHECK": [], "ERROR": []})  # Of output and of standard error.


def parts_of(lines):
    """(first line, last line + 1, lines) of each program of a file. In the lines, which begin with those before the first program,
    the other programs are blank: line numbers are those of the file."""
    starts = [n for n, line in enumerate(lines) if PART.match(line)]
    if not starts:
        return [(0, len(lines), lines)]
    if any((match := DIRECTIVE.match(line)) and match[2][:5] in ("CHECK", "ERROR") for line in lines[:starts[0]]):
        raise BadFile("a file of several programs has its checks in these, not before the first")
    return [(start, end, lines[:starts[0]] + [""] * (start - starts[0]) + lines[start:end] + [""] * (len(lines) - end))
            for start, end in zip(starts, starts[1:] + [len(lines)])]


def parse(lines):
    runs, directives = [], []
    for n, line in enumerate(lines):
        match = DIRECTIVE.match(line)
        if not match:
            if re.match(r"\s*[;#]\s*(CHECK|ERROR|RUN|STATUS)\b", line):
                raise BadFile(f"line {n + 1} looks like a directive but is not one: {line.strip()}")
            continue
        _, word, name, rest = match.groups()
        if word == "RUN":
            runs.append(Run((rest or "").strip(), n, name or ""))
        else:
            directives.append((n, word, name or "", (rest or "").strip()))
    if not runs:
        raise BadFile("no RUN line")
    for n, word, name, rest in directives:
        meant = [run for run in runs if run.name == name]
        if not meant:
            raise BadFile(f"line {n + 1} names no RUN line: {name}")
        if not rest:
            raise BadFile(f"line {n + 1} says nothing after {word}:")
        kind, _, which = word.partition("-")
        for run in meant:
            if word == "STATUS":
                run.status = int(rest)
            else:
                run.checks[kind].append(Check(which, rest, n))
    for run in runs:
        if not any(run.checks.values()):
            raise BadFile(f"line {run.line + 1}: nothing is checked of this command")
        for checks in run.checks.values():
            if checks and checks[0].kind == "NEXT":
                raise BadFile(f"line {checks[0].line + 1} follows no check")
    return runs


@dataclass
class SpirvTools:
    """The newest SPIRV-Tools, which need the C library in their folder."""
    folder: pathlib.Path

    def run(self, name, *arguments):
        libraries = next(self.folder.glob("usr/lib/*-linux-gnu"))
        loader = next(libraries.glob("ld-linux-*.so.*"))
        command = [loader, "--library-path", libraries, self.folder / "usr/bin" / name, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        if done.returncode != 0:
            raise BadFile(f"{name}: {(done.stdout + done.stderr).strip()}")
        return done.stdout

    def text_of(self, module):
        """The text of a module, if it is valid."""
        self.run("spirv-val", "--target-env", "vulkan1.3", "--scalar-block-layout", module)
        return self.run("spirv-dis", "--no-color", module)


@dataclass
class Tools:
    program: str
    assembler: str
    spirv: SpirvTools | None = None

    def input_of(self, path, lines, folder):
        """The file that %s stands for, made of these lines of `path`."""
        text = "\n".join(lines) + "\n"
        if path.suffix != ".ll":
            made = pathlib.Path(folder) / path.name
            made.write_text(text)
            return made
        made = pathlib.Path(folder) / (path.stem + ".bc")
        text = dxil_text.whole_module(text)
        done = subprocess.run([self.assembler, made], input=text, capture_output=True, text=True, timeout=60)
        if done.returncode != 0:
            raise BadFile(done.stderr.strip())
        return made

    def run(self, command, source):
        """Texts and modules that the command writes to %t follow its standard output."""
        with tempfile.TemporaryDirectory() as folder:
            places = {"trellis": self.program, "%s": str(source), "%t": folder, "%root": str(ROOT)}
            words = [re.sub(r"%(?:s|t|root)\b", lambda m: places[m[0]], places.get(word, word))
                     for word in shlex.split(command)]
            if words[:1] != [self.program]:
                raise BadFile(f"commands begin with trellis: {command}")
            done = subprocess.run(words, capture_output=True, text=True, timeout=60)
            for file in sorted(pathlib.Path(folder).rglob("*.txt")):
                done.stdout += f"file {file.relative_to(folder)}\n{file.read_text()}\n"
            for module in sorted(pathlib.Path(folder).rglob("*.spv")):
                if not self.spirv:
                    raise Skipped("the newest spirv-dis and spirv-val are not here: run scripts/get-spirv-tools")
                done.stdout += f"file {module.relative_to(folder)}\n{self.spirv.text_of(module)}\n"
            return done


def complaints_about(run, done):
    """(line, message) of all that is not as it should be."""
    out = []
    if done.returncode != run.status:
        out.append((run.line, f"exit status {done.returncode}, not {run.status}\n{done.stderr}"))
    for kind, text in (("CHECK", done.stdout), ("ERROR", done.stderr)):
        try:
            check_text(run.checks[kind], text)
        except Mismatch as mismatch:
            out.append((mismatch.check.line, str(mismatch)))
    if done.stderr and not run.checks["ERROR"] and done.returncode == run.status:
        out.append((run.line, f"unexpected on standard error: {done.stderr.strip()}"))
    return out


def updated_part(path, tools, lines, folder):
    """The lines of a part with its checks rewritten, run by run, as line numbers change."""
    for n in range(len(parse(lines))):
        runs = parse(lines)
        run = runs[n]
        if any(other.name == run.name for other in runs[:n]) or not run.checks["CHECK"]:
            continue
        done = tools.run(run.command, tools.input_of(path, lines, folder))
        if done.returncode != run.status:
            raise BadFile(f"line {run.line + 1}: exit status {done.returncode}: {done.stderr}")
        prefix = lambda check: re.match(r"\s*[;#]\s*[^:]*:", lines[check.line])[0] + " "
        lines = update.updated(lines, run.checks["CHECK"], done.stdout, prefix)
    return lines


def update_file(path, tools, folder):
    lines = path.read_text().splitlines()
    count = len(lines)
    for start, end, part in reversed(parts_of(lines)):  # The last first: the line numbers of the others stay.
        rest = count - end
        new = updated_part(path, tools, part, folder)
        lines[start:end] = new[start:len(new) - rest] if rest else new[start:]
    path.write_text("\n".join(lines) + "\n")


def test_file(path, tools, updates):
    """The file's faults, as text."""
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        try:
            if updates:
                update_file(path, tools, folder)
            for _, _, part in parts_of(path.read_text().splitlines()):
                runs, source = parse(part), tools.input_of(path, part, folder)
                for run in runs:
                    complaints = complaints_about(run, tools.run(run.command, source))
                    faults += [f"{path}:{line + 1}: {message}" for line, message in complaints]
        except Mismatch as mismatch:
            faults.append(f"{path}:{mismatch.check.line + 1}: cannot be updated: {mismatch}")
        except (BadFile, dxil_text.TextError, subprocess.TimeoutExpired) as error:
            faults.append(f"{path}: {error}")
    return faults


def main():
    parser = argparse.ArgumentParser(description="Runs test files.")
    parser.add_argument("--program", required=True)
    parser.add_argument("--assembler", required=True)
    parser.add_argument("--spirv-tools", type=pathlib.Path)
    parser.add_argument("--update", action="store_true", help="rewrite the CHECK-NEXT lines from today's output")
    parser.add_argument("paths", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    spirv = SpirvTools(arguments.spirv_tools) if arguments.spirv_tools and arguments.spirv_tools.is_dir() else None
    tools = Tools(arguments.program, arguments.assembler, spirv)
    files = sorted(file for path in arguments.paths
                   for file in (path.rglob("*") if path.is_dir() else [path]) if file.suffix in SUFFIXES)
    faults, skipped = [], []
    for file in files:
        try:
            faults += test_file(file, tools, arguments.update)
        except Skipped as reason:
            skipped.append(f"{file}: skipped: {reason}")
    print("\n".join(faults + skipped + [f"{len(files)} files, {len(faults)} faults, {len(skipped)} skipped"]))
    if faults or not files:
        return 1
    return 77 if skipped else 0


if __name__ == "__main__":
    sys.exit(main())
