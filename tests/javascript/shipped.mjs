// Translates the shipped shaders in Node.js and compares with the program of this system: the modules, byte by byte, and reflections.
//   shipped.mjs FOLDER    where scripts/translate-shipped has written the modules
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder, load, run, shader } from './load.mjs';

const modulesOf = folder => readdirSync(folder).filter(file => file.endsWith('.spv')).map(file => file.slice(0, -4));

const expected = process.argv[2], trellis = await load();
let count = 0;
for (const room of readdirSync(expected).sort()) {
  for (const name of modulesOf(join(expected, room))) {
    const translated = trellis.translate(shader(`${room}/${name}`));
    assert.ok(translated.ok, `${room}/${name}: ${translated.error?.text}`);
    const words = Buffer.from(translated.words.buffer, translated.words.byteOffset, translated.words.byteLength);
    assert.ok(words.equals(readFileSync(join(expected, room, name + '.spv'))), `${room}/${name} differs`);
    ++count;
  }
}
assert.ok(count > 100, `only ${count} modules in ${expected}`);

let reflections = 0;
for (const room of readdirSync(expected).sort()) {
  const names = modulesOf(join(expected, room));
  inFolder(folder => {
    const done = run(...names.map(name => `reference_shaders/${room}/${name}.dxil`), '--reflect', '-o', folder, '--quiet');
    assert.equal(done.status, 0, done.stderr);
    for (const name of names) {
      const reflected = trellis.reflect(shader(`${room}/${name}`));
      assert.ok(reflected.ok, `${room}/${name}: ${reflected.error?.text}`);
      assert.deepEqual(reflected.reflection, JSON.parse(readFileSync(join(folder, name + '.json'), 'utf8')), `${room}/${name}`);
      ++reflections;
    }
  });
}
console.log(`test-wasm: ${count} modules and ${reflections} reflections, the same as on this system`);
