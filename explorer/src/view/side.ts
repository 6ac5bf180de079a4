// The right column: the selection, why it exists, its code; the checkers; the legend and the keys.
import { type Block, isLadder, kNone, type Model, type Pass, Role } from '../data';
import { type EdgeKind } from '../layout/route';
import { type Relations } from '../relations';
import { insertedText, kCheckWords, declarationWords, list, walksThrough, wayOf, whyWords, type Words } from '../words';
import { h } from './dom';

export interface SideCallbacks {
  goTo(key: number): void;
  pickEdge(from: number, slot: number): void;
  hover(key: number): void;
  pickLine(file: number, line: number): void;
}

const kMaxEdges = 24, kMaxLinks = 40;

export class Side {
  readonly element = h('aside', { id: 'side', class: 'pane', 'aria-label': 'details' });
  private readonly top = h('div', { id: 'pick' });
  private readonly checks = h('div');
  private readonly loops = h('details');
  private readonly legend: HTMLElement;
  private codeTab = 'DXIL';

  constructor(private readonly model: Model, private readonly callbacks: SideCallbacks) {
    this.legend = legend();
    this.element.append(this.top, this.checks, this.loops, this.legend, keys());
    this.showChecks();
  }

  words(words: Words): Node[] {
    return words.map(part => (typeof part === 'string' ? document.createTextNode(part) : this.link(part.key)));
  }

  private link(key: number): HTMLElement {
    return h('button', { class: 'link', onclick: () => this.callbacks.goTo(key), onmouseenter: () => this.callbacks.hover(key), onmouseleave: () => this.callbacks.hover(kNone) }, this.model.name(key));
  }

  private edgeLink(from: number, slot: number): HTMLElement {
    const edge = this.model.passes[0].blocks.get(from)?.edges[slot], label = edge?.label ? ` (${edge.label})` : '';
    return h('button', { class: 'link', onclick: () => this.callbacks.pickEdge(from, slot) },
      `${this.model.name(from)} → ${edge ? this.model.name(edge.to) : '?'}${label}`);
  }

  /** `need`: why the program's graph has to change. */
  showNothing(pass: Pass, need: Words[]): void {
    const inserted = [...pass.blocks.values()].filter(block => block.role !== 0);
    this.top.replaceChildren(h('h2', {}, 'No block selected'),
      h('p', {}, 'Click a block for its reason and its code, an edge of the program for its way through the result.'));
    for (const words of need) this.top.append(h('p', { class: 'need' }, ...this.words(words)));
    if (need.length > 0) this.top.append(h('p', {}, h('kbd', {}, '→'), ' shows the next pass, ', h('kbd', {}, 's'), ' every construct as it is made, ', h('kbd', {}, 'a'), ' lanes that run through program and result.'));
    if (inserted.length === 0) return;
    this.top.append(h('p', { id: 'inserted' }, `Inserted by now: ${insertedText(pass)}.`));
    if (inserted.some(block => block.role === Role.Merge || block.role === Role.Ladder)) {
      this.top.append(h('p', {}, 'Why? In SPIR-V, every selection and loop names one merge block, where it ends, and is left by no other way. ' +
        (inserted.some(isLadder) ? 'Where paths leave a construct for several targets, they all go to its merge block. Ladders, there or after it, lead each path to its own target.' : '')));
    }
  }

  showBlock(pass: Pass, block: Block, relations: Relations): void {
    const program = this.model.program(block.key);
    this.top.replaceChildren(h('h2', {}, this.model.name(block.key)));
    for (const words of whyWords(this.model, pass, block)) this.top.append(h('p', {}, ...this.words(words)));
    if (block.divergence) {
      this.top.append(h('p', {}, block.divergence === 2 ? 'Divergent: some lanes of a wave may not run it.' : 'Some waves of a group may not run it, each as a whole.'));
    }
    if (program?.convergent) this.top.append(h('p', {}, 'Holds operations that notice which lanes run them together.'));
    for (const check of this.model.data.losses.filter(loss => loss.operation === block.key)) {
      this.top.append(h('p', { class: 'bad' }, ...this.words(['Lanes that part at ', { key: check.branch }, check.maximal ? ' meet again without a merge block at ' : ' meet again later than at ', { key: check.meets }, '.'])));
    }
    this.showEdges(pass, block);
    if (!this.model.isProgram(block.key)) this.showWalks(block.key);
    this.showRelations(relations);
    this.showCode(pass, block);
  }

