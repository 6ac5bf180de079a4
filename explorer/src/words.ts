// The page's texts: what passes do, what blocks are for, and why they exist.
import { type Block, isLadder, kNone, type Model, type Pass, Role } from './data';
import { type PassGraph } from './relations';

export const kPassWords: Record<string, string> = {
  'input': 'The graph of the program, before the structurizer changes it. The gaps are for blocks that later passes insert.',
  'reducible': 'A loop with several entries gets a single one: a dispatch block. Nothing changes where every loop has one entry.',
  'constructs': 'Builds a selection or a loop for every place where paths meet. Its merge block collects everything that leaves it; ladders, there or later, lead lanes to their own targets.',
  'copy-returns': 'Copies blocks that only return, if that leaves fewer tests.',
  'idle-tests': 'Removes tests that lead to the same block whatever they find.',
  'reuse-conditions': 'Where a selector only repeats a condition of the program, the test uses that condition.',
  'separate-edges': 'Two edges between the same two blocks get a block in between if a phi must tell them apart.',
  'fold-continues': 'A block that ends in the back edge becomes the continue block itself.',
  'fold-headers': 'The first block of a loop becomes the loop header itself, if it opens no selection.',
  'fold-merges': 'Replaces merge blocks that only branch by the block that they branch to.',
  'order': 'Orders the blocks as SPIR-V wants them: every block after its dominators, every construct in one piece.',
  'phis': 'Places phis: for selectors, for the phis of the program, and for values that no longer dominate their uses.',
  'bool-selectors': 'A selector with two values becomes a bool, so that a test reads the phi itself.',
};

const kKinds = ['block', 'header', 'continue block', 'merge block', 'merge block', 'dispatch block', 'edge block', 'breakable header'];

export const kCheckWords: Record<string, string> = {
  paths: 'Every edge of the program leads to its own target in the result, and every phi and every use gets the value that it gets in the program.',
  structure: 'The result follows the structural rules of SPIR-V: merge declarations, single entries, exits only where they are allowed, the order of blocks.',
  convergence: 'Lanes that part at a branch are together again, by a declared merge block, before they run operations that notice which lanes run them.',
};

const kMaxNamed = 8;

/** Text with names of blocks, which become links. */
export type Words = (string | { key: number })[];

export function list(keys: number[]): Words {
  const words: Words = [];
  keys.slice(0, kMaxNamed).forEach((key, i) => {
    if (i > 0) words.push(i === keys.length - 1 ? ' and ' : ', ');
    words.push({ key });
  });
  if (keys.length > kMaxNamed) words.push(` and ${keys.length - kMaxNamed} more`);
  return words;
}

/** The declarations of headers about a block in a pass. */
export interface Declared { mergeOf: { key: number; loop: boolean }[]; continueOf: number[]; }

export function declaredOf(pass: Pass): Map<number, Declared> {
  const found = new Map<number, Declared>();
  const of = (key: number): Declared => {
    let entry = found.get(key);
    if (!entry) found.set(key, entry = { mergeOf: [], continueOf: [] });
    return entry;
  };
  for (const block of pass.blocks.values()) {
    if (block.merge !== kNone) of(block.merge).mergeOf.push({ key: block.key, loop: block.continues !== kNone });
    if (block.continues !== kNone) of(block.continues).continueOf.push(block.key);
  }
  return found;
}

/** Returns the program block that a header belongs to, if inserted blocks lead straight to it. */
export function standsFor(pass: Pass, key: number): number {
  let at = key;
  for (let steps = 0; steps < 8; ++steps) {
    const block = pass.blocks.get(at);
    if (!block || block.role === Role.Program || block.role === Role.Dispatch) return at;
    const next = new Set(block.edges.map(edge => edge.to));
    if (next.size !== 1) break;
    at = [...next][0];
  }
  return key;
}

/** Returns the program blocks from which control reaches a block through inserted blocks only. */
function sourcesOf(pass: Pass, key: number): number[] {
  const preds = new Map<number, number[]>();
  for (const block of pass.blocks.values()) {
    for (const edge of block.edges) {
      const known = preds.get(edge.to);
      if (known) known.push(block.key); else preds.set(edge.to, [block.key]);
    }
  }
  const found: number[] = [], seen = new Set([key]), stack = [key];
  while (stack.length > 0) {
    for (const from of preds.get(stack.pop()!) ?? []) {
      if (seen.has(from)) continue;
      seen.add(from);
      if (pass.blocks.get(from)!.role === Role.Program) found.push(from); else stack.push(from);
    }
  }
  return found.sort((a, b) => a - b);
}

