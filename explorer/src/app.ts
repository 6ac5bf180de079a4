// The page: three columns, the passes, and the selection, which applies to all of them.
import { kNone, kStepsOf, type Model, type Pass, Role } from './data';
import { type Edge } from './data';
import { Layout, loopKey, loopOfKey, type Wire } from './layout/layout';
import { type EdgeKind } from './layout/route';
import { PassGraph, type Relations } from './relations';
import { type Place, readAddress, writeAddress } from './view/address';
import { h } from './view/dom';
import { GraphView, type Marks, noMarks } from './view/graph_view';
import { LanesView } from './view/lanes_view';
import { Minimap } from './view/minimap';
import { saveSvg } from './view/save';
import { type Part, PassBar } from './view/pass_bar';
import { Side } from './view/side';
import { Source } from './view/source';
import { needWords, passWords, plain, wayOf, whyWords } from './words';

const kMaxInFull = 1200, kMaxOpen = 9000, kMaxDeclared = 250;

export class App {
  at = 0;
  picked = kNone;
  edge: { from: number; slot: number } | null = null;
  private wire: { from: number; to: number; kind: EdgeKind } | null = null;
  private dominators = false;
  private nest = false;
  private reach = false;
  private declarations: boolean;
  private readonly collapsed = new Set<number>();
  readonly layout: Layout;
  readonly view: GraphView;
  private readonly side: Side;
  private readonly source: Source;
  private readonly minimap: Minimap;
  private lanes: LanesView | null = null;
  private readonly ending = new AbortController();
  private readonly graphs = new Map<Pass, PassGraph>();
  private readonly bar: PassBar;
  private readonly said = h('p', { id: 'said' });
  private readonly spoken = h('div', { class: 'spoken', 'aria-live': 'polite' });
  private readonly middle = h('div', { class: 'middle' });
  private readonly main = h('main');
  private readonly zooms = h('div', { id: 'zooms' });
  private readonly buttons: Record<string, HTMLButtonElement> = {};
  private readonly search = h('input', { type: 'search', placeholder: 'search (/)', 'aria-label': 'search blocks', list: 'names' });

  constructor(readonly model: Model, private readonly root: HTMLElement) {
    this.layout = new Layout(model);
    this.bar = new PassBar(model, pass => this.show(this.sequence.indexOf(pass)), part => this.togglePart(part));
    this.at = this.sequence.indexOf(model.passes[0]);
    const count = this.layout.order.keys.length;
    this.declarations = count <= kMaxDeclared;
    if (count > kMaxOpen) this.layout.order.loops.forEach((loop, i) => { if (loop.parent < 0) this.collapsed.add(i); });
    this.view = new GraphView(model, this.layout, {
      pick: key => this.pick(key), pickWire: wire => this.pickWire(wire), hover: key => this.hover(key),
      toggleLoop: key => this.toggleLoop(key), moved: () => this.minimap?.frame(),
    });
    this.side = new Side(model, {
      goTo: key => this.goTo(key), pickEdge: (from, slot) => this.pickEdge(from, slot), hover: key => this.hover(key),
      pickLine: (file, line) => this.source.goTo(file, line),
    });
    this.source = new Source(model, keys => this.light(keys), key => this.goTo(key));
    this.minimap = new Minimap(model, this.layout, this.view);
    this.build();
    this.arrange();
    this.follow();
    addEventListener('hashchange', () => this.follow(), { signal: this.ending.signal });
    addEventListener('keydown', event => this.key(event), { signal: this.ending.signal });
  }

  /** Another takes its place in the page. */
  end(): void { this.ending.abort(); }

  private get sequence(): Pass[] { return this.bar.sequence; }

  get pass(): Pass { return this.sequence[this.at]; }

  // ---- The page.

