"""What a text has to hold, by lines of a test file: tests/README.md describes them.

    CHECK: PATTERN        a later line has this
    CHECK-NEXT: PATTERN   the next line has this
    CHECK-NOT: PATTERN    no line up to the next match has this
    CHECK-LABEL: PATTERN  begins a section: what belongs to one section is not found in another

A pattern is found between spaces, so that "%uint_1" is not found in "%uint_16". [[name]] stands for a word, the same one
wherever the name occurs: in the section, or in the whole file if the name is in capitals. {{..}} is a regular expression.
"""
import re
from dataclasses import dataclass


@dataclass
class Check:
    kind: str  # "", "NEXT", "NOT" or "LABEL".
    pattern: str
    line: int = 0  # Of the file, from 0.


class Mismatch(Exception):
    def __init__(self, check, message):
        super().__init__(message)
        self.check = check


def lines_of(text):
    return [" ".join(line.split()) for line in text.splitlines()]


def expression(pattern, names):
    """The pattern as a regular expression; names that have no value yet become its groups."""
    out, new = "", set()
    for piece in re.split(r"(\{\{.*?\}\}|\[\[\w+\]\])", " ".join(pattern.split())):
        if piece.startswith("{{"):
            out += f"(?:{piece[2:-2]})"
        elif piece.startswith("[["):
            name = piece[2:-2]
            if name in names:
                out += re.escape(names[name])
            else:
                out += f"(?P={name})" if name in new else rf"(?P<{name}>\w+)"
                new.add(name)
        else:
            out += re.escape(piece)
    return re.compile(rf"(?<!\S){out}(?!\S)")


@dataclass
class Section:
    checks: list
    first: int  # The lines of the text that it may match.
    end: int


def sections(checks, lines):
    """The checks by section, and the lines between their labels."""
    out, at = [Section([], 0, len(lines))], 0
    for check in checks:
        if check.kind == "LABEL":
            found = next((n for n in range(at, len(lines)) if expression(check.pattern, {}).search(lines[n])), None)
            if found is None:
                raise Mismatch(check, "no such line after line %d of the output" % at)
            out[-1].end = found
            out.append(Section([], found, len(lines)))
            at = found + 1
        out[-1].checks.append(check)
    return out


@dataclass
class Match:
    check: Check
    line: int   # Of the text.
    names: dict  # All that have a value, after the match.


def check_section(section, lines, names):
    at, matches, forbidden = section.first, [], []
    for check in section.checks:
        if check.kind == "NOT":
            forbidden.append(check)
            continue
        wanted, end = expression(check.pattern, names), at + 1 if check.kind == "NEXT" else section.end
        found = next((n for n in range(at, min(end, section.end)) if wanted.search(lines[n])), None)
        if found is None:
            here = lines[at] if at < section.end else "the end of the section"
            raise Mismatch(check, f"not found at line {at + 1} of the output: {here}")
        refuse(forbidden, lines, at, found, names)
        forbidden = []
        names.update({k: v for k, v in wanted.search(lines[found]).groupdict().items() if v is not None})
        matches.append(Match(check, found, dict(names)))
        at = found + 1
    refuse(forbidden, lines, at, section.end, names)
    return matches


def refuse(forbidden, lines, first, end, names):
    for check in forbidden:
        for n in range(first, end):
            if expression(check.pattern, names).search(lines[n]):
                raise Mismatch(check, f"found at line {n + 1} of the output: {lines[n]}")


def check_text(checks, text):
    """The matches, or a Mismatch that says which check failed."""
    lines, names, matches = lines_of(text), {}, []
    for section in sections(checks, lines):
        names = {name: value for name, value in names.items() if name.isupper()}
        matches += check_section(section, lines, names)
    return matches
