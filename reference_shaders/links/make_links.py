#!/usr/bin/env python3
"""Makes the shaders of this folder: stages to be linked with each other, for the test of links between stages.

A shape is a list of elements between two stages. It has spellings: other declarations that give the same registers
(arrays, separate elements, matrices, members of structs). Each stage of each spelling is a shader that writes every
component of its outputs and stores every component of its inputs in u0. What is written says which stage, vertex,
semantic, index and component it is, so that the test computes what has to be there from the signature alone.

    make_links.py [--dxc PROGRAM] [--commands FILE]

writes NAME.hlsl and NAME.dxil of every shader, and pipelines.txt: a line for each pipeline. PROGRAM takes a source file,
then dxc's arguments. FILE gets these arguments, a line for each shader, in place of a call of the program.
"""
import argparse
import itertools
import os
import re
import subprocess
import sys

# What a value says: tag of the stage that wrote it, vertex, semantic, semantic index and component.
TAGS = {'vs': 1, 'hs': 2, 'pc': 3, 'ds': 4, 'gs': 5, 'ms': 6, 'mp': 7}
# Where a stage stores its inputs: words from AREA * 256 + vertex * 64 on, behind 16 words for the test.
AREAS = {'hs': 0, 'ds': 1, 'pc': 2, 'gs': 3, 'ps': 4}
CORNERS = 'static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};'

COMMON = '''RWByteAddressBuffer u0 : register(u0);
%s
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
''' % CORNERS


class Element:
    """'[mode] type name[rows] : SEMANTIC', also of matrices (a row a column) and, as '{type}', in a struct of its own."""

    def __init__(self, text):
        match = re.fullmatch(r'(?:(\w+) )?(\{?)(\w+?)(\d)?(?:x(\d))?\}? (\w+)(?:\[(\d+)\])? : (\w+?)(\d*)', text)
        if not match:
            sys.exit(f'not an element: {text}')
        mode, self.in_struct, base, first, second, self.name, rows, self.semantic, index = match.groups()
        # float16_t2: digits that belong to the name.
        self.base, self.mode = base, mode or ''
        self.is_matrix = second is not None
        self.columns = int(first or 1)
        self.count = int(rows) if rows else None
        self.rows = int(second) if self.is_matrix else (self.count or 1)
        self.index = int(index or 0)

    def declare(self, prefix):
        size = f'x{self.rows}' if self.is_matrix else ''
        columns = str(self.columns) if self.columns > 1 or self.is_matrix else ''
        count = f'[{self.count}]' if self.count and not self.in_struct else ''
        semantic = f'{self.semantic}{self.index}'
        type_name = f'{prefix}_{self.name}' if self.in_struct else f'{self.base}{columns}{size}'
        end = '' if self.in_struct else f' : {semantic}'
        return f'{self.mode + " " if self.mode else ""}{type_name} {self.name}{count}{end};'

    def helper(self, prefix):
        if not self.in_struct:
            return ''
        columns = str(self.columns) if self.columns > 1 else ''
        count = f'[{self.count}]' if self.count else ''
        return f'struct {prefix}_{self.name} {{ {self.base}{columns} f{count} : {self.semantic}{self.index}; }};\n'

    def component(self, row, column):
        if self.is_matrix:
            return f'{self.name}._m{column}{row}'
        text = self.name + ('.f' if self.in_struct else '') + (f'[{row}]' if self.count else '')
        return text + ('.' + 'xyzw'[column] if self.columns > 1 else '')

    def components(self):
        for row in range(self.rows):
            for column in range(self.columns):
                yield (self.semantic, self.index + row, column), self.component(row, column)

    def is_real(self):
        return self.base.startswith('float') or self.base.startswith('half') or self.base == 'min16float'

    def is_narrow(self):
        return '16' in self.base


def written(element, tag, vertex, key):
    """What the component of that key gets: an expression."""
    semantic, index, column = key
    kind = semantic.lower()
    if kind in ('sv_rendertargetarrayindex', 'sv_viewportarrayindex'):
        return str(tag)
    if kind == 'sv_shadingrate':
        return str(tag & 5)
    if kind == 'sv_position':
        return (f'corners[{vertex}].{"xy"[column]}' if column < 2 else '1' if column == 3 else f'{tag} / 16.0')
    ordinal = {'sv_clipdistance': 20, 'sv_culldistance': 21}.get(kind) or ord(semantic[0].lower()) - ord('a')
    rest = ordinal * 256 + index * 4 + column
    if element.is_narrow():
        return str(rest % 1024)
    return f'value({tag}, {vertex}, {rest})'


