// Opens the page's own data; if it has none, asks for a file.
import { App } from './app';
import { Model, type RawData } from './data';
import { Layout } from './layout/layout';
import { randomNumbers, runLanes, walkLane } from './lanes';
import { PassGraph } from './relations';
import { h } from './view/dom';
import { openText, waitForFile } from './view/open';
import { svgText } from './view/save';
import { wayOf, whyWords } from './words';

/** For tests, and for pages that make data themselves. */
const explorer = {
  Model, Layout, PassGraph, wayOf, whyWords, walkLane, runLanes, randomNumbers, openText, svgText, start,
  current: undefined as App | undefined,
};
(globalThis as unknown as { trellisExplorer: typeof explorer }).trellisExplorer = explorer;

/** Shows data in the document. */
function start(data: RawData): App {
  const app = new App(new Model(data), document.body);
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
    waitForFile(document.body, data => { start(data); });
  }
}
