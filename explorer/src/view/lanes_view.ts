// Eight lanes that run through the program's graph on the left and through the result on the right.
import { kNone, type Model, type Pass } from '../data';
import { type Layout, type Wire } from '../layout/layout';
import { asRecorded, byChance, eventsOf, kLanes, type LaneEvent, randomNumbers, runLanes, type Step, walkLane, type Way } from '../lanes';
import { lanesWords, type Words } from '../words';
import { h, s } from './dom';
import { GraphView } from './graph_view';

const kColours = ['#e03131', '#1971c2', '#2f9e44', '#f08c00', '#9c36b5', '#0c8599', '#e8590c', '#5c940d'];
const kStepTime = 420, kSpeeds = [0.5, 1, 2, 4, 8];

/** One side: its graph and its dots. */
class Half {
  readonly view: GraphView;
  readonly element: HTMLElement;
  private readonly dots: SVGCircleElement[];
  steps: Step[] = [];
  at = 0;

  constructor(private readonly model: Model, private readonly layout: Layout, readonly pass: Pass, title: string, pick: (key: number) => void,
              pickWire: (wire: Wire) => void) {
    this.view = new GraphView(model, layout, { pick, pickWire, hover: () => {}, toggleLoop: () => {}, moved: () => {} });
    this.element = h('div', { class: 'stage half' }, h('div', { class: 'stagename' }, title), this.view.element);
    this.dots = kColours.map((colour, lane) => s('circle', { class: 'dot', r: 5.5, fill: colour, 'data-lane': lane }));
  }

  open(): void {
    this.view.show(this.pass);
    this.view.toEntry();
  }

  reset(steps: Step[]): void {
    this.steps = steps;
    this.at = 0;
    this.view.overlay.replaceChildren(...this.dots.slice(0, steps[0]?.at.length ?? 0));
    this.draw();
  }

  get isDone(): boolean { return this.at >= this.steps.length - 1; }

  advance(): void {
    if (!this.isDone) this.goTo(this.at + 1);
  }

  goTo(at: number): void {
    if (at === this.at) return;
    this.at = at;
    this.draw();
  }

  /** Returns how many lanes run the current block together if it has convergent operations; otherwise 0. */
  votes(): number {
    const step = this.steps[this.at];
    return step && this.model.program(step.block)?.convergent ? step.lanes.length : 0;
  }

  /** Says how many lanes leave the current block by which of its edges; empty if it has only one. */
  decisions(): string {
    const step = this.steps[this.at], next = this.steps[this.at + 1], edges = step ? this.pass.blocks.get(step.block)?.edges ?? [] : [];
    if (!next || edges.length < 2) return '';
    const counts = new Map<string, number>();
    for (const lane of step.lanes) {
      const label = edges.filter(edge => edge.to === next.at[lane]).map(edge => (edge.label ? `“${edge.label}”` : 'to ' + this.model.name(edge.to))).join(', ');
      counts.set(label, (counts.get(label) ?? 0) + 1);
    }
    return ` (${[...counts].map(([label, count]) => `${count} ${label}`).join('; ')})`;
  }

  private draw(): void {
    const step = this.steps[this.at];
    if (!step) return;
    this.dots.slice(0, step.at.length).forEach((dot, lane) => {
      const box = this.view.scene.boxes.get(this.layout.shownAs(step.at[lane]));
      if (!box) return;
      // Above the box, from the right: lines enter on the left, and the labels of branches are below.
      dot.setAttribute('cx', String(box.x + box.width - 7 - (3 - lane % 4) * 12));
      dot.setAttribute('cy', String(box.y - (lane < 4 ? 14 : 3)));
      dot.classList.toggle('waits', !step.lanes.includes(lane));
    });
    for (const old of this.view.overlay.querySelectorAll('.flash')) old.remove();
    const box = this.view.scene.boxes.get(this.layout.shownAs(step.block));
    if (box && this.votes() > 0) {
      this.view.overlay.prepend(s('rect', { class: 'flash', x: box.x - 7, y: box.y - 7, width: box.width + 14, height: box.height + 14, rx: 9 }));
    }
    if (box) this.view.goTo(step.block, false);
  }
}

