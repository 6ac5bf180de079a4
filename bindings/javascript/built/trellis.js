// ../bindings/javascript/src/memory.ts
var OutOfMemory = class extends Error {
  constructor() {
    super("out of memory");
  }
};
var decoder = new TextDecoder();
var encoder = new TextEncoder();
var Memory = class {
  constructor(heap) {
    this.heap = heap;
  }
  heap;
  taken = [];
  seen = null;
  /** Views are void once the memory grows. */
  get view() {
    if (this.seen?.buffer !== this.heap.memory.buffer) this.seen = new DataView(this.heap.memory.buffer);
    return this.seen;
  }
  /** Zeroed; until release(). */
  allocate(size) {
    const address = this.heap.malloc(Math.max(size, 1)) >>> 0;
    if (address === 0) throw new OutOfMemory();
    this.taken.push(address);
    new Uint8Array(this.heap.memory.buffer, address, size).fill(0);
    return address;
  }
  allocateBytes(bytes) {
    const address = this.allocate(bytes.length);
    new Uint8Array(this.heap.memory.buffer, address, bytes.length).set(bytes);
    return address;
  }
  allocateText(text) {
    return this.allocateBytes(encoder.encode(text + "\0"));
  }
  release() {
    for (const address of this.taken.splice(0)) this.heap.free(address);
  }
  u32(address) {
    return this.view.getUint32(address, true);
  }
  /** Up to a zero byte; null of a null pointer. Bytes that are no UTF-8 become U+FFFD. */
  text(address) {
    if (address === 0) return null;
    const bytes = new Uint8Array(this.heap.memory.buffer);
    return decoder.decode(bytes.subarray(address, bytes.indexOf(0, address)));
  }
  /** A copy. */
  words(address, count) {
    return new Uint32Array(this.heap.memory.buffer, address, count).slice();
  }
};

