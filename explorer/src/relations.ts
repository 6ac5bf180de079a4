// Relations between the blocks of a pass beyond their edges, by key.
import { type Pass } from './data';
import { controlDependence, type Dominators, dominatorsOf, frontierOf, Graph, type Loops, naturalLoops, postDominatorsOf, reachedFrom } from './graph';

export interface Relations {
  frontier: number[];
  control: number[];
  reached: number[];
  source: number[];
  both: number[];
}

export class PassGraph {
  readonly keys: number[];
  readonly index = new Map<number, number>();
  readonly graph: Graph;
  readonly tree: Dominators;
  private postTree: Dominators | undefined;
  private loopsFound: Loops | undefined;

  constructor(pass: Pass) {
    this.keys = [...pass.blocks.keys()];
    this.keys.forEach((key, i) => this.index.set(key, i));
    const succ = this.keys.map(key => [...new Set(pass.blocks.get(key)!.edges.map(edge => this.index.get(edge.to)!))]);
    this.graph = new Graph(succ, this.index.get(pass.entry) ?? 0);
    this.tree = dominatorsOf(this.graph);
  }

  get loops(): Loops {
    this.loopsFound ??= naturalLoops(this.graph, this.tree);
    return this.loopsFound;
  }

  relationsOf(key: number): Relations {
    const block = this.index.get(key)!;
    this.postTree ??= postDominatorsOf(this.graph);
    const named = (list: number[]): number[] => list.map(i => this.keys[i]);
    const down = reachedFrom(this.graph.succ, block), up = reachedFrom(this.graph.pred, block);
    const where = (test: (i: number) => boolean): number[] => this.keys.filter((_, i) => i !== block && test(i));
    return {
      frontier: named(frontierOf(this.graph, this.tree, block)),
      control: named(controlDependence(this.graph, this.postTree, block)),
      reached: where(i => down[i] === 1 && up[i] === 0),
      source: where(i => up[i] === 1 && down[i] === 0),
      both: where(i => up[i] === 1 && down[i] === 1),
    };
  }
}
