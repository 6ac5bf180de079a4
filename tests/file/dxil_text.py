"""Makes whole modules of the short DXIL texts in these folders: tests/README.md describes the shorthand.

What a text leaves out is the same in every shader: declarations of operations, metadata, and an entry point
that calls the functions of the text, with arguments read from u0 and results written to u1.
"""
import re

STAGES = {"pixel": "ps", "vertex": "vs", "geometry": "gs", "hull": "hs", "domain": "ds", "compute": "cs",
          "library": "lib", "mesh": "ms", "amplification": "as"}
KINDS = ["", "Texture1D", "Texture2D", "Texture2DMS", "Texture3D", "TextureCube", "Texture1DArray", "Texture2DArray",
         "Texture2DMSArray", "TextureCubeArray", "Buffer", "ByteAddressBuffer", "StructuredBuffer", "", "", "TBuffer",
         "RaytracingAccelerationStructure", "FeedbackTexture2D", "FeedbackTexture2DArray"]
COMPONENTS = {"bool": 1, "int16": 2, "uint16": 3, "int": 4, "uint": 5, "int64": 6, "uint64": 7, "half": 8, "float": 9,
              "double": 10}
CLASSES = "tubs"  # SRV, UAV, CBV, sampler: in the order of DXIL's numbers.
SEMANTICS = ["", "SV_VertexID", "SV_InstanceID", "SV_Position", "SV_RenderTargetArrayIndex", "SV_ViewportArrayIndex",
             "SV_ClipDistance", "SV_CullDistance", "SV_OutputControlPointID", "SV_DomainLocation", "SV_PrimitiveID",
             "SV_GSInstanceID", "SV_SampleIndex", "SV_IsFrontFace", "SV_Coverage", "SV_InnerCoverage", "SV_Target",
             "SV_Depth", "SV_DepthLessEqual", "SV_DepthGreaterEqual", "SV_StencilRef", "SV_DispatchThreadID",
             "SV_GroupID", "SV_GroupIndex", "SV_GroupThreadID", "SV_TessFactor", "SV_InsideTessFactor", "SV_ViewID",
             "SV_Barycentrics", "SV_ShadingRate", "SV_CullPrimitive"]
INTERPOLATIONS = ["", "constant", "linear", "centroid", "noperspective", "noperspective_centroid", "sample",
                  "noperspective_sample"]
LETTERS = {"i1": "i1", "i16": "i16", "i32": "i32", "i64": "i64", "half": "f16", "float": "f32", "double": "f64"}
BYTES = {"i16": 2, "half": 2, "i32": 4, "float": 4, "i64": 8, "double": 8}

TYPES = "\n".join(
    ["%dx.types.Handle = type { ptr }", "%dx.types.ResBind = type { i32, i32, i32, i8 }",
     "%dx.types.ResourceProperties = type { i32, i32 }", "%dx.types.Dimensions = type { i32, i32, i32, i32 }",
     "%dx.types.splitdouble = type { i32, i32 }", "%dx.types.twoi32 = type { i32, i32 }",
     "%dx.types.i32c = type { i32, i1 }", "%dx.types.fouri32 = type { i32, i32, i32, i32 }",
     "%dx.types.fouri16 = type { i16, i16, i16, i16 }", "%dx.types.SamplePos = type { float, float }"] +
    [f"%dx.types.ResRet.{letter} = type {{ {kind}, {kind}, {kind}, {kind}, i32 }}\n"
     f"%dx.types.CBufRet.{letter} = type {{ {', '.join([kind] * max(16 // BYTES[kind], 2))} }}"
     for kind, letter in LETTERS.items() if kind in BYTES]) + "\n"


class TextError(Exception):
    pass


def directives(text, name):
    return re.findall(rf"^;\s*{name}:\s*(.*?)\s*$", text, re.MULTILINE)


