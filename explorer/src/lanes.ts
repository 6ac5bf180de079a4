// Simulates eight lanes in lockstep. At every branch of the program, each lane takes the slot that its values decided, or
// chooses one. The result follows the same decisions, so its lanes take the paths of those edges.
import { kNone, type Model, Role } from './data';
import { wayOf } from './words';

export const kLanes = 8;
export const kMaxSteps = 400;

/** A small random number generator (xorshift). */
export function randomNumbers(seed: number): () => number {
  let state = (seed * 2654435761 + 1) >>> 0 || 1;
  return () => {
    state ^= state << 13; state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5; state >>>= 0;
    return state / 4294967296;
  };
}

/** The blocks that one lane runs, in the program and in the result; the latter include inserted ones. */
export interface Way { input: number[]; result: number[]; }

/** Decides by which slot a lane leaves a block with several edges. */
export type Decide = (block: number, targets: number[]) => number | undefined;

/** Decides by chance. The longer a lane stays in a loop, the less likely it is to continue, so that walks end.
    `chosen` maps blocks to the slots that the lane takes there the first time. */
export function byChance(random: () => number, chosen: Map<number, number> = new Map()): Decide {
  const visits = new Map<number, number>(), decided = new Set<number>();
  return (block, targets) => {
    const drawn = choose(targets.map(to => visits.get(to) ?? 0), random), wish = chosen.get(block);
    const slot = wish !== undefined && wish < targets.length && !decided.has(block) ? wish : drawn;
    decided.add(block);
    visits.set(targets[slot], (visits.get(targets[slot]) ?? 0) + 1);
    return slot;
  };
}

/** Decides as recorded. The lane ends where the record does. */
export function asRecorded(slots: number[]): Decide {
  let at = 0;
  return () => slots[at++];
}

/** Walks from the entry. */
export function walkLane(model: Model, decide: Decide): Way {
  const first = model.passes[0], last = model.last;
  const input: number[] = [first.entry], result: number[] = [];
  for (let at: number = last.entry; last.blocks.get(at)?.role !== Role.Program && result.length < 4;) {
    result.push(at);
    at = last.blocks.get(at)?.edges[0]?.to ?? first.entry;
  }
  result.push(first.entry);
  for (let at = first.entry; input.length < kMaxSteps;) {
    const edges = first.blocks.get(at)!.edges;
    if (edges.length === 0) break;
    const slot = edges.length > 1 ? decide(at, edges.map(edge => edge.to)) : 0;
    if (slot === undefined || slot >= edges.length) break;
    const to = edges[slot].to;
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

/** A step: the lanes in `lanes` run `block`; the others wait at their blocks. */
export interface Step { block: number; lanes: number[]; at: number[]; }

/** Runs lanes along the given ways. The block that is first in the order runs first, so that lanes reconverge at the
    end of constructs. */
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

/** What happens to the lanes that run together in a step: they come from several blocks, or leave for several. */
export interface LaneEvent { meet: boolean; part: boolean; }

export function eventsOf(steps: Step[]): LaneEvent[] {
  const last = new Map<number, number>();
  return steps.map((step, i) => {
    const next = steps[i + 1], from = new Set(step.lanes.map(lane => last.get(lane)));
    for (const lane of step.lanes) last.set(lane, i);
    return { meet: from.size > 1, part: next !== undefined && new Set(step.lanes.map(lane => next.at[lane])).size > 1 };
  });
}