export class LanesView {
  readonly element: HTMLElement;
  private readonly halves: Half[];
  private readonly told = h('span', { id: 'lanestold' });
  private readonly play = h('button', { id: 'lanesplay', title: 'Play or pause (Space)', onclick: () => this.toggle() }, 'pause');
  private readonly pace = h('button', { id: 'lanespace', title: 'Faster (>), slower (<)', onclick: () => this.turnSpeed(1, true) });
  private speed = 1;
  private timer = 0;
  private events: LaneEvent[] = [];
  /** Where the halves were before each step of the result. */
  private past: [number, number][] = [];
  private seed = 1;
  /** The slots that the reader chose for each lane. */
  private readonly chosen: Map<number, number>[] = kColours.map(() => new Map());
  /** The lanes that a click on an edge applies to. */
  private readonly listening = new Set(kColours.map((_, lane) => lane));
  private readonly chips = h('span', { class: 'chips', title: 'Lanes that a click on an edge of the program sends along it' });

  /** Whether all branches are chosen by chance, because there are no values, or because the reader chose so. */
  private isRandom: boolean;
  private readonly hasValues: boolean;
  private readonly source = h('p', { id: 'lanessource' });
  private readonly values = h('button', { id: 'lanesvalues', title: 'Branches as the values of the program decide them', onclick: () => { this.forget(); this.isRandom = false; this.restart(this.seed); } }, 'values');
  private count = kLanes;

  constructor(private readonly model: Model, layout: Layout, private readonly pick: (key: number) => void) {
    this.hasValues = Boolean(model.data.lanes && !model.data.lanes.error);
    this.isRandom = !this.hasValues;
    this.halves = [new Half(model, layout, model.passes[0], 'program: click an edge to send lanes along it', pick, wire => this.choose(wire)),
      new Half(model, layout, model.last, 'result', pick, () => {})];
    this.showChips();
    this.turnSpeed(0);
    const bar = h('div', { class: 'bar', style: 'padding:4px 8px;border-bottom:1px solid var(--rule);flex-wrap:wrap' }, this.play,
      h('button', { id: 'lanesback', title: 'One step back (,)', onclick: () => this.back() }, 'back'),
      h('button', { id: 'lanesstep', title: 'One step (.)', onclick: () => this.stepOnce() }, 'step'),
      h('button', { id: 'lanesevent', title: 'On to where lanes part or meet (n)', onclick: () => this.toEvent() }, 'next event'), this.pace,
      h('button', { title: 'From the first step', onclick: () => this.restart(this.seed) }, 'again'),
      this.hasValues && this.values, h('button', { title: 'Branches by chance', onclick: () => { this.forget(); this.isRandom = true; this.restart(this.seed + 1); } }, this.hasValues ? 'random lanes' : 'other lanes'), this.chips, this.told);
    const graphs = h('div', { class: 'halves' }, ...this.halves.map(half => half.element));
    this.element = h('div', { class: 'lanes', style: 'flex:1;min-width:0' }, bar, this.source, graphs);
  }

  start(): void {
    for (const half of this.halves) half.open();
    this.restart(this.seed);
  }

  private restart(seed: number): void {
    this.seed = seed;
    const recorded = this.isRandom ? undefined : this.model.data.lanes?.slots;
    const ways: Way[] = recorded ? recorded.map(slots => walkLane(this.model, asRecorded(slots)))
      : this.chosen.map((chosen, lane) => walkLane(this.model, byChance(randomNumbers(seed * kLanes + lane), chosen)));
    this.count = ways.length;
    this.source.replaceChildren(...lanesWords(this.model, this.isRandom).map(words => h('span', {}, ...this.words(words), ' ')));
    this.values.classList.toggle('on', !this.isRandom);
    this.values.setAttribute('aria-pressed', String(!this.isRandom));
    const order = new Map(this.model.data.order.map((key, i) => [key, i])), rank = (key: number): number => order.get(key) ?? kNone;
    this.halves[0].reset(runLanes(ways.map(way => way.input), rank));
    this.halves[1].reset(runLanes(ways.map(way => way.result), rank));
    this.past = [];
    this.events = eventsOf(this.halves[1].steps);
    this.tell();
    this.resume();
  }

