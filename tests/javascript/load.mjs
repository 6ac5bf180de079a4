// The library for JavaScript as the build has it, and the program that it is compared with.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const built = join(root, process.env.WASM ?? 'build/wasm', 'javascript');
const program = process.env.TRELLIS_PROGRAM ?? join(root, 'build/release/bin/trellis');

export const { load } = await import(pathToFileURL(join(built, 'trellis.js')));

export const shader = name => new Uint8Array(readFileSync(join(root, 'reference_shaders', name + '.dxil')));

/** What the program of this system makes of a command line. */
export function run(...args) {
  const done = spawnSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (done.error) throw done.error;
  return done;
}

/** Calls `work` with a folder that is removed afterwards. */
export function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-javascript-'));
  try { return work(folder); } finally { rmSync(folder, { recursive: true }); }
}
