#include "tools/cfg/cfg_page.hpp"

namespace trellis::tools {

const char* const kPageStyle = R"css(
:root{color-scheme:light dark;--page:#fff;--stage:#fafbfc;--text:#212529;--soft:#495057;--rule:#dee2e6;--key:#f1f3f5;--line:#212529;
--frame:#868e96;--region:#4263eb0d;--halo:.4;--on:#1864ab;--new:#2f9e44;--changed:#c2255c;--back:#c92a2a;--merge:#2b8a3e;--continue:#1971c2;--mark:#7048e8;
--loop0:#4263eb;--loop1:#0ca678;--loop2:#e8590c;--loop3:#ae3ec9;--loop4:#f08c00;--loop5:#1098ad}
@media (prefers-color-scheme:dark){:root{--page:#1a1d21;--stage:#121416;--text:#e9ecef;--soft:#adb5bd;--rule:#373d44;--key:#2b3036;
--line:#ced4da;--frame:#adb5bd;--region:#bac8ff1c;--halo:.6;--on:#1c7ed6;--new:#51cf66;--changed:#f783ac;--back:#ff8787;--merge:#69db7c;--continue:#74c0fc;--mark:#b197fc;
--loop0:#91a7ff;--loop1:#38d9a9;--loop2:#ff922b;--loop3:#da77f2;--loop4:#ffe066;--loop5:#3bc9db}}
*{box-sizing:border-box}
body{margin:0;height:100vh;display:flex;flex-direction:column;font:14px/1.4 system-ui,sans-serif;color:var(--text);background:var(--page)}
header{display:flex;flex-wrap:wrap;gap:6px 12px;align-items:center;padding:8px 14px;border-bottom:1px solid var(--rule)}
h1{font-size:15px;margin:0}
button,#steps a{font:inherit;padding:2px 9px;border:1px solid var(--rule);border-radius:5px;background:var(--page);color:var(--text);
cursor:pointer;text-decoration:none;display:inline-block;margin:1px 0}
button.on,#steps a.on{background:var(--on);border-color:var(--on);color:#fff}
#said{color:var(--soft)}
main{flex:1;display:flex;min-height:0}
#stage{flex:1;min-width:0;overflow:hidden;cursor:grab;background:var(--stage);touch-action:none}
#stage svg{width:100%;height:100%;user-select:none}
#stage .sheet{fill:none;stroke:none}
.sheet~text{display:none}
#stage .frame{stroke:var(--stage);fill:var(--frame)}
.cluster path{stroke:var(--frame);fill:var(--region)}
.loop{fill-opacity:var(--halo);stroke-width:2}
.loop.head{fill-opacity:1}
#stage svg text:not([fill]){fill:var(--text)}
#stage .node text:not([fill]){fill:#000}
.edge [stroke=black]{stroke:var(--line)}
.edge [fill=black]{fill:var(--line)}
.label [fill=white]{fill:var(--stage)}
.edge [stroke="#c92a2a"]{stroke:var(--back)} :is(.edge,.label) [fill="#c92a2a"]{fill:var(--back)}
.edge [stroke="#2b8a3e"]{stroke:var(--merge)} :is(.edge,.label) [fill="#2b8a3e"]{fill:var(--merge)}
.edge [stroke="#1971c2"]{stroke:var(--continue)} :is(.edge,.label) [fill="#1971c2"]{fill:var(--continue)}
aside{width:290px;border-left:1px solid var(--rule);padding:10px 14px;overflow:auto}
aside h2{font-size:13px;margin:12px 0 4px;color:var(--soft)}
aside p{margin:3px 0}
aside p:has(>i){padding-left:30px;text-indent:-30px}
.link{cursor:pointer;text-decoration:underline}
i{display:inline-block;width:22px;height:14px;border:1px solid #495057;margin-right:8px;vertical-align:-2px}
i.stroke{border-width:0;border-top:3px solid var(--back);height:0;vertical-align:3px}
i.dots{border-top:3px dotted var(--merge)}
#tip{position:fixed;display:none;max-width:640px;max-height:60vh;overflow:hidden;padding:8px 10px;border-radius:6px;
background:#212529;color:#f8f9fa;border:1px solid #495057;font:12px/1.35 monospace;white-space:pre-wrap;pointer-events:none;z-index:2}
.node.new>:is(g,a) :is(polygon,ellipse,path),.node.new>:is(polygon,path){stroke:var(--new);stroke-width:4}
.node.changed :is(polygon,ellipse,path){stroke:var(--changed);stroke-width:4}
.node.new :is(polygon,ellipse,path){stroke:var(--new);stroke-width:4}
.node:hover :is(polygon,ellipse,path){stroke:var(--continue);stroke-width:4}
.dim :is(.edge,.label){opacity:.15}
.picked .node.faint{opacity:.35}
.node.pick :is(polygon,ellipse,path){stroke:var(--text);stroke-width:5}
#pick p{overflow-wrap:anywhere}
kbd{border:1px solid var(--rule);border-radius:3px;padding:0 4px;background:var(--key)}
)css";

const char* const kPageBody = R"html(
<nav id="steps"></nav><button id="dom">dominators</button><button id="nest">loops</button><span id="said"></span></header>
<main><div id="stage"></div><aside>
<h2 id="pickhead">No block selected</h2><div id="pick"></div>
<h2>Changed by this pass</h2>
<p><i style="border:3px solid var(--new)"></i>new block</p><p><i style="border:3px solid var(--changed)"></i>changed branches, merge or phis</p>
<h2>Blocks</h2>
<p><i style="background:#fff"></i>of the program</p><p><i style="background:#cdeac0"></i>merge block</p>
<p><i style="background:#bfe3f5"></i>continue block</p><p><i style="background:#f3c6e5"></i>ladder: branches to where control was headed</p>
<p><i style="background:#f6b6b0"></i>dispatch: the single entry of an irreducible region</p><p><i style="background:#eee"></i>added: only branches</p>
<p><i style="border:3px solid #e67700;background:#fff"></i>barrier, derivative, wave or quad operation</p>
<p>A house is a selection header, a hexagon a loop header. A frame is a loop.</p>
<h2>Divergence</h2>
<p><i style="background:#ffd5d5"></i>some lanes of a wave may not reach it</p>
<p><i style="background:#fff3bf"></i>some waves of a group may not reach it, each as a whole</p>
<p>&ldquo;Lanes diverge&rdquo; in a block: they may leave it by different edges. White: all lanes run it together, or unknown (a graph without code).</p>
<h2>Edges</h2>
<p><i class="stroke"></i>back edge</p><p><i class="stroke dots"></i>declared merge or continue block, no branch</p>
<h2>Keys</h2>
<p><kbd>&larr;</kbd> <kbd>&rarr;</kbd> step through the passes</p><p><kbd>d</kbd> dominator tree, <kbd>l</kbd> loop nest</p>
<p><kbd>+</kbd> <kbd>-</kbd> zoom, <kbd>0</kbd> whole graph, <kbd>e</kbd> entry; drag to move</p>
<p>Click a block to select it, <kbd>Esc</kbd> to deselect.</p><p>The address always names the current view: copy it to link here.</p>
<h2 id="loophead">Loops</h2><div id="loops"></div>
</aside></main><div id="tip"></div>
)html";

const char* const kPageScript = R"js(
'use strict';
const $ = id => document.getElementById(id), NS = 'http://www.w3.org/2000/svg';
const stage = $('stage'), tip = $('tip');
const loopColour = depth => 'var(--loop' + (depth - 1) % 6 + ')';
// What a block is to the selected one: how it is marked, and in which colour.
const kinds = {
  both: {fill: '#22b8cf'}, reached: {fill: '#74c0fc'}, source: {fill: '#8ce99a'},
  frontier: {line: '#7048e8', margin: 12}, control: {line: '#e8590c', margin: 17}};
let picked = null;  // The key of the selected block.
const readable = .9;  // Units of the picture a pixel at which its text reads well.
let at = 0, svg = null, box = null, whole = null, nodes = new Map(), dom = false, nest = false, fitted = true;

function setBox(b) { box = b; svg.setAttribute('viewBox', [b.x, b.y, b.w, b.h].join(' ')); }
function fit() { fitted = true; setBox({...whole}); }
// A picture too large to read as a whole is first seen at its entry: near the top, in the middle, nothing but
// picture beside it as far as there is any.
function toEntry() {
  const element = nodes.get(String(passes[at].entry)) || nodes.values().next().value;
  if (!element) return fit();
  const r = stage.getBoundingClientRect(), c = centre(element), p = inPicture({x: c.x, y: c.top}), k = readable;
  const w = r.width * k, h = r.height * k;
  const within = (from, size, low, all) => size >= all ? low + (all - size) / 2 : Math.min(Math.max(from, low), low + all - size);
  fitted = false;
  setBox({x: within(p.x - w / 2, w, whole.x, whole.w), y: within(p.y - 60 * k, h, whole.y, whole.h), w, h});
}
function start() {
  fit();
  if (unitsPerPixel() > 1.5 && nodes.size !== 0) toEntry();
  // Small graphs are not blown up.
  const k = unitsPerPixel();
  if (fitted && k < readable) zoom(readable / k);
}
// Brings a block to the middle, in a size that can be read.
function goTo(id) {
  const element = nodes.get(String(id));
  if (!element) return;
  const r = stage.getBoundingClientRect(), p = inPicture(centre(element)), k = Math.min(unitsPerPixel(), readable);
  fitted = false;
  setBox({x: p.x - r.width * k / 2, y: p.y - r.height * k / 2, w: r.width * k, h: r.height * k});
}
function unitsPerPixel() { const r = stage.getBoundingClientRect(); return Math.max(box.w / r.width, box.h / r.height); }
function zoom(factor, cx, cy) {
  fitted = false;
  const x = cx ?? box.x + box.w / 2, y = cy ?? box.y + box.h / 2;
  setBox({x: x - (x - box.x) * factor, y: y - (y - box.y) * factor, w: box.w * factor, h: box.h * factor});
}
function point(event) {
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
}
function centre(element) {
  const r = element.getBBox();
  return {x: r.x + r.width / 2, y: r.y + r.height / 2, top: r.y, bottom: r.y + r.height};
}
// The graph's coordinates are moved against the picture's by the transform of its outermost group.
function inPicture(p) {
  const m = svg.querySelector('g').transform.baseVal.consolidate().matrix;
  return new DOMPoint(p.x, p.y).matrixTransform(m);
}
function nearestToMiddle() {
  const mx = box.x + box.w / 2, my = box.y + box.h / 2;
  let best = null, least = Infinity;
  for (const [id, element] of nodes) {
    const p = inPicture(centre(element)), far = (p.x - mx) ** 2 + (p.y - my) ** 2;
    if (far < least) { least = far; best = {key: passes[at].nodes[id][0], dx: p.x - box.x, dy: p.y - box.y}; }
  }
  return best;
}
function show(index) {
  const anchor = svg && !fitted ? nearestToMiddle() : null, size = box;
  at = Math.max(0, Math.min(passes.length - 1, index));
  const pass = passes[at];
  stage.replaceChildren($('picture' + pass.picture).content.cloneNode(true));
  svg = stage.querySelector('svg');
  const v = svg.viewBox.baseVal;
  whole = {x: v.x, y: v.y, w: v.width, h: v.height};
  svg.querySelector('polygon')?.classList.add('sheet');  // The ground that dot draws first.
  svg.removeAttribute('width'); svg.removeAttribute('height');
  nodes = new Map();
  let fresh = 0, changed = 0;
  for (const element of svg.querySelectorAll('.node')) {
    const id = element.querySelector('title').textContent.slice(1), data = pass.nodes[id];
    const link = element.querySelector('a');
    element.dataset.text = link ? link.getAttributeNS('http://www.w3.org/1999/xlink', 'title') || '' : '';
    if (!data) continue;
    nodes.set(id, element);
    element.dataset.id = id;
    if (data[2] === 1) { element.classList.add('new'); ++fresh; }
    if (data[2] === 2) { element.classList.add('changed'); ++changed; }
  }
  for (const e of svg.querySelectorAll('title')) e.remove();
  for (const e of svg.querySelectorAll('a')) e.removeAttributeNS('http://www.w3.org/1999/xlink', 'title');
  if (anchor) fit(); else start();
  if (anchor) {
    for (const [id, element] of nodes) {
      if (pass.nodes[id][0] !== anchor.key) continue;
      const p = inPicture(centre(element));
      fitted = false;
      setBox({x: p.x - anchor.dx, y: p.y - anchor.dy, w: size.w, h: size.h});
    }
  }
  $('said').textContent = nodes.size + ' blocks' + (at === 0 ? '' : ': ' + fresh + ' new, ' + changed + ' changed, ' + pass.removed + ' removed');
  [...$('steps').children].forEach((b, i) => b.classList.toggle('on', i === at));
  document.body.dataset.pass = pass.name;
  document.body.dataset.ready = nodes.size;
  overlay();
}
function overlay() {
  const pass = passes[at], below = document.createElementNS(NS, 'g');
  svg.querySelector('#overlay')?.remove();
  svg.querySelector('#regions')?.remove();
  below.id = 'regions';
  svg.querySelector('.node, .edge')?.before(below);
  const g = document.createElementNS(NS, 'g');
  g.id = 'overlay'; g.style.pointerEvents = 'none';
  svg.classList.toggle('dim', dom);
  $('dom').classList.toggle('on', dom); $('nest').classList.toggle('on', nest);
  const list = $('loops');
  list.replaceChildren();
  $('loophead').textContent = 'Loops (' + pass.loops.length + ')';
  for (const [header, , depth, name] of pass.loops) {
    const p = document.createElement('p');
    p.style.marginLeft = (Math.min(depth, 12) - 1) * 14 + 'px';
    p.style.color = loopColour(depth);
    p.textContent = 'loop of ' + name;
    p.className = 'link';
    p.onclick = () => goTo(header);
    list.append(p);
  }
  if (nest) for (const [id, element] of nodes) {
    const loop = pass.nodes[id][4];
    if (loop < 0) continue;
    const r = element.getBBox(), halo = document.createElementNS(NS, 'rect');
    const [header, , depth] = pass.loops[loop], colour = loopColour(depth);
    for (const [k, value] of Object.entries({class: header === Number(id) ? 'loop head' : 'loop', x: r.x - 8, y: r.y - 8,
      width: r.width + 16, height: r.height + 16, rx: 8, style: `fill:${colour};stroke:${colour}`})) halo.setAttribute(k, value);
    below.append(halo);
  }
  if (dom) for (const [id, element] of nodes) {
    const parent = nodes.get(String(pass.nodes[id][3]));
    if (!parent) continue;
    const a = centre(parent), b = centre(element), line = document.createElementNS(NS, 'path');
    const middle = (a.bottom + b.top) / 2;
    line.setAttribute('d', `M${a.x} ${a.bottom}C${a.x} ${middle} ${b.x} ${middle} ${b.x} ${b.top}`);
    line.setAttribute('style', 'fill:none;stroke:var(--mark);stroke-width:2.5');
    g.append(line);
  }
  svg.querySelector('g').append(g);
  markSelection(g);
  say();
}
function reaches(from, to) { const row = passes[at].nodes[from][7]; return parseInt(row[to >> 2], 16) >> (to & 3) & 1; }
// What the blocks are to the selected one, each a list of numbers; null where the page leaves it out.
function relationsOf(id) {
  const data = passes[at].nodes[id], shown = list => list ? list.filter(other => nodes.has(String(other))) : null;
  const relations = {frontier: shown(data[5]), control: shown(data[6]), reached: null, source: null, both: null};
  if (!data[7]) return relations;
  const all = [...nodes.keys()].map(Number);
  relations.both = all.filter(other => reaches(id, other) && reaches(other, id));
  relations.reached = all.filter(other => reaches(id, other) && !reaches(other, id));
  relations.source = all.filter(other => reaches(other, id) && !reaches(id, other));
  return relations;
}
// Halos lie below the blocks, frames above them.
function markSelection(above) {
  svg.querySelector('#halos')?.remove();
  const below = document.createElementNS(NS, 'g');
  below.id = 'halos';
  svg.querySelector('.node, .edge')?.before(below);
  let id = null;
  for (const other of nodes.keys()) if (passes[at].nodes[other][0] === picked) id = Number(other);
  svg.classList.toggle('picked', id !== null);
  const relations = id === null ? {} : relationsOf(id), marked = new Set([id]);
  for (const [kind, {fill, line, margin}] of Object.entries(kinds)) for (const other of relations[kind] || []) {
    marked.add(other);
    const r = nodes.get(String(other)).getBBox(), rect = document.createElementNS(NS, 'rect'), m = margin || 8;
    for (const [k, value] of Object.entries({class: kind, x: r.x - m, y: r.y - m, width: r.width + 2 * m,
      height: r.height + 2 * m, rx: 6, fill: fill || 'none', stroke: line || 'none', 'stroke-width': 3,
      'stroke-dasharray': line ? '7 4' : 'none'})) rect.setAttribute(k, value);
    (line ? above : below).append(rect);
  }
  for (const [other, element] of nodes) {
    element.classList.toggle('pick', Number(other) === id);
    element.classList.toggle('faint', !marked.has(Number(other)));
  }
  describeSelection(id, relations);
}
function describeSelection(id, relations) {
  $('pickhead').textContent = id === null ? 'No block selected' : 'Selected: ' + passes[at].nodes[id][1];
  $('pick').replaceChildren();
  document.body.dataset.picked = id === null ? '' : passes[at].nodes[id][1];
  if (id === null) return;
  const tooLarge = {frontier: 'more than ' + limits.entries + ' entries', control: 'more than ' + limits.entries + ' entries',
    reached: 'more than ' + limits.blocks + ' blocks', source: 'more than ' + limits.blocks + ' blocks'};
  const say = (kind, text, list, names) => {
    const p = document.createElement('p'), swatch = document.createElement('i'), {fill, line} = kinds[kind];
    swatch.style.cssText = fill ? 'background:' + fill : 'border:2px dashed ' + line;
    const count = list && (list.length === 0 ? 'none' : names ? '' : list.length === 1 ? '1 block' : list.length + ' blocks');
    p.append(swatch, text + ': ' + (list ? count : 'omitted, ' + tooLarge[kind]));
    (names && list || []).slice(0, 40).forEach((other, i) => {
      const link = document.createElement('span');
      link.className = 'link';
      link.textContent = passes[at].nodes[other][1];
      link.onclick = () => { goTo(other); select(other); };
      p.append(i === 0 ? '' : ', ', link);
    });
    if (names && list && list.length > 40) p.append(' and ' + (list.length - 40) + ' more');
    $('pick').append(p);
  };
  say('frontier', 'dominance frontier', relations.frontier, true);
  say('control', 'control dependent on', relations.control, true);
  say('reached', 'reaches', relations.reached, false);
  say('source', 'reached from', relations.source, false);
  if (relations.both && relations.both.length) say('both', 'both, around a loop', relations.both, false);
}
function select(id) {
  picked = id === null ? null : passes[at].nodes[id][0];
  overlay();
}
passes.forEach((pass, i) => {
  const b = document.createElement('a');
  b.textContent = (i + 1) + ' ' + pass.name;
  b.href = '#' + pass.name;
  b.onclick = event => { event.preventDefault(); show(i); };
  $('steps').append(b, ' ');
});
$('dom').onclick = () => { dom = !dom; overlay(); };
$('nest').onclick = () => { nest = !nest; overlay(); };
addEventListener('keydown', event => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const actions = {ArrowLeft: () => show(at - 1), ArrowRight: () => show(at + 1), d: () => $('dom').click(),
    l: () => $('nest').click(), e: toEntry, Escape: () => select(null), '+': () => zoom(.8), '=': () => zoom(.8), '-': () => zoom(1.25), '0': fit};
  const action = actions[event.key];
  if (action) { action(); event.preventDefault(); }
});
stage.addEventListener('wheel', event => {
  event.preventDefault();
  const p = point(event);
  zoom(event.deltaY < 0 ? .87 : 1.15, p.x, p.y);
}, {passive: false});
let held = null, moved = 0;
stage.addEventListener('pointerdown', event => { held = {x: event.clientX, y: event.clientY}; moved = 0; });
stage.addEventListener('click', event => {
  if (moved > 4) return;  // The end of a drag.
  const node = event.target.closest('.node');
  select(node && node.dataset.id !== undefined ? node.dataset.id : null);
});
addEventListener('pointerup', () => { held = null; });
addEventListener('pointermove', event => {
  if (held) {
    const k = unitsPerPixel();
    fitted = false;
    moved += Math.abs(event.clientX - held.x) + Math.abs(event.clientY - held.y);
    setBox({...box, x: box.x - (event.clientX - held.x) * k, y: box.y - (event.clientY - held.y) * k});
    held = {x: event.clientX, y: event.clientY};
  }
  const node = event.target.closest ? event.target.closest('.node') : null;
  tip.style.display = node && node.dataset.text.trim() ? 'block' : 'none';
  if (!node) return;
  tip.textContent = node.dataset.text;
  tip.style.left = Math.max(4, Math.min(event.clientX + 16, innerWidth - tip.offsetWidth - 8)) + 'px';
  tip.style.top = Math.max(4, Math.min(event.clientY + 16, innerHeight - tip.offsetHeight - 8)) + 'px';
});
// The address names the pass, and what else is shown: page.html#phis, page.html#phis,dominators,loops,block=17
function say() {
  const pick = picked === null ? null : [...nodes.keys()].find(id => passes[at].nodes[id][0] === picked);
  const words = [passes[at].name, dom && 'dominators', nest && 'loops', pick != null && 'block=' + pick].filter(word => word);
  const address = '#' + words.map(encodeURIComponent).join(',').replaceAll('%3D', '=');
  try { if (location.hash !== address) history.replaceState(null, '', address); } catch { /* A page without an address of its own. */ }
}
function follow() {
  let words = [];
  try { words = location.hash.slice(1).split(',').map(decodeURIComponent); } catch { /* No address of ours. */ }
  const index = passes.findIndex(pass => pass.name === words[0]);
  dom = words.includes('dominators'); nest = words.includes('loops');
  picked = null;
  show(index < 0 ? 0 : index);
  const block = (words.find(word => word.startsWith('block=')) || '').slice(6);
  if (nodes.has(block)) { goTo(block); select(block); }
}
addEventListener('hashchange', follow);
follow();
)js";

}  // namespace trellis::tools
