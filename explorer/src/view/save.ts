// Saves the graph of a pass as a separate SVG file.
import { type GraphView } from './graph_view';

/** Returns the style sheet of graphs with the page's colours filled in. */
function graphStyle(): string {
  const values = getComputedStyle(document.documentElement);
  const rules: string[] = [];
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (rule instanceof CSSStyleRule && rule.selectorText.includes('.graph')) rules.push(rule.cssText);
    }
  }
  return rules.join('\n').replace(/var\((--[a-z0-9]+)\)/g, (whole, name: string) => values.getPropertyValue(name).trim() || whole);
}

export function svgText(view: GraphView): string {
  const { svg, bounds } = view.wholePicture(), background = getComputedStyle(document.documentElement).getPropertyValue('--stage').trim();
  const size = `width="${Math.ceil(bounds.width)}" height="${Math.ceil(bounds.height)}" viewBox="${bounds.x} ${bounds.y} ${bounds.width} ${bounds.height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" class="graph" ${size}>\n<style>${graphStyle().replaceAll('<', '\\3c ')}</style>\n` +
    `<rect x="${bounds.x}" y="${bounds.y}" width="100%" height="100%" fill="${background}"/>\n${svg}\n</svg>\n`;
}

export function saveSvg(view: GraphView, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([svgText(view)], { type: 'image/svg+xml' }));
  link.download = name.replace(/[^A-Za-z0-9._-]+/g, '-') + '.svg';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
