// An instance of the module, and the few functions that it needs of its host.
import { Memory, type Heap } from './memory.js';
import { nameOf, read, Writer, type Callbacks } from './marshal.js';

type Call = (...values: any[]) => any;

/** The module's functions: the C interface. */
export type Exports = Heap & Record<string, Call> & { _initialize(): void };

const kBadDescriptor = 8, kStop = 1, kRefused = 0, kTaken = 1;

export class Instance {
  readonly memory: Memory;
  readonly exports: Exports;
  readonly callbacks: Callbacks;
  /** What a callback threw: the call that it belongs to throws it. */
  thrown: { error: unknown } | null = null;

  constructor(module: WebAssembly.Module) {
    const known: Record<string, Call> = {
      clock_time_get: (_clock: number, _precision: bigint, at: number) => this.tellTime(at),
      emscripten_notify_memory_growth: () => undefined,
      fd_write: () => kBadDescriptor, fd_close: () => kBadDescriptor, fd_seek: () => kBadDescriptor, fd_read: () => kBadDescriptor,
      ask_bind: (use: number, binding: number) => this.ask('BindCallback', binding, 'Binding', [read(this.memory, 'ResourceUse', use)]),
      ask_locate: (stage: number, signature: number, element: number, place: number) => this.ask('LocationCallback', place, 'ElementLocation',
        [nameOf('Stage', stage), nameOf('Signature', signature), read(this.memory, 'SignatureElementInfo', element)]),
      ask_stop: () => this.guarded(() => (this.callbacks.given.get('StopCallback')?.() ? kStop : 0), kStop),
    };
    const imports: Record<string, Record<string, Call>> = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      (imports[from] ??= {})[name] = known[name] ?? (() => { throw new Error(`${name} is called, which cannot be done here`); });
    }
    this.exports = new WebAssembly.Instance(module, imports).exports as unknown as Exports;
    this.memory = new Memory(this.exports);
    this.exports._initialize();
    this.callbacks = { given: new Map(), pointers: {
      BindCallback: this.exports.trellis_js_bind(), LocationCallback: this.exports.trellis_js_locate(), StopCallback: this.exports.trellis_js_stop(),
    } };
  }

  private tellTime(at: number): number {
    this.memory.view.setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
    return 0;
  }

  /** What is thrown must not pass through the module. One is enough. */
  private guarded(call: () => number, otherwise: number): number {
    if (this.thrown) return otherwise;
    try { return call(); } catch (error) {
      this.thrown = { error };
      return otherwise;
    }
  }

  /** Nothing or true: the place as it may have been changed; false: refused; another place replaces it. */
  private ask(kind: string, at: number, struct: string, values: unknown[]): number {
    return this.guarded(() => {
      const place = read(this.memory, struct, at), given = this.callbacks.given.get(kind)?.(...values, place);
      if (given === false) return kRefused;
      new Writer(this.memory, this.callbacks).update(struct, at, typeof given === 'object' && given !== null ? given : place, 'the answer');
      return kTaken;
    }, kRefused);
  }
}