def write_all(elements, target, tag, vertex):
    lines = []
    for element in elements:
        for key, access in element.components():
            lines.append(f'  {target}.{access} = ({element.base}){written(element, tag, vertex, key)};')
    return '\n'.join(lines)


def store_all(elements, source, area, vertex):
    found = []
    for element in elements:
        for key, access in element.components():
            if key[0].lower() == 'sv_position' and key[2] < 2:
                continue
            value = f'{source}.{access}'
            if key[0].lower() == 'sv_position':
                value = f'{value} * 16'
            word = f'(uint)((float){value} + 0.5)' if element.is_real() else f'(uint){value}'
            found.append(((key[0].lower(), key[1], key[2]), word))
    found.sort()
    return '\n'.join(f'    put({area}, {vertex}, {n}, {word});' for n, (_, word) in enumerate(found))


def struct(name, elements, extra=''):
    helpers = ''.join(e.helper(name) for e in elements)
    fields = ' '.join(e.declare(name) for e in elements)
    return f'{helpers}struct {name} {{ {extra}{fields} }};\n'


FACTORS = 'float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; '


def is_system(element):
    return element.semantic.lower().startswith('sv_')


def vertex_shader(elements, patch):
    return (struct('V', elements) + 'V main(uint id : SV_VertexID) {\n  V o;\n  uint vertex = id % 3;\n' +
            write_all(elements, 'o', TAGS['vs'], 'vertex') + '\n  return o;\n}\n')


def hull_shader(elements, patch):
    return (struct('V', elements) + struct('C', patch, FACTORS) +
            'C constants(InputPatch<V, 3> points) {\n'
            '  [unroll] for (uint v = 0; v < 3; ++v) {\n' + store_all(elements, 'points[v]', AREAS['hs'], 'v') + '\n  }\n'
            '  C c;\n  c.edges[0] = c.edges[1] = c.edges[2] = c.inside = 1;\n' +
            write_all(patch, 'c', TAGS['pc'], '0') + '\n  return c;\n}\n'
            '[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)]\n'
            '[patchconstantfunc("constants")]\n'
            'V main(InputPatch<V, 3> points, uint vertex : SV_OutputControlPointID) {\n  V o;\n' +
            write_all(elements, 'o', TAGS['hs'], 'vertex') + '\n  return o;\n}\n')


def domain_shader(elements, patch):
    position = next(e for e in elements if e.semantic.lower() == 'sv_position').name
    return (struct('V', elements) + struct('C', patch, FACTORS) +
            '[domain("tri")] V main(C c, float3 at : SV_DomainLocation, const OutputPatch<V, 3> points) {\n'
            '  [unroll] for (uint v = 0; v < 3; ++v) {\n' + store_all(elements, 'points[v]', AREAS['ds'], 'v') + '\n  }\n' +
            store_all(patch, 'c', AREAS['pc'], '0') + '\n  V o;\n' + write_all(elements, 'o', TAGS['ds'], '0') +
            f'\n  o.{position}.xy = corners[0] * at.x + corners[1] * at.y + corners[2] * at.z;\n  return o;\n}}\n')


def geometry_shader(elements, patch):
    position = next(e for e in elements if e.semantic.lower() == 'sv_position').name
    return (struct('V', elements) +
            '[maxvertexcount(3)] void main(triangle V points[3], inout TriangleStream<V> stream) {\n'
            '  [unroll] for (uint v = 0; v < 3; ++v) {\n' + store_all(elements, 'points[v]', AREAS['gs'], 'v') +
            '\n    V o;\n' + write_all(elements, 'o', TAGS['gs'], '0') +
            f'\n    o.{position}.xy = corners[v];\n    stream.Append(o);\n  }}\n}}\n')


def pixel_shader(elements, patch):
    return (struct('V', elements) + 'float4 main(V i) : SV_Target {\n  uint v = 0;\n' +
            store_all([e for e in elements if e.semantic.lower() != 'sv_position'], 'i', AREAS['ps'], '0') +
            '\n  return 1;\n}\n')


