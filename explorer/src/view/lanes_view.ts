// Eight lanes that run through the program's graph on the left and through the result on the right.
import { kNone, type Model, type Pass } from '../data';
import { type Layout, type Wire } from '../layout/layout';
import { asRecorded, byChance, kLanes, randomNumbers, runLanes, type Step, walkLane, type Way } from '../lanes';
import { lanesWords, type Words } from '../words';
import { h, s } from './dom';
import { GraphView } from './graph_view';

const kColours = ['#e03131', '#1971c2', '#2f9e44', '#f08c00', '#9c36b5', '#0c8599', '#e8590c', '#5c940d'];
const kStepTime = 420;

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
    this.element = h('div', { class: 'stage', style: 'border:1px solid var(--rule);border-width:0 1px 1px 0' }, this.view.element, h('span', { class: 'stagename' }, title));
    this.element.style.display = 'flex';
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
    if (!this.isDone) { ++this.at; this.draw(); }
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
      // On the lower edge, from the right: branches leave on the left.
      dot.setAttribute('cx', String(box.x + box.width - 7 - (3 - lane % 4) * 12));
      dot.setAttribute('cy', String(box.y + box.height + (lane < 4 ? 0 : 11)));
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
  private readonly play = h('button', { onclick: () => this.toggle() }, 'pause');
  private timer = 0;
  private seed = 1;
  /** The slots that each lane was told to take. */
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
    const bar = h('div', { class: 'bar', style: 'padding:4px 8px;border-bottom:1px solid var(--rule);flex-wrap:wrap' }, this.play,
      h('button', { onclick: () => { this.pause(); this.step(); } }, 'step'), h('button', { onclick: () => this.restart(this.seed) }, 'again'),
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
    this.tell();
    this.resume();
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
    const votes = result.votes(), name = this.model.name(step.block);
    this.told.textContent = `step ${result.at + 1} of ${result.steps.length}: ${step.lanes.length} of ${this.count} lanes run ${name}${result.decisions()}` +
      (votes > 0 ? `: ${votes} take part in its wave operation or barrier` : '');
  }

  private toggle(): void {
    if (this.timer) this.pause();
    else if (this.halves[1].isDone) this.restart(this.seed);
    else this.resume();
  }

  private resume(): void {
    this.pause();
    this.timer = window.setInterval(() => this.step(), kStepTime);
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
