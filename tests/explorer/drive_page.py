#!/usr/bin/env python3
"""Drives a page of `trellis cfg -o PAGE.html` in headless Chromium as a reader would: keys, pointer, search, addresses.

  drive_page.py PROGRAM CHROMIUM SHADER.dxil FOLDER

Screenshots go to FOLDER. Exits with 1 and says what was seen where something is not as it should be.
"""
import os
import subprocess
import sys
import time

from browser import Browser

APP = 'trellisExplorer.current'
COUNT = '(selector => document.querySelectorAll(selector).length)'
faults = []


def check(condition, what):
    if not condition:
        faults.append(what)
        print('drive_page: ' + what, file=sys.stderr)


def equal(seen, wanted, what):
    check(seen == wanted, '%s: %r, not %r' % (what, seen, wanted))


def count(page, selector):
    return page.value('%s(%r)' % (COUNT, selector))


def settle(page):
    """Drawing is done in the next frame."""
    time.sleep(0.25)
    page.value('1')


def becomes(condition, seconds=10):
    """Whether the condition comes to hold: a busy machine handles a key late."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


def drawn(page):
    return {'pass': page.value('document.body.dataset.pass'), 'blocks': int(page.value('document.body.dataset.ready')),
            'new': count(page, '.node.new'), 'changed': count(page, '.node.changed'), 'tree': count(page, '.tree'), 'halos': count(page, '.halo')}


def colours(page, folder):
    for scheme, background, text in (('light', 'rgb(255, 255, 255)', 'rgb(22, 25, 28)'), ('dark', 'rgb(26, 29, 33)', 'rgb(241, 243, 245)')):
        page.call('Emulation.setEmulatedMedia', features=[{'name': 'prefers-color-scheme', 'value': scheme}])
        equal(page.value('getComputedStyle(document.body).backgroundColor'), background, scheme)
        equal(page.value('getComputedStyle(document.querySelector(".graph .node .name")).fill'), text, scheme + ', text of blocks')
        page.shoot(os.path.join(folder, scheme + '.png'))
    # Boxes are dark with light text in dark mode.
    equal(page.value('getComputedStyle(document.querySelector(".graph .program .box")).fill'), 'rgb(35, 40, 45)', 'dark boxes')
    page.call('Emulation.setEmulatedMedia', features=[])


def opening(page):
    """It opens on the entry, near the top, in a size that can be read."""
    place = page.value('(() => { const s = document.querySelector(".stage").getBoundingClientRect(), '
                       'r = document.querySelector(`[data-key="${%s.pass.entry}"]`).getBoundingClientRect(); '
                       'return [(r.x - s.x) / s.width, (r.y - s.y) / s.height, %s.view.view.k]; })()' % (APP, APP))
    check(0 <= place[0] < 1 and 0 <= place[1] < 0.3 and place[2] >= 0.8, 'opened at %r' % place)


def passes(page, folder):
    total = page.value(APP + '.model.passes.length')
    seen = []
    for index in range(total):
        settle(page)
        seen.append(drawn(page))
        page.shoot(os.path.join(folder, 'pass-%02d.png' % (index + 1)))
        page.key('ArrowRight')
    page.key('ArrowRight')
    equal(page.value('document.body.dataset.pass'), seen[-1]['pass'], 'the last pass is the last')
    equal(seen[0]['pass'], 'input', 'the first pass')
    by_name = {view['pass']: view for view in seen}
    check(by_name['constructs']['new'] > 0 and by_name['constructs']['blocks'] > by_name['input']['blocks'], 'constructs adds blocks')
    equal((by_name['order']['new'], by_name['order']['changed']), (0, 0), 'what numbering anew changes')
    check(count(page, '#steps a.idle') > 0, 'passes that change nothing look like the others')
    for step in range(total):
        title = page.value('document.querySelectorAll("#steps a")[%d].title' % step)
        check(len(title) > 20, 'a pass has no sentence: %r' % title)
    page.key('ArrowLeft', shift=True)
    check(not page.value(APP + '.pass.idle'), 'Shift steps over what changed nothing')


def steps(page, folder):
    """The pass "constructs", construct by construct."""
    page.value('location.hash = "#constructs"')
    settle(page)
    whole = page.value('document.querySelectorAll("#steps a").length')
    places = 'Object.fromEntries([...%s.view.scene.boxes].map(([key, box]) => [key, [box.x, box.y]]))' % APP
    before = page.value(places)
    page.key('s', 's')
    settle(page)
    equal(page.value('document.body.dataset.pass'), 'constructs.1', 's opens the steps of constructs')
    count_of_steps = page.value('document.querySelectorAll("#steps a").length') - whole
    check(count_of_steps >= 2, 'steps of constructs: %r' % count_of_steps)
    for step in range(count_of_steps):
        check(page.value('document.querySelector("#said").textContent').split(' ', 1)[1].startswith(('The ', 'A ladder')), 'what a step says')
        for key, place in page.value(places).items():
            if before.get(key, place) != place:
                check(False, 'block %s moves in step %d' % (key, step + 1))
        if step == 1:
            page.shoot(os.path.join(folder, 'step.png'))
            equal(page.value('location.hash'), '#constructs.2', 'the address of a step')
        page.key('ArrowRight')
        settle(page)
    equal(page.value('document.body.dataset.pass'), 'constructs', 'the pass after its steps')
    page.key('s', 's')
    settle(page)
    equal(page.value('document.querySelectorAll("#steps a").length'), whole, 's closes the steps')
    equal(page.value('document.body.dataset.pass'), 'constructs', 'the pass where the steps were')


def lowering(page, folder):
    """The passes before the structurizer. None changes this shader, so they are closed at first."""
    equal(count(page, '#steps a'), page.value(APP + '.model.passes.length'), 'passes while the lowering passes are closed')
    page.key('p', 'p')
    settle(page)
    equal(page.value('document.body.dataset.pass'), 'program', 'p opens the lowering passes')
    equal(count(page, '#steps .lower a'), page.value(APP + '.model.lowering.length'), 'lowering passes')
    equal(count(page, '#steps .lower a.idle'), page.value(APP + '.model.lowering.length') - 1, 'lowering passes that changed nothing')
    page.key('ArrowRight')
    check('AGS' in page.value('document.querySelector("#said").textContent'), 'the sentence of a lowering pass')
    equal(page.value('location.hash'), '#vendor', 'the address of a lowering pass')
    equal(page.value('document.querySelector("#steps .remark").textContent'), 'No lowering pass changed this program.', 'the remark on the lowering passes')
    check(page.value('getComputedStyle(document.querySelector("#lowering")).backgroundColor !== getComputedStyle(document.querySelector("#steps a.on")).backgroundColor'),
          'the button of the lowering passes looks like the pass that is shown')
    page.shoot(os.path.join(folder, 'lowering.png'))
    page.key('p', 'p')
    settle(page)
    equal(page.value('document.body.dataset.pass'), 'input', 'the pass after the lowering passes are closed')


def changed_code(page, program, shader, folder):
    """Where a lowering pass changes the program, it is open at first, and the code shows what is new and what is gone."""
    file = os.path.join(folder, 'lowered.html')
    subprocess.run([program, 'cfg', shader, '-o', file], check=True)
    page.open(file)
    settle(page)
    equal(page.value('document.body.dataset.pass'), 'input', 'the first pass that is shown')
    page.value('location.hash = "#break-marks"')
    settle(page)
    check(drawn(page)['changed'] > 0, 'blocks that the pass changed')
    page.value('%s.pick([...%s.pass.changed][0])' % (APP, APP))
    check(count(page, '#code del') > 0, 'lines that are gone')
    page.value('location.hash = "#input"')
    settle(page)
    page.value('%s.pick([...%s.model.lowering.at(-1).changed][0])' % (APP, APP))
    equal(count(page, '#code del'), 0, 'lines that are gone, in another pass')


def addresses(page):
    page.value('location.hash = "#phis,dominators,loops,block=block3"')
    settle(page)
    view = drawn(page)
    equal(view['pass'], 'phis', 'linked pass')
    check(view['tree'] > 0 and view['halos'] > 0, 'linked overlays: %r' % view)
    equal(page.value('document.body.dataset.picked'), 'block3', 'linked block')
    page.key('d', 'd')
    page.key('ArrowLeft')
    equal(page.value('location.hash'), '#order,loops,block=block3', 'address')
    page.key('l', 'l')
    settle(page)
    equal((drawn(page)['tree'], drawn(page)['halos']), (0, 0), 'overlays that are off')
    page.key('Escape')
    page.value('location.hash = "#input"')
    settle(page)


def click(page, x, y):
    page.mouse('mousePressed', x, y, button='left', clickCount=1)
    page.mouse('mouseReleased', x, y, button='left', clickCount=1)


# The middle of the first element that is in view: on the stage, and below nothing.
FIND = ('(() => { const s = document.querySelector(".stage").getBoundingClientRect(); for (const n of document.querySelectorAll(%r)) {'
        ' const r = n.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;'
        ' if (x > s.left && x < s.right && y > s.top + 40 && y < s.bottom - 80) return [x, y]; } })()')


# A point on the line to a declared merge block at which nothing covers the line.
FIND_DECLARATION = ('(() => { for (const wire of document.querySelectorAll(".stage .wire.merge")) { const path = wire.querySelector(".run"), length = path.getTotalLength();'
                    ' for (let at = 0; at < length; at += 2) { const p = path.getPointAtLength(at).matrixTransform(path.getScreenCTM());'
                    ' if (document.elementFromPoint(p.x, p.y)?.closest(".wire") === wire) return [p.x, p.y]; } } })()')


def selection(page, folder):
    settle(page)
    x, y = page.value(FIND % '.node.program .name')
    click(page, x, y)
    name = page.value('document.body.dataset.picked')
    check(name.startswith('block'), 'a click selects: %r' % name)
    check(page.value('document.querySelector(".spoken").textContent').startswith('selected %s. A block of the program.' % name), 'what is spoken of a block')
    described = page.value('document.getElementById("pick").innerText')
    for part in (name, 'A block of the program', 'dominance frontier', 'control dependent on', 'DXIL', 'SPIR-V'):
        check(part in described, 'the description of a block lacks %r: %r' % (part, described))
    check(page.value('document.getElementById("code").textContent').strip() != '', 'no code')
    page.value('[...document.querySelectorAll(".tab")].find(t => t.textContent === "SPIR-V").click()')
    check('OpLabel' in page.value('document.getElementById("code").textContent'), 'no SPIR-V')
    check(not page.value('document.getElementById("codenote").hidden'), 'SPIR-V at the first pass is not marked as final')
    page.value('location.hash = "#bool-selectors,block=%s"' % name)
    settle(page)
    check(page.value('document.getElementById("codenote").hidden'), 'SPIR-V at the last pass has a remark')
    page.value('location.hash = "#input,block=%s"' % name)
    settle(page)
    page.shoot(os.path.join(folder, 'picked.png'))
    page.key('r', 'r')
    settle(page)
    check(count(page, '.frame.reached') > 0, 'r shows what a block reaches')
    page.key('r', 'r')
    page.key('ArrowRight')
    equal(page.value('document.body.dataset.picked'), name, 'the selection in the next pass')
    page.key('ArrowLeft')
    page.key('j', 'j')
    check(page.value('document.body.dataset.picked') not in ('', name), 'j selects the next block')
    page.key('Escape')
    equal(page.value('document.body.dataset.picked'), '', 'Escape deselects')


def moving(page):
    stage = page.value('(() => { const r = document.querySelector(".stage").getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()')
    before = page.value(APP + '.view.view.k')
    page.mouse('mouseWheel', *stage, deltaX=0, deltaY=-240)
    check(page.value(APP + '.view.view.k') > before, 'the wheel zooms in')
    x = page.value(APP + '.view.view.x')
    page.mouse('mousePressed', *stage, button='left', clickCount=1)
    page.mouse('mouseMoved', stage[0] - 100, stage[1], button='left', buttons=1)
    page.mouse('mouseReleased', stage[0] - 100, stage[1], button='left', clickCount=1)
    check(page.value(APP + '.view.view.x') > x, 'dragging moves')
    equal(page.value('document.body.dataset.picked'), '', 'a drag selects nothing')
    page.key('0', '0')
    bounds = page.value('(() => { const a = %s, b = a.layout.bounds, v = a.view.view, s = a.view.size(); '
                        'return b.x >= v.x - 1 && b.y >= v.y - 1 && b.y + b.height <= v.y + s.height / v.k + 1; })()' % APP)
    check(bounds, '0 shows the whole graph')
    page.key('e', 'e')


def searching(page):
    page.key('/', '/')
    equal(page.value('document.activeElement.type'), 'search', '/ goes to the search')
    page.call('Input.insertText', text='block12')
    page.key('Enter')
    equal(page.value('document.body.dataset.picked'), 'block12', 'found')
    page.key('Enter')
    check(page.value('document.body.dataset.picked') not in ('', 'block12'), 'Enter finds the next one')
    page.key('Escape')
    page.key('Escape')


def edges_and_loops(page, folder):
    page.value('location.hash = "#bool-selectors,edge=" + (() => { const [from, slot] = %s.model.data.walks[0]; return %s.model.name(from) + ":" + slot; })()' % (APP, APP))
    settle(page)
    check(count(page, '.wire.path') > 1 and count(page, '.frame.way') > 2, 'the way of an edge')
    check('leads by' in page.value('document.getElementById("pick").innerText'), 'the words for the way of an edge')
    page.shoot(os.path.join(folder, 'way.png'))
    page.key('Escape')
    page.key('0', '0')
    settle(page)
    click(page, *page.value(FIND_DECLARATION))
    check('A declaration, no branch' in page.value('document.getElementById("pick").innerText'), 'the words for a declared merge block')
    page.key('Escape')
    before = count(page, '.node')
    page.value('document.getElementById("collapse").click()')
    settle(page)
    check(count(page, '.node.collapsed') > 0 and count(page, '.node') < before, 'loops collapse')
    check('collapsed=' in page.value('location.hash'), 'collapsed loops are in the address')
    page.shoot(os.path.join(folder, 'collapsed.png'))
    page.value('document.getElementById("collapse").click()')
    settle(page)
    equal(count(page, '.node'), before, 'loops open')


def lanes(page, folder):
    page.key('a', 'a')
    settle(page)
    equal(count(page, '.dot'), 16, 'dots of eight lanes in two graphs')
    check('The branches are computed' in page.value('document.getElementById("lanessource").textContent'), 'where the branches come from')
    equal(page.value('document.getElementById("lanesvalues").getAttribute("aria-pressed")'), 'true', 'lanes follow the values at first')
    first = page.value('document.getElementById("lanestold").textContent')
    time.sleep(2)
    check(page.value('document.getElementById("lanestold").textContent') != first, 'lanes run')
    page.shoot(os.path.join(folder, 'lanes.png'))
    step = 'Number(/step (\\d+) of/.exec(document.getElementById("lanestold").textContent)[1])'
    page.key('n', 'n')
    event = page.value(step)
    check(' lanes part here' in page.value('document.getElementById("lanestold").textContent') or ' lanes meet here' in page.value('document.getElementById("lanestold").textContent'),
          'n goes to where lanes part or meet')
    places = '%s.lanes.halves.map(half => half.at)' % APP
    before = page.value(places)
    page.key('.', '.')
    equal(page.value(step), event + 1, 'a step on')
    page.key(',', ',')
    equal((page.value(step), page.value(places)), (event, before), 'a step back')
    page.key('>', '>')
    equal(page.value('document.getElementById("lanespace").textContent'), 'speed 2×', 'faster')
    page.key('<', '<')
    equal(page.value('document.getElementById("lanespace").textContent'), 'speed 1×', 'slower')
    page.value('document.activeElement.blur()')
    equal(page.value('document.getElementById("lanesplay").textContent'), 'play', 'the lanes are held')
    page.key(' ', ' ')
    equal(page.value('document.getElementById("lanesplay").textContent'), 'pause', 'Space plays')
    page.value('[...document.querySelectorAll(".chip")].slice(1).forEach(chip => chip.click())')
    equal(page.value('[...document.querySelectorAll(".chip")].filter(c => c.getAttribute("aria-pressed") === "true").length'), 1, 'lanes that listen')
    page.value('document.querySelector(".stage .wire").dispatchEvent(new MouseEvent("click", {bubbles: true}))')
    check('step 1 of' in page.value('document.getElementById("lanestold").textContent'), 'a click on an edge starts the lanes again')
    check('at random' in page.value('document.getElementById("lanessource").textContent'), 'lanes that were sent are random from there')
    page.value('document.getElementById("lanesvalues").click()')
    check('The branches are computed' in page.value('document.getElementById("lanessource").textContent'), 'back to the values')
    page.key('a', 'a')
    settle(page)
    equal(count(page, '.dot'), 0, 'lanes end')


def saving(page):
    text = page.value('trellisExplorer.svgText(%s.view)' % APP)
    check(text.startswith('<svg') and 'var(' not in text, 'the saved SVG: %r' % text[:200])
    equal(page.value('new DOMParser().parseFromString(trellisExplorer.svgText(%s.view), "image/svg+xml").querySelectorAll("parsererror").length' % APP), 0, 'errors in the saved SVG')


def verdicts(page, folder):
    """What a failed check looks like: Trellis has none to show, so the data is changed."""
    equal(page.value('document.querySelectorAll("[data-check].ok").length'), 3, 'checks that hold')
    for number in range(3):
        check(page.value('(() => { const check = document.querySelectorAll("[data-check]")[%d]; check.focus(); const words = check.nextElementSibling;'
                         ' return check.title === words.textContent && words.textContent.length > 40 && getComputedStyle(words).display !== "none"; })()' % number), 'the sentence of check %d' % number)
    page.value('(() => { const data = structuredClone(%s.model.data); data.checks[0] = {name: "paths", ok: false, text: "FAILED: it is a test", block: 1, edge: [1, 0]};'
               ' location.hash = "#constructs"; trellisExplorer.start(data); })()' % APP)
    settle(page)
    equal(page.value('document.querySelector("[data-check=paths]").className'), 'bad', 'a check that fails')
    equal((count(page, '.wire.wrong'), count(page, '.frame.wrong')), (1, 1), 'the wrong edge and block')
    equal(page.value('getComputedStyle(document.querySelector(".wire.wrong .run")).stroke'), 'rgb(224, 49, 49)', 'the colour of the wrong edge')
    page.shoot(os.path.join(folder, 'wrong.png'))


def sizes(page, folder):
    for width in (1400, 800, 420):
        page.call('Emulation.setDeviceMetricsOverride', width=width, height=900, deviceScaleFactor=1, mobile=False)
        settle(page)
        check(page.value('document.documentElement.scrollWidth') <= width, 'wider than %d pixels' % width)
        stage = page.value('document.querySelector(".stage").getBoundingClientRect().width * document.querySelector(".stage").getBoundingClientRect().height')
        check(stage > 0.3 * width * 900, 'little graph at %d pixels' % width)
        page.shoot(os.path.join(folder, 'width-%d.png' % width))
        page.key('a', 'a')
        settle(page)
        check(page.value('document.documentElement.scrollWidth') <= width, 'lanes are wider than %d pixels' % width)
        check(page.value('Math.min(...[...document.querySelectorAll(".halves>.stage")].map(s => s.getBoundingClientRect().width * s.getBoundingClientRect().height))') > 0.1 * width * 900,
              'little graph for lanes at %d pixels' % width)
        page.shoot(os.path.join(folder, 'lanes-%d.png' % width))
        page.key('a', 'a')
        settle(page)
    page.call('Emulation.clearDeviceMetricsOverride')


def names(page):
    """For screen readers: every block has a name, every button a text or a title."""
    equal(page.value('[...document.querySelectorAll(".node")].filter(n => !n.getAttribute("aria-label")).length'), 0, 'blocks without a name')
    equal(page.value('[...document.querySelectorAll("button")].filter(b => !b.textContent.trim() && !b.title).length'), 0, 'buttons without a name')


def value_of(node, name):
    return next((p['value'].get('value') for p in node.get('properties', []) if p['name'] == name), None)


def screen_reader(page):
    """What Chromium hands to screen readers, and where the keyboard's focus is."""
    page.value('location.hash = "#constructs"')
    page.key('Escape')
    settle(page)
    page.call('Accessibility.enable')
    nodes = [n for n in page.call('Accessibility.getFullAXTree')['nodes'] if not n['ignored']]
    named = lambda role: [n['name'].get('value', '') for n in nodes if n['role']['value'] == role]
    equal((len(named('banner')), named('navigation'), len(named('main')), named('complementary')), (1, ['passes'], 1, ['details']), 'landmarks')
    check('source' in named('region'), 'the source is no region: %r' % named('region'))
    for role in ('button', 'link', 'tab', 'searchbox', 'combobox'):
        check(all(len(name.strip()) > 1 for name in named(role) if name not in ('d', '×')), 'a %s without a name: %r' % (role, named(role)))
    blocks = page.value(APP + '.pass.blocks.size')
    equal(len([name for name in named('button') if ', leads to ' in name or ', leads nowhere' in name]), blocks, 'blocks that are read out')
    check(any(', merge block' in name for name in named('button')), 'no block is read out as a merge block')
    check(any(name.endswith(', changed nothing') for name in named('link')), 'passes that change nothing are not read out as such')
    live = [n for n in nodes if value_of(n, 'live') == 'polite']
    check(len(live) > 0, 'no live region')
    # The focus follows the selection, and stays in the next pass.
    page.value('document.querySelector(".node[tabindex=\'0\']").focus()')
    page.key('Enter')
    first = page.value('document.body.dataset.picked')
    check(first != '', 'Enter selects the block that has the focus')
    focused = '(() => { const node = document.activeElement.closest(".node"); return node ? %s.model.name(Number(node.dataset.key)) : ""; })()' % APP
    page.key('j', 'j')
    settle(page)
    second = page.value('document.body.dataset.picked')
    check(second != first, 'j goes on from the block that has the focus')
    equal(page.value(focused), second, 'the focus follows the selection')
    page.key('ArrowRight')
    settle(page)
    equal(page.value(focused), second, 'the focus in the next pass')
    spoken = lambda: page.value('document.querySelector(".spoken").textContent')
    check(becomes(lambda: spoken().startswith('copy-returns: ')), 'a pass is read out, not: ' + spoken())
    pressed = [n['name']['value'] for n in page.call('Accessibility.getFullAXTree')['nodes']
               if not n['ignored'] and n['role']['value'] == 'button' and value_of(n, 'pressed') == 'true' and 'lead' in n['name'].get('value', '')]
    check(len(pressed) == 1 and pressed[0].startswith(second + ','), 'the block that is read out as selected: %r' % pressed)
    # Lines of the source are buttons, among which the arrows move.
    page.value('document.querySelector("#source [tabindex=\'0\']").focus()')
    page.key('ArrowDown')
    check(page.value('document.activeElement.classList.contains("has") && document.activeElement.tabIndex === -1'), 'down goes to the next line')
    page.key('Enter')
    check(page.value('document.body.dataset.picked') != '', 'Enter on a line selects its block')
    page.call('Accessibility.disable')
    page.key('Escape')


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    program, chromium, shader, folder = sys.argv[1:]
    if not os.path.exists(chromium):
        sys.exit(77)
    os.makedirs(folder, exist_ok=True)
    file = os.path.join(folder, 'page.html')
    subprocess.run([program, 'cfg', shader, '-o', file], check=True)
    with Browser(chromium, folder) as page:
        page.open(file)
        settle(page)
        opening(page)
        colours(page, folder)
        passes(page, folder)
        steps(page, folder)
        lowering(page, folder)
        addresses(page)
        selection(page, folder)
        moving(page)
        searching(page)
        edges_and_loops(page, folder)
        lanes(page, folder)
        saving(page)
        names(page)
        screen_reader(page)
        sizes(page, folder)
        verdicts(page, folder)
        changed_code(page, program, os.path.join(os.path.dirname(shader), '..', 'breaks', 'votes_62047.dxil'), folder)
        equal(page.errors, [], 'errors of the console')
    sys.exit(1 if faults else 0)


if __name__ == '__main__':
    main()
