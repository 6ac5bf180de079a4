// The bar of passes: those of the structurizer, and in rows of their own the lowering passes before them and the steps of
// the pass that builds constructs. Only rows that are open belong to the sequence that the arrow keys step through.
import { kStepsOf, type Model, type Pass } from '../data';
import { passWords, plain } from '../words';
import { h } from './dom';

export type Part = 'lowering' | 'steps';

export class PassBar {
  readonly element = h('nav', { id: 'steps', 'aria-label': 'passes' });
  sequence: Pass[] = [];
  private readonly isOpen: Record<Part, boolean>;
  private readonly links = new Map<Pass, HTMLElement>();

  constructor(private readonly model: Model, private readonly show: (pass: Pass) => void, private readonly toggle: (part: Part) => void) {
    this.isOpen = { lowering: model.lowering.some(pass => pass.changed.size > 0), steps: false };
    this.build();
  }

  shows(part: Part): boolean { return this.isOpen[part]; }

  /** Shows or hides a part. Returns whether that changed anything. */
  open(part: Part, isOpen: boolean): boolean {
    if (this.isOpen[part] === isOpen || this.model[part].length === 0) return false;
    this.isOpen[part] = isOpen;
    this.build();
    return true;
  }

  /** Marks the pass that is shown, and scrolls to it. */
  mark(shown: Pass): void {
    for (const [pass, link] of this.links) {
      link.classList.toggle('on', pass === shown);
      if (pass === shown) link.setAttribute('aria-current', 'step'); else link.removeAttribute('aria-current');
    }
    const link = this.links.get(shown), row = link?.parentElement;
    if (link && row) row.scrollLeft = Math.max(0, link.offsetLeft - row.offsetLeft - row.clientWidth / 2 + link.clientWidth / 2);
  }

  private build(): void {
    const { passes, steps, lowering } = this.model, at = passes.findIndex(pass => pass.name === kStepsOf);
    this.links.clear();
    const row = (name: string, label: string, list: Pass[]): HTMLElement =>
      h('div', { class: 'row ' + name, role: 'group', 'aria-label': label }, ...list.map(pass => this.link(pass)));
    const main = h('div', { class: 'row' });
    if (lowering.length > 0) main.append(this.button('lowering', this.loweringText(), 'The passes that lower the program before the structurizer (p)'));
    passes.forEach((pass, i) => {
      main.append(this.link(pass));
      if (i === at && steps.length > 0) main.append(this.button('steps', `${steps.length} steps`, 'Every construct as a step of its own (s)'));
    });
    this.element.replaceChildren();
    if (this.isOpen.lowering) {
      const rest = row('lower', 'lowering passes', lowering);
      if (this.changedBefore === 0) rest.append(h('span', { class: 'remark' }, 'No lowering pass changed this program.'));
      this.element.append(rest);
    }
    this.element.append(main);
    if (this.isOpen.steps) this.element.append(row('parts', 'steps of ' + kStepsOf, steps));
    const before = at < 0 ? passes.length : at;
    this.sequence = [...(this.isOpen.lowering ? lowering : []), ...passes.slice(0, before), ...(this.isOpen.steps ? steps : []), ...passes.slice(before)];
  }

  /** How many lowering passes changed the program. */
  private get changedBefore(): number { return this.model.lowering.filter((pass, i) => i > 0 && !pass.idle).length; }

  private loweringText(): string {
    return this.changedBefore > 0 ? `lowering: ${this.changedBefore}` : 'lowering';
  }

  private button(part: Part, text: string, title: string): HTMLElement {
    const isOpen = this.isOpen[part];
    return h('button', { id: part === 'steps' ? 'substeps' : part, title, 'aria-expanded': String(isOpen), class: 'part' + (isOpen ? ' on' : ''), onclick: () => this.toggle(part) }, text);
  }

  private link(pass: Pass): HTMLElement {
    const { model } = this, number = model.passes.indexOf(pass), isStep = model.steps.includes(pass);
    const title = plain(model, passWords(pass)) + (pass.idle ? ' It changed nothing here.' : '');
    const name = isStep ? `step ${pass.name.slice(kStepsOf.length + 1)} of ${kStepsOf}` : pass.name + (pass.idle ? ', changed nothing' : '');
    const link = h('a', { href: '#' + pass.name, class: isStep ? 'part' : pass.idle ? 'idle' : '', title, 'aria-label': name,
      onclick: (event: Event) => { event.preventDefault(); this.show(pass); } },
      number >= 0 && h('small', {}, `${number + 1} `), isStep ? pass.name.slice(kStepsOf.length + 1) : pass.name);
    this.links.set(pass, link);
    return link;
  }
}
