// The data of a page as tools/cfg/page/explorer_data.cpp writes it, and as the rest of the page uses it. A block has the
// same key in all passes; program blocks come first.

export interface RawBlock {
  k: number;
  /** Role; omitted for program blocks. */
  r?: number;
  /** The program block that it is a copy of. */
  o?: number;
  /** The divergence of an inserted block or a copy, as in ProgramBlock. */
  d?: number;
  /** Target and label of each slot. */
  e: [number, string?][];
  /** Declared merge block and continue block. */
  m?: number;
  c?: number;
  /** The lines in its box, and its phis. */
  l?: string[];
  p?: string;
  /** Only in lowering passes, where they differ from the program that is structurized: its code, and its condition. */
  code?: string;
  test?: string;
  /** What a lowering pass changed in the code: its new lines, and old ones with the line that each preceded. */
  added?: number[];
  gone?: [number, string][];
}

export interface RawPass {
  name: string;
  entry?: number;
  changed: number[];
  removed: number[];
  /** Of the constructs that a step of the pass "constructs" adds. */
  headers?: number[];
  /** Of lowering passes: what it does, and the other functions that it changed. */
  summary?: string;
  others?: string[];
  /** The blocks that are new or differ from the previous pass. */
  blocks: RawBlock[];
}

export interface ProgramBlock {
  name: string;
  lines: string[];
  code?: string;
  /** The condition of its branch, if that is computed in the block: "icmp ult %5, 10". */
  test?: string;
  /** File and line. */
  source?: [number, number][];
  /** 2: some lanes of a wave may not run it; 1: some waves of a group may not. */
  divergence?: number;
  convergent?: number;
}

export interface Check {
  name: string;
  ok: boolean;
  text: string;
  block?: number;
  /** Program block and slot. */
  edge?: [number, number];
}

export interface Loss {
  branch: number;
  operation: number;
  meets: number;
  iteration: boolean;
  maximal: boolean;
}

/** What the lanes of a shader do, as the interpreter of tools/cfg/lanes computed it. */
export interface RawLanes {
  /** Why there are none. */
  error?: string;
  /** By lane: the slots by which it leaves the program's blocks with several successors, in order. */
  slots: number[][];
  /** How many lanes were stopped at a limit. */
  stopped: number;
  /** What the interpreter does not know, and how often it made up its result. */
  madeUp: [string, number][];
  /** The blocks whose branches depended on that. */
  guesses: number[];
  /** The buffers and stage inputs that were given, and the buffers that were generated. */
  given: string[];
  generated: string[];
  /** By register: the kind of the resource, and its name if the program has it. */
  resources?: Record<string, string>;
  group: number[];
  firstThread: number;
  /** The threads of a group; 0 for stages without groups. */
  threads: number;
}

export interface RawData {
  version: number;
  title: string;
  shader: boolean;
  files: { name: string; text: string }[];
  program: ProgramBlock[];
  names: Record<string, string>;
  order: number[];
  walks: [number, number, number[]][];
  checks: Check[];
  losses: Loss[];
  spirv: Record<string, string>;
  passes: RawPass[];
  /** The program as it was read, then after each lowering pass; none for a graph. */
  lowering?: RawPass[];
  /** Null for graphs, and for results that fail a check. */
  lanes?: RawLanes | null;
  /** The pass "constructs", construct by construct. */
  steps?: RawPass[];
}

/** The values of structurizer::Role in C++. */
export const enum Role { Program, Header, Continue, Merge, Ladder, Dispatch, Edge, Breakable }

export interface Edge {
  to: number;
  label: string;
  slot: number;
}

export interface Block {
  key: number;
  role: Role;
  edges: Edge[];
  merge: number;
  continues: number;
  lines: string[];
  phis: string;
  /** As in ProgramBlock; 0 if there is none, or if the graph has no code. */
  divergence: number;
  /** Of a lowering pass; undefined where it is that of the program. */
  code: string | undefined;
  test: string | undefined;
  added: number[];
  gone: [number, string][];
}

export interface Pass {
  name: string;
  entry: number;
  blocks: Map<number, Block>;
  /** The blocks that are new or differ from the previous pass; all others are the same objects as in that pass. */
  edited: Block[];
  changed: Set<number>;
  fresh: Set<number>;
  removed: number[];
  /** The pass changed nothing. */
  idle: boolean;
  /** The headers of the constructs that it adds, if it is a step of the pass "constructs". */
  headers: number[];
  /** Of a lowering pass; empty for others. */
  summary: string;
  others: string[];
}

/** A ladder is an inserted block that tests where lanes were headed. It is mostly also the merge block that they come from. */
export function isLadder(block: Block): boolean {
  return (block.role === Role.Merge || block.role === Role.Ladder) && block.edges.length > 1;
}

export const kStepsOf = 'constructs';

export const kNone = -1;

function blockOf(raw: RawBlock, program: ProgramBlock[]): Block {
  return {
    key: raw.k,
    role: raw.r ?? Role.Program,
    edges: raw.e.map(([to, label], slot) => ({ to, label: label ?? '', slot })),
    merge: raw.m ?? kNone,
    continues: raw.c ?? kNone,
    lines: raw.l ?? program[raw.o ?? raw.k]?.lines ?? [],
    phis: raw.p ?? '',
    divergence: raw.d ?? (raw.o === undefined ? program[raw.k]?.divergence : undefined) ?? 0,
    code: raw.code,
    test: raw.test,
    added: raw.added ?? [],
    gone: raw.gone ?? [],
  };
}

