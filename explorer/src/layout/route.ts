// Routes edges as horizontal and vertical lines between the rows of blocks. Rows and columns are the same in all
// passes; the lines are routed anew for each pass, around the blocks that it shows.

import { Occupancy } from './occupancy';

export type EdgeKind = 'branch' | 'back' | 'merge' | 'continue';

export interface Link {
  from: number;
  to: number;
  kind: EdgeKind;
  label: string;
  /** The slots of the program or of the test that it represents. */
  slots: number[];
}

/** A visible block; `node` is its index in the layout. */
export interface Box {
  node: number;
  row: number;
  x: number;
  width: number;
}

/** A horizontal piece, on a track of the gap below a row. */
interface Horizontal { gap: number; from: number; to: number; owner: number; track: number; }

/** Edges with the same owner, which share lines: those of a kind to one block, in one direction. */
function ownerOf(link: Link, isUp: boolean): number {
  const kind = link.kind === 'merge' ? 1 : link.kind === 'continue' ? 2 : 0;
  return link.to * 6 + kind * 2 + (isUp ? 1 : 0);
}

export interface Route {
  link: Link;
  /** Where it leaves the source's bottom edge. */
  exitX: number;
  /** Where it enters the target from above, or the lane beside the target from which it enters. */
  entryX: number;
  first: Horizontal;
  /** The vertical line between the two gaps, and the second gap; undefined if one gap suffices. */
  channel?: number;
  second?: Horizontal;
  /** It goes upwards. It enters the target from the side, or from above if there is a second gap. */
  isUp: boolean;
}

export interface Routes {
  routes: Route[];
  /** The number of tracks of each gap: gap i is below row i, and gap -1 (at index 0) above the first row. */
  tracks: Int32Array;
}

export const kPort = 16, kLabelWidth = 6.4, kClearance = 7, kLane = 14;

/** Returns how far to the right a block's ports extend. */
export function portsWidth(labels: string[]): number {
  let x = kPort;
  for (const label of labels) x += Math.max(kPort, label.length * kLabelWidth + 10);
  return x;
}

class Router {
  private readonly boxOf: Box[] = [];
  private readonly occupancy: Occupancy;
  private readonly rowBoxes: Box[][] = [];
  /** For each owner, the vertical line that most of its edges share. */
  private readonly trunks = new Map<number, { x: number; first: number; last: number }>();
  private readonly horizontals: Horizontal[][];
  readonly routes: Route[] = [];

  constructor(boxes: Box[], private readonly rows: number) {
    this.horizontals = Array.from({ length: rows + 1 }, () => []);
    for (const box of boxes) {
      this.boxOf[box.node] = box;
      (this.rowBoxes[box.row] ??= []).push(box);
    }
    this.occupancy = new Occupancy(boxes, rows, kClearance);
  }

  run(links: Link[]): void {
    const byFrom: Link[][] = [];
    for (const link of links) (byFrom[link.from] ??= []).push(link);
    const planned: { link: Link; exitX: number; span: number }[] = [];
    byFrom.forEach((list, from) => this.assignPorts(this.boxOf[from], list, planned));
    // Route short edges first, so that they get straight lines.
    planned.sort((a, b) => a.span - b.span || a.link.from - b.link.from || a.link.to - b.link.to);
    for (const { link, exitX } of planned) this.route(link, exitX);
  }

  private assignPorts(box: Box, links: Link[], planned: { link: Link; exitX: number; span: number }[]): void {
    const target = (link: Link): Box => this.boxOf[link.to];
    const isDown = (link: Link): boolean => target(link).row > box.row;
    const place = (link: Link): number => (isDown(link) ? target(link).x : -1e9) + (link.kind === 'branch' || link.kind === 'back' ? 0 : 1e6);
    const sorted = links.length > 1 ? [...links].sort((a, b) => place(a) - place(b)) : links;
    let x = box.x + kPort;
    // A port above the target's entry makes a straight line, so that edge gets it: another one there would share the
    // line, and seem to lead to that target. Other ports keep clear of edges that enter from below.
    const straight = sorted.findIndex(link => isDown(link) && this.entryOf(link) === x && this.isOpen(box.row + 1, target(link).row - 1, x));
    if (straight > 0) sorted.unshift(...sorted.splice(straight, 1));
    if (straight < 0) x += 11;
    for (const link of sorted) {
      const exitX = Math.min(x, box.x + box.width - 6);
      planned.push({ link, exitX, span: Math.abs(target(link).row - box.row) });
      x += Math.max(kPort, link.label.length * kLabelWidth + 10);
    }
  }

  private isOpen(first: number, last: number, x: number): boolean {
    return last < first || this.occupancy.isFree(first, last, x);
  }

