// WebAssembly's memory as JavaScript sees it: numbers and texts at addresses, and what is allocated for one call.

/** What the module exports, as far as memory goes. */
export interface Heap {
  memory: WebAssembly.Memory;
  malloc(size: number): number;
  free(address: number): void;
}

/** There is no memory left. */
export class OutOfMemory extends Error {
  constructor() { super('out of memory'); }
}

const decoder = new TextDecoder(), encoder = new TextEncoder();

export class Memory {
  private readonly taken: number[] = [];
  private seen: DataView | null = null;

  constructor(private readonly heap: Heap) {}

  /** Views are void once the memory grows. */
  get view(): DataView {
    if (this.seen?.buffer !== this.heap.memory.buffer) this.seen = new DataView(this.heap.memory.buffer);
    return this.seen;
  }

  /** Zeroed; until release(). */
  allocate(size: number): number {
    const address = this.heap.malloc(Math.max(size, 1)) >>> 0;
    if (address === 0) throw new OutOfMemory();
    this.taken.push(address);
    new Uint8Array(this.heap.memory.buffer, address, size).fill(0);
    return address;
  }

  allocateBytes(bytes: Uint8Array): number {
    const address = this.allocate(bytes.length);
    new Uint8Array(this.heap.memory.buffer, address, bytes.length).set(bytes);
    return address;
  }

  allocateText(text: string): number { return this.allocateBytes(encoder.encode(text + '\0')); }

  release(): void {
    for (const address of this.taken.splice(0)) this.heap.free(address);
  }

  u32(address: number): number { return this.view.getUint32(address, true); }

  /** Up to a zero byte; null of a null pointer. Bytes that are no UTF-8 become U+FFFD. */
  text(address: number): string | null {
    if (address === 0) return null;
    const bytes = new Uint8Array(this.heap.memory.buffer);
    return decoder.decode(bytes.subarray(address, bytes.indexOf(0, address)));
  }

  /** A copy. */
  words(address: number, count: number): Uint32Array { return new Uint32Array(this.heap.memory.buffer, address, count).slice(); }
}
