// Tracks which columns are free in a range of rows: one bit per cell of a few pixels, in a tree over the rows.
import type { Box } from './route';

const kCell = 7, kBefore = 24, kBehind = 40, kMaxLines = 600;

export class Occupancy {
  private readonly words: number;
  private readonly cells: number;
  /** Rows are the leaves, starting at `leaves`; node i has the children 2i and 2i + 1. */
  private readonly leaves: number;
  /** For each node: the cells occupied in any of its rows, and those occupied in all of its rows by one line. */
  private readonly any: Uint32Array;
  private readonly all: Uint32Array;
  /** The cells that are taken in some rows, word by word as they are needed; `known` marks those of the last search. */
  private readonly union: Uint32Array;
  private readonly known: Uint32Array;
  private searches = 0;
  /** The parts of both trees that cover the rows of a search, as offsets. */
  private readonly inAny: number[] = [];
  private readonly inAll: number[] = [];

  constructor(boxes: Box[], rows: number, clearance: number) {
    const right = boxes.reduce((max, box) => Math.max(max, box.x + box.width), 0);
    // Leave room for lines to the right of all blocks.
    this.cells = this.cellOf(right) + kBehind + Math.min(kMaxLines, boxes.length);
    this.words = Math.ceil(this.cells / 32);
    this.leaves = 1;
    while (this.leaves < rows) this.leaves *= 2;
    this.any = new Uint32Array(2 * this.leaves * this.words);
    this.all = new Uint32Array(2 * this.leaves * this.words);
    this.union = new Uint32Array(this.words);
    this.known = new Uint32Array(this.words);
    for (const box of boxes) {
      const last = this.cellOf(box.x + box.width + clearance), leaf = (this.leaves + box.row) * this.words;
      for (let cell = Math.max(0, this.cellOf(box.x - clearance)); cell <= last; ++cell) this.any[leaf + (cell >> 5)] |= 1 << (cell & 31);
    }
    const { any, words } = this;
    for (let node = this.leaves - 1; node >= 1; --node) {
      for (let i = node * words, left = 2 * i, end = i + words; i < end; ++i, ++left) any[i] = any[left] | any[left + words];
    }
  }

  private cellOf(x: number): number { return Math.floor(x / kCell) + kBefore; }
  private centre(cell: number): number { return (cell - kBefore + 0.5) * kCell; }
  private isTaken(cell: number): boolean {
    if (cell < 0 || cell >= this.cells) return true;
    const word = cell >> 5;
    if (this.known[word] !== this.searches) this.collect(word);
    return (this.union[word] >>> (cell & 31) & 1) === 1;
  }

  /** Finds and takes a free column for a vertical line through the rows: one of `wishes`, or else the nearest to the
      first. */
  find(first: number, last: number, wishes: number[]): number {
    let x: number | undefined = wishes.find(wish => this.isFree(first, last, wish));
    if (x === undefined) {
      this.startSearch(first, last);
      const wish = this.cellOf(wishes[0]);
      for (let d = 1; x === undefined && d <= this.cells; ++d) {
        if (!this.isTaken(wish - d)) x = this.centre(wish - d);
        else if (!this.isTaken(wish + d)) x = this.centre(wish + d);
      }
    }
    // If no column is free, lines share the last one.
    x ??= this.centre(this.cells - 1);
    this.take(first, last, x);
    return x;
  }

  /** Returns true if the column is free in all of the rows. */
  isFree(first: number, last: number, x: number): boolean {
    const cell = this.cellOf(x), word = cell >> 5, bit = 1 << (cell & 31), { words } = this;
    if (cell < 0 || cell >= this.cells) return false;
    let a = first + this.leaves, b = last + this.leaves + 1;
    for (let node = a >> 1; node >= 1; node >>= 1) if (this.all[node * words + word] & bit) return false;
    for (let node = (b - 1) >> 1; node >= 1; node >>= 1) if (this.all[node * words + word] & bit) return false;
    for (; a < b; a >>= 1, b >>= 1) {
      if ((a & 1) && this.any[a++ * words + word] & bit) return false;
      if ((b & 1) && this.any[--b * words + word] & bit) return false;
    }
    return true;
  }

  take(first: number, last: number, x: number): void {
    const cell = this.cellOf(x), word = cell >> 5, bit = 1 << (cell & 31), { words } = this;
    if (cell < 0 || cell >= this.cells) return;
    const begin = first + this.leaves, end = last + this.leaves;
    for (let a = begin, b = end + 1; a < b; a >>= 1, b >>= 1) {
      for (const node of [a & 1 ? a++ : 0, b & 1 ? --b : 0]) {
        if (node === 0) continue;
        this.any[node * words + word] |= bit;
        this.all[node * words + word] |= bit;
      }
    }
    for (let node = begin >> 1; node >= 1; node >>= 1) this.any[node * words + word] |= bit;
    for (let node = end >> 1; node >= 1; node >>= 1) this.any[node * words + word] |= bit;
  }

  private startSearch(first: number, last: number): void {
    const { words, inAny, inAll } = this;
    ++this.searches;
    inAny.length = inAll.length = 0;
    let a = first + this.leaves, b = last + this.leaves + 1;
    for (let node = a >> 1; node >= 1; node >>= 1) inAll.push(node * words);
    for (let node = (b - 1) >> 1; node >= 1; node >>= 1) inAll.push(node * words);
    for (; a < b; a >>= 1, b >>= 1) {
      if (a & 1) inAny.push(a++ * words);
      if (b & 1) inAny.push(--b * words);
    }
  }

  private collect(word: number): void {
    let bits = 0;
    for (const at of this.inAll) bits |= this.all[at + word];
    for (const at of this.inAny) bits |= this.any[at + word];
    this.union[word] = bits;
    this.known[word] = this.searches;
  }
}
