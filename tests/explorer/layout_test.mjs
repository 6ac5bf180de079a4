// The explorer's layout: blocks do not overlap, wires keep clear of blocks, and all passes agree on places.
//   TRELLIS_PROGRAM=build/release/bin/trellis node --test tests/explorer/layout_test.mjs
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataOf, dataOfText, explorer, laidOut, shader } from './load.mjs';

const kGraphs = {
  'a loop with an if': () => dataOfText('a -> h\nh -> b x\nb -> c d\nc -> e\nd -> e\ne -> h\n'),
  'an irreducible loop': () => dataOfText('a -> b c\nb -> c x\nc -> b x\n'),
  'a loop around one block': () => dataOfText('a -> a b\n'),
  'one block': () => dataOfText('a\n'),
  'a block that nothing reaches': () => dataOfText('a -> b\nc -> b\n'),
  'an endless loop': () => dataOfText('a -> b\nb -> c\nc -> b\n'),
  'random, 70 blocks': () => dataOf('--random', '3', '70'),
  'random, 400 blocks': () => dataOf('--random', '3', '400'),
  'a shader with switches': () => dataOf(shader('control_flow/tokenizer_state_machine')),
  'a shader with votes': () => dataOf(shader('reconvergence/votes_01005')),
};

const isInside = (low, high, a, b) => Math.max(a, b) > low + 1 && Math.min(a, b) < high - 1;

function overlapsOf(boxes) {
  const sorted = [...boxes].sort((a, b) => a.y - b.y);
  let found = 0;
  sorted.forEach((a, i) => {
    for (let k = i + 1; k < sorted.length && sorted[k].y < a.y + a.height; ++k) {
      if (isInside(a.x, a.x + a.width, sorted[k].x, sorted[k].x + sorted[k].width)) ++found;
    }
  });
  return found;
}

function hitsOf(scene) {
  const hits = [];
  for (const wire of scene.wires) {
    wire.points.forEach((b, i) => {
      const a = wire.points[i - 1];
      if (!a) return;
      assert.ok(Math.abs(a.x - b.x) < 0.6 || Math.abs(a.y - b.y) < 0.6, 'wires are horizontal or vertical');
      for (const [key, r] of scene.boxes) {
        if (isInside(r.x, r.x + r.width, a.x, b.x) && isInside(r.y, r.y + r.height, a.y, b.y)) hits.push([wire.link.from, wire.link.to, key]);
      }
    });
  }
  return hits;
}

for (const [name, make] of Object.entries(kGraphs)) {
  test(name, () => {
    const model = new explorer.Model(make()), layout = laidOut(model), places = new Map();
    for (const pass of [...model.passes, ...model.steps]) {
      const scene = layout.scene(pass);
      assert.equal(scene.boxes.size, pass.blocks.size);
      assert.equal(overlapsOf(scene.boxes.values()), 0, pass.name);
      assert.deepEqual(hitsOf(scene), [], pass.name);
      for (const [key, box] of scene.boxes) {
        const before = places.get(key);
        if (before) assert.deepEqual(box, before, `${model.name(key)} moved in ${pass.name}`);
        places.set(key, box);
      }
      const drawn = new Set(scene.wires.map(wire => wire.link.from + ' ' + wire.link.to));
      for (const block of pass.blocks.values()) {
        for (const edge of block.edges) assert.ok(drawn.has(block.key + ' ' + edge.to), 'every edge is drawn');
      }
    }
  });
}

