// A view of one graph: boxes and wires that pointer, wheel and fingers move and zoom. Of large graphs, only the part in
// view is drawn.
import { type Block, kNone, type Model, type Pass } from '../data';
import { cut, type Layout, loopOfKey, type Point, type Rect, type Scene, type Wire } from '../layout/layout';
import { declaredOf, type Declared } from '../words';
import { h, s } from './dom';
import { fillOf, spokenName, tagOf } from './marks';

/** Marks in addition to the graph itself. */
export interface Marks {
  selected: number;
  /** Classes of the frames around boxes, by key. */
  frames: Map<number, string[]>;
  /** Classes of the boxes themselves, such as "faint", by key. */
  classes: Map<number, string>;
  /** Wires on the path of a selected edge, as "from:to"; its blocks are in `frames`. */
  path: Set<string>;
  /** Wires that a checker rejects. */
  wrong: Set<string>;
  /** Depths of the loop halos, by key. */
  halos: Map<number, { depth: number; isHead: boolean }>;
  /** Lines between boxes in addition to the edges: dominators. */
  tree: [number, number][];
}

export function noMarks(): Marks {
  return { selected: kNone, frames: new Map(), classes: new Map(), path: new Set(), wrong: new Set(), halos: new Map(), tree: [] };
}

export interface Callbacks {
  pick(key: number): void;
  pickWire(wire: Wire): void;
  hover(key: number): void;
  toggleLoop(key: number): void;
  moved(): void;
}

const kReadable = 1, kSmallest = 0.0002, kLargest = 4, kTextScale = 0.42, kAllAtOnce = 500, kOverscan = 0.6, kSmallTextScale = 0.1, kLetter = 7.2;
const wireId = (wire: Wire): string => wire.link.from + ':' + wire.link.to;

export function roundedPath(points: Point[]): string {
  let d = `M${points[0].x} ${points[0].y}`;
  for (let i = 1; i < points.length; ++i) {
    const a = points[i - 1], b = points[i], c = points[i + 1];
    if (!c) { d += `L${b.x} ${b.y}`; break; }
    const before = Math.abs(a.x - b.x) + Math.abs(a.y - b.y), after = Math.abs(c.x - b.x) + Math.abs(c.y - b.y);
    const r = Math.min(5, before / 2, after / 2);
    const p = { x: b.x + Math.sign(a.x - b.x) * r, y: b.y + Math.sign(a.y - b.y) * r };
    const q = { x: b.x + Math.sign(c.x - b.x) * r, y: b.y + Math.sign(c.y - b.y) * r };
    d += `L${p.x} ${p.y}Q${b.x} ${b.y} ${q.x} ${q.y}`;
  }
  return d;
}

export class GraphView {
  readonly element: HTMLElement;
  readonly svg: SVGSVGElement;
  private readonly root: SVGGElement;
  private readonly layers: Record<'halos' | 'wires' | 'nodes' | 'over', SVGGElement>;
  readonly overlay: SVGGElement;
  private nodes = new Map<number, SVGGElement>();
  private wires = new Map<Wire, SVGGElement>();
  scene: Scene = { boxes: new Map(), wires: [] };
  pass!: Pass;
  private declared = new Map<number, Declared>();
  private marks = noMarks();
  /** The graph's point at the upper left corner of the view, and pixels per unit. */
  view = { x: 0, y: 0, k: 1 };
  private drawn: Rect | null = null;
  private pending = false;
  fitted = false;

  constructor(private readonly model: Model, private readonly layout: Layout, private readonly callbacks: Callbacks) {
    // Screen readers read the blocks, whose labels name their successors, and the right column.
    const silent = (name: string): SVGGElement => s('g', { class: name, 'aria-hidden': 'true' });
    this.layers = { halos: silent('halos'), wires: silent('wires'), nodes: s('g', { class: 'nodes' }), over: silent('over') };
    this.overlay = silent('overlay');
    this.root = s('g', {}, this.layers.halos, this.layers.wires, this.layers.nodes, this.layers.over, this.overlay);
    this.svg = s('svg', { class: 'graph', role: 'group', 'aria-label': 'control-flow graph' }, this.root);
    this.element = h('div', { class: 'stage', role: 'group', tabindex: '0', 'aria-label': 'graph: left and right step through the passes, j and k through the blocks' }, this.svg);
    this.listen();
  }