  /** Lists the edges of a block; those of the program can be chosen here, too. */
  private showEdges(pass: Pass, block: Block): void {
    const isProgram = this.model.isProgram(block.key), leads = h('p', { 'data-relation': 'targets' }, block.edges.length === 0 ? 'Leads nowhere.' : 'Leads to: ');
    block.edges.slice(0, kMaxEdges).forEach((edge, i) => {
      leads.append(i > 0 ? ', ' : '', this.link(edge.to), edge.label ? ` (${edge.label})` : '');
      if (isProgram) leads.append(' ', h('button', { class: 'link', title: 'The way of this edge of the program', 'aria-label': `way of the edge to ${this.model.name(edge.to)}`, onclick: () => this.callbacks.pickEdge(block.key, edge.slot) }, '⤳'));
    });
    if (block.edges.length > kMaxEdges) leads.append(` and ${block.edges.length - kMaxEdges} more`);
    const sources = [...pass.blocks.values()].filter(other => other.edges.some(edge => edge.to === block.key)).map(other => other.key);
    this.top.append(leads, h('p', { 'data-relation': 'sources' }, ...this.words(sources.length > 0 ? ['Entered from: ', ...list(sources)] : ['Nothing leads here.'])));
  }

  private showWalks(key: number): void {
    const walks = walksThrough(this.model, key);
    if (walks.length === 0) return;
    const paragraph = h('p', {}, walks.length === 1 ? 'In the result, one edge of the program passes here: ' : `In the result, ${walks.length} edges of the program pass here: `);
    walks.slice(0, kMaxEdges).forEach((walk, i) => paragraph.append(i > 0 ? ', ' : '', this.edgeLink(walk.from, walk.slot)));
    if (walks.length > kMaxEdges) paragraph.append(` and ${walks.length - kMaxEdges} more`);
    this.top.append(paragraph);
  }

  showEdge(pass: Pass, from: number, slot: number): void {
    const edge = this.model.passes[0].blocks.get(from)?.edges[slot];
    if (!edge) return;
    const label = edge.label ? ` (${edge.label})` : '';
    this.top.replaceChildren(h('h2', {}, `${this.model.name(from)} → ${this.model.name(edge.to)}${label}`), h('p', {}, 'An edge of the program.'));
    const way = wayOf(this.model, pass, from, slot), path = way.slice(0, -1);
    const words: Words = pass === this.model.passes[0] ? ['Step through the passes to see its path in each of them.']
      : way.length === 0 ? ['This pass does not have it.'] : path.length === 0 ? ['In this pass it is still one branch.'] : ['In this pass it leads by ', ...list(path), ' to ', { key: way[way.length - 1] }, '.'];
    this.top.append(h('p', {}, ...this.words(words)));
  }

  showWire(pass: Pass, from: number, to: number, kind: EdgeKind): void {
    this.top.replaceChildren(h('h2', {}, `${this.model.name(from)} → ${this.model.name(to)}`));
    if (kind === 'merge' || kind === 'continue') { this.top.append(h('p', {}, ...this.words(declarationWords(pass, from, to, kind)))); return; }
    if (this.model.lowering.includes(pass)) { this.top.append(h('p', {}, 'An edge of the program that a later lowering pass replaces.')); return; }
    const along = this.model.data.walks.filter(([start, slot, keys]) => {
      const end = this.model.passes[0].blocks.get(start)?.edges[slot]?.to ?? kNone, way = [start, ...keys, end];
      return way.some((key, i) => key === from && way[i + 1] === to);
    });
    if (along.length === 0) { this.top.append(h('p', {}, 'A branch of an inserted block.')); return; }
    const paragraph = h('p', {}, 'In the result, these edges of the program come along here: ');
    along.slice(0, kMaxEdges).forEach(([start, slot], i) => paragraph.append(i > 0 ? ', ' : '', this.edgeLink(start, slot)));
    if (along.length > kMaxEdges) paragraph.append(` and ${along.length - kMaxEdges} more`);
    this.top.append(paragraph);
  }

