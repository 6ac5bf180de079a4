// The appearance of blocks: the role determines the fill, and tags show what a block opens.
import { type Block, isLadder, kNone, type Model, type Pass, Role } from '../data';
import { type Declared } from '../words';

/** Returns the class that fills the box. */
export function fillOf(block: Block, declared: Declared | undefined): string {
  if (block.role === Role.Dispatch) return 'dispatch';
  if (isLadder(block)) return 'ladder';
  if ((declared?.continueOf.length ?? 0) > 0) return 'continue';
  if ((declared?.mergeOf.length ?? 0) > 0) return 'merge';
  return block.role === Role.Program ? 'program' : 'ours';
}

/** Returns the tag in a box's corner: what the block opens, or else its role. */
export function tagOf(block: Block, declared: Declared | undefined): string {
  if (block.continues !== kNone) return 'loop';
  if (isLadder(block)) return 'ladder';
  if (block.role === Role.Dispatch) return 'entry';
  if (block.merge !== kNone) return 'if';
  if ((declared?.continueOf.length ?? 0) > 0) return 'cont.';
  if ((declared?.mergeOf.length ?? 0) > 0) return 'merge';
  return '';
}

export function spokenName(model: Model, pass: Pass, block: Block, declared: Declared | undefined): string {
  const words = [model.name(block.key), isLadder(block) && (declared?.mergeOf.length ?? 0) > 0 ? 'merge block and ladder' : { program: '', merge: 'merge block', continue: 'continue block', ladder: 'ladder',
    dispatch: 'dispatch', ours: 'inserted' }[fillOf(block, declared)]];
  if (block.continues !== kNone) words.push('loop header'); else if (block.merge !== kNone) words.push('selection header');
  if (pass.fresh.has(block.key)) words.push('new'); else if (pass.changed.has(block.key)) words.push('changed');
  const targets = [...new Set(block.edges.map(edge => edge.to))], most = 6;
  const named = targets.slice(0, most).map(key => model.name(key)).join(', ');
  words.push(targets.length === 0 ? 'leads nowhere' : `leads to ${named}${targets.length > most ? ` and ${targets.length - most} more` : ''}`);
  return words.filter(word => word).join(', ');
}
