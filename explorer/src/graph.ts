// A graph with dense numbers, and analyses of it: dominators, loops, frontiers, reachability.

export class Graph {
  readonly pred: number[][];

  constructor(readonly succ: number[][], readonly entry: number) {
    this.pred = succ.map(() => []);
    succ.forEach((targets, from) => { for (const to of targets) this.pred[to].push(from); });
  }
  get size(): number { return this.succ.length; }
}

/** Returns the reverse post-order of a depth-first search from the roots, which visits first successors first. */
export function reversePostOrder(succ: number[][], roots: number[]): number[] {
  const seen = new Uint8Array(succ.length), order: number[] = [];
  for (const root of roots) {
    if (seen[root]) continue;
    seen[root] = 1;
    const stack = [root], next = [succ[root].length];
    while (stack.length > 0) {
      const node = stack[stack.length - 1];
      // Visit later successors first, so that the first one directly follows its block in the result.
      if (next[next.length - 1] > 0) {
        const to = succ[node][--next[next.length - 1]];
        if (!seen[to]) { seen[to] = 1; stack.push(to); next.push(succ[to].length); }
        continue;
      }
      order.push(node);
      stack.pop();
      next.pop();
    }
  }
  return order.reverse();
}

/** A dominator tree: parents, and intervals that answer dominance queries in constant time. */
export class Dominators {
  readonly parent: Int32Array;
  /** The reachable blocks, each after its dominators. */
  readonly order: number[];
  private readonly first: Int32Array;
  private readonly last: Int32Array;

  /** `roots` have no dominator; blocks that are unreachable from them have neither a parent nor children. */
  constructor(succ: number[][], pred: number[][], roots: number[]) {
    const size = succ.length, order = this.order = reversePostOrder(succ, roots);
    const place = new Int32Array(size).fill(-1), parent = new Int32Array(size).fill(-2);
    order.forEach((node, i) => { place[node] = i; });
    const isRoot = new Set(roots);
    for (const root of roots) parent[root] = -1;
    const meet = (a: number, b: number): number => {
      while (a !== b) {
        if (a === -1 || b === -1) return -1;
        if (place[a] > place[b]) a = parent[a]; else b = parent[b];
      }
      return a;
    };
    for (let changed = true; changed;) {
      changed = false;
      for (const node of order) {
        if (isRoot.has(node)) continue;
        let found = -2;
        for (const from of pred[node]) {
          if (parent[from] === -2) continue;
          found = found === -2 ? from : meet(found, from);
        }
        if (found !== -2 && parent[node] !== found) { parent[node] = found; changed = true; }
      }
    }
    this.parent = parent.map(p => (p < 0 ? -1 : p));
    this.first = new Int32Array(size).fill(-1);
    this.last = new Int32Array(size).fill(-1);
    this.number(order);
  }

  private number(order: number[]): void {
    const children: number[][] = Array.from({ length: this.parent.length }, () => []);
    for (const node of order) if (this.parent[node] >= 0) children[this.parent[node]].push(node);
    let count = 0;
    for (const root of order) {
      if (this.parent[root] >= 0) continue;
      const stack = [root], next = [0];
      this.first[root] = count++;
      while (stack.length > 0) {
        const node = stack[stack.length - 1], i = next[next.length - 1]++;
        if (i < children[node].length) {
          const child = children[node][i];
          this.first[child] = count++;
          stack.push(child);
          next.push(0);
          continue;
        }
        this.last[node] = count;
        stack.pop();
        next.pop();
      }
    }
  }

  dominates(a: number, b: number): boolean {
    return this.first[a] >= 0 && this.first[a] <= this.first[b] && this.first[b] < this.last[a];
  }
  reached(node: number): boolean { return this.first[node] >= 0; }
}

export function dominatorsOf(graph: Graph): Dominators {
  return new Dominators(graph.succ, graph.pred, graph.size === 0 ? [] : [graph.entry]);
}