  show(pass: Pass): void {
    const focused = this.focusedKey();
    if (focused !== kNone) this.refocus = focused;
    this.pass = pass;
    this.scene = this.layout.scene(pass);
    this.declared = declaredOf(pass);
    this.clear();
    this.place();
  }

  /** The block that should get the keyboard's focus as soon as it is drawn. */
  private refocus = kNone;

  private focusedKey(): number {
    const node = this.svg.contains(document.activeElement) ? (document.activeElement as SVGElement).closest<SVGElement>('.node') : null;
    return node ? Number(node.dataset.key) : kNone;
  }

  /** True if the keyboard's focus is on a block, or was until the blocks were drawn anew. */
  get hasFocus(): boolean { return this.refocus !== kNone || this.focusedKey() !== kNone; }

  /** Moves the focus to a block. */
  focusOn(key: number): void {
    this.refocus = this.layout.shownAs(key);
    this.place();
  }

  private clear(): void {
    for (const node of this.nodes.values()) node.remove();
    for (const wire of this.wires.values()) wire.remove();
    this.nodes.clear();
    this.wires.clear();
    this.drawn = null;
  }

  // ---- The view.

  size(): { width: number; height: number } {
    return { width: this.element.clientWidth || 800, height: this.element.clientHeight || 600 };
  }

  setView(view: { x: number; y: number; k: number }): void {
    this.view = { ...view, k: Math.min(kLargest, Math.max(kSmallest, view.k)) };
    this.place();
    this.callbacks.moved();
  }

