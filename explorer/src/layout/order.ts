// One order for the blocks of all passes, in which every loop is a contiguous run that begins with its header. Rows and
// columns follow from it, so a block has the same place in all passes.
import { type Block, kNone, type Pass } from '../data';
import { Dominators, reversePostOrder } from '../graph';

export interface OrderedLoop {
  /** Index of the block by which the loop is entered. */
  header: number;
  parent: number;
  depth: number;
}

export interface Order {
  /** Key of each block; all other numbers are indices into this list. */
  keys: number[];
  index: Map<number, number>;
  /** The blocks in order, and each block's place in that order. */
  sequence: number[];
  place: Int32Array;
  loops: OrderedLoop[];
  /** The innermost loop of each block, or -1. */
  loopOf: Int32Array;
  /** Dominators in the pass with the most blocks. */
  parent: Int32Array;
  /** The edges of all passes, each once. */
  edges: number[][];
}

const kMaxDepth = 200;

/** What the search for components knows of each node; shared by all searches of a graph. */
interface Visits { number: Int32Array; low: Int32Array; isOpen: Uint8Array; }

/** Returns the strongly connected components of some nodes in topological order, ignoring edges to `skip`. */
function components(succ: number[][], nodes: number[], isMember: (node: number) => boolean, skip: number, visits: Visits): number[][] {
  const { number, low, isOpen } = visits, open: number[] = [], found: number[][] = [];
  let count = 0;
  for (const node of nodes) number[node] = -1;
  for (const root of nodes) {
    if (number[root] >= 0) continue;
    const stack = [root], next = [succ[root].length];
    const enter = (node: number): void => {
      number[node] = low[node] = count++;
      open.push(node);
      isOpen[node] = 1;
    };
    enter(root);
    while (stack.length > 0) {
      const node = stack[stack.length - 1];
      if (next[next.length - 1] > 0) {
        const to = succ[node][--next[next.length - 1]];
        if (to === skip || !isMember(to)) continue;
        if (number[to] < 0) {
          enter(to);
          stack.push(to);
          next.push(succ[to].length);
        } else if (isOpen[to]) {
          low[node] = Math.min(low[node], number[to]);
        }
        continue;
      }
      stack.pop();
      next.pop();
      if (stack.length > 0) {
        const above = stack[stack.length - 1];
        low[above] = Math.min(low[above], low[node]);
      }
      if (low[node] !== number[node]) continue;
      const component: number[] = [];
      for (;;) {
        const member = open.pop()!;
        isOpen[member] = 0;
        component.push(member);
        if (member === node) break;
      }
      found.push(component);
    }
  }
  return found.reverse();
}

/** Orders nodes so that loops are contiguous. Returns the loops, outer ones first. */
class LoopOrder {
  readonly sequence: number[] = [];
  readonly loops: OrderedLoop[] = [];
  readonly loopOf: Int32Array;
  private readonly group: Int32Array;
  private readonly position: Int32Array;
  private groups = 0;
  private readonly visits: Visits;
  private readonly pred: number[][];

  constructor(private readonly succ: number[][], roots: number[]) {
    this.loopOf = new Int32Array(succ.length).fill(-1);
    this.group = new Int32Array(succ.length);
    this.visits = { number: new Int32Array(succ.length), low: new Int32Array(succ.length), isOpen: new Uint8Array(succ.length) };
    this.pred = succ.map(() => []);
    succ.forEach((targets, from) => { for (const to of targets) this.pred[to].push(from); });
    const all = [...roots, ...succ.map((_, node) => node)];
    const order = reversePostOrder(succ, all);
    this.position = new Int32Array(succ.length);
    order.forEach((node, i) => { this.position[node] = i; });
    this.arrange(order, -1, -1, 0);
  }

  private arrange(nodes: number[], skip: number, loop: number, depth: number): void {
    const group = ++this.groups;
    for (const node of nodes) this.group[node] = group;
    for (const component of components(this.succ, nodes, node => this.group[node] === group, skip, this.visits)) {
      const first = component[0];
      if (component.length === 1 && !this.succ[first].includes(first)) {
        this.sequence.push(first);
        this.loopOf[first] = loop;
        continue;
      }
      const header = component.length === 1 ? first : this.headerOf(component);
      const inner = this.loops.push({ header, parent: loop, depth: depth + 1 }) - 1;
      if (component.length === 1 || depth >= kMaxDepth) {
        component.sort((a, b) => this.position[a] - this.position[b]);
        for (const node of component) { this.sequence.push(node); this.loopOf[node] = inner; }
        continue;
      }
      const members = [header, ...component.filter(node => node !== header)
        .sort((a, b) => this.position[a] - this.position[b])];
      this.arrange(members, header, inner, depth + 1);
      // Recursive calls have already replaced the groups of their members.
    }
  }

