// The positions of all blocks, shared by all passes, and the edges of each pass.
import { type Block, isLadder, kNone, type Model, type Pass } from '../data';
import { type Order, orderOf } from './order';
import { placeBlocks, type Size } from './place';
import { type Box, type Link, portsWidth, type Route, type Routes, routeLinks } from './route';

export interface Rect { x: number; y: number; width: number; height: number; }

export interface Point { x: number; y: number; }

/** A drawn edge. */
export interface Wire {
  link: Link;
  points: Point[];
  label: Point;
}

/** What a pass shows: rectangles by key, and wires. A collapsed loop is a rectangle with the negative key -2 - loop. */
export interface Scene {
  boxes: Map<number, Rect>;
  wires: Wire[];
}

export interface Options {
  /** Shows only names in boxes. */
  brief: boolean;
  /** Loops of the order that are shown as one box. */
  collapsed: Set<number>;
  declarations: boolean;
}

const kChar = 7.25, kLineHeight = 15, kTop = 26, kMargin = 24, kMaxChars = 46;
const kGap = 20, kTrack = 7, kMaxGap = 150, kMaxRouted = 1500, kMaxRoutedSteps = 300;

export const loopKey = (loop: number): number => -2 - loop;
export const loopOfKey = (key: number): number => -2 - key;

export function cut(line: string, length = kMaxChars): string {
  return line.length > length ? line.slice(0, length - 1) + '…' : line;
}

interface TargetLink { to: number; label: string; slots: number[]; }

/** Groups edges by target and joins the labels of slots with the same target. */
export function linksOf(block: Block): TargetLink[] {
  if (block.edges.length === 1) return [{ to: block.edges[0].to, label: cut(block.edges[0].label, 22), slots: [block.edges[0].slot] }];
  const found = new Map<number, TargetLink>();
  for (const edge of block.edges) {
    const link = found.get(edge.to);
    if (!link) { found.set(edge.to, { to: edge.to, label: edge.label, slots: [edge.slot] }); continue; }
    link.label = [link.label, edge.label].filter(label => label).join(', ');
    link.slots.push(edge.slot);
  }
  for (const link of found.values()) link.label = cut(link.label, 22);
  return [...found.values()];
}

export class Layout {
  readonly order: Order;
  private sizes: Size[] = [];
  private options: Options = { brief: false, collapsed: new Set(), declarations: true };
  /** Indexed by block: the collapsed loop that hides it, or -1. */
  private coveredBy: Int32Array = new Int32Array(0);
  private readonly members = new Map<number, number[]>();
  private row: Int32Array = new Int32Array(0);
  private x: Float64Array = new Float64Array(0);
  private rows = 0;
  private rowTop: number[] = [];
  private gapTop: number[] = [];
  private rowHeight: number[] = [];
  private scenes = new Map<Pass, Scene>();
  private routed = new Map<Pass, Routes>();
  private gapTracks: Int32Array = new Int32Array(0);
  bounds: Rect = { x: 0, y: 0, width: 1, height: 1 };

  constructor(private readonly model: Model) {
    this.order = orderOf([...model.passes, ...model.lowering]);
  }

  /** Positions everything. */
  arrange(options: Options): void {
    this.options = options;
    this.cover();
    this.measure();
    const hidden = Uint8Array.from(this.coveredBy, (loop, node) => (loop >= 0 && this.order.loops[loop].header !== node ? 1 : 0));
    const placed = placeBlocks(this.contracted(), this.sizes, hidden, this.merges());
    this.row = placed.row;
    this.x = placed.x;
    this.rows = placed.rows;
    this.scenes.clear();
    this.routed.clear();
    this.gapTracks = new Int32Array(this.rows + 1);
    const { passes, all } = this.model, count = this.order.keys.length, isLarge = count > kMaxRouted;
    const routed = (count > kMaxRoutedSteps ? passes : all).filter(pass => !pass.idle);
    for (const pass of isLarge ? [passes[0], passes[passes.length - 1]] : routed) {
      const tracks = isLarge ? this.estimateTracks(pass) : this.routesOf(pass).tracks;
      tracks.forEach((count, gap) => { this.gapTracks[gap] = Math.max(this.gapTracks[gap], count); });
    }
    this.setHeights();
  }

