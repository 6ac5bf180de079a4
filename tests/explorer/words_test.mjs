// What the explorer knows of blocks: relations, reasons, the ways of edges, lanes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataOf, dataOfText, explorer, laidOut, shader } from './load.mjs';

const kDiamondInLoop = 'a -> h\nh -> b x\nb -> c d\nc -> e\nd -> e\ne -> h\n';
const names = (model, keys) => keys.map(key => model.name(key));
const text = (model, words) => words.map(part => (typeof part === 'string' ? part : model.name(part.key))).join('');

test('frontiers, control dependence and reachability', () => {
  const model = new explorer.Model(dataOfText(kDiamondInLoop)), graph = new explorer.PassGraph(model.passes[0]);
  const relations = graph.relationsOf(model.keyOf('c'));
  assert.deepEqual(names(model, relations.frontier), ['e']);
  assert.deepEqual(names(model, relations.control), ['b']);
  assert.deepEqual(names(model, relations.reached), ['x']);
  assert.deepEqual(names(model, relations.source), ['a']);
  assert.deepEqual(names(model, relations.both).sort(), ['b', 'd', 'e', 'h']);
  assert.deepEqual(names(model, graph.relationsOf(model.keyOf('h')).frontier), ['h']);
  assert.deepEqual(names(model, graph.relationsOf(model.keyOf('b')).control), ['h']);
  const parent = graph.tree.parent[graph.index.get(model.keyOf('e'))];
  assert.equal(model.name(graph.keys[parent]), 'b');
});

test('loops and their depths', () => {
  const model = new explorer.Model(dataOfText('a -> b\nb -> c x\nc -> d b\nd -> c e\ne -> d\n'));
  const { loops, of } = new explorer.PassGraph(model.passes[0]).loops;
  assert.deepEqual(loops.map(loop => [model.name(loop.header), loop.depth]), [['b', 1], ['c', 2], ['d', 3]]);
  assert.equal(of[model.keyOf('e')], 2);
  assert.equal(of[model.keyOf('x')], -1);
});

test('an endless loop has post-dominators, too', () => {
  const model = new explorer.Model(dataOfText('a -> b\nb -> c d\nc -> b\nd -> b\n'));
  const relations = new explorer.PassGraph(model.passes[0]).relationsOf(model.keyOf('c'));
  assert.deepEqual(names(model, relations.control), ['b']);
});

test('inserted blocks say why they are there', () => {
  const model = new explorer.Model(dataOfText('a -> b c\nb -> d e\nc -> d e\nd -> x\ne -> x\n'));
  const reasons = [...model.last.blocks.values()].filter(block => block.role !== 0)
    .map(block => explorer.whyWords(model, model.last, block).map(words => text(model, words)).join(' '));
  assert.ok(reasons.length > 0);
  for (const reason of reasons) {
    assert.match(reason, /Made by the pass “(constructs|separate-edges)”/);
    assert.match(reason, /Collects what comes from /);
  }
  assert.ok(reasons.some(reason => /^A (ladder|merge block)/.test(reason)), reasons.join('\n'));
});

test('the paths of edges lead to their targets, in every pass that has them', () => {
  for (const data of [dataOf('--random', '3', '70'), dataOf(shader('control_flow/tokenizer_state_machine')), dataOf(shader('reconvergence/votes_01005')),
    dataOf(shader('reconvergence/votes_07035'))]) {
    const model = new explorer.Model(data);
    assert.ok(data.walks.length > 0);
    for (const pass of model.passes.slice(2)) {
      for (const block of model.passes[0].blocks.values()) {
        if (!pass.blocks.has(block.key)) continue;
        for (const edge of block.edges) {
          const way = explorer.wayOf(model, pass, block.key, edge.slot);
          assert.equal(model.original(way.at(-1)), edge.to);
          let at = block.key;
          for (const key of way) {
            assert.ok(pass.blocks.get(at).edges.some(e => e.to === key), `${pass.name}: ${model.name(block.key)} ${edge.slot}`);
            at = key;
          }
        }
      }
    }
  }
});

