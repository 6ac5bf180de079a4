// A page without data, onto which a file can be dropped, or where one can be picked. It accepts the output of `trellis
// cfg -o x.json`, pages, and graphs as text.
import { type RawData } from '../data';
import { dataOfText } from '../graph_text';
import { h } from './dom';

/** Reads the data of a file: JSON, a page that contains it, or a graph. Throws if there is none. */
export function openText(text: string, title = 'graph'): RawData {
  const trimmed = text.trimStart();
  if (trimmed.startsWith('{')) return JSON.parse(trimmed) as RawData;
  if (!trimmed.startsWith('<')) return dataOfText(text, title);
  const found = /<script type="application\/json" id="data">([^<]*)<\/script>/.exec(text);
  if (!found) throw new Error('This page has no data of `trellis cfg`.');
  return JSON.parse(found[1]) as RawData;
}

export function waitForFile(root: HTMLElement, open: (data: RawData) => void): void {
  const error = h('p', { class: 'error', role: 'alert' });
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    try { open(openText(await file.text(), file.name)); } catch (problem) { error.textContent = `${file.name}: ${(problem as Error).message}`; }
  };
  const input = h('input', { type: 'file', accept: '.json,.html,.txt', 'aria-label': 'file', onchange: () => void take(input.files?.[0]) });
  const box = h('div', { class: 'drop' }, h('h1', {}, 'Trellis explorer'),
    h('p', {}, 'Drop a file here that ', h('code', {}, 'trellis cfg shader.dxil -o shader.json'), ' wrote, a page of it, or a graph as text (lines like ', h('code', {}, 'a -> b c'), '), which is shown as it is. It stays in this browser.'), input, error);
  root.replaceChildren(box);
  root.addEventListener('dragover', event => { event.preventDefault(); box.classList.add('over'); });
  root.addEventListener('dragleave', () => box.classList.remove('over'));
  root.addEventListener('drop', event => { event.preventDefault(); box.classList.remove('over'); void take(event.dataTransfer?.files[0]); });
}
