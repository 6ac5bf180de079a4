// Trellis for JavaScript: DXIL in, SPIR-V out, by the C interface compiled to WebAssembly. docs/javascript.md explains it.
import { type CheckOptions, type PipelineLayoutOptions, type ReadOptions, type TranslateOptions } from './interface.js';
import { Instance } from './instance.js';
import { BadOption, fieldNames, read, Writer } from './marshal.js';
import { OutOfMemory } from './memory.js';

/** What went wrong, and where. Texts are empty where they say nothing. */
export interface Problem {
  /** "bad input", "unsupported", "internal check failed", "invalid argument", "out of memory", "limit exceeded", "cancelled". */
  code: string;
  /** All of it in one line. */
  text: string;
  message: string;
  /** Of the container, "DXIL"; or the wrong option, "options.stage.invert_y". */
  part: string;
  /** Byte of the input. */
  offset: number | null;
  function: string;
  block: string;
  instruction: string;
  operation: string;
  /** Of the source, with the option debug_info: from 1 on; 0: not known. */
  file: string;
  line: number;
  column: number;
  blockNumber: number | null;
  instructionNumber: number | null;
}

export interface Failure { ok: false; error: Problem }
export type Answer<Found> = ({ ok: true } & Found) | Failure;

export interface Translated {
  /** The module. */
  words: Uint32Array;
  entryPoints: string[];
  warnings: string[];
  /** What a device must support: capabilities by SPIR-V's numbers. */
  capabilities: number[];
  extensions: string[];
  /** The resources that the module uses, and where they are bound: TrellisResourceUse and TrellisBinding. */
  bindings: { use: Record<string, any>; binding: Record<string, any> }[];
}

/** The fields of TrellisReadOptions and TrellisTranslateOptions, by their names in C; and root signatures by their bytes. */
export type Options = Omit<ReadOptions, 'debug_info'> & TranslateOptions & {
  /** Bindings from this root signature, a container or its part RTS0; true: the shader's own. */
  root_signature?: Uint8Array | true;
  pipeline_layout?: PipelineLayoutOptions;
  local_root_signature?: Uint8Array;
};

export interface PassOptions {
  /** The name of the input, for headings. */
  title?: string;
  entry_point?: string;
  /** Graphs as text: two targets of a block are those of true and false. */
  branches?: boolean;
}

const kNotKnown = 2 ** 32 - 1;
const kReadNames = fieldNames('ReadOptions'), kTranslateNames = fieldNames('TranslateOptions');
const kOwnNames = ['root_signature', 'pipeline_layout', 'local_root_signature'];
const kBytes = 'must be a Uint8Array or an ArrayBuffer';

function problem(code: string, part: string, message: string): Failure {
  const text = part ? `${part}: ${message}` : message;
  return { ok: false, error: { code, text, message, part, offset: null, function: '', block: '', instruction: '', operation: '', file: '', line: 0, column: 0,
    blockNumber: null, instructionNumber: null } };
}

function bytesOf(data: unknown, part: string): Uint8Array {
  if (data instanceof Uint8Array) return data;
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  throw new BadOption(part, kBytes);
}

/** A call of the library failed: its translator knows why. */
class Failed extends Error {}

/** One call: its memory, and the library's objects that it made. */
class Call {
  private readonly made: (() => void)[] = [];
  readonly writer: Writer;

  constructor(readonly instance: Instance, private readonly translator: number) {
    this.writer = new Writer(instance.memory, instance.callbacks);
  }

  get library() { return this.instance.exports; }
  get memory() { return this.instance.memory; }

  /** A function of the interface that may fail. */
  ask(name: string, ...values: any[]): void {
    const result = this.library[name](this.translator, ...values);
    if (this.instance.thrown) throw this.instance.thrown.error;
    if (result !== 0) throw new Failed();
  }

  /** The same of one whose last parameter receives a pointer. */
  receive(name: string, ...values: any[]): number {
    const place = this.memory.allocate(4);
    this.ask(name, ...values, place);
    return this.memory.u32(place);
  }

  /** The same of one that makes an object. */
  make(name: string, destroy: string, ...values: any[]): number {
    const object = this.receive(name, ...values);
    this.made.push(() => { this.library[destroy](object); });
    return object;
  }

  read(bytes: unknown, options: object): number {
    const given = bytesOf(bytes, 'bytes');
    return this.make('trellis_program_read', 'trellis_program_destroy', this.memory.allocateBytes(given), given.length,
      this.writer.make('ReadOptions', options, 'options'));
  }

  signature(bytes: Uint8Array, read: number): number {
    return this.make('trellis_root_signature_read', 'trellis_root_signature_destroy', this.memory.allocateBytes(bytes), bytes.length, read);
  }

