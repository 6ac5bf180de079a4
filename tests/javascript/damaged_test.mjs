// Damaged shaders: what the library for JavaScript makes of each is what the program of this system makes of it, be that a module or an
// error. The one has pointers of 32 bits, the other of 64: a number of the input that only one of them checks would show.
//   MUTATIONS (300): so many of each kind
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inFolder, load, run, shader } from './load.mjs';

const kMutations = Number(process.env.MUTATIONS ?? 300);
const kShaders = ['control_flow/tokenizer_state_machine', 'reflection/int64_vectors', 'raytracing/library_full_pipeline', 'stages/ms_meshlet',
  'containers/cbuffer_dynamic_vector_and_matrix.full'];
const trellis = await load();

/** Numbers from a seed: xorshift of 32 bits. */
function randomNumbers(seed) {
  let state = seed | 1;
  return limit => {
    state ^= state << 13; state ^= state >>> 17; state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

/** Some bits, a byte, a word of 32 bits that is small, large or nothing, or a piece from elsewhere. */
function mutate(bytes, random) {
  const result = bytes.slice(), view = new DataView(result.buffer);
  for (let n = 1 + random(4); n > 0; --n) {
    const at = random(result.length - 4);
    switch (random(4)) {
      case 0: result[at] ^= 1 << random(8); break;
      case 1: result[at] = random(256); break;
      case 2: view.setUint32(at & ~3, [0, 1, 0x7fffffff, 0x80000000, 0xfffffffc, 0xffffffff, random(65536)][random(7)], true); break;
      default: result.copyWithin(at, random(result.length - 4), Math.min(result.length, at + random(64)));
    }
  }
  return random(8) === 0 ? result.slice(0, random(result.length)) : result;
}

/** By file: the error's text, of those that fail. */
function errorsOf(output) {
  const errors = new Map();
  for (const line of output.split('\n').filter(one => one.startsWith('{'))) {
    const said = JSON.parse(line);
    if (said.severity === 'error') errors.set(said.file, said.text);
  }
  return errors;
}

function compare(mutants) {
  return inFolder(folder => {
    const files = mutants.map((bytes, n) => {
      writeFileSync(join(folder, `${n}.dxil`), bytes);
      return join(folder, `${n}.dxil`);
    });
    const ran = run(...files, '-o', join(folder, 'out'), '--ignore-digest', '--all-entries', '--reader', 'records', '--quiet', '--error-format', 'json', '--jobs', '1');
    const errors = errorsOf(ran.stderr + ran.stdout);
    let translated = 0;
    mutants.forEach((bytes, n) => {
      const made = trellis.translate(bytes, { ignore_digest: true, all_entry_points: true, reader: 'records' }), out = join(folder, 'out', `${n}.spv`);
      if (made.ok) {
        assert.ok(existsSync(out), `${files[n]}: the program says ${errors.get(files[n])}`);
        // Names whose records do not suffice are read by LLVM here.
        const isLess = made.warnings.some(warning => warning.includes('needs LLVM'));
        assert.ok(isLess || Buffer.from(made.words.buffer).equals(readFileSync(out)), `${files[n]}: the modules differ`);
        ++translated;
      } else {
        const said = errors.get(files[n]);
        // The program knows other kinds of files by their looks.
        if (said?.startsWith('not DXIL but')) assert.equal(made.error.code, 'bad input');
        else assert.equal(made.error.text, said);
      }
    });
    return translated;
  });
}

for (const name of kShaders) {
  test(`mutations of ${name}`, () => {
    const random = randomNumbers(name.length * 7919), bytes = shader(name);
    const translated = compare(Array.from({ length: kMutations }, () => mutate(bytes, random)));
    assert.ok(translated < kMutations);
  });
}

test('a shader that is cut off anywhere is refused with the same message as by the program', () => {
  const bytes = shader('control_flow/break_continue_mixed'), step = Math.max(1, Math.floor(bytes.length / kMutations));
  const lengths = Array.from({ length: Math.floor((bytes.length - 1) / step) }, (_, n) => bytes.slice(0, n * step + 1));
  assert.equal(compare(lengths), 0);
});

test('texts and noise are no shaders', () => {
  const random = randomNumbers(99);
  for (const bytes of [new Uint8Array(0), new Uint8Array(64), new TextEncoder().encode('float4 main() : SV_Target { return 0; }'), Uint8Array.from({ length: 5000 }, () => random(256))]) {
    const made = trellis.translate(bytes);
    assert.equal(made.ok, false);
    assert.equal(made.error.code, 'bad input');
  }
});