  private build(): void {
    const button = (name: string, text: string, title: string, action: () => void): HTMLButtonElement => {
      this.buttons[name] = h('button', { id: name, title, 'aria-label': text.length > 1 ? undefined : title, onclick: action }, text);
      return this.buttons[name];
    };
    const tools = h('div', { class: 'tools' }, this.search, h('datalist', { id: 'names' }),
      button('dom', 'dominators', 'The dominator tree (d)', () => this.toggle('dominators')),
      button('nest', 'loops', 'Colours by loop (l)', () => this.toggle('nest')),
      button('declared', 'merges', 'Declared merge and continue blocks (m)', () => this.toggle('declarations')),
      button('collapse', 'collapse', 'Collapse or open all loops', () => this.collapseAll()),
      button('lanes', 'lanes', 'Eight lanes through input and result (a)', () => this.toggleLanes()),
      button('save', 'save SVG', 'This graph as an SVG file', () => saveSvg(this.view, this.model.data.title + '-' + this.pass.name)),
      button('theme', '◐', 'Light or dark', () => this.turnTheme()));
    const panes = h('span', { class: 'paneswitch' });
    if (!this.source.isEmpty) panes.append(h('button', { onclick: () => this.showPane('source') }, 'source'), ' ');
    panes.append(h('button', { onclick: () => this.showPane('side') }, 'details'));
    const header = h('header', {}, h('div', { class: 'bar' }, h('h1', { title: this.model.data.title }, this.model.data.title), panes, tools), this.bar.element, this.said);
    this.zooms.append(
      h('button', { title: 'Zoom in (+)', 'aria-label': 'zoom in', onclick: () => this.view.zoom(1.25) }, '+'), h('button', { title: 'Zoom out (-)', 'aria-label': 'zoom out', onclick: () => this.view.zoom(0.8) }, '−'),
      h('button', { title: 'Whole graph (0)', 'aria-label': 'whole graph', onclick: () => this.view.fit() }, 'all'), h('button', { title: 'Entry (e)', 'aria-label': 'to the entry', onclick: () => this.view.toEntry() }, 'entry'));
    this.middle.append(this.view.element, this.minimap.element, this.zooms);
    if (this.source.isEmpty) this.main.dataset.source = 'off'; else this.main.append(this.source.element);
    this.main.append(this.middle, this.side.element);
    this.root.replaceChildren(header, this.main, this.spoken);
    // Enter starts the search, and pressed again finds the next result.
    this.search.addEventListener('change', () => { if (this.search.value !== this.found.text) this.find(this.search.value); });
    this.search.addEventListener('input', () => this.suggest());
  }

  /** Shows or hides a row of the bar. The pass that is shown stays, or else the one that the row belongs to. */
  private openPart(part: Part, isOpen: boolean): void {
    const { pass } = this, { passes } = this.model;
    if (!this.bar.open(part, isOpen)) return;
    const home = part === 'lowering' ? passes[0] : passes.find(other => other.name === kStepsOf)!;
    this.at = this.sequence.indexOf(this.sequence.includes(pass) ? pass : home);
  }

  private togglePart(part: Part): void {
    const isOpen = !this.bar.shows(part), list = this.model[part];
    if (list.length === 0) return;
    this.openPart(part, isOpen);
    this.show(isOpen ? this.sequence.indexOf(list[0]) : this.at);
  }

  /** Puts a text into the region that screen readers read out when it changes. */
  private speak(text: string): void { this.spoken.textContent = text; }

  private showPane(name: string): void {
    this.main.dataset.pane = this.main.dataset.pane === name ? '' : name;
  }

  private turnTheme(): void {
    const root = document.documentElement, isDark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = isDark ? 'light' : 'dark';
    this.minimap.draw();
  }

  // ---- Passes.

  private arrange(): void {
    const isBrief = this.layout.order.keys.length > kMaxInFull;
    this.layout.arrange({ brief: isBrief, collapsed: this.collapsed, declarations: this.declarations });
  }