  /** Estimates the tracks of each gap in a large graph, whose passes are routed when they are shown: one for each block that
      is entered from farther above, and one for each edge that starts in the row above and does not lead straight down. */
  private estimateTracks(pass: Pass): Int32Array {
    const { row, x } = this, tracks = new Int32Array(this.rows + 1), isEntered = new Uint8Array(this.order.keys.length);
    for (const block of pass.blocks.values()) {
      const from = this.nodeOf(block.key);
      for (const edge of block.edges) {
        const to = this.nodeOf(edge.to);
        if (from === to || (row[to] === row[from] + 1 && x[to] === x[from])) continue;
        ++tracks[row[from] + 1];
        if (row[to] <= row[from] + 1 || isEntered[to]) continue;
        isEntered[to] = 1;
        ++tracks[row[to]];
      }
    }
    return tracks;
  }

  /** Returns the loops that contain a block, the innermost first. */
  loopsOf(key: number): number[] {
    const found: number[] = [], node = this.order.index.get(key);
    if (node === undefined) return found;
    for (let loop = this.order.loopOf[node]; loop >= 0; loop = this.order.loops[loop].parent) found.push(loop);
    return found;
  }

  /** Returns the box that shows a block: its own, or that of the collapsed loop around it. */
  shownAs(key: number): number {
    const node = this.order.index.get(key);
    if (node === undefined) return key;
    const loop = this.coveredBy[node];
    return loop >= 0 ? loopKey(loop) : key;
  }

  /** Returns the blocks that a collapsed loop hides. */
  membersOf(loop: number): number[] { return this.members.get(loop) ?? []; }

  /** Returns the block after which a loop is named: its first program block. */
  firstOf(loop: number): number {
    const { order } = this, header = order.loops[loop].header;
    for (let i = order.place[header]; i < order.sequence.length; ++i) {
      const key = order.keys[order.sequence[i]];
      if (this.model.isProgram(key)) return key;
    }
    return order.keys[header];
  }

  private cover(): void {
    const { order } = this, { collapsed } = this.options;
    this.coveredBy = new Int32Array(order.keys.length).fill(-1);
    this.members.clear();
    if (collapsed.size === 0) return;
    // Outer loops come before inner ones.
    const covering = order.loops.map((_, i) => i).reduce<Int32Array>((list, i) => {
      const parent = order.loops[i].parent;
      list[i] = parent >= 0 && list[parent] >= 0 ? list[parent] : collapsed.has(i) ? i : -1;
      return list;
    }, new Int32Array(order.loops.length));
    order.loopOf.forEach((loop, node) => {
      const cover = loop >= 0 ? covering[loop] : -1, known = this.members.get(cover);
      this.coveredBy[node] = cover;
      if (cover < 0) return;
      if (known) known.push(order.keys[node]); else this.members.set(cover, [order.keys[node]]);
    });
  }

  /** Returns the order in which each collapsed loop is a single block, its header. */
  private contracted(): Order {
    if (this.options.collapsed.size === 0) return this.order;
    const { order } = this;
    const as = (node: number): number => (this.coveredBy[node] >= 0 ? order.loops[this.coveredBy[node]].header : node);
    const sets: Set<number>[] = order.keys.map(() => new Set<number>());
    order.edges.forEach((targets, from) => { for (const to of targets) if (as(from) !== as(to)) sets[as(from)].add(as(to)); });
    const parent = order.parent.map(node => (node >= 0 ? as(node) : node));
    parent.forEach((p, node) => { if (p === node) parent[node] = order.parent[node] >= 0 ? parentOutside(order, node, as) : -1; });
    const loopOf = order.loopOf.map((loop, node) => (this.coveredBy[node] >= 0 ? order.loops[this.coveredBy[node]].parent : loop));
    return { ...order, edges: sets.map(set => [...set]), parent, loopOf };
  }

  private merges(): Map<number, number> {
    const merges = new Map<number, number>();
    for (const pass of this.model.passes) {
      for (const block of pass.edited) {
        if (block.merge === kNone) continue;
        const header = this.order.index.get(block.key)!, merge = this.order.index.get(block.merge)!;
        if (this.order.place[merge] > this.order.place[header]) merges.set(header, merge);
      }
    }
    return merges;
  }

  linesOf(block: Block): string[] {
    if (this.options.brief) return [];
    const test = block.test ?? this.model.program(block.key)?.test, lines = block.lines.slice(0, 9);
    return (test ? [...lines, 'true: ' + test] : lines).map(line => cut(line));
  }

  /** Says when a ladder gets the selector that it tests, for which its box has room from the first. */
  laterOf(pass: Pass, block: Block): string {
    if (this.options.brief || block.phis || !isLadder(block)) return '';
    const at = this.model.passes.findIndex(later => later.blocks.get(block.key)?.phis);
    return at >= 0 && pass !== this.model.passes[at] ? `(phi: pass ${at + 1})` : '';
  }