test('the pass that builds constructs has a step for each', () => {
  for (const make of Object.values(kGraphs)) {
    const model = new explorer.Model(make()), whole = model.passes.find(pass => pass.name === 'constructs');
    const headers = [...whole.blocks.values()].filter(block => block.merge >= 0).map(block => block.key);
    assert.equal(model.steps.length, headers.length < 2 ? 0 : Math.min(headers.length, 32));
    if (model.steps.length === 0) continue;
    assert.deepEqual(model.steps.flatMap(step => step.headers).sort(), headers.sort());
    assert.deepEqual(model.steps.at(-1).blocks, whole.blocks);
    const built = new Set();
    for (const step of model.steps) {
      for (const header of step.headers) built.add(header);
      for (const block of step.blocks.values()) {
        assert.equal(block.merge >= 0, built.has(block.key), 'a construct is declared from its step on');
        if (block.merge >= 0) assert.equal(block.merge, whole.blocks.get(block.key).merge);
      }
      const words = explorer.stepWords(step).map(part => typeof part === 'string' ? part : model.name(part.key)).join('');
      assert.match(words, step.headers.length === 1 ? /^(The loop|The selection|A ladder)/ : /^\d+ constructs: those of /);
    }
  }
});

test('in every step, the edges of the program lead to their targets', () => {
  for (const make of [kGraphs['a loop with an if'], kGraphs['an irreducible loop'], kGraphs['random, 70 blocks'], kGraphs['a shader with switches'], kGraphs['a shader with votes']]) {
    const model = new explorer.Model(make());
    for (const step of model.steps) {
      for (const block of model.passes[0].blocks.values()) {
        if (!step.blocks.has(block.key)) continue;
        block.edges.forEach((edge, slot) => {
          assert.equal(explorer.wayOf(model, step, block.key, slot).at(-1), edge.to, `${step.name}: ${model.name(block.key)} -> ${model.name(edge.to)}`);
        });
      }
    }
  }
});

test('edges lead downwards, but for those to the headers of loops', () => {
  const model = new explorer.Model(dataOf('--random', '3', '70')), layout = laidOut(model);
  for (const pass of [model.passes[0], model.last]) {
    const scene = layout.scene(pass);
    for (const wire of scene.wires) {
      const isUp = scene.boxes.get(wire.link.to).y <= scene.boxes.get(wire.link.from).y;
      if (wire.link.kind === 'branch' || wire.link.kind === 'back') assert.equal(isUp, wire.link.kind === 'back');
    }
  }
  const headers = new Set([...model.last.blocks.values()].filter(block => block.continues >= 0).map(block => block.key));
  const back = layout.scene(model.last).wires.filter(wire => wire.link.kind === 'back');
  assert.ok(back.length > 0);
  for (const wire of back) assert.ok(headers.has(wire.link.to), 'a back edge leads to a loop header');
});

test('loops are indented, and what follows a loop is below it', () => {
  const model = new explorer.Model(dataOfText('a -> h\nh -> b x\nb -> h\nx -> y\n')), boxes = laidOut(model).scene(model.passes[0]).boxes;
  const box = name => boxes.get(model.keyOf(name));
  assert.ok(box('h').x > box('a').x && box('b').x >= box('h').x);
  assert.equal(box('x').x, box('a').x);
  assert.ok(box('x').y > box('b').y && box('y').y > box('x').y);
});

test('a chain of early returns is one column', () => {
  const lines = [];
  for (let i = 0; i < 60; ++i) lines.push(`b${i} -> r${i} b${i + 1}`);
  const model = new explorer.Model(dataOfText(lines.join('\n') + '\n')), boxes = laidOut(model).scene(model.passes[0]).boxes;
  assert.equal(boxes.get(model.keyOf('b50')).x, boxes.get(model.keyOf('b0')).x);
});

