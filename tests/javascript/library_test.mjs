// The library for JavaScript: its options, its errors, and that it goes on after each.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { built, inFolder, load, run, shader } from './load.mjs';

const kShader = 'control_flow/break_continue_mixed';
const trellis = await load();
const failed = answer => { assert.equal(answer.ok, false); return answer.error; };
const done = answer => { assert.ok(answer.ok, answer.error?.text); return answer; };

/** What the program writes for a shader and some options. */
const words = (name, ...options) => inFolder(folder => {
  const ran = run(`reference_shaders/${name}.dxil`, ...options, '-o', join(folder, 'x.spv'), '--quiet');
  assert.equal(ran.status, 0, ran.stderr);
  const bytes = readFileSync(join(folder, 'x.spv'));
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
});

test('the version is the program\'s', () => {
  assert.match(run('--version').stdout, new RegExp(`^trellis ${trellis.version.replaceAll('.', '\\.')} `));
  assert.match(trellis.cacheVersion, /\S/);
});

test('it loads from bytes, from a compiled module and by address', async () => {
  const bytes = readFileSync(join(built, 'trellis.wasm'));
  for (const source of [bytes, new WebAssembly.Module(bytes), new URL(`file://${join(built, 'trellis.wasm')}`), new Response(bytes)]) {
    assert.equal((await load(source)).version, trellis.version);
  }
  await assert.rejects(load(new Uint8Array([1, 2, 3])), WebAssembly.CompileError);
});

test('options go by their names in C', () => {
  const bytes = shader(kShader);
  assert.deepEqual(done(trellis.translate(bytes, { target: 'vulkan1.1' })).words, words(kShader, '--target', 'vulkan1.1'));
  assert.deepEqual(done(trellis.translate(bytes, { target: 0 })).words, words(kShader, '--target', 'vulkan1.1'));
  assert.deepEqual(done(trellis.translate(bytes, { device: { memory_model: 'vulkan', extensions: ['SPV_KHR_vulkan_memory_model'] } })).words,
    words(kShader, '--memory-model', 'vulkan', '--extensions', 'SPV_KHR_vulkan_memory_model'));
  for (const debugInfo of ['none', 'lines', 'full', true]) done(trellis.translate(shader('variants/json_tokenizer_depth.debug'), { debug_info: debugInfo }));
  assert.deepEqual(done(trellis.translate(bytes, { module_entry_point: 'entry' })).entryPoints, ['entry']);
  assert.notDeepEqual(words(kShader), words(kShader, '--target', 'vulkan1.1'));
});

test('resources are bound by a table, by name and by a function', () => {
  const bytes = shader(kShader), bindings = done(trellis.translate(bytes)).bindings;
  assert.ok(bindings.length > 0);
  const { info } = bindings[0].use;
  const entry = { resource_class: info.resource_class, first_register: info.first_register, count: info.count, space: info.space,
    binding: { set: 5, binding: 9 } };
  const table = done(trellis.translate(bytes, { bindings: [entry] })).bindings[0].binding;
  assert.deepEqual([table.set, table.binding], [5, 9]);
  const asked = [];
  const bound = done(trellis.translate(bytes, { bind: (use, binding) => { asked.push(use.info); binding.set = 7; } }));
  assert.equal(asked.length > 0 && bound.bindings[0].binding.set, 7);
  assert.match(failed(trellis.translate(bytes, { bind: () => false })).text, /./);
  assert.throws(() => trellis.translate(bytes, { bind: () => { throw new TypeError('mine'); } }), { name: 'TypeError', message: 'mine' });
  assert.equal(failed(trellis.translate(bytes, { bind: () => { assert.equal(failed(trellis.translate(bytes)).code, 'invalid argument'); return false; } })).code,
    failed(trellis.translate(bytes, { bind: () => false })).code);
  assert.deepEqual(done(trellis.translate(bytes)).words, words(kShader));
});

test('wrong options are named', () => {
  const bytes = shader(kShader);
  for (const [options, part, message] of [
    [{ targt: 1 }, 'options.targt', /there is no such option; .*target/],
    [{ target: 'vulkan9' }, 'options.target', /no such value: 'vulkan9'; there are vulkan_1_1/],
    [{ stage: { invert_y: 'yes' } }, 'options.stage.invert_y', /must be an integer/],
    [{ stage: 1 }, 'options.stage', /must be an object/],
    [{ device: { extensions: 'SPV' } }, 'options.device.extensions', /must be a list/],
    [{ device: { extensions: ['SPV_none'] } }, 'options.device.extensions[0]', /SPV_none/],
    [{ entry_point: 3 }, 'options.entry_point', /must be a string/],
    [{ root_data_size: -4 }, 'options.root_data_size', /is not from 0/],
    [{ bind: 1 }, 'options.bind', /must be a function/],
    [{ pipeline_layout: {} }, 'options.pipeline_layout', /root_signature/],
    [null, 'options', /must be an object/],
  ]) {
    const error = failed(trellis.translate(bytes, options));
    assert.equal(error.code, 'invalid argument', JSON.stringify(options));
    assert.equal(error.part, part);
    assert.match(error.message, message);
  }
  assert.equal(failed(trellis.translate('text')).part, 'bytes');
  assert.equal(failed(trellis.passes(bytes, { what: 1 })).part, 'options.what');
});

test('what this build lacks is refused by name', () => {
  assert.match(failed(trellis.translate(shader(kShader), { reader: 'llvm' })).text, /needs LLVM, which this build of Trellis does not have/);
  assert.match(failed(trellis.translate(shader(kShader), { validate: true })).text, /needs SPIRV-Tools, which this build of Trellis does not have/);
});