  private headerOf(component: number[]): number {
    const members = new Set(component);
    let best = -1;
    for (const node of component) {
      const isEntry = this.pred[node].some(from => !members.has(from));
      if (!isEntry && best >= 0) continue;
      if (best < 0) { best = node; continue; }
      const bestIsEntry = this.pred[best].some(from => !members.has(from));
      if (isEntry && (!bestIsEntry || this.position[node] < this.position[best])) best = node;
    }
    return best;
  }
}

/** The blocks that follow a block: successors, and declared merge and continue blocks. */
function followers(block: Block): number[] {
  const targets = block.edges.map(edge => edge.to);
  if (block.merge !== kNone) targets.push(block.merge);
  if (block.continues !== kNone) targets.push(block.continues);
  return targets;
}

/** Returns the pass whose graph determines the order: the first one with the most blocks. */
function mainPass(passes: Pass[]): Pass {
  let best = passes[0];
  for (const pass of passes) if (pass.blocks.size > best.blocks.size) best = pass;
  return best;
}

/** Returns extra edges that keep the contents of a loop's construct inside the loop: blocks that leave it without coming back get
    an edge back to its header. */
function constructEdges(pass: Pass, index: Map<number, number>, succ: number[][], tree: Dominators): [number, number][] {
  const added: [number, number][] = [];
  const headers: { node: number; merge: number }[] = [];
  for (const block of pass.blocks.values()) {
    if (block.continues === kNone || block.merge === kNone) continue;
    headers.push({ node: index.get(block.key)!, merge: index.get(block.merge)! });
  }
  const mergeOf = new Map(headers.map(header => [header.node, header.merge]));
  // For each block, the header of its innermost loop. Dominators come first.
  const around = new Int32Array(succ.length).fill(-1);
  for (const node of tree.order) {
    const parent = tree.parent[node];
    if (parent < 0) continue;
    let header = mergeOf.has(parent) ? parent : around[parent];
    while (header >= 0 && tree.dominates(mergeOf.get(header)!, node)) header = around[header];
    around[node] = header;
    if (header >= 0) added.push([node, header]);
  }
  return added;
}

class OrderBuilder {
  readonly keys: number[] = [];
  readonly index = new Map<number, number>();

  constructor(private readonly passes: Pass[]) {}

  build(): Order {
    const main = mainPass(this.passes);
    for (const key of main.blocks.keys()) this.number(key);
    const mainCount = this.keys.length;
    for (const pass of this.passes) for (const block of pass.edited) this.number(block.key);
    const count = this.keys.length;

    const succ: number[][] = Array.from({ length: mainCount }, () => []);
    for (const block of main.blocks.values()) {
      succ[this.index.get(block.key)!] = [...new Set(followers(block).map(key => this.index.get(key)!))];
    }
    const entry = this.index.get(main.entry) ?? 0;
    const pred: number[][] = succ.map(() => []);
    succ.forEach((targets, from) => { for (const to of targets) pred[to].push(from); });
    const tree = new Dominators(succ, pred, mainCount === 0 ? [] : [entry]);
    const closed = succ.map(targets => [...targets]);
    for (const [from, to] of constructEdges(main, this.index, succ, tree)) closed[from].push(to);
    const loops = new LoopOrder(closed, [entry]);

    const loopOf = new Int32Array(count).fill(-1), parent = new Int32Array(count).fill(-1);
    loopOf.set(loops.loopOf);
    parent.set(tree.parent);
    const sequence = this.insertOthers(mainCount, loops, loopOf, parent);
    const place = new Int32Array(count);
    sequence.forEach((node, i) => { place[node] = i; });
    return { keys: this.keys, index: this.index, sequence, place, loops: loops.loops, loopOf, parent, edges: this.allEdges() };
  }

  private number(key: number): void {
    if (this.index.has(key)) return;
    this.index.set(key, this.keys.length);
    this.keys.push(key);
  }