  private showRelations(relations: Relations): void {
    const line = (name: string, text: string, keys: number[], style: string): void => {
      const p = h('p', { 'data-relation': name }, h('i', { style }), `${text}: ${keys.length === 0 ? 'none' : ''}`);
      keys.slice(0, kMaxLinks).forEach((key, i) => p.append(i > 0 ? ', ' : '', this.link(key)));
      if (keys.length > kMaxLinks) p.append(` and ${keys.length - kMaxLinks} more`);
      this.top.append(p);
    };
    const count = (name: string, text: string, keys: number[], style: string): void => {
      this.top.append(h('p', { 'data-relation': name }, h('i', { style }), `${text}: ${keys.length === 0 ? 'none' : keys.length === 1 ? '1 block' : keys.length + ' blocks'}`));
    };
    line('frontier', 'dominance frontier', relations.frontier, 'border:2px dashed var(--mark)');
    line('control', 'control dependent on', relations.control, 'border:2px dashed var(--control)');
    count('reached', 'reaches', relations.reached, 'background:var(--continueline);opacity:.5');
    count('source', 'reached from', relations.source, 'background:var(--mergeline);opacity:.5');
    if (relations.both.length > 0) count('both', 'both, around a loop', relations.both, 'background:var(--way);opacity:.5');
    this.top.append(h('p', {}, h('kbd', {}, 'r'), ' shows what it reaches and what reaches it'));
  }

  private showCode(pass: Pass, block: Block): void {
    const program = this.model.program(block.key), spirv = this.model.data.spirv[block.key];
    const texts: [string, string][] = [];
    const dxil = block.code ?? program?.code;
    if (dxil) texts.push(['DXIL', dxil]);
    if (block.phis) texts.push(['phis', block.phis]);
    if (spirv) texts.push(['SPIR-V', spirv]);
    if (texts.length === 0) return;
    const tabs = h('span', { role: 'tablist', 'aria-label': 'code' }), code = h('pre', { id: 'code', role: 'tabpanel', 'aria-label': 'code of the block', tabindex: '0' });
    const note = h('p', { id: 'codenote' }, 'Final code: after the last pass, not after this one.');
    const choose = (name: string): void => {
      const chosen = texts.find(([title]) => title === name) ?? texts[0];
      if (texts.some(([title]) => title === name)) this.codeTab = name;
      const text = chosen[1].replace(/\n$/, ''), isChanged = chosen[0] === 'DXIL' && pass.changed.has(block.key) && block.added.length + block.gone.length > 0;
      note.hidden = chosen[0] !== 'SPIR-V' || pass === this.model.last;
      code.replaceChildren(...(isChanged ? changedLines(text, block) : [text]));
      for (const tab of tabs.children) {
        tab.classList.toggle('on', tab.textContent === chosen[0]);
        tab.setAttribute('aria-selected', String(tab.textContent === chosen[0]));
        tab.setAttribute('aria-controls', 'code');
      }
    };
    for (const [name] of texts) tabs.append(h('button', { class: 'tab', role: 'tab', onclick: () => choose(name) }, name), ' ');
    const copy = h('button', { class: 'link', 'aria-label': 'copy the code', onclick: () => void navigator.clipboard?.writeText(code.textContent ?? '') }, 'copy');
    this.top.append(h('h2', {}, 'Code'), h('p', {}, tabs, copy), note, code);
    choose(this.codeTab);
    const lines = program?.source ?? [];
    if (lines.length > 0) {
      const p = h('p', {}, lines.length === 1 ? 'From line ' : 'From lines ');
      lines.slice(0, kMaxLinks).forEach(([file, number], i) => p.append(i > 0 ? ', ' : '', h('button', { class: 'link', onclick: () => this.callbacks.pickLine(file, number) }, String(number))));
      this.top.append(p);
    }
  }

  private showChecks(): void {
    if (this.model.data.checks.length === 0) return;
    this.checks.append(h('h2', {}, 'Checks of the result'));
    for (const check of this.model.data.checks) {
      const p = h('p', { class: check.ok ? 'ok' : 'bad', 'data-check': check.name, tabindex: '0', title: kCheckWords[check.name] ?? '' }, (check.ok ? '✓ ' : '✗ ') + check.name + (check.text === 'ok' ? '' : ': ' + check.text));
      if (check.edge) p.append(' ', this.edgeLink(check.edge[0], check.edge[1]));
      if (check.block !== undefined) p.append(' ', this.link(check.block));
      this.checks.append(p, h('p', { class: 'explain' }, kCheckWords[check.name] ?? ''));
    }
  }

