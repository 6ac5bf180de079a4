// Which columns are free in a run of rows: bits for cells of some pixels, and their unions over 1, 2, 4, ... rows.
import type { Box } from './route';

const kCell = 7, kBefore = 24, kBehind = 40;

interface Line { cell: number; first: number; last: number; owner: string; }

export class Occupancy {
  private readonly words: number;
  private readonly cells: number;
  private readonly levels: Uint32Array[] = [];
  private readonly union: Uint32Array;
  private readonly lines: Line[] = [];

  constructor(boxes: Box[], rows: number, clearance: number) {
    const right = boxes.reduce((max, box) => Math.max(max, box.x + box.width), 0);
    // Room for lines to the right of all blocks.
    this.cells = this.cellOf(right) + kBehind + Math.min(600, boxes.length);
    this.words = Math.ceil(this.cells / 32);
    this.union = new Uint32Array(this.words);
    const base = new Uint32Array(rows * this.words);
    for (const box of boxes) {
      const last = this.cellOf(box.x + box.width + clearance);
      for (let cell = Math.max(0, this.cellOf(box.x - clearance)); cell <= last; ++cell) {
        base[box.row * this.words + (cell >> 5)] |= 1 << (cell & 31);
      }
    }
    this.levels.push(base);
    for (let span = 2; span <= rows; span *= 2) {
      const below = this.levels[this.levels.length - 1], level = new Uint32Array((rows - span + 1) * this.words);
      for (let i = 0; i < level.length; ++i) level[i] = below[i] | below[i + (span / 2) * this.words];
      this.levels.push(level);
    }
  }

  private cellOf(x: number): number { return Math.floor(x / kCell) + kBefore; }
  private centre(cell: number): number { return (cell - kBefore + 0.5) * kCell; }
  private isTaken(cell: number): boolean { return cell < 0 || cell >= this.cells || (this.union[cell >> 5] >>> (cell & 31) & 1) === 1; }

  /** No block is there. */
  isFree(first: number, last: number, x: number): boolean {
    const level = 31 - Math.clz32(last - first + 1), rows = this.levels[level], cell = this.cellOf(x), word = cell >> 5;
    const taken = rows[first * this.words + word] | rows[(last - (1 << level) + 1) * this.words + word];
    return (taken >>> (cell & 31) & 1) === 0;
  }

  /** The free place for a vertical line through rows that is one of the wishes or nearest to the first; lines of one
      owner may lie on each other. */
  find(first: number, last: number, wishes: number[], owner: string): number {
    this.collect(first, last, owner);
    let x: number | undefined = wishes.find(wish => !this.isTaken(this.cellOf(wish)));
    if (x === undefined) {
      const wish = this.cellOf(wishes[0]);
      for (let d = 1; x === undefined && d <= this.cells; ++d) {
        if (!this.isTaken(wish - d)) x = this.centre(wish - d);
        else if (!this.isTaken(wish + d)) x = this.centre(wish + d);
      }
    }
    // So many lines that none is free: the last one is shared.
    x ??= this.centre(this.cells - 1);
    this.lines.push({ cell: this.cellOf(x), first, last, owner });
    return x;
  }

  /** Like find(), for a line of an owner that has one: true if it can go on there. */
  extend(first: number, last: number, x: number, owner: string): boolean {
    this.collect(first, last, owner);
    if (this.isTaken(this.cellOf(x))) return false;
    this.lines.push({ cell: this.cellOf(x), first, last, owner });
    return true;
  }

  private collect(first: number, last: number, owner: string): void {
    const { union, words } = this;
    const level = 31 - Math.clz32(last - first + 1), rows = this.levels[level];
    const a = first * words, b = (last - (1 << level) + 1) * words;
    for (let i = 0; i < words; ++i) union[i] = rows[a + i] | rows[b + i];
    for (const line of this.lines) {
      if (line.owner !== owner && line.first <= last && first <= line.last) union[line.cell >> 5] |= 1 << (line.cell & 31);
    }
  }
}
