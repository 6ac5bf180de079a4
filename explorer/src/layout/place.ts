// Rows and columns. A block's row is below all its predecessors, and below the whole of any loop that it follows.
// Blocks are left-aligned with their dominators; loops are indented.
import type { Order } from './order';

export interface Size { width: number; height: number; }

export interface Placed {
  row: Int32Array;
  /** The left edges of blocks. */
  x: Float64Array;
  rows: number;
}

export const kIndent = 34, kColumnGap = 26;

/** A tree over numbers per row (or place), to find the largest in a range. */
class Skyline {
  private readonly tree: Float64Array;
  private readonly leaves: number;

  constructor(rows: number) {
    this.leaves = Math.max(1, rows);
    this.tree = new Float64Array(2 * this.leaves).fill(-Infinity);
  }

  set(row: number, value: number): void {
    let node = row + this.leaves;
    this.tree[node] = value;
    for (node >>= 1; node >= 1; node >>= 1) this.tree[node] = Math.max(this.tree[2 * node], this.tree[2 * node + 1]);
  }

  highest(first: number, last: number): number {
    let found = -Infinity;
    for (let a = first + this.leaves, b = last + this.leaves + 1; a < b; a >>= 1, b >>= 1) {
      if (a & 1) found = Math.max(found, this.tree[a++]);
      if (b & 1) found = Math.max(found, this.tree[--b]);
    }
    return found;
  }
}

function isInLoop(order: Order, node: number, loop: number): boolean {
  let at = order.loopOf[node];
  while (at >= 0 && order.loops[at].depth > order.loops[loop].depth) at = order.loops[at].parent;
  return at === loop;
}

/** Computes the row of each block and the number of rows. A merge block is below everything between it and its header,
    including arms that return. */
function rowsOf(order: Order, hidden: Uint8Array, mergeOf: Map<number, number>): { row: Int32Array; rows: number } {
  const count = order.keys.length, row = new Int32Array(count);
  const pred: number[][] = Array.from({ length: count }, () => []), headersOf = new Map<number, number[]>();
  order.edges.forEach((targets, from) => {
    if (hidden[from]) return;
    for (const to of targets) if (!hidden[to] && order.place[to] > order.place[from]) pred[to].push(from);
  });
  for (const [header, merge] of mergeOf) {
    if (!hidden[header] && !hidden[merge]) headersOf.set(merge, [...(headersOf.get(merge) ?? []), header]);
  }
  const bottom = new Int32Array(order.loops.length).fill(-1), lowest = new Skyline(order.sequence.length);
  let rows = 0;
  for (const node of order.sequence) {
    if (hidden[node]) continue;
    let at = 0;
    for (const from of pred[node]) {
      let outer = -1;
      for (let loop = order.loopOf[from]; loop >= 0 && !isInLoop(order, node, loop); loop = order.loops[loop].parent) outer = loop;
      at = Math.max(at, (outer >= 0 ? bottom[outer] : row[from]) + 1);
    }
    for (const header of headersOf.get(node) ?? []) {
      at = Math.max(at, lowest.highest(order.place[header] + 1, order.place[node] - 1) + 1);
    }
    row[node] = at;
    lowest.set(order.place[node], at);
    rows = Math.max(rows, at + 1);
    for (let loop = order.loopOf[node]; loop >= 0; loop = order.loops[loop].parent) bottom[loop] = Math.max(bottom[loop], at);
  }
  return { row, rows };
}

class Columns {
  readonly x: Float64Array;
  /** How far to the right each row is occupied. */
  private readonly right: Skyline;
  private readonly children: number[][];
  private readonly lowest: Int32Array;

  constructor(private readonly order: Order, private readonly row: Int32Array, rows: number,
              private readonly sizes: Size[], private readonly hidden: Uint8Array) {
    const count = order.keys.length;
    this.x = new Float64Array(count);
    this.right = new Skyline(rows);
    this.children = Array.from({ length: count }, () => []);
    this.lowest = Int32Array.from(row);
    const roots: number[] = [], parent = this.shownParents();
    for (const node of order.sequence) {
      if (hidden[node]) continue;
      if (parent[node] >= 0) this.children[parent[node]].push(node); else roots.push(node);
    }
    for (let i = order.sequence.length - 1; i >= 0; --i) {
      const node = order.sequence[i];
      if (!hidden[node] && parent[node] >= 0) this.lowest[parent[node]] = Math.max(this.lowest[parent[node]], this.lowest[node]);
    }
    for (const root of roots) this.placeTree(root);
  }

  /** The visible dominators that come before the block. */
  private shownParents(): Int32Array {
    const { order, hidden } = this, parent = new Int32Array(order.keys.length).fill(-1);
    for (const node of order.sequence) {
      let at = order.parent[node];
      while (at >= 0 && (hidden[at] || order.place[at] >= order.place[node])) at = order.parent[at];
      parent[node] = at;
    }
    return parent;
  }

  private depth(node: number): number {
    const loop = this.order.loopOf[node];
    return loop < 0 ? 0 : this.order.loops[loop].depth;
  }

  private placeTree(root: number): void {
    const stack: { node: number; base: number }[] = [{ node: root, base: this.depth(root) * kIndent }];
    while (stack.length > 0) {
      const { node, base } = stack.pop()!;
      const at = Math.max(base, this.right.highest(this.row[node], this.lowest[node]) + kColumnGap + this.lane(node));
      this.x[node] = at;
      this.right.set(this.row[node], at + this.sizes[node].width);
      for (const child of this.sorted(node).reverse()) {
        stack.push({ node: child, base: at + (this.depth(child) - this.depth(node)) * kIndent });
      }
    }
  }

  /** Returns the width of the lane for back edges beside a loop. */
  private lane(node: number): number {
    const loop = this.order.loopOf[node];
    return loop >= 0 && this.order.loops[loop].header === node ? kIndent : 0;
  }

  /** Orders the children: the first one stays in its parent's column. The code after the branch comes first, then the
      arms in their order; but a long arm comes before short ones, so that a chain of early exits is a straight column.
      */
  private sorted(node: number): number[] {
    const { order, row, lowest } = this;
    const rank = (child: number): number => lowest[child] - row[child];
    return [...this.children[node]].sort((a, b) => {
      const apart = row[a] > lowest[b] || row[b] > lowest[a];
      const longer = rank(b) - rank(a);
      if (!apart && Math.abs(longer) > 4 && Math.max(rank(a), rank(b)) > 3 * Math.min(rank(a), rank(b))) return longer;
      return order.place[a] - order.place[b];
    });
  }
}

/** `mergeOf` maps each construct's header to its merge block, as indices. */
export function placeBlocks(order: Order, sizes: Size[], hidden: Uint8Array, mergeOf: Map<number, number>): Placed {
  const { row, rows } = rowsOf(order, hidden, mergeOf);
  const columns = new Columns(order, row, rows, sizes, hidden);
  return { row, x: columns.x, rows };
}
