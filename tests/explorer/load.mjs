// The explorer as the build has it (explorer/built/explorer.js), and data that the program makes, for tests in Node.js.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInThisContext } from 'node:vm';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
runInThisContext(readFileSync(join(root, 'explorer', 'built', 'explorer.js'), 'utf8'), { filename: 'explorer.js' });

export const explorer = globalThis.trellisExplorer;

/** What `trellis cfg ARGUMENTS -o x.json` writes. */
export function dataOf(...args) {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-explorer-'));
  try {
    const out = join(folder, 'x.json');
    execFileSync(process.env.TRELLIS_PROGRAM, ['cfg', ...args, '-o', out], { stdio: ['ignore', 'ignore', 'inherit'] });
    return JSON.parse(readFileSync(out, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The same of a graph as text. */
export function dataOfText(text) {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-explorer-'));
  try {
    writeFileSync(join(folder, 'g.txt'), text);
    return dataOf(join(folder, 'g.txt'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const shader = name => join(root, 'reference_shaders', name + '.dxil');

export function laidOut(model, options = {}) {
  const layout = new explorer.Layout(model);
  layout.arrange({ brief: false, collapsed: new Set(), declarations: true, ...options });
  return layout;
}