  show(index: number): void {
    this.at = Math.max(0, Math.min(this.sequence.length - 1, index));
    const { pass } = this;
    this.view.show(pass);
    this.bar.mark(pass);
    const isFirst = pass === this.model.passes[0] || pass === this.model.lowering[0];
    const counts = isFirst ? `${pass.blocks.size} blocks.` : pass.idle ? 'Changed nothing here.'
      : `${pass.blocks.size} blocks: ${pass.fresh.size} new, ${pass.changed.size} changed, ${pass.removed.length} removed.`;
    this.said.replaceChildren(h('b', {}, pass.name), ' ', ...this.side.words(passWords(pass)), ' ', h('b', {}, counts));
    document.body.dataset.pass = pass.name;
    document.body.dataset.ready = String(pass.blocks.size);
    this.minimap.draw();
    this.refresh();
    this.speak(`${pass.name}: ${pass.headers.length > 0 || pass.summary ? plain(this.model, passWords(pass)) + ' ' : ''}${counts}`);
    this.lanes?.stop();
  }

  /** Goes to the next or previous pass that changed something. */
  private skip(by: number): void {
    let to = this.at + by;
    while (to > 0 && to < this.sequence.length - 1 && this.sequence[to].idle) to += by;
    this.show(to);
  }

  private graphOf(pass: Pass): PassGraph {
    let graph = this.graphs.get(pass);
    if (!graph) this.graphs.set(pass, graph = new PassGraph(pass));
    return graph;
  }

  // ---- The selection.

  pick(key: number): void {
    this.picked = key;
    this.edge = this.wire = null;
    this.refresh();
    this.source.light(key, true);
    if (key !== kNone && this.view.hasFocus) this.view.focusOn(key);
    const block = this.pass.blocks.get(key);
    if (!block) return;
    const why = whyWords(this.model, this.pass, block).map(words => plain(this.model, words));
    this.speak(`selected ${this.model.name(key)}. ${why.join(' ')}`);
  }

  goTo(key: number): void {
    for (const loop of this.layout.loopsOf(key)) {
      if (this.collapsed.delete(loop)) { this.arrange(); this.show(this.at); }
    }
    this.pick(key);
    this.view.goTo(key, false);
  }

  private pickWire(wire: Wire): void {
    const { from, to, slots } = wire.link, program = this.model.passes[0].blocks.get(from);
    const isLowered = !this.model.lowering.includes(this.pass) || program?.edges[slots[0]]?.to === to;
    if (program && slots.length > 0 && isLowered) return this.pickEdge(from, slots[0]);
    // An edge of a collapsed loop may represent several.
    if (from < kNone || to < kNone) return;
    this.picked = kNone;
    this.edge = null;
    this.wire = { from, to, kind: wire.link.kind };
    this.refresh();
  }

  pickEdge(from: number, slot: number): void {
    this.picked = kNone;
    this.wire = null;
    this.edge = { from, slot };
    this.refresh();
    if (this.pass.blocks.has(from)) this.view.goTo(from, false);
  }

  private hover(key: number): void {
    this.light(key < 0 ? [] : [key]);
    this.source.light(key < 0 ? this.picked : key, false);
  }

  private litKeys: number[] = [];

  private light(keys: number[]): void {
    this.litKeys = keys.map(key => this.layout.shownAs(key));
    for (const node of this.view.svg.querySelectorAll<SVGElement>('.node')) {
      node.classList.toggle('lit', this.litKeys.includes(Number(node.dataset.key)));
    }
  }

  /** Updates the marks and the right column after a change of the selection. */
  refresh(): void {
    const { pass } = this, block = pass.blocks.get(this.picked), marks = noMarks();
    const relations = block ? this.graphOf(pass).relationsOf(this.picked) : null;
    if (block && relations) {
      this.side.showBlock(pass, block, relations);
      this.markRelations(marks, relations);
    } else if (this.edge) {
      this.side.showEdge(pass, this.edge.from, this.edge.slot);
      this.markWay(marks, this.edge);
    } else if (this.wire) {
      this.side.showWire(pass, this.wire.from, this.wire.to, this.wire.kind);
      marks.path.add(this.wire.from + ':' + this.wire.to);
    } else {
      this.side.showNothing(pass, pass === this.model.passes[0] ? needWords(this.graphOf(pass)) : []);
    }
    document.body.dataset.picked = block ? this.model.name(this.picked) : '';
    this.markLoops(marks);
    this.markWrong(marks);
    if (this.dominators) this.markTree(marks);
    this.view.mark(marks);
    this.buttons.dom.classList.toggle('on', this.dominators);
    this.buttons.nest.classList.toggle('on', this.nest);
    this.buttons.declared.classList.toggle('on', this.declarations);
    this.buttons.collapse.classList.toggle('on', this.collapsed.size > 0);
    this.buttons.lanes.classList.toggle('on', this.lanes !== null);
    for (const name of ['dom', 'nest', 'declared', 'collapse', 'lanes']) this.buttons[name].setAttribute('aria-pressed', String(this.buttons[name].classList.contains('on')));
    this.say();
  }