  showLoops(loops: { key: number; name: string; depth: number; collapse?: () => void; isCollapsed: boolean }[]): void {
    const isOpen = this.loops.open || (this.loops.childElementCount === 0 && loops.length > 0 && loops.length < 13);
    this.loops.replaceChildren(h('summary', { id: 'loophead' }, `Loops (${loops.length})`));
    this.loops.open = isOpen;
    for (const loop of loops.slice(0, 300)) {
      const p = h('p', { style: `margin-left:${(Math.min(loop.depth, 12) - 1) * 14}px;color:var(--loop${(loop.depth - 1) % 6})` },
        h('button', { class: 'link', onclick: () => this.callbacks.goTo(loop.key) }, 'loop of ' + loop.name));
      if (loop.collapse) p.append(' ', h('button', { class: 'link', onclick: loop.collapse, 'aria-label': (loop.isCollapsed ? 'open' : 'collapse') + ' the loop of ' + loop.name }, loop.isCollapsed ? '▸' : '▾'));
      this.loops.append(p);
    }
  }
}

/** Marks what a lowering pass changed: new lines, and, struck out, those that they replace. */
function changedLines(text: string, block: Block): HTMLElement[] {
  const added = new Set(block.added), lines: HTMLElement[] = [];
  const goneBefore = (at: number): void => {
    for (const [before, old] of block.gone) if (before === at) lines.push(h('del', {}, old + '\n'));
  };
  text.split('\n').forEach((line, at) => {
    goneBefore(at);
    lines.push(h(added.has(at) ? 'ins' : 'span', {}, line + '\n'));
  });
  goneBefore(text.split('\n').length);
  return lines;
}

function legend(): HTMLElement {
  const row = (style: string, text: string, className = ''): HTMLElement => h('p', {}, h('i', { style, class: className }), text);
  const box = h('details', { id: 'legend', open: innerWidth > 1000 }, h('summary', {}, 'Legend'));
  box.append(
    row('background:var(--program)', 'block of the program; the word in its corner: opens a selection (if) or a loop'),
    row('background:var(--merge)', 'merge block: where a selection or loop ends, and all that left it is together again'),
    row('background:var(--continue)', 'continue block: the branch back to the loop header'),
    row('background:var(--ladder)', 'ladder: tests where lanes were headed and leads them there; mostly also a merge block, but pink'),
    row('background:var(--dispatch)', 'dispatch: the single entry of a loop that had several'),
    row('background:var(--ours)', 'other inserted block: only branches'),
    row('border:3px solid var(--new)', 'new in this pass'), row('border:3px solid var(--changed)', 'changed: branches, merge or phis'),
    row('border:3px solid var(--hot)', 'barrier, derivative, wave or quad operation'),
    row('background:var(--wave)', 'divergent: some lanes of a wave may not run it', 'bar'),
    row('background:var(--group)', 'some waves of a group may not run it, each as a whole', 'bar'),
    h('p', {}, '“Lanes diverge” in a block: they may leave it by different edges. No stripe: all lanes run it together. The stripes of inserted blocks follow from those of the program’s blocks; a graph without code has none.'),
    row('', 'back edge', 'stroke'), row('', 'declared merge block, no branch', 'stroke dots'),
    row('border-top:2px dashed var(--continueline)', 'declared continue block, no branch', 'stroke dots'),
    row('', 'lanes: runs the block now', 'lane'), row('', 'lanes: waits until the others come', 'lane waits'),
    row('border-top:4px solid var(--way)', 'the way of the selected edge', 'stroke'),
    row('border-top:4px solid var(--wrong)', 'an edge that a check objects to', 'stroke'));
  return box;
}

function keys(): HTMLElement {
  const box = h('details', { id: 'keys' }, h('summary', {}, 'Keys'));
  const rows: [string[], string][] = [[['←', '→'], 'step through the passes; with Shift, through those that change something'],
    [['j', 'k'], 'next and previous block'], [['p'], 'the lowering passes, before the structurizer'], [['s'], 'the pass “constructs”, construct by construct'], [['d'], 'dominator tree'], [['l'], 'loop nest'], [['m'], 'declared merge and continue blocks'],
    [['r'], 'what the block reaches'], [['c'], 'collapse or open the loop around the block'], [['a'], 'lanes'], [['Space'], 'lanes: play or pause'], [['.', ','], 'lanes: a step on, a step back'], [['n'], 'lanes: on to where lanes part or meet'], [['<', '>'], 'lanes: slower, faster'], [['/'], 'search'],
    [['+', '-'], 'zoom'], [['0'], 'whole graph'], [['e'], 'entry'], [['Esc'], 'deselect']];
  for (const [names, text] of rows) {
    const p = h('p');
    for (const name of names) p.append(h('kbd', {}, name), ' ');
    p.append(text);
    box.append(p);
  }
  box.append(h('p', {}, 'Drag to move. The address always names the current view: copy it to link here.'));
  return box;
}
