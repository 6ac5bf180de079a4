// The layout's work for a large graph: how often its functions and branches run, which is the same on every machine, unlike time.
//   TRELLIS_PROGRAM=build/release/bin/trellis node --test tests/explorer/work_test.mjs
import assert from 'node:assert/strict';
import inspector from 'node:inspector';
import { test } from 'node:test';

const engine = new inspector.Session();
engine.connect();

/** Calls the engine's profiler, which answers at once. */
function profiler(method, parameters) {
  let answer;
  engine.post('Profiler.' + method, parameters, (error, result) => { if (error) throw new Error(error.message); answer = result; });
  return answer;
}

profiler('enable');
// Functions that run before this are not counted, so the explorer is loaded after it.
profiler('startPreciseCoverage', { callCount: true, detailed: true });
const { dataOf, explorer, laidOut } = await import('./load.mjs');

function workOf(action) {
  profiler('takePreciseCoverage');
  action();
  const scripts = profiler('takePreciseCoverage').result.filter(script => script.url.endsWith('explorer.js'));
  return scripts.flatMap(script => script.functions).flatMap(found => found.ranges).reduce((sum, range) => sum + range.count, 0);
}

test('the work for a large graph grows with its size', () => {
  const works = [1500, 3000].map(size => {
    const model = new explorer.Model(dataOf('--random', '3', String(size)));
    let layout;
    const work = workOf(() => {
      layout = laidOut(model, { brief: true, declarations: false });
      layout.scene(model.passes[0]);
      layout.scene(model.last);
    });
    return Math.round(work / layout.order.keys.length);
  });
  // 770 and 790. They were 1,800 and 2,000 when every pass was read as a whole, and 3,000 at 6,000 blocks.
  assert.ok(works[0] > 500 && works[1] < 950 && works[1] < 1.2 * works[0], `${works} per block`);
});