/** Says which blocks of the program a block collects: those that lead to it, and those that do so through inserted blocks. */
function collectsWords(pass: Pass, key: number): Words {
  const entering = [...pass.blocks.values()].filter(block => block.edges.some(edge => edge.to === key));
  const direct = entering.filter(block => block.role === Role.Program).map(block => block.key);
  const through = entering.filter(block => block.role !== Role.Program).map(block => block.key);
  const far = sourcesOf(pass, key).filter(source => !direct.includes(source));
  const parts: Words[] = [];
  if (direct.length > 0) parts.push([' from ', ...list(direct)]);
  if (far.length > 0) parts.push([' from ', ...list(far), ' through ', ...list(through)]);
  return parts.length === 0 ? [] : ['Collects what comes', ...parts[0], ...(parts.length > 1 ? [', and', ...parts[1]] : []), '.'];
}

/** Describes what a header declares of a block that it does not branch to. */
export function declarationWords(pass: Pass, from: number, to: number, kind: 'merge' | 'continue'): Words {
  const header = pass.blocks.get(from);
  if (!header || (kind === 'merge' ? header.merge : header.continues) !== to) return ['This pass does not have this declaration.'];
  const what = header.continues !== kNone ? 'loop' : 'selection';
  return ['A declaration, no branch: ', { key: from }, ` opens a ${what} and names `, { key: to },
    kind === 'merge' ? ` as its merge block, where the ${what} ends.` : ' as its continue block, which holds the branch back.'];
}

/** Counts the inserted blocks of a pass by what they are. */
export function insertedText(pass: Pass): string {
  const counts = new Map<string, number>(), declared = declaredOf(pass);
  let both = 0;
  for (const block of pass.blocks.values()) {
    if (block.role === Role.Program) continue;
    const name = isLadder(block) ? 'ladder' : kKinds[block.role];
    counts.set(name, (counts.get(name) ?? 0) + 1);
    if (isLadder(block) && declared.get(block.key)?.mergeOf.length) ++both;
  }
  return [...counts].map(([name, count]) => `${count} ${name}${count === 1 ? '' : 's'}` +
    (name === 'ladder' && both > 0 ? ` (${both === count ? '' : both + ' of them '}also ${both === 1 ? 'a merge block' : 'merge blocks'})` : '')).join(', ');
}

/** Returns the program's edges that pass an inserted block in the result. */
export function walksThrough(model: Model, key: number): { from: number; slot: number; to: number }[] {
  const found: { from: number; slot: number; to: number }[] = [];
  for (const [from, slot, keys] of model.data.walks) {
    if (keys.includes(key)) found.push({ from, slot, to: model.passes[0].blocks.get(from)?.edges[slot]?.to ?? kNone });
  }
  return found;
}

/** Describes the construct that a header opens: what it is, and why it ends where it does. */
function constructWords(pass: Pass, header: Block): Words {
  const merge = pass.blocks.get(header.merge)!, first = { key: standsFor(pass, header.key) }, end = { key: merge.key };
  const from = (key: number): Words => { const sources = sourcesOf(pass, key); return sources.length > 0 ? [' from ', ...list(sources)] : []; };
  if (header.continues !== kNone) {
    const isOwn = pass.blocks.get(header.continues)?.role === Role.Program, back = { key: header.continues };
    return ['The loop of ', first, '. Everything that leaves it', ...from(merge.key), ' goes to its merge block ', end,
      ...(isOwn ? ['; the only branch back is in ', back] : ['; the branches back', ...from(header.continues), ' go to its continue block ', back]), '.'];
  }
  if (isLadder(header)) return ladderWords(header, 'A ladder.');
  const name: Words = ['The selection of ', first];
  if (merge.role === Role.Program) return [...name, ' ends where ', end, ' begins. Only one of its arms goes on, so it needs no merge block of its own.'];
  if (merge.edges.length === 0) return [...name, '. None of its arms goes on, so control never reaches its merge block ', end, '.'];
  return [...name, '. The paths that go on after it', ...from(merge.key), ' meet in its merge block ', end, '.'];
}

