// Eight lanes in lockstep: which blocks they run together. Each lane decides for itself at every branch of the program;
// the result follows the same decisions, so the lanes' ways through it are those of the edges.
import { kNone, type Model, Role } from './data';
import { wayOf } from './words';

export const kLanes = 8;
export const kMaxSteps = 400;

/** A small generator of random numbers (xorshift). */
export function randomNumbers(seed: number): () => number {
  let state = (seed * 2654435761 + 1) >>> 0 || 1;
  return () => {
    state ^= state << 13; state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5; state >>>= 0;
    return state / 4294967296;
  };
}

/** One lane's blocks: of the program, and of the result with the inserted ones. */
export interface Way { input: number[]; result: number[]; }

/** Walks from the entry; lanes stay in loops less and less likely, so that walks end. `chosen`: the slots that the lane
    takes when it first comes to a block, by block. */
export function walkLane(model: Model, random: () => number, chosen: Map<number, number> = new Map()): Way {
  const first = model.passes[0], last = model.last;
  const input: number[] = [first.entry], result: number[] = [];
  for (let at: number = last.entry; last.blocks.get(at)?.role !== Role.Program && result.length < 4;) {
    result.push(at);
    at = last.blocks.get(at)?.edges[0]?.to ?? first.entry;
  }
  result.push(first.entry);
  const visits = new Map<number, number>(), decided = new Set<number>();
  for (let at = first.entry; input.length < kMaxSteps;) {
    const edges = first.blocks.get(at)!.edges;
    if (edges.length === 0) break;
    const drawn = choose(edges.map(edge => visits.get(edge.to) ?? 0), random), wish = chosen.get(at);
    const slot = wish !== undefined && wish < edges.length && !decided.has(at) ? wish : drawn, to = edges[slot].to;
    decided.add(at);
    visits.set(to, (visits.get(to) ?? 0) + 1);
    input.push(to);
    result.push(...wayOf(model, last, at, slot));
    at = to;
  }
  return { input, result };
}

function choose(visits: number[], random: () => number): number {
  const weights = visits.map(count => 1 / (1 + count * count));
  let left = random() * weights.reduce((a, b) => a + b, 0);
  for (let slot = 0; slot < weights.length; ++slot) {
    left -= weights[slot];
    if (left <= 0) return slot;
  }
  return weights.length - 1;
}

/** A step: the lanes in `lanes` run `block`; the others wait where they are. */
export interface Step { block: number; lanes: number[]; at: number[]; }

/** Runs lanes of given ways: the block that comes first in the order goes first, which lets lanes meet where
    constructs end. */
export function runLanes(ways: number[][], rank: (key: number) => number): Step[] {
  const place = ways.map(() => 0), steps: Step[] = [];
  for (;;) {
    let best = kNone;
    ways.forEach((way, lane) => {
      if (place[lane] < way.length && (best === kNone || rank(way[place[lane]]) < rank(best))) best = way[place[lane]];
    });
    if (best === kNone || steps.length > kMaxSteps * kLanes) return steps;
    const lanes = ways.map((_, lane) => lane).filter(lane => ways[lane][place[lane]] === best);
    steps.push({ block: best, lanes, at: ways.map((way, lane) => way[Math.min(place[lane], way.length - 1)]) });
    for (const lane of lanes) ++place[lane];
  }
}
