// Opens the page's own data; if it has none, asks for a file.
import { App } from './app';
import { Model, type RawData } from './data';
import { Layout } from './layout/layout';
import { asRecorded, byChance, eventsOf, randomNumbers, runLanes, walkLane } from './lanes';
import { PassGraph } from './relations';
import { h } from './view/dom';
import { openBytes, openText, tell, type Translate, waitForFile } from './view/open';
import { svgText } from './view/save';
import { declarationWords, insertedText, lanesWords, needWords, passWords, stepWords, wayOf, whyWords } from './words';

/** For tests, and for pages that make data themselves. */
const explorer = {
  Model, Layout, PassGraph, wayOf, whyWords, stepWords, declarationWords, insertedText, needWords, walkLane, runLanes, eventsOf, randomNumbers, asRecorded, byChance, passWords, lanesWords, openText, svgText, start, tell,
  open: async (bytes: Uint8Array, title: string): Promise<void> => { start(await openBytes(bytes, title, explorer.translate)); },
  /** A site that has Trellis puts it here. */
  translate: undefined as Translate | undefined,
  current: undefined as App | undefined,
};
(globalThis as unknown as { trellisExplorer: typeof explorer }).trellisExplorer = explorer;

/** Shows data in the document. */
function start(data: RawData): App {
  const model = new Model(data);
  explorer.current?.end();
  const app = new App(model, document.body);
  explorer.current = app;
  return app;
}

if (typeof document !== 'undefined') {
  const element = document.getElementById('data');
  if (element?.textContent) {
    try {
      start(JSON.parse(element.textContent) as RawData);
    } catch (problem) {
      document.body.replaceChildren(h('p', { class: 'error', role: 'alert' }, `This page cannot be shown. ${String(problem)}`));
      throw problem;
    }
  } else {
    waitForFile(document.body, explorer.open);
  }
}