  private allEdges(): number[][] {
    const lists: number[][] = this.keys.map(() => []);
    for (const pass of this.passes) {
      for (const block of pass.edited) {
        const list = lists[this.index.get(block.key)!];
        for (const key of followers(block)) list.push(this.index.get(key)!);
      }
    }
    const owner = new Int32Array(lists.length).fill(-1);
    return lists.map((list, from) => list.filter(to => owner[to] !== from && (owner[to] = from, true)));
  }

  /** Inserts blocks that the main pass lacks after those that lead to them. */
  private insertOthers(mainCount: number, loops: LoopOrder, loopOf: Int32Array, parent: Int32Array): number[] {
    const place = new Map<number, number>();
    loops.sequence.forEach((node, i) => place.set(node, i));
    const behind = new Map<number, number[]>(), lastOf = this.lastOfLoops(loops);
    const common = (a: number, b: number): number => {
      while (a !== b) {
        if (a < 0 || b < 0) return -1;
        if (loops.loops[a].depth >= loops.loops[b].depth) a = loops.loops[a].parent; else b = loops.loops[b].parent;
      }
      return a;
    };
    const near = this.collectNeighbours(mainCount), known = (nodes: Set<number>): number[] => [...nodes].filter(other => place.has(other));
    for (let node = mainCount; node < this.keys.length; ++node) {
      const preds = known(near.preds[node]), succs = known(near.succs[node]);
      const below = Math.min(...succs.map(s => place.get(s)!));
      const before = preds.filter(p => place.get(p)! < below);
      let anchor = (before.length > 0 ? before : preds).reduce((a, b) => (place.get(a)! >= place.get(b)! ? a : b), -1);
      const loop = anchor >= 0 ? succs.reduce((l, s) => common(l, loopOf[s]), loopOf[anchor]) : succs.length > 0 ? loopOf[succs[0]] : -1;
      if (anchor < 0) anchor = succs.length > 0 ? loops.sequence[Math.max(0, place.get(succs[0])! - 1)] : loops.sequence[loops.sequence.length - 1] ?? -1;
      let outer = anchor >= 0 ? loopOf[anchor] : -1;
      const isInside = (l: number): boolean => { for (let o = loop; o >= 0; o = loops.loops[o].parent) if (o === l) return true; return false; };
      for (; outer >= 0 && !isInside(outer); outer = loops.loops[outer].parent) anchor = lastOf[outer];
      loopOf[node] = loop;
      parent[node] = preds.length > 0 ? preds[0] : -1;
      place.set(node, anchor >= 0 ? place.get(anchor)! + 1e-6 : -1);
      const others = behind.get(anchor);
      if (others) others.push(node); else behind.set(anchor, [node]);
    }
    const sequence: number[] = [];
    const emit = (node: number): void => {
      const stack = [node];
      while (stack.length > 0) {
        const top = stack.pop()!;
        if (top >= 0) sequence.push(top);
        for (const other of [...(behind.get(top) ?? [])].reverse()) stack.push(other);
      }
    };
    emit(-1);
    for (const node of loops.sequence) emit(node);
    return sequence;
  }

  private lastOfLoops(loops: LoopOrder): number[] {
    const last = loops.loops.map(loop => loop.header);
    for (const node of loops.sequence) {
      for (let loop = loops.loopOf[node]; loop >= 0; loop = loops.loops[loop].parent) last[loop] = node;
    }
    return last;
  }

  /** Collects the neighbours of the blocks from `first` on, in all passes. */
  private collectNeighbours(first: number): { preds: Set<number>[]; succs: Set<number>[] } {
    const preds: Set<number>[] = [], succs: Set<number>[] = [];
    for (let node = first; node < this.keys.length; ++node) { preds[node] = new Set(); succs[node] = new Set(); }
    if (first === this.keys.length) return { preds, succs };
    for (const pass of this.passes) {
      for (const block of pass.edited) {
        const from = this.index.get(block.key)!;
        for (const edge of block.edges) {
          const to = this.index.get(edge.to)!;
          if (to >= first) preds[to].add(from);
          if (from >= first) succs[from].add(to);
        }
      }
    }
    return { preds, succs };
  }
}

export function orderOf(passes: Pass[]): Order {
  return new OrderBuilder(passes).build();
}
