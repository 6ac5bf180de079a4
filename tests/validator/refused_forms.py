#!/usr/bin/env python3
"""The last table of docs/operations.md, "Refused": refused_forms.py SOURCE_FOLDER BUILD_FOLDER

An example of each row is compiled by dxc, changed, assembled again and accepted by Microsoft's validator. Trellis must refuse it with
the row's message. Ends with 77 if there is no dxc.
"""
import os
import subprocess
import sys
import tempfile

import validator

# By message: profile, source, what is changed in the disassembly.
EXAMPLES = {
    'cannot determine which allocation the ray query handle comes from': (
        'cs_6_5', '''RaytracingAccelerationStructure scene; RWByteAddressBuffer u;
[numthreads(1, 1, 1)] void main() {
  RayDesc ray; ray.Origin = 0; ray.Direction = float3(0, 0, 1); ray.TMin = 0; ray.TMax = 9;
  RayQuery<RAY_FLAG_NONE> q; q.TraceRayInline(scene, 0, 255, ray); q.Proceed();
  u.Store(0, asuint(q.CommittedRayT()));
}''', 'StateScalar.f32(i32 200, i32 %3)', 'StateScalar.f32(i32 200, i32 5)'),
    'has no column': (
        'ms_6_5', '''struct V { float4 p : SV_Position; };
struct P { float b : B; };
[outputtopology("triangle")] [numthreads(1, 1, 1)]
void main(out vertices V v[3], out indices uint3 t[1], out primitives P p[1]) {
  SetMeshOutputCounts(3, 1); t[0] = uint3(0, 1, 2); p[0].b = 1;
  for (uint i = 0; i < 3; ++i) v[i].p = 0;
}''', '(i32 172, i32 0, i32 0, i8 0,', '(i32 172, i32 0, i32 0, i8 1,'),
    "the handle's properties have no component type": (
        'cs_6_6', '''Texture2D<float4> t : register(t0); RWByteAddressBuffer u : register(u0);
[numthreads(1, 1, 1)] void main() { u.Store(0, asuint(t.Load(int3(0, 0, 0)).x)); }''',
        'ResourceProperties { i32 2, i32 1033 }', 'ResourceProperties { i32 2, i32 1024 }'),
}


def messages_of_page(root):
    with open(os.path.join(root, 'docs', 'operations.md'), encoding='utf-8') as page:
        table = page.read().partition('no compiler is known to write')[2].partition('## All')[0]
    rows = [[cell.strip(' `') for cell in line.split('|')[1:-1]] for line in table.splitlines() if line.startswith('| ')]
    return [row[1] for row in rows if row[0] != 'program']


def judge_example(judge, folder, example):
    """The outcome, and what Trellis printed."""
    profile, source, old, new = example
    base = os.path.join(folder, 'example')
    with open(base + '.hlsl', 'w', encoding='utf-8') as file:
        file.write(source)
    subprocess.run([judge.dxc, base + '.hlsl', '-T', profile, '-Fo', base + '.dxil'], stdout=subprocess.DEVNULL, check=True)
    text = judge.disassembled(base + '.dxil')
    if text.count(old) != 1:
        return 'not changed', '%s is there %d times' % (old, text.count(old))
    return judge.of_text(text.replace(old, new), base)


def main():
    root, build = (os.path.abspath(argument) for argument in sys.argv[1:3])
    judge = validator.Judge(root, build)
    wrong = 0
    messages = messages_of_page(root)
    if sorted(messages) != sorted(EXAMPLES):
        print('the page has %s, the test examples of %s' % (messages, list(EXAMPLES)))
        wrong += 1
    with tempfile.TemporaryDirectory(prefix='trellis-refused-') as folder:
        for message, example in EXAMPLES.items():
            outcome, said = judge_example(judge, folder, example)
            if outcome != 'refused with a reason' or message not in said:
                print('%s: %s: %s' % (message, outcome, said.strip()))
                wrong += 1
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