  /** Handles the keys of the lanes. Returns whether this was one. */
  key(name: string): boolean {
    const actions: Record<string, () => void> = { ' ': () => this.toggle(), '.': () => this.stepOnce(), ',': () => this.back(), n: () => this.toEvent(),
      '<': () => this.turnSpeed(-1), '>': () => this.turnSpeed(1) };
    actions[name]?.();
    return name in actions;
  }

  private turnSpeed(by: number, wraps = false): void {
    const at = kSpeeds.indexOf(this.speed) + by;
    this.speed = kSpeeds[wraps ? at % kSpeeds.length : Math.max(0, Math.min(kSpeeds.length - 1, at))];
    this.pace.textContent = `speed ${this.speed}×`;
    if (this.timer) this.resume();
  }

  private stepOnce(): void {
    this.pause();
    this.step();
  }

  private back(): void {
    this.pause();
    const places = this.past.pop();
    if (places) this.halves.forEach((half, i) => half.goTo(places[i]));
    this.tell();
  }

  /** Steps on to where lanes part or meet; to the end if they do not any more. */
  private toEvent(): void {
    this.pause();
    const result = this.halves[1];
    do this.step(); while (!result.isDone && !this.events[result.at].meet && !this.events[result.at].part);
  }

  private showChips(): void {
    this.chips.replaceChildren(...kColours.map((colour, lane) => {
      const isOn = this.listening.has(lane);
      return h('button', { class: 'chip', style: `background:${isOn ? colour : 'transparent'};border-color:${colour}`, 'aria-pressed': String(isOn), 'aria-label': `lane ${lane + 1}`,
        onclick: () => { if (!this.listening.delete(lane)) this.listening.add(lane); this.showChips(); } });
    }));
  }

  /** Makes lanes take an edge when they first reach its block. */
  private choose(wire: Wire): void {
    if (wire.link.slots.length === 0 || wire.link.from < 0) return;
    this.isRandom = true;
    for (const lane of this.listening) this.chosen[lane].set(wire.link.from, wire.link.slots[0]);
    this.restart(this.seed);
  }

  private words(words: Words): (Node | string)[] {
    return words.map(part => (typeof part === 'string' ? part : h('button', { class: 'link', onclick: () => this.pick(part.key) }, this.model.name(part.key))));
  }

  private forget(): void { for (const chosen of this.chosen) chosen.clear(); }

  /** The result also steps through inserted blocks; the program's side waits meanwhile. */
  private step(): void {
    const [input, result] = this.halves;
    if (!result.isDone) this.past.push([input.at, result.at]);
    result.advance();
    const block = result.steps[result.at]?.block;
    if (block !== undefined && this.model.isProgram(this.model.original(block))) {
      const next = input.steps[input.at + 1];
      if (next && next.block === this.model.original(block)) input.advance();
    }
    if (result.isDone) { while (!input.isDone) input.advance(); this.pause(); }
    this.tell();
  }

  private tell(): void {
    const result = this.halves[1], step = result.steps[result.at];
    if (!step) return;
    const votes = result.votes(), name = this.model.name(step.block), { meet, part } = this.events[result.at];
    const event = [meet && 'lanes meet here', part && 'lanes part here'].filter(text => text).join(', ');
    this.told.textContent = `step ${result.at + 1} of ${result.steps.length}: ${step.lanes.length} of ${this.count} lanes run ${name}${result.decisions()}` +
      (votes > 0 ? `: ${votes} take part in its wave operation or barrier` : '') + (event ? `; ${event}` : '');
  }

  private toggle(): void {
    if (this.timer) this.pause();
    else if (this.halves[1].isDone) this.restart(this.seed);
    else this.resume();
  }

  private resume(): void {
    this.pause();
    this.timer = window.setInterval(() => this.step(), kStepTime / this.speed);
    this.play.textContent = 'pause';
    this.told.setAttribute('aria-live', 'off');
  }

  private pause(): void {
    if (this.timer) window.clearInterval(this.timer);
    this.timer = 0;
    this.play.textContent = 'play';
    // Each step is read out only if the reader takes it.
    this.told.setAttribute('aria-live', 'polite');
  }

  stop(): void { this.pause(); }
}