def resource(line):
    """(class, register, space, metadata after the number) of "t0[4] space1 Texture2D float"."""
    match = re.fullmatch(r"([tubs])(\d+)(?:\[(\d*)\])?(?: space(\d+))?(?: (.+))?", line)
    if not match:
        raise TextError(f"not a resource: {line}")
    letter, register, count, space, rest = match.groups()
    size = "1" if count is None else (count or "-1")
    head = f'ptr undef, !"{letter}{register}", i32 {space or 0}, i32 {register}, i32 {size}'
    words = (rest or "").split()
    if letter == "b":
        tail = f"i32 {words[0]}, null"
    elif letter == "s":
        tail = "i32 0, null"
    else:
        kind = KINDS.index(words[0].removeprefix("RW").removeprefix("RasterizerOrdered"))
        element = next((w for w in words[1:] if w != "coherent" and w != "counter"), None)
        extended = "null"
        if element:
            tag = 1 if kind == 12 else (2 if "Feedback" in words[0] else 0)
            extended = f"!{{i32 {tag}, i32 {element if tag else COMPONENTS[re.sub('[1-4]$', '', element)]}}}"
        flags = ", ".join(f"i1 {str(flag).lower()}" for flag in
                          ("coherent" in words, "counter" in words, "RasterizerOrdered" in words[0]))
        tail = f"i32 {kind}, i32 0, {extended}" if letter == "t" else f"i32 {kind}, {flags}, {extended}"
    return letter, int(register), int(space or 0), f"{head}, {tail}"


class Resources:
    def __init__(self, text, has_buffers):
        self.lists = {letter: [] for letter in CLASSES}
        lines = directives(text, "RESOURCE")
        for line in lines:
            letter, register, space, data = resource(line)
            self.lists[letter].append((register, space, data))
        for number in (0, 1):
            if has_buffers and not any(r == number and s == 0 for r, s, _ in self.lists["u"]):
                letter, register, space, data = resource(f"u{number} RWByteAddressBuffer")
                self.lists[letter].append((register, space, data))

    def handle(self, letter, register, space, index, non_uniform):
        found = [n for n, r in enumerate(self.lists[letter]) if r[0] == register and r[1] == space]
        if not found:
            raise TextError(f"no resource {letter}{register}")
        return (f"call %dx.types.Handle @dx.op.createHandle(i32 57, i8 {CLASSES.index(letter)}, i32 {found[0]}, "
                f"i32 {index or register}, i1 {str(non_uniform).lower()})")

    def metadata(self):
        lists = []
        for letter in CLASSES:
            nodes = [f"!{{i32 {n}, {data}}}" for n, (_, _, data) in enumerate(self.lists[letter])]
            lists.append(f"!{{{', '.join(nodes)}}}" if nodes else "null")
        return f"!{{{', '.join(lists)}}}" if lists != ["null"] * 4 else "null"


def element(number, line, is_pixel_input):
    """Metadata of the signature's element "TEXCOORD1 float4 linear"; its row is its number, or as in "row3.2"."""
    words = line.split()
    match, shape = re.fullmatch(r"(.*?)(\d*)", words[0]), re.fullmatch(r"([a-z]+(?:16|64)?)(\d?)(?:x(\d+))?", words[1])
    if not shape:
        raise TextError(f"not a signature element: {line}")
    semantic, component = match[1], COMPONENTS[shape[1]]
    kind = SEMANTICS.index(semantic) if semantic in SEMANTICS else 0
    row, column, interpolation, rows, stream = number, 0, 0, int(shape[3] or 1), ""
    if is_pixel_input:
        interpolation = 4 if kind == 3 else (2 if component >= 8 else 1)
    for word in words[2:]:
        if word.startswith("row"):
            row, _, column = word[3:].partition(".")
        elif word.startswith("stream"):
            stream = f"!{{i32 0, i32 {word[6:]}}}"
        else:
            interpolation = INTERPOLATIONS.index(word)
    if kind in (14, 15, 17, 18, 19, 20):
        row, column = -1, -1
    first = int(match[2] or 0)
    indices = ", ".join(f"i32 {first + n}" for n in range(rows))
    return (f'!{{i32 {number}, !"{semantic}", i8 {component}, i8 {kind}, !{{{indices}}}, i8 {interpolation}, i32 {rows}, '
            f"i8 {shape[2] or 1}, i32 {row}, i8 {column or 0}, {stream or 'null'}}}")


