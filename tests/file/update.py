"""Rewrites the CHECK-NEXT lines of a test file from today's output.

Those that follow one CHECK or CHECK-LABEL are a group. They become the lines of the output that follow the line of that check, up
to the first line that is the group's last check, or else to the first that contains it: a group of one line, `CHECK-NEXT: OpFunctionEnd`,
becomes a whole function. Numbers of values get names: those they had, else one by their instruction. A line with a regular expression stays if it still
matches.
"""
import difflib
import re

from file_check import Section, check_section, expression, lines_of, sections

# In the names that the disassembler makes of types, too: %_ptr_UniformConstant_39 is a pointer to %39.
NUMBER = re.compile(r"(%|%_arr_|_runtimearr_|_struct_|%_ptr_[A-Za-z]+_)(\d+)(?!\d)")


def shape(line):
    return NUMBER.sub(r"\1_", re.sub(r"\[\[\w+\]\]", "0", line))


# Of instructions whose last word says little.
SHORT_NAMES = [("ExtInstImport", "glsl"), ("ImageSample", "texel"), ("ImageSparse", "texel"), ("ImageFetch", "texel"), ("ImageGather", "texel"),
               ("ImageRead", "texel"), ("SizeLod", "size"), ("Convert", "convert"), ("LessThan", "less"),
               ("GreaterThan", "greater"), ("Shift", "shift"), ("IsHelper", "helper"), ("AccessChain", "place")]


def short_name(opcode, line):
    """What the result of an instruction is called if nothing else is known: "sub" of OpISub."""
    if opcode == "ExtInst":
        opcode = line.split()[5]
    if opcode.startswith("dx.op."):
        opcode = opcode.split(".")[2]
    for part, name in SHORT_NAMES:
        if part in opcode:
            return name
    return (re.findall(r"[A-Z][a-z]+", opcode) or [opcode])[-1].lower()


def defined_in(line):
    """(number, opcode) of the values that a line defines: "%5 = OpIAdd", in the text of programs "%5:i32 = add", "@f(%0:i32) {"."""
    match = re.match(r"%(?:_struct_)?(\d+) = Op(\w+)", line) or re.match(r"%(\d+):.+? = ([\w.]+)", line)
    if match:
        return [(match[1], match[2])]
    match = re.search(r"@[^ (]+\((.*)\) \{$", line)
    return [(number, "FunctionParameter") for number in re.findall(r"%(\d+):", match[1])] if match else []


class Names:
    """Of the numbers of one section. `arguments` are those of the function, if it still has as many."""

    def __init__(self, lines, section, arguments):
        self.definitions = {}
        for n, line in enumerate(lines):
            for number, opcode in defined_in(line):
                if section.first <= n < section.end or number not in self.definitions:
                    self.definitions[number] = (n, opcode, line)
        parameters = [number for number, (n, opcode, _) in self.definitions.items()
                      if section.first <= n < section.end and opcode == "FunctionParameter"]
        self.names, self.section = {}, section
        self.arguments = dict(zip(parameters, arguments)) if len(arguments) == len(parameters) else {}

    def keep(self, names):
        self.names.update({value: name for name, value in names.items()})

    def keep_from(self, old, new):
        """What an old line calls the numbers of a new line of the same shape."""
        wanted = expression(re.sub(r"\[\[\w+\]\]", r"{{(\\w+)}}", old), {}).search(new)
        for name, value in zip(re.findall(r"\[\[(\w+)\]\]", old), wanted.groups() if wanted else ()):
            if name not in self.names.values():
                self.names.setdefault(value, name)

    def of(self, number):
        if number not in self.names:
            line, opcode, text = self.definitions.get(number, (-1, "value", ""))
            base = short_name(opcode, text)
            if not self.section.first <= line < self.section.end:
                base = base.upper()
            base = self.arguments.get(number, base)
            name, n = base, 2
            while name in self.names.values():
                name, n = f"{base}{n}", n + 1
            self.names[number] = name
        return self.names[number]

    def line(self, text):
        return NUMBER.sub(lambda match: f"{match[1]}[[{self.of(match[2])}]]", text)


def groups_of(checks):
    """(anchor, its CHECK-NEXT lines), in order."""
    out = []
    for check in checks:
        if check.kind in ("", "LABEL"):
            out.append((check, []))
        elif check.kind == "NEXT" and out:
            out[-1][1].append(check)
    return [group for group in out if group[1]]


def lines_with_expressions(old, new):
    """{index in `new`: check}: the old checks with regular expressions that match new lines, in order."""
    found, first = {}, 0
    for check in old:
        if "{{" not in check.pattern:
            continue
        wanted = expression(re.sub(r"\[\[\w+\]\]", r"{{\\w+}}", check.pattern), {})
        n = next((n for n in range(first, len(new)) if wanted.search(new[n])), None)
        if n is not None:
            found[n], first = check, n + 1
    return found


def new_lines(section, group, lines, kept, arguments):
    """The patterns that replace the group's; the names in capitals go into `kept`."""
    anchor, old = group
    before = [c for c in section.checks if c.kind != "NEXT" and c.line <= anchor.line]
    values = dict(kept)
    at = check_section(Section(before, section.first, section.end), lines, values)[-1].line
    last = expression(re.sub(r"\[\[\w+\]\]", r"{{\\w+}}", old[-1].pattern), {})
    rest = range(at + 1, section.end)
    end = next((n for matches in (last.fullmatch, last.search) for n in rest if matches(lines[n])), min(at + len(old), section.end - 1))
    new, names = lines[at + 1:end + 1], Names(lines, section, arguments)
    names.keep(values)
    staying = lines_with_expressions(old, new)
    shapes = {check.line: shape(new[n]) for n, check in staying.items()}
    matcher = difflib.SequenceMatcher(None, [shapes.get(c.line, shape(c.pattern)) for c in old], [shape(line) for line in new], False)
    for a, b, size in matcher.get_matching_blocks():
        for n in range(size):
            names.keep_from(old[a + n].pattern, new[b + n])
    result = [names.line(line) for line in new]
    bound = {name: value for value, name in names.names.items()}
    for n, check in staying.items():
        if expression(check.pattern, bound).search(new[n]):
            result[n] = check.pattern
    kept.update({name: value for value, name in names.names.items() if name.isupper()})
    return result


def arguments_before(file_lines, line):
    """Names of the arguments of the function that is defined last before a line."""
    for text in reversed(file_lines[:line]):
        match = re.match(r"define .*?@[\w.]+\((.*)\)", text)
        if match:
            return re.findall(r"%([A-Za-z]\w*)(?=,|$)", match[1])
    return []


def updated(file_lines, checks, output, prefix):
    """The file's lines with the groups of these checks rewritten. `prefix(check)` is what precedes a pattern in its line."""
    lines, kept, replaced = lines_of(output), {}, {}
    for section in sections(checks, lines):
        for group in groups_of(section.checks):
            new = new_lines(section, group, lines, kept, arguments_before(file_lines, group[0].line))
            replaced[group[1][0].line] = [prefix(group[1][0]) + line for line in new]
            for check in group[1][1:]:
                replaced[check.line] = []
        names = {}
        try:
            check_section(Section([c for c in section.checks if c.kind != "NEXT"], section.first, section.end), lines, names)
        except Exception:  # It uses names that the new lines bind.
            pass
        kept.update({name: value for name, value in names.items() if name.isupper()})
    return [new for n, line in enumerate(file_lines) for new in replaced.get(n, [line])]