  private place(): void {
    const { x, y, k } = this.view;
    this.root.setAttribute('transform', `translate(${-x * k} ${-y * k}) scale(${k})`);
    this.svg.classList.toggle('far', k < kTextScale);
    this.svg.classList.toggle('farther', k < kSmallTextScale);
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => { this.pending = false; this.draw(); });
  }

  fit(): void {
    const { width, height } = this.size(), b = this.layout.bounds;
    const k = Math.min(width / b.width, height / b.height, kReadable);
    this.setView({ x: b.x + b.width / 2 - width / k / 2, y: b.y + b.height / 2 - height / k / 2, k });
    this.fitted = true;
  }

  /** Shows the beginning at a readable size, or a small graph as a whole. */
  toEntry(): void {
    const { width, height } = this.size(), b = this.layout.bounds;
    if (width / b.width >= 0.75 && height / b.height >= 0.75) return this.fit();
    const box = this.scene.boxes.get(this.layout.shownAs(this.pass.entry)) ?? b;
    const k = Math.min(kReadable, Math.max(0.85, width / b.width)), w = width / k;
    const x = b.width <= w ? b.x + (b.width - w) / 2 : Math.min(Math.max(box.x - 60, b.x), b.x + b.width - w);
    this.fitted = false;
    this.setView({ x, y: box.y - 24, k });
  }

  /** Centres a block at a readable size. Does not move if it is already well in view. */
  goTo(key: number, always = true): void {
    const box = this.scene.boxes.get(this.layout.shownAs(key));
    if (!box) return;
    const { width, height } = this.size(), k = Math.max(this.view.k, kReadable * 0.8);
    const { x, y } = this.view;
    const isIn = box.x > x && box.y > y && box.x + box.width < x + width / this.view.k && box.y + box.height < y + height / this.view.k;
    if (!always && isIn && this.view.k > kTextScale) return;
    this.fitted = false;
    this.setView({ x: box.x + box.width / 2 - width / k / 2, y: box.y + box.height / 2 - height / k / 2, k });
  }

  zoom(factor: number, at?: { x: number; y: number }): void {
    const { width, height } = this.size(), p = at ?? { x: width / 2, y: height / 2 };
    const k = Math.min(kLargest, Math.max(kSmallest, this.view.k * factor));
    this.fitted = false;
    this.setView({ x: this.view.x + p.x / this.view.k - p.x / k, y: this.view.y + p.y / this.view.k - p.y / k, k });
  }

  move(dx: number, dy: number): void {
    this.fitted = false;
    this.setView({ ...this.view, x: this.view.x - dx / this.view.k, y: this.view.y - dy / this.view.k });
  }

  // ---- Drawing.

  /** Draws a small graph as a whole; of a large one, the part in view and its surroundings. */
  private draw(): void {
    if (!this.pass) return;
    const { width, height } = this.size(), { x, y, k } = this.view, w = width / k, hh = height / k;
    const seen = { x, y, width: w, height: hh };
    if (this.drawn && contains(this.drawn, seen) && this.drawn.width < w * 6) return this.restoreFocus();
    const isSmall = this.scene.boxes.size <= kAllAtOnce;
    const area = isSmall ? { x: -1e9, y: -1e9, width: 2e9, height: 2e9 }
      : { x: x - w * kOverscan, y: y - hh * kOverscan, width: w * (1 + 2 * kOverscan), height: hh * (1 + 2 * kOverscan) };
    this.drawn = area;
    this.drawNodes(area);
    this.drawWires(area);
    this.decorate();
    this.restoreFocus();
  }

  private restoreFocus(): void {
    if (this.refocus === kNone) return;
    const node = this.nodes.get(this.refocus) ?? (this.scene.boxes.has(this.refocus) ? null : this.element);
    if (!node) return;
    this.refocus = kNone;
    node.focus({ preventScroll: true });
  }

  private drawNodes(area: Rect): void {
    for (const [key, node] of this.nodes) {
      if (!touches(this.scene.boxes.get(key)!, area)) { node.remove(); this.nodes.delete(key); }
    }
    for (const [key, box] of this.scene.boxes) {
      if (this.nodes.has(key) || !touches(box, area)) continue;
      const node = key < kNone ? this.loopNode(key, box) : this.blockNode(this.pass.blocks.get(key)!, box);
      this.nodes.set(key, node);
      this.layers.nodes.append(node);
    }
  }

  private frameOf(key: number, box: Rect, className: string, label: string): SVGGElement {
    const node = s('g', { class: 'node ' + className, 'data-key': key, transform: `translate(${box.x} ${box.y})`, role: 'button', tabindex: '-1', 'aria-label': label });
    node.append(s('rect', { class: 'box', width: box.width, height: box.height, rx: 4 }));
    return node;
  }

  private blockNode(block: Block, box: Rect): SVGGElement {
    const declared = this.declared.get(block.key), program = this.model.program(block.key), name = this.model.name(block.key);
    const classes = [fillOf(block, declared)];
    if (this.pass.fresh.has(block.key)) classes.push('new'); else if (this.pass.changed.has(block.key)) classes.push('changed');
    if (program?.convergent) classes.push('convergent');
    const node = this.frameOf(block.key, box, classes.join(' '), spokenName(this.model, this.pass, block, declared));
    if (block.divergence) node.append(s('rect', { class: 'stripe d' + block.divergence, x: 1, y: 1, width: 5, height: box.height - 2, rx: 2 }));
    const tag = tagOf(block, declared);
    if (tag) {
      const width = tag.length * 6.6 + 10;
      node.append(s('rect', { class: 'tag', x: box.width - width - 4, y: 4, width, height: 15, rx: 3 }),
        s('text', { class: 'tagtext', x: box.width - width / 2 - 4, y: 15 }, tag));
    }
    node.append(s('text', { class: 'name', x: 11, y: 17 }, name));
    const lines = this.layout.linesOf(block), later = this.layout.laterOf(this.pass, block);
    lines.forEach((line, i) => node.append(s('text', { class: 'line', x: 11, y: 34 + 15 * i }, line)));
    if (later && later.length * kLetter + 22 < box.width) node.append(s('text', { class: 'line later', x: 11, y: 34 + 15 * lines.length }, later));
    node.append(bigText(name, box));
    return node;
  }

  private loopNode(key: number, box: Rect): SVGGElement {
    const loop = loopOfKey(key);
    const members = this.layout.membersOf(loop).filter(member => this.pass.blocks.has(member)).length;
    const name = 'loop of ' + this.model.name(this.layout.firstOf(loop));
    const node = this.frameOf(key, box, 'collapsed', `${name}, ${members} blocks, collapsed`);
    node.append(s('text', { class: 'name', x: 11, y: 18 }, cut(name, 24)), s('text', { class: 'line', x: 11, y: 35 }, members + ' blocks: click to open'), bigText(name, box));
    return node;
  }

  private drawWires(area: Rect): void {
    for (const [wire, element] of this.wires) {
      if (!wireTouches(wire, area)) { element.remove(); this.wires.delete(wire); }
    }
    for (const wire of this.scene.wires) {
      if (this.wires.has(wire) || !wireTouches(wire, area)) continue;
      const d = roundedPath(wire.points), element = s('g', { class: 'wire ' + wire.link.kind });
      element.append(s('path', { class: 'hit', d }), s('path', { class: 'run', d }), arrow(wire.points));
      if (wire.link.label) element.append(s('text', { class: 'label', x: wire.label.x, y: wire.label.y }, wire.link.label));
      element.addEventListener('click', event => { if (!this.dragged) { event.stopPropagation(); this.callbacks.pickWire(wire); } });
      this.wires.set(wire, element);
      this.layers.wires.append(element);
    }
  }

  /** Returns the whole graph, whether it is in view or not, and its size. */
  wholePicture(): { svg: string; bounds: Rect } {
    const all = { x: -1e9, y: -1e9, width: 2e9, height: 2e9 };
    this.drawNodes(all);
    this.drawWires(all);
    this.decorate();
    const svg = [this.layers.halos, this.layers.wires, this.layers.nodes, this.layers.over, this.overlay]
      .map(layer => new XMLSerializer().serializeToString(layer)).join('\n');
    this.drawn = null;
    this.place();
    return { svg: svg.replaceAll(' xmlns="http://www.w3.org/2000/svg"', ''), bounds: this.layout.bounds };
  }

  mark(marks: Marks): void {
    this.marks = marks;
    this.decorate();
  }

  /** Draws the frames, halos and tree of the visible part. */
  private decorate(): void {
    const { marks } = this;
    this.svg.classList.toggle('dim', marks.tree.length > 0);
    this.svg.classList.toggle('tracing', marks.path.size > 0);
    this.layers.halos.replaceChildren();
    this.layers.over.replaceChildren();
    const stop = this.nodes.has(marks.selected) ? marks.selected : this.layout.shownAs(this.pass.entry);
    for (const [key, node] of this.nodes) {
      node.classList.toggle('pick', key === marks.selected);
      node.setAttribute('aria-pressed', String(key === marks.selected));
      // One block can be reached with the Tab key; j and k move on from there.
      node.setAttribute('tabindex', key === stop ? '0' : '-1');
      for (const name of ['faint', 'lit']) node.classList.toggle(name, marks.classes.get(key) === name);
    }
    for (const [key, { depth, isHead }] of marks.halos) this.frame(this.layers.halos, key, `halo l${(depth - 1) % 6}${isHead ? ' head' : ''}`, 8);
    for (const [key, names] of marks.frames) names.forEach((name, i) => this.frame(this.layers.over, key, 'frame ' + name, 6 + 5 * i));
    for (const [wire, element] of this.wires) {
      const id = wireId(wire);
      element.classList.toggle('path', marks.path.has(id));
      element.classList.toggle('wrong', marks.wrong.has(id));
      if (marks.path.has(id) || marks.wrong.has(id)) this.layers.wires.append(element);
      element.classList.toggle('own', marks.selected !== kNone && (wire.link.from === marks.selected || wire.link.to === marks.selected));
    }
    for (const [parent, child] of marks.tree) {
      const a = this.scene.boxes.get(parent), b = this.scene.boxes.get(child);
      if (!a || !b || parent === child || (!this.nodes.has(parent) && !this.nodes.has(child))) continue;
      const x1 = a.x + 24, y1 = a.y + a.height, x2 = b.x + 24, y2 = b.y, m = (y1 + y2) / 2;
      this.layers.over.append(s('path', { class: 'tree', d: `M${x1} ${y1}C${x1} ${m} ${x2} ${m} ${x2} ${y2}` }));
    }
  }

  private frame(layer: SVGGElement, key: number, className: string, margin: number): void {
    const box = this.scene.boxes.get(key);
    if (!box || !this.nodes.has(key)) return;
    layer.append(s('rect', { class: className, x: box.x - margin, y: box.y - margin, width: box.width + 2 * margin, height: box.height + 2 * margin, rx: 7 }));
  }

  // ---- Pointers.

  private dragged = false;

  private listen(): void {
    const held = new Map<number, { x: number; y: number }>();
    let moved = 0;
    const at = (event: MouseEvent): { x: number; y: number } => {
      const r = this.element.getBoundingClientRect();
      return { x: event.clientX - r.left, y: event.clientY - r.top };
    };
    const keyAt = (target: EventTarget | null): number => {
      const node = (target as Element | null)?.closest?.('.node') as SVGGElement | null;
      return node ? Number(node.dataset.key) : kNone;
    };
    this.element.addEventListener('wheel', event => {
      event.preventDefault();
      if (event.shiftKey) return this.move(-event.deltaY, 0);
      this.zoom(Math.exp(-Math.max(-200, Math.min(200, event.deltaY)) / 500), at(event));
    }, { passive: false });
    this.element.addEventListener('pointerdown', event => {
      if (held.size === 0) { moved = 0; this.dragged = false; }
      held.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    addEventListener('pointerup', event => held.delete(event.pointerId));
    addEventListener('pointercancel', event => held.delete(event.pointerId));
    addEventListener('pointermove', event => {
      const before = held.get(event.pointerId);
      if (!before) return;
      const now = { x: event.clientX, y: event.clientY };
      moved += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
      if (moved > 4) this.dragged = true;
      const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        const r = this.element.getBoundingClientRect(), far = (p: { x: number; y: number }): number => Math.hypot(p.x - other.x, p.y - other.y);
        this.zoom(far(now) / Math.max(1, far(before)), { x: (now.x + other.x) / 2 - r.left, y: (now.y + other.y) / 2 - r.top });
      } else {
        this.move(now.x - before.x, now.y - before.y);
      }
      held.set(event.pointerId, now);
    });
    this.element.addEventListener('click', event => {
      if (this.dragged) return;
      const key = keyAt(event.target);
      if (key < kNone) this.callbacks.toggleLoop(key); else this.callbacks.pick(key);
    });
    this.element.addEventListener('keydown', event => {
      const key = keyAt(event.target);
      if (key === kNone || (event.key !== 'Enter' && event.key !== ' ')) return;
      event.preventDefault();
      if (key < kNone) this.callbacks.toggleLoop(key); else this.callbacks.pick(key);
    });
    this.element.addEventListener('dblclick', event => { const key = keyAt(event.target); if (key >= 0) this.callbacks.toggleLoop(key); });
    this.element.addEventListener('mouseover', event => this.callbacks.hover(keyAt(event.target)));
    this.element.addEventListener('mouseleave', () => this.callbacks.hover(kNone));
    new ResizeObserver(() => { this.drawn = null; this.place(); }).observe(this.element);
  }
}

