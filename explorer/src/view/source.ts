// The left column: the source, if there is debug information. Each line is linked with the blocks that come from it.
import { kNone, type Model } from '../data';
import { h } from './dom';

export class Source {
  readonly element = h('section', { id: 'source', class: 'pane', 'aria-label': 'source' });
  readonly isEmpty: boolean;
  /** The lines that blocks come from. */
  private readonly linked: HTMLElement[] = [];
  private readonly lines = new Map<string, HTMLElement>();
  private readonly blocksAt = new Map<string, number[]>();

  constructor(private readonly model: Model, hover: (keys: number[]) => void, pick: (key: number) => void) {
    model.data.program.forEach((block, key) => {
      for (const [file, line] of block.source ?? []) {
        const id = file + ':' + line;
        this.blocksAt.set(id, [...(this.blocksAt.get(id) ?? []), key]);
      }
    });
    const used = new Set([...this.blocksAt.keys()].map(id => Number(id.split(':')[0])));
    model.data.files.forEach((file, index) => {
      if (!file.text || (index !== 0 && !used.has(index))) return;
      this.element.append(h('h2', {}, file.name.replace(/^.*[/\\]/, '')));
      file.text.split('\n').forEach((text, i) => this.addLine(index, i + 1, text.replace(/\r$/, ''), hover, pick));
    });
    this.isEmpty = this.element.childElementCount === 0;
    this.element.addEventListener('keydown', event => this.key(event));
  }

  /** Up and down move among the lines that blocks come from; Enter selects the block. */
  private key(event: KeyboardEvent): void {
    const row = event.target as HTMLElement, at = this.linked.indexOf(row), by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (at < 0) return;
    if (event.key === 'Enter' || event.key === ' ') row.click();
    else if (by !== 0) this.linked[at + by]?.focus();
    else return;
    event.preventDefault();
  }

  private addLine(file: number, line: number, text: string, hover: (keys: number[]) => void, pick: (key: number) => void): void {
    const id = file + ':' + line, blocks = this.blocksAt.get(id) ?? [], row = h('div', { class: 'src' }, h('i', {}, String(line)), text || ' ');
    if (blocks.length > 0) {
      row.classList.add('has');
      row.setAttribute('role', 'button');
      row.setAttribute('tabindex', this.linked.length === 0 ? '0' : '-1');
      row.setAttribute('aria-label', `line ${line}: ${text.trim()}, ${blocks.map(key => this.model.name(key)).join(', ')}`);
      this.linked.push(row);
      row.style.setProperty('--src', `hsl(${(blocks[0] * 137) % 360} 55% 55%)`);
      row.title = blocks.map(key => this.model.name(key)).join(', ');
      let turn = 0;
      row.addEventListener('mouseenter', () => hover(blocks));
      row.addEventListener('mouseleave', () => hover([]));
      row.addEventListener('click', () => pick(blocks[turn++ % blocks.length]));
    }
    this.lines.set(id, row);
    this.element.append(row);
  }

  /** Marks the lines of a block. */
  light(key: number, scroll: boolean): void {
    for (const row of this.element.querySelectorAll('.lit')) row.classList.remove('lit');
    if (key === kNone) return;
    const rows = (this.model.program(key)?.source ?? []).map(([file, line]) => this.lines.get(file + ':' + line)).filter(row => row !== undefined);
    for (const row of rows) row.classList.add('lit');
    if (scroll && rows.length > 0) this.scrollTo(rows[0]);
  }

  goTo(file: number, line: number): void {
    const row = this.lines.get(file + ':' + line);
    if (row) this.scrollTo(row);
  }

  private scrollTo(row: HTMLElement): void {
    const top = row.offsetTop - this.element.offsetTop, { scrollTop, clientHeight } = this.element;
    if (top < scrollTop + 40 || top > scrollTop + clientHeight - 40) this.element.scrollTop = top - clientHeight / 3;
  }
}
