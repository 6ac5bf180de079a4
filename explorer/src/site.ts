// The static site around the page. It opens data by address (?data=FILE on the same site) and lists examples. A script
// that makes data from a dropped .dxil would also call trellisExplorer.start(data).
import { type RawData } from './data';
import { h } from './view/dom';

interface Explorer {
  start(data: RawData): unknown;
  openText(text: string): RawData;
}

const explorer = (globalThis as unknown as { trellisExplorer: Explorer }).trellisExplorer;

async function load(address: string): Promise<void> {
  const url = new URL(address, location.href);
  if (url.origin !== location.origin) throw new Error('files of other sites are not loaded');
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url.pathname}: ${answer.status} ${answer.statusText}`);
  explorer.start(explorer.openText(await answer.text()));
}

function tell(problem: unknown): void {
  const place = document.querySelector('.error');
  if (place) place.textContent = (problem as Error).message;
}

async function listExamples(): Promise<void> {
  const answer = await fetch('examples.json');
  const names = answer.ok ? (await answer.json()) as string[] : [];
  const box = document.querySelector('.drop');
  if (!box || names.length === 0) return;
  const line = h('p', {}, 'Or an example: ');
  names.forEach((name, i) => line.append(i > 0 ? ', ' : '', h('a', { href: `?data=${encodeURIComponent(name)}.json` }, name)));
  box.append(line);
}

const wanted = new URLSearchParams(location.search).get('data');
if (wanted) load(wanted).catch(tell); else listExamples().catch(tell);