// ../bindings/javascript/src/marshal.ts
import { enums, structs } from "./interface.js";
var BadOption = class extends Error {
  constructor(part, message) {
    super(message);
    this.part = part;
  }
  part;
};
var kHidden = /^(struct_size|reserved\w*|\w+_user)$/;
var kYesOrNo = /^(is|has|uses|needs)_/;
var kMost = { u8: 2 ** 8 - 1, u32: 2 ** 32 - 1, i32: 2 ** 31 - 1 };
var bare = (name) => name.toLowerCase().replace(/[^a-z0-9]/g, "");
function countsOf(fields) {
  return new Set(fields.filter((field) => field.kind !== "array" && typeof field.count === "string").map((field) => field.count));
}
var settable = (fields) => {
  const counts = countsOf(fields);
  return fields.filter((field) => !kHidden.test(field.name) && !counts.has(field.name) && field.kind !== "none" && field.kind !== "handle");
};
var fieldNames = (struct) => settable(structs[struct].fields).map((field) => field.name);
function nameOf(kind, value) {
  const { mask, values } = enums[kind];
  if (mask) return value;
  return Object.keys(values).find((name) => values[name] === value) ?? value;
}
var Writer = class {
  constructor(memory, callbacks) {
    this.memory = memory;
    this.callbacks = callbacks;
  }
  memory;
  callbacks;
  /** A struct with the header's defaults and the caller's values: its address. */
  make(struct, values, path) {
    const address = this.memory.allocate(structs[struct].size);
    this.fill(struct, address, values ?? {}, path);
    return address;
  }
  fill(struct, address, values, path) {
    const { fields, defaults, size } = structs[struct];
    if (defaults) fields.forEach((field, n) => this.writeDefault(field, address + field.at, defaults[n]));
    else for (const field of fields) if (field.kind === "struct" && structs[field.of].defaults) this.fill(field.of, address + field.at, {}, path);
    if (fields[0].name === "struct_size") this.memory.view.setUint32(address, size, true);
    this.update(struct, address, values, path);
  }
  /** Leaves what is not named as it is. */
  update(struct, address, values, path) {
    if (typeof values !== "object" || values === null || Array.isArray(values)) throw new BadOption(path, "must be an object");
    const known = settable(structs[struct].fields);
    for (const [name, value] of Object.entries(values)) {
      const field = known.find((one) => one.name === name), place = `${path}.${name}`;
      if (!field) throw new BadOption(place, `there is no such option; there are ${known.map((one) => one.name).join(", ")}`);
      if (value === void 0) continue;
      this.write(field, address, value, place);
    }
  }
  writeDefault(field, at, value) {
    if (field.kind === "array") value.forEach((one, n) => this.writeDefault(field.of, at + n * field.size, one));
    else if (field.kind === "struct") structs[field.of].fields.forEach((inner, n) => this.writeDefault(inner, at + inner.at, value[n]));
    else if (field.kind === "f32") this.memory.view.setFloat32(at, value, true);
    else if (field.kind === "u64") this.memory.view.setBigUint64(at, BigInt(value), true);
    else if (field.kind === "u8") this.memory.view.setUint8(at, value);
    else this.memory.view.setUint32(at, value ?? 0, true);
  }
  write(field, struct, value, path) {
    const at = struct + field.at;
    switch (field.kind) {
      case "struct":
        return this.fill(field.of, at, value, path);
      case "array":
        return this.writeArray(field, at, value, path);
      case "callback":
        return this.point(at, this.callback(field.of, value, path));
      case "pointer":
        return this.point(at, value === null ? 0 : this.make(field.of, value, path));
      case "text":
        return this.point(at, value === null ? 0 : this.text(value, path));
      case "texts":
        return this.list(struct, field, value, path, 4, (to, one, place) => this.point(to, this.text(one, place)));
      case "numbers":
        return this.list(struct, field, value, path, field.of === "u64" ? 8 : field.of === "u8" ? 1 : 4, (to, one, place) => this.number(field.of, to, one, place));
      case "structs":
        return this.list(struct, field, value, path, structs[field.of].size, (to, one, place) => this.fill(field.of, to, one, place));
      case "enum":
        return this.point(at, this.enumerator(field.of, value, path));
      default:
        return this.number(field.kind, at, value, path);
    }
  }
  /** Makes a field point at an object of the library. */
  refer(struct, address, field, object) {
    this.point(address + structs[struct].fields.find((one) => one.name === field).at, object);
  }
  point(at, value) {
    this.memory.view.setUint32(at, value, true);
  }
  writeArray(field, at, value, path) {
    if (!Array.isArray(value) || value.length > field.count) throw new BadOption(path, `must be a list of at most ${field.count}`);
    value.forEach((one, n) => this.write({ ...field.of, at: n * field.size }, at, one, `${path}[${n}]`));
  }
  /** An empty list is not the same as none: "no extensions" against "nothing is said of extensions". */
  list(struct, field, value, path, size, each) {
    if (value === null) return;
    if (!Array.isArray(value) && !ArrayBuffer.isView(value)) throw new BadOption(path, "must be a list");
    const listed = Array.from(value), array = this.memory.allocate(Math.max(1, listed.length) * size);
    listed.forEach((one, n) => each(array + n * size, one, `${path}[${n}]`));
    this.point(struct + field.at, array);
    const owner = Object.values(structs).find((one) => one.fields.includes(field));
    this.point(struct + owner.fields.find((one) => one.name === field.count).at, listed.length);
  }
  text(value, path) {
    if (typeof value !== "string") throw new BadOption(path, "must be a string");
    if (value.includes("\0")) throw new BadOption(path, "has a zero character");
    return this.memory.allocateText(value);
  }
  number(kind, at, value, path) {
    if (kind === "f32") {
      if (typeof value !== "number") throw new BadOption(path, "must be a number");
      return this.memory.view.setFloat32(at, value, true);
    }
    if (kind === "u64") {
      if (typeof value !== "bigint" && !Number.isSafeInteger(value)) throw new BadOption(path, "must be an integer");
      return this.memory.view.setBigUint64(at, BigInt(value), true);
    }
    const number = typeof value === "boolean" ? Number(value) : value;
    if (!Number.isInteger(number)) throw new BadOption(path, "must be an integer, true or false");
    const least = kind === "i32" ? -(2 ** 31) : 0;
    if (number < least || number > kMost[kind]) throw new BadOption(path, `is not from ${least} to ${kMost[kind]}`);
    if (kind === "u8") this.memory.view.setUint8(at, number);
    else this.point(at, number >>> 0);
  }
  enumerator(kind, value, path) {
    const { mask, values } = enums[kind];
    if (mask && Array.isArray(value)) return value.reduce((bits, one) => bits | this.enumerator(kind, one, path), 0) >>> 0;
    if (typeof value === "boolean") return Number(value);
    if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= kMost.u32) return value;
    const found = typeof value === "string" && Object.keys(values).find((name) => bare(name) === bare(value));
    if (!found) throw new BadOption(path, `no such value: '${String(value)}'; there are ${Object.keys(values).join(", ")}`);
    return values[found];
  }
  callback(kind, value, path) {
    if (value === null) return 0;
    if (typeof value !== "function") throw new BadOption(path, "must be a function");
    const pointer = this.callbacks.pointers[kind];
    if (pointer === void 0) throw new BadOption(path, "cannot be used in JavaScript");
    this.callbacks.given.set(kind, value);
    return pointer;
  }
};
function read(memory, struct, address) {
  const { fields } = structs[struct], counts = countsOf(fields), record = {};
  for (const field of fields) {
    if (kHidden.test(field.name) || counts.has(field.name) || field.kind === "none") continue;
    record[field.name] = readField(memory, field, fields, address);
  }
  return record;
}
function readField(memory, field, fields, struct) {
  const at = struct + field.at, view = memory.view;
  const many = (size, one) => {
    const first = memory.u32(at), count = first === 0 ? 0 : memory.u32(struct + fields.find((other) => other.name === field.count).at);
    return Array.from({ length: count }, (_, n) => one(first + n * size));
  };
  switch (field.kind) {
    case "u8":
      return view.getUint8(at);
    case "i32":
      return view.getInt32(at, true);
    case "f32":
      return view.getFloat32(at, true);
    case "u64":
      return view.getBigUint64(at, true);
    case "enum":
      return nameOf(field.of, memory.u32(at));
    case "text":
      return memory.text(memory.u32(at));
    case "struct":
      return read(memory, field.of, at);
    case "pointer":
      return memory.u32(at) === 0 ? null : read(memory, field.of, memory.u32(at));
    case "array":
      return Array.from({ length: field.count }, (_, n) => readField(memory, { ...field.of, name: "", at: n * field.size }, [], at));
    case "texts":
      return many(4, (one) => memory.text(memory.u32(one)));
    case "structs":
      return many(structs[field.of].size, (one) => read(memory, field.of, one));
    case "numbers":
      return many(4, (one) => memory.u32(one));
    default: {
      const value = memory.u32(at);
      return kYesOrNo.test(field.name) && value < 2 ? value === 1 : value;
    }
  }
}

