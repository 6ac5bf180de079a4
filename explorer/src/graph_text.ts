// Reads a graph as text, one "a -> b c" per line, as page data with one pass: the page can show such graphs without
// Trellis.
import { type RawData } from './data';

const kMaxBlocks = 100_000;

/** Reads the names on a line: words, or quoted text. Throws if a quote is not closed. */
function namesIn(text: string, line: number): string[] {
  const names: string[] = [];
  const pattern = /\s*(?:"((?:[^"\\]|\\.)*)"|([^\s";]+))[\s;]*/y;
  while (pattern.lastIndex < text.length) {
    const from = pattern.lastIndex, found = pattern.exec(text);
    if (!found) {
      if (!text.slice(from).trim()) break;
      throw new Error(`Line ${line}: this is no name of a block: ${text.slice(from, from + 40)}`);
    }
    names.push(found[1] !== undefined ? found[1].replace(/\\(.)/g, (_, c: string) => (c === 'n' ? '\n' : c)) : found[2]);
  }
  return names;
}

/** Throws with the line number if the text is not a graph. */
export function dataOfText(text: string, title: string): RawData {
  const keys = new Map<string, number>(), targets: number[][] = [];
  const keyOf = (name: string): number => {
    let key = keys.get(name);
    if (key === undefined) {
      key = keys.size;
      if (key >= kMaxBlocks) throw new Error(`More than ${kMaxBlocks} blocks.`);
      keys.set(name, key);
      targets.push([]);
    }
    return key;
  };
  let lines = 0;
  text.split('\n').forEach((whole, i) => {
    const line = whole.replace(/#.*$/, '');
    if (!line.trim()) return;
    const [head, ...rest] = line.split('->');
    const sources = namesIn(head, i + 1);
    if (sources.length !== 1 || rest.length > 1) throw new Error(`Line ${i + 1} is not of the form "a -> b c".`);
    const from = keyOf(sources[0]);
    for (const name of namesIn(rest[0] ?? '', i + 1)) targets[from].push(keyOf(name));
    ++lines;
  });
  if (lines === 0) throw new Error('The graph is empty.');
  const names = [...keys.keys()];
  return {
    version: 1, title, shader: false, files: [], program: names.map(name => ({ name, lines: [] })), names: {}, order: names.map((_, key) => key),
    walks: [], checks: [], losses: [], spirv: {},
    passes: [{ name: 'input', entry: 0, changed: [], removed: [], blocks: targets.map((list, k) => ({ k, e: list.map(to => [to] as [number]) })) }],
  };
}