test('lanes run the same blocks in the program and in the result', () => {
  const model = new explorer.Model(dataOf(shader('reconvergence/votes_01005')));
  const random = explorer.randomNumbers(1), ways = Array.from({ length: 8 }, () => explorer.walkLane(model, explorer.byChance(random)));
  for (const way of ways) {
    assert.deepEqual(way.result.map(key => model.original(key)).filter(key => model.isProgram(key)), way.input);
    way.result.forEach((key, i) => {
      if (i > 0) assert.ok(model.last.blocks.get(way.result[i - 1]).edges.some(edge => edge.to === key));
    });
  }
  const place = new Map(model.data.order.map((key, i) => [key, i])), rank = key => place.get(key);
  const votes = steps => steps.filter(step => model.program(step.block)?.convergent).map(step => [step.block, step.lanes]);
  const input = explorer.runLanes(ways.map(way => way.input), rank), result = explorer.runLanes(ways.map(way => way.result), rank);
  assert.equal(result.reduce((sum, step) => sum + step.lanes.length, 0), ways.reduce((sum, way) => sum + way.result.length, 0));
  assert.deepEqual(votes(result), votes(input));
});

test('lanes of a shader follow its values', () => {
  const model = new explorer.Model(dataOf(shader('reconvergence/votes_01005'))), { lanes } = model.data;
  assert.equal(lanes.slots.length, 8);
  const ways = lanes.slots.map(slots => explorer.walkLane(model, explorer.asRecorded(slots)));
  ways.forEach((way, lane) => {
    assert.deepEqual(way.result.map(key => model.original(key)).filter(key => model.isProgram(key)), way.input);
    // Every branch is one of the record, and the lane ends where the program returns.
    assert.equal(way.input.filter(key => model.passes[0].blocks.get(key).edges.length > 1).length, lanes.slots[lane].length);
    assert.equal(model.passes[0].blocks.get(way.input.at(-1)).edges.length, 0);
  });
  assert.ok(new Set(lanes.slots.map(String)).size > 1, 'lanes take different ways');
});

test('the page says where branches come from', () => {
  const words = (data, isRandom) => { const model = new explorer.Model(data); return explorer.lanesWords(model, isRandom).map(part => text(model, part)).join(' '); };
  const gcd = dataOf(shader('control_flow/gcd_three_forms'));
  assert.match(words(gcd, false), /^The branches are computed\. Generated .*: t0 \(RawBuffer\)\. These are 8 of the 64 threads of a group/);
  assert.match(words(gcd, true), /at random/);
  assert.match(words(dataOf(shader('stages/ps_derivative_in_uniform_loop')), false), /Made up: dx\.op\.sample \(Sample, 60\), \d+ times\. No branch depended on that\./);
  assert.match(words(dataOf(shader('stages/ds_isoline_strands')), false), /The branches of block\d+.* depended on that\./);
  assert.match(words(dataOfText('a -> b c\nb\nc\n'), false), /^A graph has no values/);
});

test('at its first visit to a block, a lane takes the slot that was chosen for it', () => {
  const model = new explorer.Model(dataOfText('a -> b c\nb -> a x\nc -> a x\n')), key = name => model.keyOf(name);
  for (let seed = 0; seed < 20; ++seed) {
    const way = explorer.walkLane(model, explorer.byChance(explorer.randomNumbers(seed), new Map([[key('a'), 1], [key('c'), 0]])));
    assert.deepEqual(way.input.slice(0, 3), [key('a'), key('c'), key('a')]);
    assert.equal(way.input.at(-1), key('x'));
  }
  // What it was not told it decides by itself.
  const seconds = new Set(Array.from({ length: 20 }, (_, seed) => explorer.walkLane(model, explorer.byChance(explorer.randomNumbers(seed))).input[1]));
  assert.equal(seconds.size, 2);
});

test('copies of returns are blocks of their own', () => {
  const model = new explorer.Model(dataOf(shader('reconvergence/votes_07035'))), keys = [...model.last.blocks.keys()];
  const copies = keys.filter(key => model.original(key) !== key);
  assert.ok(copies.length > 0);
  assert.equal(new Set(model.data.order).size, model.data.order.length);
  assert.equal(keys.length, model.data.order.length);
  for (const key of copies) {
    assert.match(model.name(key), /\.copy_*$/);
    assert.match(text(model, explorer.whyWords(model, model.last, model.last.blocks.get(key))[0]), /^A copy of block\d+/);
    assert.match(model.data.spirv[key], /OpReturn/);
    assert.match(model.program(key).code, /ret/);
  }
});