  private markRelations(marks: Marks, relations: Relations): void {
    marks.selected = this.layout.shownAs(this.picked);
    const add = (keys: number[], name: string): void => {
      for (const key of keys) {
        const shown = this.layout.shownAs(key), known = marks.frames.get(shown);
        if (known) known.push(name); else marks.frames.set(shown, [name]);
      }
    };
    if (this.reach) { add(relations.reached, 'reached'); add(relations.source, 'source'); add(relations.both, 'both'); }
    add(relations.frontier, 'frontier');
    add(relations.control, 'control');
  }

  private markWay(marks: Marks, edge: { from: number; slot: number }): void {
    const way = [edge.from, ...wayOf(this.model, this.pass, edge.from, edge.slot)].map(key => this.layout.shownAs(key));
    way.forEach((key, i) => {
      if (i > 0) marks.path.add(way[i - 1] + ':' + key);
      marks.frames.set(key, ['way']);
    });
  }

  private markLoops(marks: Marks): void {
    const graph = this.graphOf(this.pass), { loops, of } = graph.loops;
    this.side.showLoops(loops.map(loop => {
      const key = graph.keys[loop.header], inOrder = this.loopAround(key);
      return { key, name: this.model.name(this.firstOf(key)), depth: loop.depth, isCollapsed: this.collapsed.has(inOrder),
        collapse: inOrder >= 0 ? () => this.toggleLoop(loopKey(inOrder)) : undefined };
    }));
    if (!this.nest) return;
    graph.keys.forEach((key, i) => {
      if (of[i] >= 0) marks.halos.set(this.layout.shownAs(key), { depth: loops[of[i]].depth, isHead: loops[of[i]].header === i });
    });
  }

  /** Inserted headers are named after the block that they lead to. */
  private firstOf(key: number): number {
    const block = this.pass.blocks.get(key)!;
    return block.role === Role.Header && block.edges.length === 1 ? block.edges[0].to : key;
  }

  private markTree(marks: Marks): void {
    const { keys, tree } = this.graphOf(this.pass);
    keys.forEach((key, i) => {
      if (tree.parent[i] >= 0) marks.tree.push([this.layout.shownAs(keys[tree.parent[i]]), this.layout.shownAs(key)]);
    });
  }

  private markWrong(marks: Marks): void {
    for (const check of this.model.data.checks) {
      if (check.ok) continue;
      if (check.block !== undefined) marks.frames.set(this.layout.shownAs(check.block), ['wrong']);
      if (!check.edge) continue;
      const [from, slot] = check.edge, edge: Edge | undefined = this.pass.blocks.get(from)?.edges[slot];
      if (edge) marks.wrong.add(this.layout.shownAs(from) + ':' + this.layout.shownAs(edge.to));
    }
    for (const loss of this.model.data.losses) {
      const known = marks.frames.get(loss.operation) ?? [];
      if (!loss.maximal) marks.frames.set(this.layout.shownAs(loss.operation), [...known, 'wrong']);
    }
  }

  // ---- Loops, lanes, search.

  private toggle(what: 'dominators' | 'nest' | 'declarations' | 'reach'): void {
    this[what] = !this[what];
    if (what !== 'declarations') return this.refresh();
    this.rearrange();
  }