/** Returns the name in letters as large as the box allows, for views from afar. */
function bigText(name: string, box: Rect): SVGTextElement {
  const size = Math.min(box.height * 0.8, (box.width - 6) / (0.6 * Math.max(1, name.length)));
  return s('text', { class: 'big', x: box.width / 2, y: box.height / 2, style: `font-size:${size.toFixed(1)}px` }, name);
}

function arrow(points: Point[]): SVGPathElement {
  const end = points[points.length - 1], before = points[points.length - 2] ?? end, size = 4.5;
  const isDown = Math.abs(before.x - end.x) < 0.5, sign = isDown ? Math.sign(end.y - before.y) || 1 : Math.sign(end.x - before.x) || 1;
  const d = isDown ? `M${end.x} ${end.y}l${-size} ${-sign * 8}h${2 * size}z` : `M${end.x} ${end.y}l${-sign * 8} ${-size}v${2 * size}z`;
  return s('path', { class: 'head', d });
}

function touches(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function contains(outer: Rect, inner: Rect): boolean {
  return outer.x <= inner.x && outer.y <= inner.y && outer.x + outer.width >= inner.x + inner.width && outer.y + outer.height >= inner.y + inner.height;
}

function wireTouches(wire: Wire, area: Rect): boolean {
  for (let i = 1; i < wire.points.length; ++i) {
    const a = wire.points[i - 1], b = wire.points[i];
    if (Math.min(a.x, b.x) <= area.x + area.width && Math.max(a.x, b.x) >= area.x
        && Math.min(a.y, b.y) <= area.y + area.height && Math.max(a.y, b.y) >= area.y) return true;
  }
  return false;
}