test('SPIR-V and DXIL of every block of a shader', () => {
  const model = new explorer.Model(dataOf(shader('control_flow/tokenizer_state_machine')));
  for (const key of model.last.blocks.keys()) assert.match(model.data.spirv[key] ?? '', /= OpLabel/, model.name(key));
  for (const block of model.data.program) assert.ok(block.code.length > 0);
  const loops = [...model.last.blocks.values()].filter(block => block.continues >= 0);
  for (const block of loops) assert.match(model.data.spirv[block.key], /OpLoopMerge/);
  const returns = [...model.last.blocks.values()].filter(block => block.role === 0 && block.edges.length === 0);
  for (const block of returns) assert.match(model.data.spirv[block.key], /OpReturn/);
});

test('a ladder is what tests where lanes were headed: in the count, in words, and on its edges', () => {
  const model = new explorer.Model(dataOf(shader('control_flow/exits_rejoin_at_different_points'))), { last } = model;
  const before = model.passes.find(pass => pass.name === 'constructs'), block = (pass, name) => pass.blocks.get(model.keyOf(name));
  const why = (pass, name) => explorer.whyWords(model, pass, block(pass, name)).map(words => text(model, words)).join(' ');
  assert.equal(explorer.insertedText(before), '1 header, 2 ladders (also merge blocks), 3 merge blocks');
  assert.equal(explorer.insertedText(last), '2 ladders (also merge blocks), 1 merge block');
  for (const name of ['merge.5', 'ladder.9']) assert.match(why(last, name), /^A ladder\. .* It is also the merge block of the /);
  assert.match(why(last, 'merge.13'), /^A merge block: .* Merge block of the selection of block9\./);
  assert.deepEqual(block(before, 'merge.5').edges.map(edge => edge.label), ['default: block2', 'block5', 'block7']);
  assert.deepEqual(block(before, 'ladder.9').edges.map(edge => edge.label), ['= block8', 'other']);
  assert.deepEqual(block(last, 'ladder.9').edges.map(edge => edge.label), ['true: block8', 'false: other']);
  // Until it has its selector, its box says when that comes.
  const layout = laidOut(model), phis = model.passes.findIndex(pass => pass.name === 'phis');
  assert.equal(layout.laterOf(before, block(before, 'ladder.9')), `(phi: pass ${phis + 1})`);
  assert.equal(layout.laterOf(last, block(last, 'ladder.9')), '');
  // Blocks of the program keep their labels.
  assert.deepEqual(block(last, 'block8').edges.map(edge => edge.label).sort(), ['false', 'true']);
});

test('what a block collects directly, and what it collects through others', () => {
  const model = new explorer.Model(dataOf(shader('control_flow/exits_rejoin_at_different_points')));
  const pass = model.passes.find(other => other.name === 'constructs');
  const collects = name => explorer.whyWords(model, pass, pass.blocks.get(model.keyOf(name))).map(words => text(model, words)).find(words => words.startsWith('Collects'));
  assert.equal(collects('merge.17'), 'Collects what comes from block11, and from block2, block5 and block7 through ladder.9.');
  assert.equal(collects('ladder.9'), 'Collects what comes from block2, block5 and block7.');
});

test('a declaration is described as one', () => {
  const model = new explorer.Model(dataOf(shader('control_flow/exits_rejoin_at_different_points'))), { last } = model;
  const words = (pass, from, to, kind) => text(model, explorer.declarationWords(pass, model.keyOf(from), model.keyOf(to), kind));
  assert.equal(words(last, 'merge.5', 'ladder.9', 'merge'), 'A declaration, no branch: merge.5 opens a selection and names ladder.9 as its merge block, where the selection ends.');
  assert.match(words(last, 'block1', 'block6', 'continue'), /^A declaration, no branch: block1 opens a loop and names block6 as its continue block/);
  assert.equal(words(model.passes[0], 'merge.5', 'ladder.9', 'merge'), 'This pass does not have this declaration.');
});

test('where lanes part and meet', () => {
  // Lane 0 goes by block 1, lane 1 by block 2; both end in block 3.
  const events = explorer.eventsOf(explorer.runLanes([[0, 1, 3], [0, 2, 3]], key => key));
  assert.deepEqual(events, [{ meet: false, part: true }, { meet: false, part: false }, { meet: false, part: false }, { meet: true, part: false }]);
  const together = explorer.eventsOf(explorer.runLanes([[0, 1], [0, 1]], key => key));
  assert.ok(together.every(event => !event.meet && !event.part));
});

