// The static site around the page. It opens data, and shaders if it has Trellis, by address (?data=FILE on the same site),
// makes random graphs (?random=SEED,BLOCKS), and lists examples. site.json says what the site has.
import { type RawData } from './data';
import { ask } from './translator';
import { h } from './view/dom';
import { type Translate } from './view/open';

interface Explorer {
  start(data: RawData): unknown;
  open(bytes: Uint8Array, title: string): Promise<void>;
  tell(message: string): void;
  translate?: Translate;
}
interface Site { examples: string[]; translates: boolean }

const explorer = (globalThis as unknown as { trellisExplorer: Explorer }).trellisExplorer;

async function load(address: string): Promise<void> {
  const url = new URL(address, location.href);
  if (url.origin !== location.origin) throw new Error('files of other sites are not loaded');
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url.pathname}: ${answer.status} ${answer.statusText}`);
  await explorer.open(new Uint8Array(await answer.arrayBuffer()), decodeURIComponent(url.pathname.split('/').pop()!));
}

async function makeRandom(words: string): Promise<void> {
  const [seed, blocks] = words.split(',').map(Number);
  if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(blocks)) throw new Error('?random= has two numbers, as in ?random=7,70');
  explorer.start(await ask({ random: [seed, blocks] }));
}

function list(site: Site): void {
  const box = document.querySelector('.drop');
  if (!box) return;
  const kinds = box.querySelector('#kinds');
  if (site.translates) kinds?.replaceChildren('a shader (', h('code', {}, '.dxil'), ', a container from dxc), a graph as text (lines like ', h('code', {}, 'a -> b c'),
    '), or what ', h('code', {}, 'trellis cfg -o x.json'), ' wrote; Trellis runs in this page');
  const links = site.examples.map(name => h('a', { href: `?data=${encodeURIComponent(name)}` }, name.replace(/\.\w+$/, '')));
  if (site.translates) links.push(h('a', { href: '?random=7,70' }, 'a random graph'));
  if (links.length > 0) box.append(h('p', {}, 'Or an example: ', ...links.flatMap((link, i) => (i > 0 ? [', ', link] : [link]))));
}

async function open(): Promise<void> {
  const answer = await fetch('site.json');
  if (!answer.ok) throw new Error(`site.json: ${answer.status} ${answer.statusText}`);
  const site = await answer.json() as Site;
  if (site.translates) explorer.translate = (bytes, title) => ask({ bytes, title });
  list(site);
  const wanted = new URLSearchParams(location.search), data = wanted.get('data'), random = wanted.get('random');
  if (data === null && random === null) return;
  explorer.tell('Working ...');
  if (data !== null) return load(data);
  if (!site.translates) throw new Error('This site has no Trellis that would make random graphs.');
  await makeRandom(random!);
}

open().catch(problem => explorer.tell((problem as Error).message));