  /** Recomputes the layout and keeps what is in the middle of the view there. */
  private rearrange(anchor = this.nearest()): void {
    const before = anchor === kNone ? undefined : this.view.scene.boxes.get(this.layout.shownAs(anchor)), { x, y, k } = this.view.view;
    this.arrange();
    this.show(this.at);
    const after = anchor === kNone ? undefined : this.view.scene.boxes.get(this.layout.shownAs(anchor));
    if (this.view.fitted) this.view.fit();
    else if (before && after) this.view.setView({ x: x + after.x - before.x, y: y + after.y - before.y, k });
    this.minimap.draw();
  }

  private nearest(): number {
    if (this.picked !== kNone) return this.picked;
    const { width, height } = this.view.size(), { x, y, k } = this.view.view, mx = x + width / k / 2, my = y + height / k / 2;
    let best = kNone, least = Infinity;
    for (const [key, box] of this.view.scene.boxes) {
      const far = Math.hypot(box.x + box.width / 2 - mx, box.y + box.height / 2 - my);
      if (far < least) { least = far; best = key < 0 ? this.layout.order.keys[this.layout.order.loops[loopOfKey(key)].header] : key; }
    }
    return best;
  }

  private loopAround(key: number): number { return this.layout.loopsOf(key)[0] ?? -1; }

  /** Collapses or expands a loop, given its collapsed box or a block in it. */
  toggleLoop(key: number): void {
    const loop = key < kNone ? loopOfKey(key) : this.loopAround(key);
    if (loop < 0) return;
    if (!this.collapsed.delete(loop)) this.collapsed.add(loop);
    this.rearrange(this.layout.order.keys[this.layout.order.loops[loop].header]);
  }

  private collapseAll(): void {
    const isOpen = this.collapsed.size === 0;
    this.collapsed.clear();
    if (isOpen) this.layout.order.loops.forEach((loop, i) => { if (loop.parent < 0) this.collapsed.add(i); });
    this.rearrange();
    this.view.toEntry();
  }

  private toggleLanes(): void {
    if (this.lanes) {
      this.lanes.stop();
      this.lanes = null;
      delete this.main.dataset.lanes;
      this.middle.replaceChildren(this.view.element, this.minimap.element, this.zooms);
    } else {
      this.main.dataset.lanes = '';
      this.lanes = new LanesView(this.model, this.layout, key => this.pick(key));
      this.middle.replaceChildren(this.lanes.element);
      this.lanes.start();
    }
    this.refresh();
  }

  private suggest(): void {
    const text = this.search.value.toLowerCase(), options = document.getElementById('names')!;
    options.replaceChildren();
    if (!text) return;
    for (const key of this.matches(text).slice(0, 12)) options.append(h('option', { value: this.model.name(key) }));
  }

  /** Finds blocks by name, then by the text in their boxes and their code. */
  private matches(text: string): number[] {
    const blocks = [...this.pass.blocks.values()], rank = (key: number): number => {
      const name = this.model.name(key).toLowerCase(), program = this.model.program(key);
      if (name === text) return 0;
      if (name.startsWith(text)) return 1;
      if (name.includes(text)) return 2;
      if (this.pass.blocks.get(key)!.lines.some(line => line.toLowerCase().includes(text))) return 3;
      return (program?.code ?? this.model.data.spirv[key] ?? '').toLowerCase().includes(text) ? 4 : 9;
    };
    return blocks.map(block => ({ key: block.key, rank: rank(block.key) })).filter(match => match.rank < 9)
      .sort((a, b) => a.rank - b.rank || a.key - b.key).map(match => match.key);
  }

  private found: { text: string; at: number } = { text: '', at: 0 };

  private find(text: string): void {
    const found = this.matches(text.trim().toLowerCase());
    if (!text.trim() || found.length === 0) { this.speak('nothing found'); return; }
    this.found = { text, at: this.found.text === text ? this.found.at + 1 : 0 };
    this.goTo(found[this.found.at % found.length]);
    this.speak(`${this.found.at % found.length + 1} of ${found.length} found: ${this.model.name(this.picked)}`);
  }