def mesh_shader(vertices, primitives):
    position = next(e for e in vertices if e.semantic.lower() == 'sv_position').name
    return (struct('V', vertices) + struct('P', primitives) +
            '[outputtopology("triangle")] [numthreads(3, 1, 1)]\n'
            'void main(uint t : SV_GroupIndex, out vertices V points[3], out primitives P primitives[1],\n'
            '          out indices uint3 triangles[1]) {\n'
            '  SetMeshOutputCounts(3, 1);\n  V o;\n' + write_all(vertices, 'o', TAGS['ms'], '0') +
            f'\n  o.{position}.xy = corners[t];\n  points[t] = o;\n  if (t == 0) {{\n    P p;\n' +
            write_all(primitives, 'p', TAGS['mp'], '0') +
            '\n    primitives[0] = p;\n    triangles[0] = uint3(0, 1, 2);\n  }\n}\n')


STAGES = {'vs': vertex_shader, 'hs': hull_shader, 'ds': domain_shader, 'gs': geometry_shader, 'ps': pixel_shader}
POSITION = 'float4 position : SV_Position'

# Spellings that dxc gives the same registers, for shapes not all of whose spellings have the same.
SAME_REGISTERS = {'types': ('a', 'b'), 'layers': ('ac', 'b'), 'clip_order': ('a', 'b'), 'halves': ('a', 'b')}

# Shapes of the stages with vertices: spellings of what goes from stage to stage, and of patch constants.
SHAPES = {
    'rows': ('arrays, matrices and separate elements of whole rows', [
        ([POSITION, 'float4 x[3] : X'],),
        ([POSITION, 'float4 x : X0', 'float4 y : X1', 'float4 z : X2'],),
        ([POSITION, 'float4x3 x : X'],),
        ([POSITION, 'float4 x : X0', '{float4} y[2] : X1'],),
    ]),
    'columns': ('arrays side by side, and elements that are packed like them', [
        # The last column of patch constants belongs to tessellation factors.
        ([POSITION, 'float a[2] : A', 'float3 b[2] : B', 'float2 c : C'],
         ['float a[2] : A', 'float2 b[2] : B', 'float2 c : C']),
        ([POSITION, 'float a : A0', 'float3 b : B0', 'float d : A1', 'float3 e : B1', 'float2 c : C'],
         ['float a : A0', 'float2 b : B0', 'float d : A1', 'float2 e : B1', 'float2 c : C']),
        ([POSITION, '{float} a[2] : A', 'float3x2 b : B', 'float2 c : C'],
         ['{float} a[2] : A', 'float2x2 b : B', 'float2 c : C']),
    ]),
    'types': ('integers and floats, modes of interpolation', [
        ([POSITION, 'nointerpolation uint2 a : A', 'nointerpolation int b[2] : B', 'nointerpolation float c : C',
          'noperspective float2 d[2] : D', 'centroid float e : E'],),
        ([POSITION, 'nointerpolation uint2 a : A', 'nointerpolation int b : B0', 'nointerpolation float c : C',
          'nointerpolation int g : B1', 'noperspective float2 d : D0', 'noperspective {float2} h[1] : D1',
          'centroid float e : E'],),
    ]),
    'layers': ('array indices beside other values', [
        ([POSITION, 'float2 a : A', 'uint layer : SV_RenderTargetArrayIndex', 'uint viewport : SV_ViewportArrayIndex',
          'nointerpolation uint b[2] : B'],),
        ([POSITION, 'float2 a : A', 'uint layer : SV_RenderTargetArrayIndex', 'uint viewport : SV_ViewportArrayIndex',
          'nointerpolation uint b : B0', 'nointerpolation {uint} c[1] : B1'],),
        ([POSITION, '{float2} a[1] : A', 'uint layer : SV_RenderTargetArrayIndex', 'uint viewport : SV_ViewportArrayIndex',
          '{uint} b[2] : B'],),
    ]),
    'first': ('system values before the others', [
        (['uint viewport : SV_ViewportArrayIndex', 'uint layer : SV_RenderTargetArrayIndex', 'float3x2 a : A', POSITION],),
        (['uint viewport : SV_ViewportArrayIndex', 'uint layer : SV_RenderTargetArrayIndex', 'float3 a[2] : A', POSITION],),
    ]),
    'clip': ('clip and cull distances as vectors, arrays and scalars', [
        ([POSITION, 'float2 c[2] : SV_ClipDistance', 'float2 d[2] : SV_CullDistance'],),
        ([POSITION, 'float2 c : SV_ClipDistance0', 'float2 d : SV_CullDistance0', 'float2 e : SV_ClipDistance1',
          'float2 f : SV_CullDistance1'],),
    ]),
    'clip_order': ('a second clip distance before the first', [
        ([POSITION, 'float4 c : SV_ClipDistance1', 'float2 d : SV_ClipDistance0', 'float4 a : A'],),
        ([POSITION, '{float4} c[1] : SV_ClipDistance1', 'float2 d : SV_ClipDistance0', 'float2x2 a : A', 'float2 b : A2'],),
    ]),
    'halves': ('16-bit types', [
        ([POSITION, 'float16_t a[2] : A', 'nointerpolation int16_t b : B', 'float c : C',
          'nointerpolation uint16_t d[2] : D'],),
        ([POSITION, 'float16_t a : A0', 'nointerpolation int16_t b : B', 'float c : C', '{float16_t} e[1] : A1',
          'nointerpolation uint16_t d[2] : D'],),
    ]),
    'rates': ('shading rates', [
        ([POSITION, 'float2 a : A', 'uint rate : SV_ShadingRate'],),
        (['float4 position : sv_position', '{float2} a[1] : A', 'uint rate : sv_shadingrate'],),
    ]),
    'patches': ('many patch constants', [
        ([POSITION], ['float4 x[16] : X', 'float2 y : Y']),
        ([POSITION], ['float4x4 x : X0', 'float4 y[11] : X4', 'float4 z : X15', 'float2 w : Y']),
        ([POSITION], ['float4 x : X0', '{float4} y[14] : X1', 'float4 z : X15', 'float2 w : Y']),
    ]),
}