def metadata(text, resources):
    words = (directives(text, "STAGE") or ["compute 64 1 1"])[0].split()
    major, minor = (directives(text, "MODEL") or ["6.6"])[0].split(".")
    flags = (directives(text, "FLAGS") or ["0"])[0]
    properties = directives(text, "PROPERTY")
    if words[0] in ("compute", "mesh", "amplification") and len(words) == 4:
        size = ", ".join(f"i32 {n}" for n in words[1:])
        properties.insert(0, f"i32 4, !{{{size}}}" if words[0] == "compute" else "")
    signatures = []
    for name in ("INPUT", "OUTPUT", "PATCH"):
        elements = [element(n, line, name == "INPUT" and words[0] == "pixel")
                    for n, line in enumerate(directives(text, name))]
        signatures.append(f"!{{{', '.join(elements)}}}" if elements else "null")
    signature = f"!{{{', '.join(signatures)}}}" if signatures != ["null"] * 3 else "null"
    entries = [f'!{{ptr @main, !"main", {signature}, {resources.metadata()}, '
               f"!{{{', '.join([f'i32 0, i64 {flags}'] + [p for p in properties if p])}}}}}"]
    if words[0] == "library":
        entries = [f'!{{null, !"", null, {resources.metadata()}, !{{i32 0, i64 {flags}}}}}']
        for line in directives(text, "ENTRY"):  # "hit 10 i32 6, i32 8": function, kind, properties
            name, kind, *rest = line.split(" ", 2)
            entries.append(f'!{{ptr @{name}, !"{name}", null, null, !{{i32 8, i32 {kind}, i32 5, !{{i32 0}}'
                           f"{''.join(', ' + r for r in rest)}}}}}")
    names = [f"!{n}" for n in range(903, 903 + len(entries))]
    return "\n".join(
        [f"!dx.version = !{{!900}}\n!dx.valver = !{{!901}}\n!dx.shaderModel = !{{!902}}\n"
         f"!dx.entryPoints = !{{{', '.join(names)}}}", f"!900 = !{{i32 1, i32 {minor}}}", "!901 = !{i32 1, i32 8}",
         f'!902 = !{{!"{STAGES[words[0]]}", i32 {major}, i32 {minor}}}'] +
        [f"{name} = {entry}" for name, entry in zip(names, entries)] +
        ([f"!dx.resources = !{{!899}}\n!899 = {resources.metadata()}"] if resources.metadata() != "null" else [])) + "\n"


def load(kind, byte, name):
    """Lines that make `name` a value of the scalar type read from u0."""
    if kind in ("i1", "i8"):
        return load("i32", byte, name + ".word") + (
            f"{name} = icmp ne i32 {name}.word, 0\n" if kind == "i1" else f"{name} = trunc i32 {name}.word to i8\n")
    ret = f"%dx.types.ResRet.{LETTERS[kind]}"
    return (f"{name}.h = handle u0\n{name}.r = call {ret} @dx.op.rawBufferLoad.{LETTERS[kind]}(i32 139, %dx.types.Handle "
            f"{name}.h, i32 {byte}, i32 undef, i8 1, i32 {BYTES[kind]})\n{name} = extractvalue {ret} {name}.r, 0\n")


def store(kind, byte, name):
    if kind in ("i1", "i8"):
        return f"{name}.word = zext {kind} {name} to i32\n" + store("i32", byte, name + ".word")
    rest = f"{kind} undef, {kind} undef, {kind} undef"
    return (f"{name}.o = handle u1\ncall void @dx.op.rawBufferStore.{LETTERS[kind]}(i32 140, %dx.types.Handle {name}.o, "
            f"i32 {byte}, i32 undef, {kind} {name}, {rest}, i8 1, i32 {BYTES[kind]})\n")


def scalars(kind):
    vector = re.fullmatch(r"<(\d+) x (\w+)>", kind)
    return (int(vector[1]), vector[2]) if vector else (1, kind)


def entry_point(text):
    """@main, which calls each function of the text in turn."""
    lines, byte, out = "", 0, 0
    for n, (result, name, arguments) in enumerate(re.findall(r"^define (.+?) @(\w+)\((.*?)\)", text, re.MULTILINE)):
        values = []
        for k, argument in enumerate(split(arguments)):
            kind, value = type_of(argument), f"%a{n}.{k}"
            count, scalar = scalars(kind)
            last = "undef"
            for c in range(count):
                one = value if count == 1 else f"{value}.{c}"
                lines += load(scalar, byte, one)
                byte += 8
                if count > 1:
                    made = value if c == count - 1 else f"{value}.v{c}"
                    lines += f"{made} = insertelement {kind} {last}, {scalar} {one}, i32 {c}\n"
                    last = made
            values.append(f"{kind} {value}")
        lines += f"{'' if result == 'void' else f'%r{n} = '}call {result} @{name}({', '.join(values)})\n"
        count, scalar = scalars(result)
        for c in range(0 if result == "void" else count):
            one = f"%r{n}" if count == 1 else f"%r{n}.{c}"
            if count > 1:
                lines += f"{one} = extractelement {result} %r{n}, i32 {c}\n"
            lines += store(scalar, out, one)
            out += 8
    return f"define void @main() {{\n{lines}ret void\n}}\n"