test('an edge straight down has the port above its target', () => {
  // Another edge there would share its line, and seem to lead to the target.
  const model = new explorer.Model(dataOf(shader('control_flow/exits_rejoin_at_different_points'))), scene = laidOut(model).scene(model.last);
  for (const name of ['block1', 'block3', 'block4']) {
    const [left, right] = scene.wires.filter(wire => model.name(wire.link.from) === name && wire.link.label).sort((a, b) => a.points[0].x - b.points[0].x);
    assert.deepEqual([left.link.label, right.link.label], ['false', 'true'], name);
    assert.ok(left.points.every(point => point.x === left.points[0].x), `${name} leads straight down`);
    assert.ok(right.points[0].x > left.points[0].x);
  }
});

test('the program says what it needs merge blocks and ladders for', () => {
  const needs = graph => {
    const model = new explorer.Model(dataOfText(graph));
    return explorer.needWords(new explorer.PassGraph(model.passes[0])).map(words => text(model, words));
  };
  assert.match(needs('a -> h\nh -> b x\nb -> h y\n')[0], /^The loop of h is left for x and y\. .*merge block.*ladder/);
  // The inner loop is left for the outer one, and for what follows both.
  assert.match(needs('a -> h\nh -> i x\ni -> i j x\nj -> h\n')[0], /^The loop of i is left for (j and x|x and j)\./);
  assert.match(needs('a -> b c\nb -> d\nc -> d\n')[0], /^Lanes part at a\. .*merge block/);
  assert.match(needs('a -> h\nh -> b x\nb -> h\n')[0], /^Lanes part at h\./);
  assert.deepEqual(needs('a -> b\nb\n'), []);
});

/** How often a lane runs each block of the result, by key. */
function visitsOf(data, model, slots) {
  const visits = new Map(), visit = key => visits.set(key, (visits.get(key) ?? 0) + 1);
  let at = model.passes[0].entry, next = 0;
  for (;;) {
    visit(at);
    const edges = model.passes[0].blocks.get(at).edges;
    if (edges.length === 0) return visits;
    const slot = edges.length > 1 ? slots[next++] : 0;
    if (slot === undefined) return null;
    for (const key of model.walks.get(at + ':' + slot) ?? []) visit(key);
    at = edges[slot].to;
  }
}

test('all lanes run a block without a stripe equally often', () => {
  let striped = 0, plain = 0;
  for (const name of ['control_flow/tokenizer_state_machine', 'control_flow/gcd_three_forms', 'control_flow/break_continue_mixed', 'control_flow/triple_nest_shared_exit',
    'control_flow/exits_rejoin_at_different_points', 'control_flow/barrier_in_uniform_switch', 'control_flow/groupshared_tree_uniform_loop', 'reconvergence/votes_01005',
    'reconvergence/votes_01096', 'reconvergence/votes_07035', 'breaks/votes_61005', 'breaks/votes_62047']) {
    const data = dataOf(shader(name)), model = new explorer.Model(data);
    if (data.lanes.error || data.lanes.stopped > 0 || data.lanes.guesses.length > 0) continue;
    const visits = data.lanes.slots.map(slots => visitsOf(data, model, slots));
    if (visits.includes(null)) continue;
    for (const block of model.last.blocks.values()) {
      if (block.role === 0) continue;
      const counts = new Set(visits.map(lane => lane.get(block.key) ?? 0));
      if (block.divergence === 2) ++striped; else ++plain;
      if (block.divergence !== 2) assert.equal(counts.size, 1, `${name}: ${model.name(block.key)} is run ${[...counts].join(', ')} times`);
    }
  }
  assert.ok(striped > 5 && plain > 5, `${striped} blocks with a stripe, ${plain} without`);
});

test('a stripe of an inserted block is drawn and explained', () => {
  const model = new explorer.Model(dataOf(shader('control_flow/tokenizer_state_machine')));
  const inserted = [...model.last.blocks.values()].filter(block => block.role !== 0);
  assert.ok(inserted.some(block => block.divergence === 2));
  assert.ok([...new explorer.Model(dataOf('--random', '3', '70')).last.blocks.values()].every(block => block.divergence === 0));
});