# Shapes of mesh shaders: vertices and primitives of the mesh shader, and of the pixel shader.
MESHES = {
    'behind': ('primitives behind vertices', [
        ([POSITION, 'float4 a : A'], ['float b : B', 'float2 c : C']),
        ([POSITION, 'float4x1 a : A'], ['nointerpolation float b : B', '{float2} c[1] : C']),
    ]),
    'beside': ('primitives that a pixel shader has in registers with vertices', [
        ([POSITION, 'float2 a : A', 'nointerpolation float k : K'],
         ['nointerpolation uint b : B', 'nointerpolation float2 c : C', 'float d : D']),
        ([POSITION, 'float2 a : A', 'nointerpolation float k : K'],
         ['uint b : B', 'float2 c : C', 'float d[1] : D']),
    ]),
    'systems': ('system values among the primitives', [
        ([POSITION, 'float3 a : A'],
         ['uint b : B', 'uint layer : SV_RenderTargetArrayIndex', 'float3 c[2] : C', 'uint viewport : SV_ViewportArrayIndex',
          'uint d : D']),
        ([POSITION, 'float3 a : A'],
         ['uint viewport : SV_ViewportArrayIndex', 'uint b : B', 'float3x2 c : C', 'uint d : D',
          'uint layer : SV_RenderTargetArrayIndex']),
    ]),
}

# Payloads of the same size: members, and the words in memory, each a member of floats or integers, or a pair of halves.
PAYLOADS = [
    ('float4 x; uint2 y; float z[3]; uint h;', 'x.x x.y x.z x.w y.x y.y z[0] z[1] z[2] h'),
    ('float x[4]; uint y; uint w; float3 z; uint h;', 'x[0] x[1] x[2] x[3] y w z.x z.y z.z h'),
    ('float2 x[2]; uint2 y; float3 z; uint16_t h; uint16_t g;', 'x[0].x x[0].y x[1].x x[1].y y.x y.y z.x z.y z.z h+g'),
]


def amplification_shader(members, words):
    lines = [f'    payload.{word.split("+")[0]} = {1000 + n};' for n, word in enumerate(words.split())]
    if '+' in words:
        lines.append('    payload.g = 0;')
    return (f'struct Payload {{ {members} }};\ngroupshared Payload payload;\n'
            '[numthreads(4, 1, 1)] void main(uint t : SV_GroupIndex) {\n  if (t == 0) {\n' + '\n'.join(lines) +
            '\n  }\n  DispatchMesh(1, 1, 1, payload);\n}\n')


def payload_reader(members, words):
    lines = [f'    put(0, 0, {n}, ' + ('payload.h | payload.g << 16' if word == 'h+g' else f'payload.{word}') + ');'
             for n, word in enumerate(words.split())]
    return (f'struct Payload {{ {members} }};\nstruct V {{ {POSITION}; }};\n'
            '[outputtopology("triangle")] [numthreads(3, 1, 1)]\n'
            'void main(uint t : SV_GroupIndex, in payload Payload payload, out vertices V points[3],\n'
            '          out indices uint3 triangles[1]) {\n  SetMeshOutputCounts(3, 1);\n'
            '  points[t].position = float4(corners[t], 0.5, 1);\n  if (t == 0) {\n    triangles[0] = uint3(0, 1, 2);\n' +
            '\n'.join(lines) + '\n  }\n}\n')