test('limits hold', () => {
  const bytes = shader('control_flow/tokenizer_state_machine');
  for (const limits of [{ max_blocks: 2 }, { max_instructions: 3 }, { max_output_words: 20 }]) {
    assert.equal(failed(trellis.translate(bytes, { limits })).code, 'limit exceeded');
  }
  assert.equal(failed(trellis.translate(bytes, { limits: { stop: () => true } })).code, 'cancelled');
  let asked = 0;
  assert.ok(trellis.translate(bytes, { limits: { stop: () => { ++asked; return false; }, max_milliseconds: 100000 } }).ok && asked > 0);
  const start = performance.now(), large = shader('large/votes_chain_120');
  const error = failed(trellis.translate(large, { limits: { max_milliseconds: 1 } }));
  assert.equal(error.code, 'limit exceeded');
  assert.match(error.text, /limit of 1 ms/);
  assert.ok(performance.now() - start < 5000);
});

test('a shader of several entry points is reflected, and says why it is not translated', () => {
  const name = 'raytracing/library_full_pipeline', reflected = done(trellis.reflect(shader(name))).reflection;
  assert.ok(reflected.not_translated);
  assert.deepEqual(reflected, JSON.parse(run(`reference_shaders/${name}.dxil`, '--reflect').stdout));
});

test('checks report as the program does', () => {
  const name = 'uniformity/barrier_condition_counter_of_divergent_loop', told = done(trellis.check(shader(name), { file: 'x', checks: ['uniformity'] }));
  assert.ok(told.count > 0);
  assert.match(told.report, /^x/);
});

test('passes are those of trellis cfg', () => {
  for (const name of ['control_flow/tokenizer_state_machine', 'reconvergence/votes_01005']) {
    const file = name.split('/')[1] + '.dxil', data = done(trellis.passes(shader(name), { title: file })).data;
    const expected = inFolder(folder => {
      assert.equal(run('cfg', `reference_shaders/${name}.dxil`, '-o', join(folder, 'x.json')).status, 0);
      return JSON.parse(readFileSync(join(folder, 'x.json'), 'utf8'));
    });
    // SPIRV-Tools has more names for enumerators, and other ones for numbers.
    const plain = texts => Object.fromEntries(Object.entries(texts).map(([block, text]) => [block, text.match(/Op\w+/g)]));
    assert.ok(Object.keys(data.spirv).length > 10);
    assert.deepEqual({ ...data, spirv: plain(data.spirv) }, { ...expected, spirv: plain(expected.spirv) });
  }
  const graph = done(trellis.passes('a -> b c\nb -> a\n', { title: 'g' })).data;
  assert.deepEqual(graph.program.map(block => block.name), ['a', 'b', 'c']);
  assert.ok(graph.passes.length > 5);
  assert.equal(done(trellis.randomPasses(7, 70)).data.program.length, 70);
  assert.match(failed(trellis.passes('a -> -> b')).text, /line 1/);
  assert.equal(failed(trellis.randomPasses(7, 0)).code, 'invalid argument');
  assert.equal(failed(trellis.randomPasses(7, 2 ** 31)).code, 'invalid argument');
});

test('memory is given back', () => {
  const bytes = shader('control_flow/tokenizer_state_machine'), other = shader(kShader).slice(0, 1000);
  const used = () => trellis.instance.exports.memory.buffer.byteLength;
  for (let n = 0; n < 20; ++n) { done(trellis.translate(bytes)); failed(trellis.translate(other)); done(trellis.passes(bytes)); }
  const before = used();
  for (let n = 0; n < 100; ++n) { done(trellis.translate(bytes)); failed(trellis.translate(other)); done(trellis.passes(bytes)); }
  assert.equal(used(), before);
});

test('without memory there is an error, and the next call succeeds', () => {
  const bytes = shader(kShader), { exports } = trellis.instance, { malloc } = exports;
  const huge = new Uint8Array(1_200_000_000);
  assert.equal(failed(trellis.translate(huge)).code, 'out of memory');
  assert.equal(malloc, exports.malloc);
  assert.deepEqual(done(trellis.translate(bytes)).words, words(kShader));
});

test('memory may run out anywhere in a call', async () => {
  const own = await load(), { exports } = own.instance, bytes = shader(kShader), answers = new Set();
  for (let left = 2 ** 12; left <= 2 ** 21; left *= 2) {
    const kept = [];
    for (let size = 2 ** 29; size >= left; size /= 2) {
      for (let address; (address = exports.malloc(size)) !== 0;) kept.push(address);
    }
    const answer = own.translate(bytes);
    answers.add(answer.ok ? 'ok' : answer.error.code);
    kept.forEach(address => exports.free(address));
    assert.equal(own.instance.exports, exports);
    assert.deepEqual(done(own.translate(bytes)).words, words(kShader));
  }
  assert.deepEqual([...answers], ['out of memory', 'ok']);
});

test('a module that stops is replaced', () => {
  const before = trellis.instance, stopping = { limits: { get stop() { trellis.instance.exports.memory.grow(0); return () => false; } } };
  assert.ok(trellis.translate(shader(kShader), stopping).ok);
  trellis.instance = { ...before, exports: { ...before.exports, trellis_program_read() { throw new WebAssembly.RuntimeError('unreachable'); } },
    memory: before.memory, callbacks: before.callbacks, thrown: null };
  const error = failed(trellis.translate(shader(kShader)));
  assert.equal(error.code, 'internal check failed');
  assert.match(error.text, /the module stopped: .*unreachable/);
  assert.ok(trellis.translate(shader(kShader)).ok);
  assert.notEqual(trellis.instance, before);
});
