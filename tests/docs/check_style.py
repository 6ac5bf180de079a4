#!/usr/bin/env python3
"""Refuses the worst phrases of docs/internals/style.md in all texts that a reader sees: check_style.py SOURCE_FOLDER

These are comments, messages, names of tests, help texts and pages. Each phrase is in the table of replacements of that page.
"""
import pathlib
import re
import sys

PHRASES = ["of ours", "held against", "ways on", "ways out", "comes to the same", "what becomes of", "is asked", "is met", "is wanted", "whoever",
           "nobody else", "at all events", "by and by", "for good", "is told"]
OTHER_FORMS = {"comes to the same": "come(?:s)? to the same", "is asked": "(?:is|are|was|were) asked", "is met": "(?:is|are|was|were) met",
               "is wanted": "(?:is|are|was|were) wanted", "is told": "(?:is|are|was|were) told"}
SUFFIXES = {".cpp", ".hpp", ".c", ".h", ".cs", ".rs", ".py", ".sh", ".ts", ".mjs", ".css", ".md", ".cmake", ".txt", ".ll", ".graph", ".yml", ""}
# The page with the phrases, this file, what other people wrote, and what the build or a script makes.
LEFT_OUT = ("docs/internals/style.md", "tests/docs/check_style.py", "THIRD-PARTY-NOTICES", "LICENSE", "build", "reference_shaders", "explorer/built",
            "explorer/node_modules", ".git", ".cache", "out")


def pattern_of(phrase):
    """Between words there may be the end of a line and the beginning of the next comment."""
    return r"\b" + OTHER_FORMS.get(phrase, phrase).replace(" ", r"(?:\s|//[/!]?<?|[#;*])+") + r"\b"


PATTERN = re.compile("|".join(map(pattern_of, PHRASES)), re.IGNORECASE)


def phrases_in(text):
    """(line, phrase) of each."""
    return [(text.count("\n", 0, match.start()) + 1, " ".join(re.sub(r"//[/!]?<?|[#;*]", " ", match[0]).split())) for match in PATTERN.finditer(text)]


def check_itself(root):
    """A check that finds nothing passes, too. And a phrase that is refused must have a replacement in the page."""
    page = (root / "docs/internals/style.md").read_text(encoding="utf-8").lower()
    for phrase in PHRASES:
        found = phrases_in(f"x\n/// A block {phrase.capitalize()}, or not.\n")
        assert found == [(2, phrase.capitalize())], f"{phrase} is not found: {found}"
        assert phrase in page or phrase.removeprefix("is ") in page, f"docs/internals/style.md has no replacement of: {phrase}"
    assert phrases_in("// the blocks\n  // of\n  // ours") == [(2, "of ours")]
    assert phrases_in("ways one can take, hours of our time, formats, is metal") == []


def files_of(folder, root):
    for path in sorted(folder.iterdir()):
        if path.relative_to(root).as_posix() in LEFT_OUT or path.is_symlink():
            continue
        if path.is_dir():
            yield from files_of(path, root)
        elif path.suffix in SUFFIXES:
            yield path


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    check_itself(root)
    count, faults = 0, []
    for path in files_of(root, root):
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        count += 1
        faults += [f'{path.relative_to(root)}:{line}: "{phrase}" (docs/internals/style.md has a replacement)' for line, phrase in phrases_in(text)]
    print("\n".join(faults + [f"{count} files, {len(faults)} phrases"]))
    return 1 if faults or count < 1000 else 0


if __name__ == "__main__":
    sys.exit(main())
