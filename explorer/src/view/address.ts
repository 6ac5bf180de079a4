// The address encodes what is shown: page.html#phis,dominators,loops,block=block16
export interface Place {
  pass: string;
  dominators: boolean;
  loops: boolean;
  block: string;
  /** An edge of the program, as "block4:0". */
  edge: string;
  collapsed: string[];
  lanes: boolean;
}

export function readAddress(hash: string): Place {
  let words: string[] = [];
  try { words = hash.replace(/^#/, '').split(',').map(decodeURIComponent); } catch { /* Not an address that a page writes. */ }
  const value = (name: string): string => (words.find(word => word.startsWith(name + '=')) ?? '').slice(name.length + 1);
  return {
    pass: words[0] ?? '', dominators: words.includes('dominators'), loops: words.includes('loops'), lanes: words.includes('lanes'),
    block: value('block'), edge: value('edge'), collapsed: value('collapsed').split('+').filter(word => word),
  };
}

export function writeAddress(place: Place): void {
  const words = [place.pass, place.dominators && 'dominators', place.loops && 'loops', place.block && 'block=' + place.block,
    place.edge && 'edge=' + place.edge, place.collapsed.length > 0 && 'collapsed=' + place.collapsed.join('+'), place.lanes && 'lanes'];
  const address = '#' + words.filter((word): word is string => Boolean(word)).map(word => encodeURIComponent(word)).join(',')
    .replaceAll('%3D', '=').replaceAll('%2B', '+').replaceAll('%3A', ':');
  try { if (location.hash !== address) history.replaceState(null, '', address); } catch { /* A page without an address. */ }
}