  translate(program: number, options: Options): number {
    const { reading, translating } = splitOptions(options), { writer } = this;
    const given = writer.make('TranslateOptions', translating, 'options');
    const read = writer.make('ReadOptions', reading, 'options');
    const { root_signature: root, pipeline_layout: layout, local_root_signature: local } = options;
    if (root !== undefined) {
      const signature = root === true ? this.make('trellis_root_signature_of_program', 'trellis_root_signature_destroy', program)
        : this.signature(bytesOf(root, 'options.root_signature'), read);
      writer.refer('TranslateOptions', given, 'layout', this.make('trellis_pipeline_layout_create', 'trellis_pipeline_layout_destroy', signature,
        writer.make('PipelineLayoutOptions', layout, 'options.pipeline_layout')));
    } else if (layout !== undefined) {
      throw new BadOption('options.pipeline_layout', 'is of no use without root_signature');
    }
    if (local !== undefined) writer.refer('TranslateOptions', given, 'local_root_signature', this.signature(bytesOf(local, 'options.local_root_signature'), read));
    return this.make('trellis_translate', 'trellis_module_destroy', program, given);
  }

  text(name: string, ...values: any[]): string { return this.memory.text(this.receive(name, ...values)) ?? ''; }

  /** What a getter returns that also says how many there are. */
  counted<T>(name: string, object: number, one: (address: number) => T): T[] {
    const place = this.memory.allocate(4), first = this.library[name](object, place);
    return Array.from({ length: this.memory.u32(place) }, (_, n) => one(first + 4 * n));
  }

  texts(name: string, object: number): string[] { return this.counted(name, object, at => this.memory.text(this.memory.u32(at)) ?? ''); }

  error(): Problem {
    const at = this.library.trellis_translator_error(this.translator), e = read(this.memory, 'Error', at);
    const code = this.memory.text(this.library.trellis_result_name(this.memory.u32(at))) ?? '';
    const dotted = (text: string): string => text.replace(/(options[\w.]*)->/g, '$1.');  // Not C's way to write it.
    const number = (value: number): number | null => (value === kNotKnown ? null : value);
    return { code, text: dotted(e.text), message: dotted(e.message),
      part: dotted(e.part), offset: e.has_offset ? Number(e.offset) : null, function: e.function, block: e.block, instruction: e.instruction, operation: e.operation,
      file: e.file, line: e.line, column: e.column, blockNumber: number(e.block_number), instructionNumber: number(e.instruction_number) };
  }

  end(): void {
    for (const destroy of this.made.splice(0).reverse()) destroy();
    this.instance.callbacks.given.clear();
    this.memory.release();
  }
}

/** Which options are for reading, and which for translating: limits are for both. */
function splitOptions(options: Options): { reading: Record<string, unknown>; translating: Record<string, unknown> } {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) throw new BadOption('options', 'must be an object');
  const reading: Record<string, unknown> = {}, translating: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(options)) {
    const isTranslating = kTranslateNames.includes(name), isReading = kReadNames.includes(name);
    if (!isTranslating && !isReading && !kOwnNames.includes(name)) {
      const known = [...new Set([...kReadNames, ...kTranslateNames, ...kOwnNames])];
      throw new BadOption(`options.${name}`, `there is no such option; there are ${known.join(', ')}`);
    }
    if (isTranslating) translating[name] = value;
    if (name === 'debug_info') reading[name] = value !== undefined && value !== 'none' && value !== 0;
    else if (isReading) reading[name] = value;
  }
  return { reading, translating };
}

/** The library. One call runs at a time; a callback must not call it. */
export class Trellis {
  private instance: Instance | null = null;
  private translator = 0;
  private isBusy = false;

  constructor(private readonly module: WebAssembly.Module) { this.start(); }

  /** The translator's version, "0.1.0". */
  get version(): string { return this.constant('trellis_version'); }
  /** Differs between libraries whose modules may differ: part of the key of every cache of modules. */
  get cacheVersion(): string { return this.constant('trellis_cache_version'); }

  /** A container with DXIL, a PDB file, or LLVM bitcode, to one SPIR-V module. */
  translate(bytes: Uint8Array | ArrayBuffer, options: Options = {}): Answer<Translated> {
    return this.run(call => {
      const module = call.translate(call.read(bytes, splitOptions(options).reading), options), { library, memory } = call;
      const place = memory.allocate(4), words = library.trellis_module_words(module, place);
      const bindings = Array.from({ length: library.trellis_module_binding_count(module) }, (_, n) => {
        const use = call.writer.make('ResourceUse', {}, ''), binding = call.writer.make('Binding', {}, '');
        library.trellis_module_binding(module, n, use, binding);
        return { use: read(memory, 'ResourceUse', use), binding: read(memory, 'Binding', binding) };
      });
      return { words: memory.words(words, memory.u32(place)), bindings, entryPoints: call.texts('trellis_module_entry_points', module),
        warnings: call.texts('trellis_module_warnings', module), capabilities: call.counted('trellis_module_capabilities', module, at => memory.u32(at)),
        extensions: call.texts('trellis_module_extensions', module) };
    });
  }