  // ---- Keys and address.

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target instanceof HTMLInputElement) {
      if (event.key === 'Escape') event.target.blur();
      if (event.key === 'Enter') this.find(event.target.value);
      return;
    }
    // Panes handle their own scrolling.
    if (event.target instanceof Element && event.target.closest('.pane') && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) return;
    // Space presses the button or block that has the focus.
    const isPress = event.key === ' ' && event.target instanceof Element && event.target.closest('button,a,summary,.node') !== null;
    if (!isPress && this.lanes?.key(event.key)) { event.preventDefault(); return; }
    const actions: Record<string, () => void> = {
      ArrowLeft: () => (event.shiftKey ? this.skip(-1) : this.show(this.at - 1)),
      ArrowRight: () => (event.shiftKey ? this.skip(1) : this.show(this.at + 1)),
      ArrowUp: () => this.view.move(0, 60), ArrowDown: () => this.view.move(0, -60),
      d: () => this.toggle('dominators'), l: () => this.toggle('nest'), m: () => this.toggle('declarations'), r: () => this.toggle('reach'),
      s: () => this.togglePart('steps'), p: () => this.togglePart('lowering'), a: () => this.toggleLanes(), c: () => { if (this.picked !== kNone) this.toggleLoop(this.picked); else this.collapseAll(); },
      e: () => this.view.toEntry(), Escape: () => this.pick(kNone), '+': () => this.view.zoom(1.25), '=': () => this.view.zoom(1.25),
      '-': () => this.view.zoom(0.8), '0': () => this.view.fit(), '/': () => this.search.focus(), j: () => this.next(1), k: () => this.next(-1),
    };
    const action = actions[event.key];
    if (!action) return;
    action();
    event.preventDefault();
  }

  /** Returns the next block in layout order that this pass has. */
  private next(by: number): void {
    const { order } = this.layout, keys = order.sequence.map(node => order.keys[node]).filter(key => this.pass.blocks.has(key));
    const at = keys.indexOf(this.picked);
    this.goTo(keys[at < 0 ? (by > 0 ? 0 : keys.length - 1) : (at + by + keys.length) % keys.length]);
  }

  private say(): void {
    const { order } = this.layout;
    writeAddress({
      pass: this.pass.name, dominators: this.dominators, loops: this.nest, lanes: this.lanes !== null,
      block: this.picked === kNone ? '' : this.model.name(this.picked),
      edge: this.edge ? this.model.name(this.edge.from) + ':' + this.edge.slot : '',
      collapsed: this.collapsed.size > 12 ? [] : [...this.collapsed].map(loop => this.model.name(order.keys[order.loops[loop].header])),
    });
  }

  follow(): void {
    const place: Place = readAddress(location.hash);
    for (const part of ['lowering', 'steps'] as const) if (this.model[part].some(pass => pass.name === place.pass)) this.openPart(part, true);
    const index = this.sequence.findIndex(pass => pass.name === place.pass);
    this.dominators = place.dominators;
    this.nest = place.loops;
    this.picked = kNone;
    this.edge = this.wire = null;
    if (place.collapsed.length > 0) {
      this.collapsed.clear();
      for (const name of place.collapsed) {
        const key = this.model.keyOf(name), loop = key === undefined ? -1 : this.layout.order.loops.findIndex(l => this.layout.order.keys[l.header] === key);
        if (loop >= 0) this.collapsed.add(loop);
      }
      this.arrange();
    }
    const isFirst = !this.view.pass;
    this.show(index < 0 ? this.sequence.indexOf(this.model.passes[0]) : index);
    if (isFirst) this.view.toEntry();
    if (place.lanes !== (this.lanes !== null)) this.toggleLanes();
    const key = this.model.keyOf(place.block);
    if (key !== undefined && this.pass.blocks.has(key)) { this.pick(key); this.view.goTo(key); }
    const [name, slot] = place.edge.split(':'), from = this.model.keyOf(name);
    if (place.edge && from !== undefined) this.pickEdge(from, Number(slot));
  }
}