def shaders():
    """(name, stage, note, source) of each, and the pipelines."""
    sources, pipelines = [], []
    for shape, (note, spellings) in SHAPES.items():
        has_rate = shape == 'rates'
        for n, spelling in enumerate(spellings):
            elements = [Element(text) for text in spelling[0]]
            patch = [Element(text) for text in spelling[1]] if len(spelling) > 1 else \
                [e for e in elements if not is_system(e)]
            for stage, make in STAGES.items():
                own = elements
                if has_rate and stage == 'ps':
                    own = [e for e in elements if e.semantic.lower() != 'sv_shadingrate']
                sources.append((f'{stage}_{shape}_{"abcd"[n]}', stage, note, make(own, patch)))
        letters = 'abcd'[:len(spellings)]
        groups = SAME_REGISTERS.get(shape, (letters,))
        pairs = [pair for group in groups for pair in itertools.product(group, group)]
        for a, b in pairs:
            for stages in ('vs gs ps', 'vs hs ds gs ps', 'vs hs ds ps', 'vs ps'):
                names = [f'{stage}_{shape}_{(a, b)[n % 2]}' for n, stage in enumerate(stages.split())]
                pipelines.append(' '.join(names))
    for shape, (note, spellings) in MESHES.items():
        for n, (vertices, primitives) in enumerate(spellings):
            vertices, primitives = [Element(t) for t in vertices], [Element(t) for t in primitives]
            sources.append((f'ms_{shape}_{"abcd"[n]}', 'ms', note, mesh_shader(vertices, primitives)))
            sources.append((f'ps_{shape}_{"abcd"[n]}', 'ps', note, pixel_shader(vertices + primitives, [])))
        letters = 'abcd'[:len(spellings)]
        for a, b in itertools.product(letters, letters):
            pipelines.append(f'ms_{shape}_{a} ps_{shape}_{b}')
    note = 'payloads of amplification shaders'
    for n, payload in enumerate(PAYLOADS):
        sources.append((f'as_payload_{"abc"[n]}', 'as', note, amplification_shader(*payload)))
        sources.append((f'ms_payload_{"abc"[n]}', 'ms', note, payload_reader(*payload)))
    pipelines += [f'as_payload_{a} ms_payload_{b}' for a, b in itertools.product('abc', 'abc')]
    return sources, pipelines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--dxc', help='compiles each shader; without it the sources alone are written')
    parser.add_argument('--commands', help='the file for the arguments of the compiler')
    arguments = parser.parse_args()
    folder = os.path.dirname(os.path.abspath(__file__))
    sources, pipelines = shaders()
    commands = []
    for name, stage, note, source in sources:
        narrow = '16_t' in source
        model = '6_5' if stage in ('as', 'ms') else '6_4' if 'rate' in name else '6_2' if narrow else '6_0'
        profile = f'{stage}_{model}'
        flags = ['-enable-16bit-types'] if narrow else []
        if name.endswith('b'):
            flags.append('-Od')
        path = os.path.join(folder, name)
        header = f'// profile: {profile}\n// entry: main\n' + (f'// flags: {" ".join(flags)}\n' if flags else '')
        with open(path + '.hlsl', 'w') as file:
            file.write(f'{header}// note: {note}\n{COMMON}{source}')
        command = [f'{name}.hlsl', '-T', profile, '-E', 'main', '-Qstrip_reflect', *flags, '-Fo', f'{name}.dxil']
        commands.append(' '.join(command))
        if not arguments.dxc:
            continue
        done = subprocess.run([arguments.dxc, *command], cwd=folder, capture_output=True, text=True)
        if not os.path.exists(path + '.dxil') or done.returncode != 0:
            sys.exit(f'{name}: {done.stdout}{done.stderr}')
    with open(os.path.join(folder, 'pipelines.txt'), 'w') as file:
        file.write('\n'.join(pipelines) + '\n')
    if arguments.commands:
        with open(arguments.commands, 'w') as file:
            file.write('\n'.join(commands) + '\n')


if __name__ == '__main__':
    main()