  /** What `trellis --reflect` prints, parsed: docs/reflection.md. A shader that is not translated has a member "not_translated". */
  reflect(bytes: Uint8Array | ArrayBuffer, options: Options = {}): Answer<{ reflection: Record<string, any> }> {
    return this.run(call => {
      const program = call.read(bytes, splitOptions(options).reading);
      let text: string | null;
      try {
        text = call.memory.text(call.library.trellis_module_reflection(call.translate(program, options)));
      } catch (error) {
        if (!(error instanceof Failed)) throw error;
        text = call.text('trellis_js_not_translated', program);
      }
      if (text === null) throw new OutOfMemory();
      return { reflection: JSON.parse(text) };
    });
  }

  /** What the explorer shows of a shader, or of a graph as text ("a -> b c" a line): the data of `trellis cfg -o x.json`. */
  passes(bytes: Uint8Array | ArrayBuffer | string, options: PassOptions = {}): Answer<{ data: Record<string, any> }> {
    return this.run(call => {
      for (const name of Object.keys(options)) {
        if (!['title', 'entry_point', 'branches'].includes(name)) throw new BadOption(`options.${name}`, 'there is no such option; there are title, entry_point, branches');
      }
      const { title = 'input', entry_point: entry = '', branches = false } = options;
      const given = bytesOf(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes, 'bytes'), { memory } = call;
      return { data: JSON.parse(call.text('trellis_js_passes', memory.allocateBytes(given), given.length, memory.allocateText(String(title)),
        memory.allocateText(String(entry)), Number(Boolean(branches)))) };
    });
  }

  /** The same of a random graph. */
  randomPasses(seed: number, blocks: number): Answer<{ data: Record<string, any> }> {
    return this.run(call => {
      if (!Number.isSafeInteger(seed) || seed < 0 || !Number.isInteger(blocks)) throw new BadOption('seed', 'and blocks must be integers, and not negative');
      return { data: JSON.parse(call.text('trellis_js_random_passes', seed, blocks)) };
    });
  }

  /** Likely bugs: the report of `trellis --check` (docs/uniformity.md), as text unless options.format says otherwise. */
  check(bytes: Uint8Array | ArrayBuffer, options: CheckOptions & { debug_info?: boolean } = {}): Answer<{ report: string; count: number }> {
    return this.run(call => {
      const { debug_info: debugInfo = false, ...checks } = options, place = call.memory.allocate(4);
      const program = call.read(bytes, { debug_info: debugInfo });
      const report = call.text('trellis_program_check', program, call.writer.make('CheckOptions', checks, 'options'), place);
      return { report, count: call.memory.u32(place) };
    });
  }

  private constant(name: string): string {
    const { memory, exports } = this.started();
    return memory.text(exports[name]()) ?? '';
  }

  private start(): void {
    const instance = new Instance(this.module), place = instance.memory.allocate(4);
    const result = instance.exports.trellis_translator_create(0, place);
    if (result !== 0) throw new OutOfMemory();
    this.translator = instance.memory.u32(place);
    instance.memory.release();
    this.instance = instance;
  }

  private started(): Instance {
    if (!this.instance) this.start();
    return this.instance!;
  }

  /** Errors are returned as values; what a callback throws is thrown. If the module itself stops, the next call starts a new one. */
  private run<Found>(work: (call: Call) => Found): Answer<Found> {
    if (this.isBusy) return problem('invalid argument', '', 'a callback called the library');
    this.isBusy = true;
    let instance: Instance | null = null;
    try {
      instance = this.started();
      const call = new Call(instance, this.translator);
      try {
        return { ok: true, ...work(call) };
      } catch (error) {
        if (instance.thrown) throw error;
        if (error instanceof BadOption) return problem('invalid argument', error.part, error.message);
        if (error instanceof Failed) return { ok: false, error: call.error() };
        if (error instanceof OutOfMemory) return problem('out of memory', '', 'out of memory');
        this.instance = null;
        return problem('internal check failed', '', `the module stopped: ${String(error)}`);
      } finally {
        if (this.instance) call.end();
      }
    } catch (error) {
      if (instance?.thrown) throw instance.thrown.error;
      this.instance = null;
      return problem('internal check failed', '', `the module stopped: ${String(error)}`);
    } finally {
      if (instance) instance.thrown = null;
      this.isBusy = false;
    }
  }
}

async function moduleOf(source: unknown): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source as BufferSource);
  if (source instanceof Response) return WebAssembly.compile(await source.arrayBuffer());
  const address = new URL(String(source), import.meta.url);
  if (address.protocol === 'file:') {
    const files = 'node:fs/promises';  // Not for bundlers.
    return WebAssembly.compile(await (await import(files)).readFile(address));
  }
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address.pathname}: ${answer.status} ${answer.statusText}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

/** The library from trellis.wasm: the one beside this file, or another by its address, its bytes, or compiled. */
export async function load(source: string | URL | BufferSource | Response | WebAssembly.Module = 'trellis.wasm'): Promise<Trellis> {
  return new Trellis(await moduleOf(source));
}