  private measure(): void {
    this.sizes = this.order.keys.map(() => ({ width: 60, height: kTop }));
    for (const pass of this.model.all) {
      for (const block of pass.edited) {
        const size = this.sizes[this.order.index.get(block.key)!], lines = this.linesOf(block);
        // The tag is to the right of the name.
        const title = this.model.name(block.key).length + 7;
        const chars = Math.max(title, ...lines.map(line => line.length));
        const ports = Math.min(640, portsWidth(linksOf(block).map(link => (this.options.brief ? '' : link.label))) + (block.merge !== kNone ? 24 : 0));
        size.width = Math.max(size.width, Math.ceil(chars * kChar + 20), ports);
        size.height = Math.max(size.height, kTop + lines.length * kLineHeight + (lines.length > 0 ? 5 : 0));
      }
    }
    for (const loop of this.options.collapsed) {
      this.sizes[this.order.loops[loop].header] = { width: 196, height: 46 };
    }
  }

  private boxesOf(pass: Pass): Box[] {
    const boxes: Box[] = [], done = new Set<number>();
    for (const key of pass.blocks.keys()) {
      const node = this.nodeOf(key);
      if (done.has(node)) continue;
      done.add(node);
      boxes.push({ node, row: this.row[node], x: this.x[node], width: this.sizes[node].width });
    }
    return boxes;
  }

  private nodeOf(key: number): number {
    const node = this.order.index.get(key)!, loop = this.coveredBy[node];
    return loop >= 0 ? this.order.loops[loop].header : node;
  }

  private linksOf(pass: Pass): Link[] {
    const links: Link[] = [], seen = new Set<number>(), count = this.order.keys.length;
    for (const block of pass.blocks.values()) {
      const from = this.nodeOf(block.key), isCovered = this.coveredBy[this.order.index.get(block.key)!] >= 0;
      const add = (key: number, kind: Link['kind'], label: string, slots: number[]): void => {
        const to = this.nodeOf(key);
        if (isCovered && to === from) return;
        if (this.options.collapsed.size > 0) {
          // A collapsed loop has one line to each block, and from each.
          const id = (from * count + to) * 3 + (kind === 'merge' ? 1 : kind === 'continue' ? 2 : 0);
          if (seen.has(id)) return;
          seen.add(id);
        }
        links.push({ from, to, kind, label: isCovered || this.options.brief ? '' : label, slots });
      };
      for (const link of linksOf(block)) {
        const isBack = this.order.place[this.nodeOf(link.to)] <= this.order.place[from];
        add(link.to, isBack ? 'back' : 'branch', link.label, link.slots);
      }
      if (!this.options.declarations) continue;
      const targets = new Set(block.edges.map(edge => edge.to));
      if (block.merge !== kNone && !targets.has(block.merge)) add(block.merge, 'merge', '', []);
      if (block.continues !== kNone && block.continues !== block.key && !targets.has(block.continues)) {
        add(block.continues, 'continue', '', []);
      }
    }
    return links;
  }

  private routesOf(pass: Pass): Routes {
    let routes = this.routed.get(pass);
    if (!routes) {
      routes = routeLinks(this.boxesOf(pass), this.linksOf(pass), this.rows);
      this.routed.set(pass, routes);
    }
    return routes;
  }

  private setHeights(): void {
    this.rowHeight = new Array<number>(this.rows).fill(0);
    let right = 0, left = Infinity;
    const isShown = (node: number): boolean => this.coveredBy[node] < 0 || this.order.loops[this.coveredBy[node]].header === node;
    this.order.keys.forEach((_, node) => {
      if (!isShown(node)) return;
      this.rowHeight[this.row[node]] = Math.max(this.rowHeight[this.row[node]], this.sizes[node].height);
      right = Math.max(right, this.x[node] + this.sizes[node].width);
      left = Math.min(left, this.x[node]);
    });
    this.gapTop = [];
    this.rowTop = [];
    // Above the first row there is only a gap if an edge needs it.
    let y = this.gapTracks[0] > 0 ? this.gapHeight(-1) : 0;
    this.gapTop[-1] = 0;
    for (let row = 0; row < this.rows; ++row) {
      this.rowTop[row] = y;
      y += this.rowHeight[row];
      this.gapTop[row] = y;
      y += this.gapHeight(row);
    }
    if (!Number.isFinite(left)) left = 0;
    this.bounds = { x: left - kMargin, y: -kMargin, width: right - left + 2 * kMargin, height: y + 2 * kMargin - this.gapHeight(this.rows - 1) };
    for (const routes of this.routed.values()) this.widen(routes);
  }