/** Computes post-dominators. An endless loop gets an exit at its last block in depth-first order. */
export function postDominatorsOf(graph: Graph): Dominators {
  const exits: number[] = [], reaches = new Uint8Array(graph.size);
  const mark = (exit: number): void => {
    exits.push(exit);
    const stack = [exit];
    reaches[exit] = 1;
    while (stack.length > 0) {
      for (const from of graph.pred[stack.pop()!]) if (!reaches[from]) { reaches[from] = 1; stack.push(from); }
    }
  };
  for (let node = 0; node < graph.size; ++node) if (graph.succ[node].length === 0) mark(node);
  const order = reversePostOrder(graph.succ, graph.size === 0 ? [] : [graph.entry]);
  for (const node of order.reverse()) if (!reaches[node]) mark(node);
  for (let node = 0; node < graph.size; ++node) if (!reaches[node]) mark(node);
  return new Dominators(graph.pred, graph.succ, exits);
}

/** Computes dominance frontiers: the blocks where a block's dominance ends. */
export function frontierOf(graph: Graph, tree: Dominators, block: number): number[] {
  const found = new Set<number>();
  for (let from = 0; from < graph.size; ++from) {
    if (!tree.dominates(block, from)) continue;
    for (const to of graph.succ[from]) if (to === block || !tree.dominates(block, to)) found.add(to);
  }
  return [...found].sort((a, b) => a - b);
}

/** Computes control dependence, the post-dominance frontier: the branches that decide whether a block runs. */
export function controlDependence(graph: Graph, postTree: Dominators, block: number): number[] {
  const found = new Set<number>();
  for (let to = 0; to < graph.size; ++to) {
    if (!postTree.dominates(block, to)) continue;
    for (const from of graph.pred[to]) {
      if (graph.succ[from].length > 1 && (from === block || !postTree.dominates(block, from))) found.add(from);
    }
  }
  return [...found].sort((a, b) => a - b);
}

/** Returns the blocks that a path of one or more edges from a block reaches. */
export function reachedFrom(links: number[][], block: number): Uint8Array {
  const seen = new Uint8Array(links.length), stack = [block];
  while (stack.length > 0) {
    for (const to of links[stack.pop()!]) if (!seen[to]) { seen[to] = 1; stack.push(to); }
  }
  return seen;
}

export interface Loop {
  header: number;
  parent: number;
  depth: number;
}

export interface Loops {
  loops: Loop[];
  /** The innermost loop of each block, or -1. */
  of: Int32Array;
}

/** Finds natural loops, outer ones first. */
export function naturalLoops(graph: Graph, tree: Dominators): Loops {
  const latches = new Map<number, number[]>();
  for (let from = 0; from < graph.size; ++from) {
    for (const to of graph.succ[from]) {
      if (tree.dominates(to, from)) latches.set(to, [...(latches.get(to) ?? []), from]);
    }
  }
  const order = reversePostOrder(graph.succ, graph.size === 0 ? [] : [graph.entry]);
  const headers = order.filter(node => latches.has(node));
  const loops: Loop[] = headers.map(header => ({ header, parent: -1, depth: 1 }));
  const of = new Int32Array(graph.size).fill(-1);
  // Inner loops first. The walk skips loops that are already known: it continues at their headers.
  for (let loop = loops.length - 1; loop >= 0; --loop) {
    const header = loops[loop].header;
    const outermost = (node: number): number => {
      let l = of[node];
      while (l >= 0 && loops[l].parent >= 0) l = loops[l].parent;
      return l;
    };
    const stack = [...latches.get(header)!];
    while (stack.length > 0) {
      const node = stack.pop()!, inner = outermost(node);
      if (inner === loop) continue;
      if (inner >= 0) {
        loops[inner].parent = loop;
        stack.push(...graph.pred[loops[inner].header].filter(p => tree.reached(p) && outermost(p) !== loop));
        continue;
      }
      of[node] = loop;
      if (node !== header) stack.push(...graph.pred[node].filter(p => tree.reached(p)));
    }
    if (of[header] === -1) of[header] = loop;
  }
  for (const loop of loops) loop.depth = loop.parent < 0 ? 1 : loops[loop.parent].depth + 1;
  return { loops, of };
}
