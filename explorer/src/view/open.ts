// A page without data, onto which a file can be dropped, or where one can be picked. It accepts the output of `trellis
// cfg -o x.json`, pages, and graphs as text; on a site that has Trellis, shaders too.
import { type RawData } from '../data';
import { dataOfText } from '../graph_text';
import { h } from './dom';

/** Makes data of a shader, or of a graph as text, with all passes. */
export type Translate = (bytes: Uint8Array, title: string) => Promise<RawData>;

/** Reads the data of a file: JSON, a page that contains it, or a graph. Throws if there is none. */
export function openText(text: string, title = 'graph'): RawData {
  const trimmed = text.trimStart();
  if (trimmed.startsWith('{')) return JSON.parse(trimmed) as RawData;
  if (!trimmed.startsWith('<')) return dataOfText(text, title);
  const found = /<script type="application\/json" id="data">([^<]*)<\/script>/.exec(text);
  if (!found) throw new Error('This page has no data of `trellis cfg`.');
  return JSON.parse(found[1]) as RawData;
}

const isBinary = (bytes: Uint8Array): boolean => bytes.includes(0);

/** The same of a file's bytes, and of a shader where that can be translated. */
export async function openBytes(bytes: Uint8Array, title: string, translate: Translate | undefined): Promise<RawData> {
  if (isBinary(bytes)) {
    if (!translate) throw new Error('This is no text, and only a site with Trellis opens shaders: see `trellis cfg shader.dxil -o shader.html`.');
    return translate(bytes, title);
  }
  const text = new TextDecoder().decode(bytes), first = text.trimStart()[0];
  return translate && first !== '{' && first !== '<' ? translate(bytes, title) : openText(text, title);
}

/** Says what is wrong: in the box, or above the graph that is there. */
export function tell(message: string): void {
  const box = document.querySelector('.drop .error'), old = document.querySelector('.toast');
  if (box) { box.textContent = message; return; }
  old?.remove();
  if (message) {
    const toast = h('p', { class: 'error toast', role: 'alert' }, message, ' ', h('button', { title: 'Close', onclick: () => toast.remove() }, '×'));
    document.body.append(toast);
  }
}

const kinds = (): HTMLElement => h('span', { id: 'kinds' }, 'a file that ', h('code', {}, 'trellis cfg shader.dxil -o shader.json'), ' wrote, a page of it, or a graph as text (lines like ',
  h('code', {}, 'a -> b c'), '), which is shown as it is');

export function waitForFile(root: HTMLElement, open: (bytes: Uint8Array, title: string) => Promise<void>): void {
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    tell('');
    try { await open(new Uint8Array(await file.arrayBuffer()), file.name); } catch (problem) { tell(`${file.name}: ${(problem as Error).message}`); }
  };
  const input = h('input', { type: 'file', 'aria-label': 'file', onchange: () => void take(input.files?.[0]) });
  const box = h('div', { class: 'drop' }, h('h1', {}, 'Trellis explorer'), h('p', {}, 'Drop here ', kinds(), '. The file stays in this browser.'), input,
    h('p', { class: 'error', role: 'alert' }));
  root.replaceChildren(box);
  root.addEventListener('dragover', event => { event.preventDefault(); box.classList.add('over'); });
  root.addEventListener('dragleave', () => box.classList.remove('over'));
  root.addEventListener('drop', event => { event.preventDefault(); box.classList.remove('over'); void take(event.dataTransfer?.files[0]); });
}