test('a collapsed loop is one box, and the rest stays connected', () => {
  const model = new explorer.Model(dataOfText('a -> h\nh -> b x\nb -> c h\nc -> h\nx -> y\n'));
  const layout = laidOut(model), open = layout.scene(model.passes[0]).boxes.size;
  assert.equal(layout.order.loops.length, 1);
  layout.arrange({ brief: false, collapsed: new Set([0]), declarations: true });
  assert.deepEqual(layout.membersOf(0).map(key => model.name(key)).filter(name => name.length === 1).sort(), ['b', 'c', 'h']);
  assert.equal(model.name(layout.firstOf(0)), 'h');
  for (const pass of model.passes) {
    const scene = layout.scene(pass), shown = layout.shownAs(model.keyOf('b'));
    assert.ok(shown < 0 && scene.boxes.has(shown));
    assert.equal(layout.shownAs(model.keyOf('x')), model.keyOf('x'));
    assert.deepEqual(hitsOf(scene), []);
    assert.ok(scene.wires.some(wire => wire.link.from === shown) && scene.wires.some(wire => wire.link.to === shown));
    assert.ok(!scene.wires.some(wire => wire.link.from === shown && wire.link.to === shown));
  }
  assert.equal(layout.scene(model.passes[0]).boxes.size, open - 2);
});

test('a large graph keeps its places, and its lines keep clear of blocks', () => {
  const model = new explorer.Model(dataOf('--random', '3', '1000')), layout = laidOut(model, { brief: true, declarations: false }), places = new Map();
  assert.ok(layout.order.keys.length > 1500);
  const { height } = layout.bounds;
  for (const pass of [model.passes[0], model.last, model.passes[2], model.passes[0]]) {
    const scene = layout.scene(pass);
    assert.deepEqual(hitsOf(scene), [], pass.name);
    for (const wire of scene.wires) {
      for (const point of wire.points) {
        assert.ok(point.x > layout.bounds.x && point.x < layout.bounds.x + layout.bounds.width, 'lines are inside the bounds');
      }
    }
    for (const [key, box] of scene.boxes) assert.deepEqual(box, places.get(key) ?? box);
    for (const [key, box] of scene.boxes) places.set(key, box);
  }
  assert.equal(layout.bounds.height, height);
});

test('what is no data is refused, with the reason', () => {
  const good = dataOfText('a -> b\n');
  for (const [damage, message] of [
    [data => { data.version = 2; }, /version is 2/], [data => { delete data.passes; }, /no list "passes"/],
    [data => { data.passes = []; }, /no passes/], [data => { data.passes[0].blocks[0].e = [[99]]; }, /leads to no block/],
    [data => { data.passes[0].blocks[0].m = 99; }, /merge block is missing/]]) {
    const data = structuredClone(good);
    damage(data);
    assert.throws(() => new explorer.Model(data), message);
  }
  for (const [text, message] of [['', /empty/], ['# nothing\n', /empty/], ['a b -> c\n', /Line 1/], ['a -> b\nc -> d -> e\n', /Line 2/], ['"a -> b\n', /Line 1: .*no name/], ['{"a"', /JSON/]]) {
    assert.throws(() => explorer.openText(text), message, text);
  }
  assert.throws(() => explorer.openText('<p>hello</p>'), /no data/);
  assert.equal(explorer.openText('<script type="application/json" id="data">{"version":1}</script>').version, 1);
});

test('a graph as text is shown as it is', () => {
  const model = new explorer.Model(explorer.openText('a -> "b \\"c" d  # comment\nd -> a;\n\n')), boxes = laidOut(model).scene(model.last).boxes;
  assert.deepEqual([...boxes.keys()].map(key => model.name(key)), ['a', 'b "c', 'd']);
  assert.deepEqual(model.last.blocks.get(0).edges.map(edge => edge.to), [1, 2]);
  assert.equal(model.passes.length, 1);
  // The same blocks and edges as the program reads.
  const text = 'a -> h\nh -> b x\nb -> c d\nc -> e\nd -> e\ne -> h\n', ours = explorer.openText(text), theirs = dataOfText(text);
  assert.deepEqual(ours.program.map(block => block.name), theirs.program.map(block => block.name));
  assert.deepEqual(ours.passes[0].blocks.map(block => block.e.map(edge => edge[0])), theirs.passes[0].blocks.map(block => block.e.map(edge => edge[0])));
});