// ../bindings/javascript/src/instance.ts
var kBadDescriptor = 8;
var kStop = 1;
var kRefused = 0;
var kTaken = 1;
var Instance = class {
  memory;
  exports;
  callbacks;
  /** What a callback threw: the call that it belongs to throws it. */
  thrown = null;
  constructor(module) {
    const known = {
      clock_time_get: (_clock, _precision, at) => this.tellTime(at),
      emscripten_notify_memory_growth: () => void 0,
      fd_write: () => kBadDescriptor,
      fd_close: () => kBadDescriptor,
      fd_seek: () => kBadDescriptor,
      fd_read: () => kBadDescriptor,
      ask_bind: (use, binding) => this.ask("BindCallback", binding, "Binding", [read(this.memory, "ResourceUse", use)]),
      ask_locate: (stage, signature, element, place) => this.ask(
        "LocationCallback",
        place,
        "ElementLocation",
        [nameOf("Stage", stage), nameOf("Signature", signature), read(this.memory, "SignatureElementInfo", element)]
      ),
      ask_stop: () => this.guarded(() => this.callbacks.given.get("StopCallback")?.() ? kStop : 0, kStop)
    };
    const imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      (imports[from] ??= {})[name] = known[name] ?? (() => {
        throw new Error(`${name} is called, which cannot be done here`);
      });
    }
    this.exports = new WebAssembly.Instance(module, imports).exports;
    this.memory = new Memory(this.exports);
    this.exports._initialize();
    this.callbacks = { given: /* @__PURE__ */ new Map(), pointers: {
      BindCallback: this.exports.trellis_js_bind(),
      LocationCallback: this.exports.trellis_js_locate(),
      StopCallback: this.exports.trellis_js_stop()
    } };
  }
  tellTime(at) {
    this.memory.view.setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
    return 0;
  }
  /** What is thrown must not pass through the module. One is enough. */
  guarded(call, otherwise) {
    if (this.thrown) return otherwise;
    try {
      return call();
    } catch (error) {
      this.thrown = { error };
      return otherwise;
    }
  }
  /** Nothing or true: the place as it may have been changed; false: refused; another place replaces it. */
  ask(kind, at, struct, values) {
    return this.guarded(() => {
      const place = read(this.memory, struct, at), given = this.callbacks.given.get(kind)?.(...values, place);
      if (given === false) return kRefused;
      new Writer(this.memory, this.callbacks).update(struct, at, typeof given === "object" && given !== null ? given : place, "the answer");
      return kTaken;
    }, kRefused);
  }
};