/** Says what the program's graph needs merge blocks and ladders for, with its own blocks as examples. */
export function needWords(graph: PassGraph): Words[] {
  const { loops, of } = graph.loops, exits = loops.map(() => new Set<number>());
  const isIn = (node: number, loop: number): boolean => { for (let l = of[node]; l >= 0; l = loops[l].parent) if (l === loop) return true; return false; };
  graph.graph.succ.forEach((targets, from) => {
    for (const to of targets) for (let l = of[from]; l >= 0 && !isIn(to, l); l = loops[l].parent) exits[l].add(to);
  });
  const example = exits.findIndex(targets => targets.size > 1), paragraphs: Words[] = [];
  if (example >= 0) {
    paragraphs.push(['The loop of ', { key: graph.keys[loops[example].header] }, ' is left for ', ...list([...exits[example]].map(node => graph.keys[node])),
      '. In SPIR-V, a loop is left for one block only: its merge block. So all these ways will lead there, and a ladder, a test there or later, will send each lane on to its own target.']);
  } else if (graph.graph.succ.some(targets => targets.length > 1)) {
    const branch = graph.graph.succ.findIndex((targets, node) => targets.length > 1 && (of[node] < 0 || loops[of[node]].header !== node));
    const at = branch >= 0 ? branch : graph.graph.succ.findIndex(targets => targets.length > 1);
    paragraphs.push(['Lanes part at ', { key: graph.keys[at] }, '. SPIR-V wants to know where they are together again: every branch and every loop names a merge block, where it ends.']);
  }
  return paragraphs;
}

/** Describes a step of the pass "constructs". */
export function stepWords(pass: Pass): Words {
  const headers = pass.headers.map(key => pass.blocks.get(key)).filter(block => block !== undefined && block.merge !== kNone) as Block[];
  if (headers.length === 1) return constructWords(pass, headers[0]);
  return [`${headers.length} constructs: those of `, ...list(headers.map(header => standsFor(pass, header.key))), '.'];
}

/** Says what a pass does. */
export function passWords(pass: Pass): Words {
  if (pass.headers.length > 0) return stepWords(pass);
  if (!pass.summary) return [kPassWords[pass.name] ?? ''];
  return [pass.summary + '.' + (pass.others.length > 0 ? ` Other functions that it changed: ${pass.others.join(', ')}.` : '')];
}

/** Says where the branches of the lanes come from. `isRandom`: all of them are chosen by chance. */
export function lanesWords(model: Model, isRandom: boolean): Words[] {
  const { lanes } = model.data;
  if (!lanes) return [[model.data.shader ? 'The result failed a check, so every lane chooses its branches at random.' : 'A graph has no values: every lane chooses its branches at random.']];
  if (lanes.error) return [[`The program is not computed, because ${lanes.error}: every lane chooses its branches at random.`]];
  if (isRandom) return [['Every lane chooses its branches at random.']];
  const named = (names: string[]): string => names.slice(0, kMaxNamed).join(', ') + (names.length > kMaxNamed ? ` and ${names.length - kMaxNamed} more` : '');
  const resource = (register: string): string => register + (lanes.resources?.[register] ? ` (${lanes.resources[register]})` : '');
  const paragraphs: Words[] = [['The branches are computed.' + (lanes.given.length > 0 ? ` Given: ${named(lanes.given.map(resource))}.` : '') +
    (lanes.generated.length > 0 ? ` Generated (integers from 0 to 7, floats from 0 to 1): ${named(lanes.generated.map(resource))}.` : '')]];
  if (lanes.threads > lanes.slots.length) paragraphs.push([`These are ${lanes.slots.length} of the ${lanes.threads} threads of a group; the others do not run.`]);
  if (lanes.stopped > 0) paragraphs.push([`${lanes.stopped} lanes were stopped before they ended.`]);
  if (lanes.madeUp.length > 0) {
    const words: Words = [`Made up: ${named(lanes.madeUp.map(([what, times]) => times > 1 ? `${what}, ${times} times` : what))}.`];
    if (lanes.guesses.length > 0) words.push(' The branches of ', ...list(lanes.guesses), ' depended on that.'); else words.push(' No branch depended on that.');
    paragraphs.push(words);
  }
  return paragraphs;
}

/** The words without links. */
export function plain(model: Model, words: Words): string {
  return words.map(part => (typeof part === 'string' ? part : model.name(part.key))).join('');
}

function madeBy(model: Model, key: number): string {
  return model.passes.find(pass => pass.blocks.has(key))?.name ?? '';
}

function ladderWords(block: Block, first: string): Words {
  const words: Words = [first + ' Lanes that left a construct together are sorted here by where they were headed: '];
  block.edges.forEach((edge, i) => {
    if (i > 0) words.push('; ');
    words.push(edge.label ? `“${edge.label}” goes to ` : 'to ', { key: edge.to });
  });
  words.push('. In SPIR-V only the merge block leaves a construct, so the test comes there or later.');
  return words;
}