/** A test of a bool, and the default of a switch, also name the targets that they stand for. */
function nameTargets(data: RawData, block: Block, before: Block | undefined): void {
  if (!isLadder(block)) return;
  for (const edge of block.edges) {
    const same = before?.edges.filter(other => other.to === edge.to) ?? [], old = same.length === 1 ? same[0].label : '';
    if (edge.label === 'default') edge.label = `default: ${data.program[edge.to]?.name ?? 'other'}`;
    else if (edge.label === 'true' || edge.label === 'false') {
      const name = old.replace(/^(= |true: |false: |default: )/, '');
      if (name && name !== 'true' && name !== 'false') edge.label += ': ' + name;
    }
  }
}

/** Applies passes to the blocks before them. Without any, the first pass is the program, of which nothing is new. */
function passesOf(data: RawData, raws: RawPass[], start?: Map<number, Block>): Pass[] {
  const passes: Pass[] = [];
  let blocks = start ?? new Map<number, Block>();
  for (const raw of raws) {
    const isFirst = !start && passes.length === 0;
    const before = blocks, fresh = new Set<number>(), edited = raw.blocks.map(block => blockOf(block, data.program));
    const isSame = !isFirst && raw.blocks.length === 0 && raw.removed.length === 0;
    if (!isSame) {
      blocks = new Map(before);
      for (const key of raw.removed) blocks.delete(key);
      for (const block of edited) {
        nameTargets(data, block, before.get(block.key));
        if (!before.has(block.key) && !isFirst) fresh.add(block.key);
        blocks.set(block.key, block);
      }
    }
    const entry = raw.entry ?? blocks.keys().next().value ?? kNone;
    // A lowering pass that only numbers values anew has changed nothing.
    const idle = isSame || (!isFirst && raw.summary !== undefined && raw.changed.length + fresh.size + raw.removed.length === 0);
    passes.push({ name: raw.name, entry, blocks, edited, changed: new Set(raw.changed), fresh, removed: raw.removed, idle, headers: raw.headers ?? [],
      summary: raw.summary ?? '', others: raw.others ?? [] });
  }
  return passes;
}

function check(condition: unknown, what: string): asserts condition {
  if (!condition) throw new Error('This is no data of `trellis cfg`: ' + what + '.');
}

/** All data of a page. The constructor throws if the data is not what `trellis cfg -o x.json` writes. */
export class Model {
  readonly passes: Pass[];
  /** The steps of the pass "constructs"; the last one has the same blocks as the pass. */
  readonly steps: Pass[] = [];
  /** The program before the structurizer: as it was read, then after each lowering pass. */
  readonly lowering: Pass[] = [];
  /** Maps a program block and slot to the inserted blocks on the edge's path in the last pass. */
  readonly walks = new Map<string, number[]>();
  private readonly keys = new Map<string, number>();
  /** Maps copies of program blocks to their originals. */
  private readonly originals = new Map<number, number>();

  constructor(readonly data: RawData) {
    check(data && typeof data === 'object', 'it is not an object');
    check(data.version === 1, 'its version is ' + String(data.version) + ', not 1');
    for (const name of ['files', 'program', 'order', 'walks', 'checks', 'losses', 'passes'] as const) {
      check(Array.isArray(data[name]), 'it has no list "' + name + '"');
    }
    check(data.passes.length > 0, 'it has no passes');
    check(data.names && data.spirv, 'it has no names');
    this.passes = passesOf(data, data.passes);
    const at = this.passes.findIndex(pass => pass.name === kStepsOf);
    if (at > 0 && Array.isArray(data.steps)) this.steps = passesOf(data, data.steps, this.passes[at - 1].blocks);
    if (Array.isArray(data.lowering)) this.lowering = passesOf(data, data.lowering);
    for (const pass of data.passes) for (const block of pass.blocks) if (block.o !== undefined) this.originals.set(block.k, block.o);
    for (const pass of this.all) {
      // Other blocks are those of the previous pass, and can only lack what this one removed.
      for (const block of pass.removed.length > 0 ? pass.blocks.values() : pass.edited) {
        for (const edge of block.edges) check(pass.blocks.has(edge.to), 'an edge leads to no block');
        check(block.merge === kNone || pass.blocks.has(block.merge), 'a merge block is missing');
        check(block.continues === kNone || pass.blocks.has(block.continues), 'a continue block is missing');
      }
    }
    for (const [from, slot, keys] of data.walks) this.walks.set(from + ':' + slot, keys);
    data.program.forEach((block, key) => this.keys.set(block.name, key));
    for (const [key, name] of Object.entries(data.names)) this.keys.set(name, Number(key));
  }

  /** All passes, those of the structurizer first. */
  get all(): Pass[] { return [...this.passes, ...this.steps, ...this.lowering]; }
  isProgram(key: number): boolean { return key < this.data.program.length; }
  name(key: number): string { return this.data.program[key]?.name ?? this.data.names[key] ?? '#' + key; }
  keyOf(name: string): number | undefined { return this.keys.get(name); }
  /** Returns the program block that a copy comes from; otherwise the block itself. */
  original(key: number): number { return this.originals.get(key) ?? key; }
  program(key: number): ProgramBlock | undefined { return this.data.program[this.original(key)]; }
  get last(): Pass { return this.passes[this.passes.length - 1]; }
}