def split(arguments):
    """At the commas that are not inside of brackets."""
    parts, depth, start = [], 0, 0
    for at, c in enumerate(arguments):
        depth += (c in "(<{[") - (c in ")>}]")
        if c == "," and depth == 0:
            parts.append(arguments[start:at])
            start = at + 1
    return parts + [arguments[start:]] if arguments[start:].strip() else parts


def type_of(argument):
    """Of "float %x", "<2 x i32> zeroinitializer", "%dx.types.ResBind { i32 3, i32 3 }"."""
    depth, argument = 0, argument.strip()
    if argument.startswith("ptr addrspace"):
        return " ".join(argument.split()[:2])
    for at, c in enumerate(argument):
        depth += (c in "(<{[") - (c in ")>}]")
        if c == " " and depth == 0:
            return argument[:at]
    raise TextError(f"no type: {argument}")


def declarations(text):
    known, lines = set(re.findall(r"^declare .*?@([\w.]+)", text, re.MULTILINE)), ""
    for result, name, rest in re.findall(r"call (?:fast )?([^@\n]+?) @(dx\.op\.[\w.]+)\((.*)", text):
        if name not in known:
            known.add(name)
            kinds = [type_of(argument) for argument in split(rest[:rest.rindex(")")])]
            lines += f"declare {result} @{name}({', '.join(kinds)})\n"
    return lines


def expand(line, resources, n):
    """A line, or what it stands for."""
    match = re.fullmatch(r"\s*(%[\w.]+) = thread\s*", line)
    if match:
        return f"  {match[1]} = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)"
    match = re.fullmatch(r"\s*(%[\w.]+) = handle ([tubs])(\d+)(?: space(\d+))?(?:\[(\S+)\])?( nonuniform)?\s*", line)
    if match:
        name, letter, register, space, index, non_uniform = match.groups()
        return f"  {name} = {resources.handle(letter, int(register), int(space or 0), index, bool(non_uniform))}"
    match = re.fullmatch(r"\s*(%[\w.]+) = read u(\d+), (\S+)\s*", line)
    if match:
        return (f"%h{n} = {resources.handle('u', int(match[2]), 0, None, False)}\n%l{n} = call %dx.types.ResRet.i32 "
                f"@dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %h{n}, i32 {match[3]}, i32 undef, i8 1, i32 4)\n"
                f"{match[1]} = extractvalue %dx.types.ResRet.i32 %l{n}, 0")
    match = re.fullmatch(r"\s*write u(\d+), (\S+), (\S+)\s*", line)
    if match:
        return (f"%h{n} = {resources.handle('u', int(match[1]), 0, None, False)}\ncall void @dx.op.rawBufferStore.i32("
                f"i32 140, %dx.types.Handle %h{n}, i32 {match[2]}, i32 undef, i32 {match[3]}, i32 undef, i32 undef, "
                "i32 undef, i8 1, i32 4)")
    return line


def whole_module(text):
    """The module in LLVM's assembly language that a text stands for."""
    try:
        return expanded(text)
    except (KeyError, ValueError, IndexError) as error:  # Of a name or a number in a directive.
        raise TextError(f"not understood: {error}") from error


def expanded(text):
    is_whole, is_library = "!dx.version" in text, any(s.startswith("library") for s in directives(text, "STAGE"))
    code = re.sub(r"^;.*\n", "\n", text, flags=re.MULTILINE)
    if not is_whole and not is_library and "@main(" not in code:
        code += "\n" + entry_point(text)
    resources = Resources(text, re.search(r"\b[ht]?(read|write|handle) u[01]\b", code) is not None)
    code = "\n".join(expand(line, resources, n) for n, line in enumerate(code.split("\n")))
    own_types = set(re.findall(r"^(%dx\.types\.\S+) = type", code, re.MULTILINE))
    types = "\n".join(line for line in TYPES.split("\n") if line.split(" ")[0] not in own_types)
    return types + "\n" + code + "\n" + declarations(code) + ("" if is_whole else metadata(text, resources))