function roleWords(pass: Pass, block: Block, original: number): Words {
  const first = standsFor(pass, block.key);
  switch (block.role) {
    case Role.Program:
      return original === block.key ? ['A block of the program.'] : ['A copy of ', { key: original }, ', which only returns: it saves a test.'];
    case Role.Header:
      return ['The header of the loop of ', { key: first }, ': holds OpLoopMerge, which says where the loop ends and where it goes on.'];
    case Role.Continue:
      return ['The continue block: the only one with a branch back to the header.'];
    case Role.Merge:
      return block.edges.length === 0 ? ['A merge block that control never reaches: every path returns before it, but SPIR-V wants one.']
        : isLadder(block) ? ladderWords(block, 'A ladder.')
          : ['A merge block: everything that leaves a construct comes together here, and SPIR-V promises that lanes run together again from here on.'];
    case Role.Ladder:
      return isLadder(block) ? ladderWords(block, 'A ladder.') : ['A ladder without a test: all lanes that come here go on together.'];
    case Role.Dispatch:
      return ['A dispatch block: the single entry of a loop that could be entered at ', ...list(block.edges.map(edge => edge.to)),
        '. A selector says which one was meant.'];
    case Role.Edge:
      return ['Keeps two edges between the same two blocks apart, so that phis can tell them apart.'];
    case Role.Breakable:
      return ['Opens a construct that may be left from any depth inside it: a switch without cases in SPIR-V.'];
  }
}

/** Returns paragraphs that explain why a block exists and what it is for. */
export function whyWords(model: Model, pass: Pass, block: Block): Words[] {
  const paragraphs: Words[] = [roleWords(pass, block, model.original(block.key))];
  const declared = declaredOf(pass).get(block.key);
  for (const { key, loop } of declared?.mergeOf ?? []) {
    const first = standsFor(pass, key);
    paragraphs.push([(isLadder(block) ? 'It is also the merge block of the ' : 'Merge block of the ') + (loop ? 'loop of ' : 'selection of '), { key: loop ? first : key }, '.']);
  }
  for (const header of declared?.continueOf ?? []) {
    paragraphs.push(['Continue block of the loop of ', { key: standsFor(pass, header) }, '.']);
  }
  if (block.merge !== kNone) {
    const words: Words = [block.continues !== kNone ? 'Opens a loop that ends in ' : 'Opens a selection that ends in ', { key: block.merge }];
    if (block.continues !== kNone) words.push(' and goes on in ', { key: block.continues });
    paragraphs.push([...words, '.']);
  }
  const maker = model.lowering.find(lowering => lowering.blocks.has(block.key));
  if (maker && maker !== model.lowering[0]) paragraphs.push([`Added by the lowering pass “${maker.name}”.`]);
  if (block.role !== Role.Program) {
    paragraphs.push([`Made by the pass “${madeBy(model, block.key)}”.`]);
    const collects = collectsWords(pass, block.key);
    if (collects.length > 0) paragraphs.push(collects);
  }
  return paragraphs;
}

/** Returns the blocks that an edge of the program leads through in a pass: inserted ones, then its target or a copy of
    it. Empty if the pass does not have the edge. */
export function wayOf(model: Model, pass: Pass, from: number, slot: number): number[] {
  const target = model.passes[0].blocks.get(from)?.edges[slot]?.to, start = pass.blocks.get(from)?.edges[slot]?.to;
  if (target === undefined || start === undefined) return [];
  const isEnd = (key: number): boolean => model.original(key) === target;
  if (isEnd(start)) return [start];
  const walk = model.walks.get(from + ':' + slot);
  const leads = (a: number, b: number): boolean => pass.blocks.get(a)?.edges.some(edge => edge.to === b) ?? false;
  if (walk && leads(from, walk[0]) && walk.every((key, i) => i === 0 || leads(walk[i - 1], key))) {
    const end = pass.blocks.get(walk[walk.length - 1])?.edges.find(edge => isEnd(edge.to));
    if (end) return [...walk, end.to];
  }
  // Before there are selectors, take the shortest path through inserted blocks.
  const before = new Map<number, number>([[start, kNone]]), queue = [start];
  for (let i = 0; i < queue.length; ++i) {
    const block = pass.blocks.get(queue[i]);
    if (!block || block.role === Role.Program) continue;
    for (const edge of block.edges) {
      if (isEnd(edge.to)) {
        const path: number[] = [edge.to];
        for (let at = block.key; at !== kNone; at = before.get(at)!) path.push(at);
        return path.reverse();
      }
      if (!before.has(edge.to)) { before.set(edge.to, block.key); queue.push(edge.to); }
    }
  }
  return [];
}