// ../bindings/javascript/src/trellis.ts
var kNotKnown = 2 ** 32 - 1;
var kReadNames = fieldNames("ReadOptions");
var kTranslateNames = fieldNames("TranslateOptions");
var kOwnNames = ["root_signature", "pipeline_layout", "local_root_signature"];
var kBytes = "must be a Uint8Array or an ArrayBuffer";
function problem(code, part, message) {
  const text = part ? `${part}: ${message}` : message;
  return { ok: false, error: {
    code,
    text,
    message,
    part,
    offset: null,
    function: "",
    block: "",
    instruction: "",
    operation: "",
    file: "",
    line: 0,
    column: 0,
    blockNumber: null,
    instructionNumber: null
  } };
}
function bytesOf(data, part) {
  if (data instanceof Uint8Array) return data;
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  throw new BadOption(part, kBytes);
}
var Failed = class extends Error {
};
var Call = class {
  constructor(instance, translator) {
    this.instance = instance;
    this.translator = translator;
    this.writer = new Writer(instance.memory, instance.callbacks);
  }
  instance;
  translator;
  made = [];
  writer;
  get library() {
    return this.instance.exports;
  }
  get memory() {
    return this.instance.memory;
  }
  /** A function of the interface that may fail. */
  ask(name, ...values) {
    const result = this.library[name](this.translator, ...values);
    if (this.instance.thrown) throw this.instance.thrown.error;
    if (result !== 0) throw new Failed();
  }
  /** The same of one whose last parameter receives a pointer. */
  receive(name, ...values) {
    const place = this.memory.allocate(4);
    this.ask(name, ...values, place);
    return this.memory.u32(place);
  }
  /** The same of one that makes an object. */
  make(name, destroy, ...values) {
    const object = this.receive(name, ...values);
    this.made.push(() => {
      this.library[destroy](object);
    });
    return object;
  }
  read(bytes, options) {
    const given = bytesOf(bytes, "bytes");
    return this.make(
      "trellis_program_read",
      "trellis_program_destroy",
      this.memory.allocateBytes(given),
      given.length,
      this.writer.make("ReadOptions", options, "options")
    );
  }
  signature(bytes, read2) {
    return this.make("trellis_root_signature_read", "trellis_root_signature_destroy", this.memory.allocateBytes(bytes), bytes.length, read2);
  }
  translate(program, options) {
    const { reading, translating } = splitOptions(options), { writer } = this;
    const given = writer.make("TranslateOptions", translating, "options");
    const read2 = writer.make("ReadOptions", reading, "options");
    const { root_signature: root, pipeline_layout: layout, local_root_signature: local } = options;
    if (root !== void 0) {
      const signature = root === true ? this.make("trellis_root_signature_of_program", "trellis_root_signature_destroy", program) : this.signature(bytesOf(root, "options.root_signature"), read2);
      writer.refer("TranslateOptions", given, "layout", this.make(
        "trellis_pipeline_layout_create",
        "trellis_pipeline_layout_destroy",
        signature,
        writer.make("PipelineLayoutOptions", layout, "options.pipeline_layout")
      ));
    } else if (layout !== void 0) {
      throw new BadOption("options.pipeline_layout", "is of no use without root_signature");
    }
    if (local !== void 0) writer.refer("TranslateOptions", given, "local_root_signature", this.signature(bytesOf(local, "options.local_root_signature"), read2));
    return this.make("trellis_translate", "trellis_module_destroy", program, given);
  }
  text(name, ...values) {
    return this.memory.text(this.receive(name, ...values)) ?? "";
  }
  /** What a getter returns that also says how many there are. */
  counted(name, object, one) {
    const place = this.memory.allocate(4), first = this.library[name](object, place);
    return Array.from({ length: this.memory.u32(place) }, (_, n) => one(first + 4 * n));
  }
  texts(name, object) {
    return this.counted(name, object, (at) => this.memory.text(this.memory.u32(at)) ?? "");
  }
  error() {
    const at = this.library.trellis_translator_error(this.translator), e = read(this.memory, "Error", at);
    const code = this.memory.text(this.library.trellis_result_name(this.memory.u32(at))) ?? "";
    const dotted = (text) => text.replace(/(options[\w.]*)->/g, "$1.");
    const number = (value) => value === kNotKnown ? null : value;
    return {
      code,
      text: dotted(e.text),
      message: dotted(e.message),
      part: dotted(e.part),
      offset: e.has_offset ? Number(e.offset) : null,
      function: e.function,
      block: e.block,
      instruction: e.instruction,
      operation: e.operation,
      file: e.file,
      line: e.line,
      column: e.column,
      blockNumber: number(e.block_number),
      instructionNumber: number(e.instruction_number)
    };
  }
  end() {
    for (const destroy of this.made.splice(0).reverse()) destroy();
    this.instance.callbacks.given.clear();
    this.memory.release();
  }
};
function splitOptions(options) {
  if (typeof options !== "object" || options === null || Array.isArray(options)) throw new BadOption("options", "must be an object");
  const reading = {}, translating = {};
  for (const [name, value] of Object.entries(options)) {
    const isTranslating = kTranslateNames.includes(name), isReading = kReadNames.includes(name);
    if (!isTranslating && !isReading && !kOwnNames.includes(name)) {
      const known = [.../* @__PURE__ */ new Set([...kReadNames, ...kTranslateNames, ...kOwnNames])];
      throw new BadOption(`options.${name}`, `there is no such option; there are ${known.join(", ")}`);
    }
    if (isTranslating) translating[name] = value;
    if (name === "debug_info") reading[name] = value !== void 0 && value !== "none" && value !== 0;
    else if (isReading) reading[name] = value;
  }
  return { reading, translating };
}
var Trellis = class {
  constructor(module) {
    this.module = module;
    this.start();
  }
  module;
  instance = null;
  translator = 0;
  isBusy = false;
  /** The translator's version, "0.1.0". */
  get version() {
    return this.constant("trellis_version");
  }
  /** Differs between libraries whose modules may differ: part of the key of every cache of modules. */
  get cacheVersion() {
    return this.constant("trellis_cache_version");
  }
  /** A container with DXIL, a PDB file, or LLVM bitcode, to one SPIR-V module. */
  translate(bytes, options = {}) {
    return this.run((call) => {
      const module = call.translate(call.read(bytes, splitOptions(options).reading), options), { library, memory } = call;
      const place = memory.allocate(4), words = library.trellis_module_words(module, place);
      const bindings = Array.from({ length: library.trellis_module_binding_count(module) }, (_, n) => {
        const use = call.writer.make("ResourceUse", {}, ""), binding = call.writer.make("Binding", {}, "");
        library.trellis_module_binding(module, n, use, binding);
        return { use: read(memory, "ResourceUse", use), binding: read(memory, "Binding", binding) };
      });
      return {
        words: memory.words(words, memory.u32(place)),
        bindings,
        entryPoints: call.texts("trellis_module_entry_points", module),
        warnings: call.texts("trellis_module_warnings", module),
        capabilities: call.counted("trellis_module_capabilities", module, (at) => memory.u32(at)),
        extensions: call.texts("trellis_module_extensions", module)
      };
    });
  }
  /** What `trellis --reflect` prints, parsed: docs/reflection.md. A shader that is not translated has a member "not_translated". */
  reflect(bytes, options = {}) {
    return this.run((call) => {
      const program = call.read(bytes, splitOptions(options).reading);
      let text;
      try {
        text = call.memory.text(call.library.trellis_module_reflection(call.translate(program, options)));
      } catch (error) {
        if (!(error instanceof Failed)) throw error;
        text = call.text("trellis_js_not_translated", program);
      }
      if (text === null) throw new OutOfMemory();
      return { reflection: JSON.parse(text) };
    });
  }
  /** What the explorer shows of a shader, or of a graph as text ("a -> b c" a line): the data of `trellis cfg -o x.json`. */
  passes(bytes, options = {}) {
    return this.run((call) => {
      for (const name of Object.keys(options)) {
        if (!["title", "entry_point", "branches"].includes(name)) throw new BadOption(`options.${name}`, "there is no such option; there are title, entry_point, branches");
      }
      const { title = "input", entry_point: entry = "", branches = false } = options;
      const given = bytesOf(typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes, "bytes"), { memory } = call;
      return { data: JSON.parse(call.text(
        "trellis_js_passes",
        memory.allocateBytes(given),
        given.length,
        memory.allocateText(String(title)),
        memory.allocateText(String(entry)),
        Number(Boolean(branches))
      )) };
    });
  }
  /** The same of a random graph. */
  randomPasses(seed, blocks) {
    return this.run((call) => {
      if (!Number.isSafeInteger(seed) || seed < 0 || !Number.isInteger(blocks)) throw new BadOption("seed", "and blocks must be integers, and not negative");
      return { data: JSON.parse(call.text("trellis_js_random_passes", seed, blocks)) };
    });
  }
  /** Likely bugs: the report of `trellis --check` (docs/uniformity.md), as text unless options.format says otherwise. */
  check(bytes, options = {}) {
    return this.run((call) => {
      const { debug_info: debugInfo = false, ...checks } = options, place = call.memory.allocate(4);
      const program = call.read(bytes, { debug_info: debugInfo });
      const report = call.text("trellis_program_check", program, call.writer.make("CheckOptions", checks, "options"), place);
      return { report, count: call.memory.u32(place) };
    });
  }
  constant(name) {
    const { memory, exports } = this.started();
    return memory.text(exports[name]()) ?? "";
  }
  start() {
    const instance = new Instance(this.module), place = instance.memory.allocate(4);
    const result = instance.exports.trellis_translator_create(0, place);
    if (result !== 0) throw new OutOfMemory();
    this.translator = instance.memory.u32(place);
    instance.memory.release();
    this.instance = instance;
  }
  started() {
    if (!this.instance) this.start();
    return this.instance;
  }
  /** Errors are returned as values; what a callback throws is thrown. If the module itself stops, the next call starts a new one. */
  run(work) {
    if (this.isBusy) return problem("invalid argument", "", "a callback called the library");
    this.isBusy = true;
    let instance = null;
    try {
      instance = this.started();
      const call = new Call(instance, this.translator);
      try {
        return { ok: true, ...work(call) };
      } catch (error) {
        if (instance.thrown) throw error;
        if (error instanceof BadOption) return problem("invalid argument", error.part, error.message);
        if (error instanceof Failed) return { ok: false, error: call.error() };
        if (error instanceof OutOfMemory) return problem("out of memory", "", "out of memory");
        this.instance = null;
        return problem("internal check failed", "", `the module stopped: ${String(error)}`);
      } finally {
        if (this.instance) call.end();
      }
    } catch (error) {
      if (instance?.thrown) throw instance.thrown.error;
      this.instance = null;
      return problem("internal check failed", "", `the module stopped: ${String(error)}`);
    } finally {
      if (instance) instance.thrown = null;
      this.isBusy = false;
    }
  }
};
async function moduleOf(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  if (source instanceof Response) return WebAssembly.compile(await source.arrayBuffer());
  const address = new URL(String(source), import.meta.url);
  if (address.protocol === "file:") {
    const files = "node:fs/promises";
    return WebAssembly.compile(await (await import(files)).readFile(address));
  }
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address.pathname}: ${answer.status} ${answer.statusText}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}
async function load(source = "trellis.wasm") {
  return new Trellis(await moduleOf(source));
}
export {
  Trellis,
  load
};