  private entryOf(link: Link): number {
    return this.boxOf[link.to].x + kPort + (link.kind === 'merge' ? -7 : link.kind === 'continue' ? -11 : 0);
  }

  private route(link: Link, exitX: number): void {
    const from = this.boxOf[link.from], to = this.boxOf[link.to], isUp = to.row <= from.row, owner = ownerOf(link, isUp);
    if (isUp) return this.routeUp(link, exitX, from, to, owner);
    const entryX = this.entryOf(link);
    if (to.row === from.row + 1) {
      const first = this.horizontal(from.row, exitX, entryX, owner);
      this.routes.push({ link, exitX, entryX, first, isUp });
      return;
    }
    const channel = this.findChannel(from.row + 1, to.row - 1, [entryX, exitX], owner);
    const first = this.horizontal(from.row, exitX, channel, owner);
    const second = this.horizontal(to.row - 1, channel, entryX, owner);
    this.routes.push({ link, exitX, entryX, first, channel, second, isUp });
  }

  private routeUp(link: Link, exitX: number, from: Box, to: Box, owner: number): void {
    const lane = this.findChannel(to.row, from.row, [to.x - kLane], owner);
    const first = this.horizontal(from.row, exitX, lane, owner);
    const isBeside = lane < to.x && !(this.rowBoxes[to.row] ?? []).some(box => box.x > lane && box.x < to.x);
    if (isBeside) {
      this.routes.push({ link, exitX, entryX: to.x, first, channel: lane, isUp: true });
      return;
    }
    // Another block is in between: go above it and enter from above.
    const entryX = this.entryOf(link);
    this.routes.push({ link, exitX, entryX, first, channel: lane, second: this.horizontal(to.row - 1, lane, entryX, owner), isUp: true });
  }

  private horizontal(gap: number, from: number, to: number, owner: number): Horizontal {
    const piece = { gap, from: Math.min(from, to), to: Math.max(from, to), owner, track: -1 };
    if (piece.to - piece.from > 0.5) this.horizontals[gap + 1].push(piece);
    return piece;
  }

  /** Returns a vertical line through some rows. Edges to the same target share one if possible. */
  private findChannel(first: number, last: number, wishes: number[], owner: number): number {
    const trunk = this.trunks.get(owner);
    if (trunk && this.extend(trunk, first, last)) return trunk.x;
    const x = this.occupancy.find(first, last, wishes);
    if (!trunk) this.trunks.set(owner, { x, first, last });
    return x;
  }

  /** Extends a trunk if the rows in between are free. */
  private extend(trunk: { x: number; first: number; last: number }, first: number, last: number): boolean {
    const above = Math.min(first, trunk.first), below = Math.max(last, trunk.last), { occupancy } = this;
    if (first > trunk.last + 1 || last < trunk.first - 1) return false;
    if (above < trunk.first && !occupancy.isFree(above, trunk.first - 1, trunk.x)) return false;
    if (below > trunk.last && !occupancy.isFree(trunk.last + 1, below, trunk.x)) return false;
    if (above < trunk.first) occupancy.take(above, trunk.first - 1, trunk.x);
    if (below > trunk.last) occupancy.take(trunk.last + 1, below, trunk.x);
    trunk.first = above;
    trunk.last = below;
    return true;
  }

  /** Assigns tracks to the pieces in each gap: pieces to one target share a track, others must not overlap. */
  assignTracks(): Int32Array {
    const tracks = new Int32Array(this.rows + 1);
    this.horizontals.forEach((pieces, gap) => {
      if (pieces.length === 0) return;
      const spans = spansOf(pieces);
      spans.sort((a, b) => (b.to - b.from) - (a.to - a.from) || a.from - b.from);
      const used: { from: number; to: number }[][] = [];
      for (const span of spans) {
        let track = used.findIndex(list => list.every(other => other.to + 4 < span.from || span.to + 4 < other.from));
        if (track < 0) track = used.push([]) - 1;
        used[track].push(span);
        for (const piece of span.group) piece.track = track;
      }
      tracks[gap] = used.length;
    });
    return tracks;
  }
}

interface Span { group: Horizontal[]; from: number; to: number; }

/** Groups pieces by owner. */
function spansOf(pieces: Horizontal[]): Span[] {
  const spans = new Map<number, Span>();
  for (const piece of pieces) {
    const span = spans.get(piece.owner);
    if (!span) { spans.set(piece.owner, { group: [piece], from: piece.from, to: piece.to }); continue; }
    span.group.push(piece);
    span.from = Math.min(span.from, piece.from);
    span.to = Math.max(span.to, piece.to);
  }
  return [...spans.values()];
}

export function routeLinks(boxes: Box[], links: Link[], rows: number): Routes {
  const router = new Router(boxes, rows);
  router.run(links);
  return { tracks: router.assignTracks(), routes: router.routes };
}