  /** Extends the bounds to the lines beside the blocks. */
  private widen(routes: Routes): void {
    const { bounds } = this;
    let left = bounds.x + kMargin, right = left + bounds.width - 2 * kMargin;
    for (const { channel } of routes.routes) {
      if (channel === undefined) continue;
      left = Math.min(left, channel);
      right = Math.max(right, channel);
    }
    bounds.x = left - kMargin;
    bounds.width = right - left + 2 * kMargin;
  }

  private gapHeight(row: number): number {
    const label = this.options.brief ? 0 : 6;
    return Math.min(kMaxGap, kGap + label + kTrack * (this.gapTracks[row + 1] ?? 0));
  }

  /** Returns the middle of a track. Tracks in full gaps are closer together. */
  private trackY(gap: number, track: number, tracks: Int32Array): number {
    const label = this.options.brief ? 0 : 6;
    const room = this.gapHeight(gap) - kGap - label, count = Math.max(1, this.gapTracks[gap + 1], tracks[gap + 1]);
    return this.gapTop[gap] + 8 + label + (Math.max(track, 0) + 0.5) * (room / count);
  }

  scene(pass: Pass): Scene {
    const main = this.passOfRoutes(pass), known = this.scenes.get(main);
    if (known) return known;
    const boxes = new Map<number, Rect>();
    for (const key of pass.blocks.keys()) {
      const node = this.nodeOf(key), shown = this.shownAs(key);
      if (boxes.has(shown)) continue;
      boxes.set(shown, { x: this.x[node], y: this.rowTop[this.row[node]], ...this.sizes[node] });
    }
    const { routes, tracks } = this.routesOf(main), wires = routes.map(route => this.wireOf(route, tracks));
    this.widen({ routes, tracks });
    const scene = { boxes, wires };
    this.scenes.set(main, scene);
    return scene;
  }

  /** Returns the last pass up to this one that changed something: passes without changes share its scene. */
  private passOfRoutes(pass: Pass): Pass {
    let at = this.model.passes.indexOf(pass);
    if (at < 0) return pass;
    while (at > 0 && this.model.passes[at].idle) --at;
    return this.model.passes[at];
  }

  private wireOf(route: Route, tracks: Int32Array): Wire {
    const { link, exitX, entryX } = route, from = link.from, to = link.to;
    const top = this.rowTop[this.row[from]] + this.sizes[from].height;
    const points: Point[] = [{ x: exitX, y: top }];
    const y1 = this.trackY(route.first.gap, route.first.track, tracks);
    if (route.isUp && !route.second) {
      const lane = route.channel!, side = this.rowTop[this.row[to]] + 13;
      points.push({ x: exitX, y: y1 }, { x: lane, y: y1 }, { x: lane, y: side }, { x: entryX, y: side });
    } else {
      if (route.channel !== undefined && route.second) {
        const y2 = this.trackY(route.second.gap, route.second.track, tracks);
        points.push({ x: exitX, y: y1 }, { x: route.channel, y: y1 }, { x: route.channel, y: y2 }, { x: entryX, y: y2 });
      } else {
        points.push({ x: exitX, y: y1 }, { x: entryX, y: y1 });
      }
      points.push({ x: entryX, y: this.rowTop[this.row[to]] });
    }
    const label = { x: exitX + 4, y: top + 11 };
    const keyOf = (node: number): number => (this.coveredBy[node] >= 0 ? loopKey(this.coveredBy[node]) : this.order.keys[node]);
    return { link: { ...link, from: keyOf(from), to: keyOf(to) }, points: withoutDoubles(points), label };
  }
}

function parentOutside(order: Order, node: number, as: (node: number) => number): number {
  let at = order.parent[node];
  while (at >= 0 && as(at) === node) at = order.parent[at];
  return at >= 0 ? as(at) : -1;
}

/** Removes points in the middle of straight lines. */
function withoutDoubles(points: Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of points) {
    const last = kept[kept.length - 1], before = kept[kept.length - 2];
    if (last && Math.abs(last.x - point.x) < 0.5 && Math.abs(last.y - point.y) < 0.5) continue;
    if (before && ((before.x === last.x && last.x === point.x) || (before.y === last.y && last.y === point.y))) kept.pop();
    kept.push(point);
  }
  return kept;
}
