// How values travel between JavaScript and the structs of the C interface: objects, lists, numbers, texts and functions go in by
// the names of the fields; what comes out is a record that shares no memory with the module.
import { enums, structs, type FieldPlace } from './interface.js';
import { type Memory } from './memory.js';

/** An option that is not there, or has a wrong value. `part` says which. */
export class BadOption extends Error {
  constructor(readonly part: string, message: string) { super(message); }
}

/** Functions that options name, by the type of the callback; and the pointers that mean them in C. */
export interface Callbacks {
  given: Map<string, (...values: any[]) => unknown>;
  pointers: Record<string, number>;
}

const kHidden = /^(struct_size|reserved\w*|\w+_user)$/, kYesOrNo = /^(is|has|uses|needs)_/;
const kMost: Record<string, number> = { u8: 2 ** 8 - 1, u32: 2 ** 32 - 1, i32: 2 ** 31 - 1 };

const bare = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Fields that say how long an array is; the array's length says it in JavaScript. */
function countsOf(fields: FieldPlace[]): Set<string> {
  return new Set(fields.filter(field => field.kind !== 'array' && typeof field.count === 'string').map(field => field.count as string));
}

const settable = (fields: FieldPlace[]): FieldPlace[] => {
  const counts = countsOf(fields);
  return fields.filter(field => !kHidden.test(field.name) && !counts.has(field.name) && field.kind !== 'none' && field.kind !== 'handle');
};

/** The fields of a struct that options can name. */
export const fieldNames = (struct: string): string[] => settable(structs[struct].fields).map(field => field.name);

/** The name of an enumerator, or the number that has none. */
export function nameOf(kind: string, value: number): string | number {
  const { mask, values } = enums[kind];
  if (mask) return value;
  return Object.keys(values).find(name => values[name] === value) ?? value;
}

export class Writer {
  constructor(private readonly memory: Memory, private readonly callbacks: Callbacks) {}

  /** A struct with the header's defaults and the caller's values: its address. */
  make(struct: string, values: object | null | undefined, path: string): number {
    const address = this.memory.allocate(structs[struct].size);
    this.fill(struct, address, values ?? {}, path);
    return address;
  }

  fill(struct: string, address: number, values: object, path: string): void {
    const { fields, defaults, size } = structs[struct];
    if (defaults) fields.forEach((field, n) => this.writeDefault(field, address + field.at, defaults[n]));
    else for (const field of fields) if (field.kind === 'struct' && structs[field.of].defaults) this.fill(field.of, address + field.at, {}, path);
    if (fields[0].name === 'struct_size') this.memory.view.setUint32(address, size, true);
    this.update(struct, address, values, path);
  }

  /** Leaves what is not named as it is. */
  update(struct: string, address: number, values: object, path: string): void {
    if (typeof values !== 'object' || values === null || Array.isArray(values)) throw new BadOption(path, 'must be an object');
    const known = settable(structs[struct].fields);
    for (const [name, value] of Object.entries(values)) {
      const field = known.find(one => one.name === name), place = `${path}.${name}`;
      if (!field) throw new BadOption(place, `there is no such option; there are ${known.map(one => one.name).join(', ')}`);
      if (value === undefined) continue;
      this.write(field, address, value, place);
    }
  }

  private writeDefault(field: FieldPlace, at: number, value: any): void {
    if (field.kind === 'array') (value as any[]).forEach((one, n) => this.writeDefault(field.of, at + n * field.size!, one));
    else if (field.kind === 'struct') structs[field.of].fields.forEach((inner, n) => this.writeDefault(inner, at + inner.at, value[n]));
    else if (field.kind === 'f32') this.memory.view.setFloat32(at, value, true);
    else if (field.kind === 'u64') this.memory.view.setBigUint64(at, BigInt(value), true);
    else if (field.kind === 'u8') this.memory.view.setUint8(at, value);
    else this.memory.view.setUint32(at, value ?? 0, true);
  }

  private write(field: FieldPlace, struct: number, value: unknown, path: string): void {
    const at = struct + field.at;
    switch (field.kind) {
      case 'struct': return this.fill(field.of, at, value as object, path);
      case 'array': return this.writeArray(field, at, value, path);
      case 'callback': return this.point(at, this.callback(field.of, value, path));
      case 'pointer': return this.point(at, value === null ? 0 : this.make(field.of, value as object, path));
      case 'text': return this.point(at, value === null ? 0 : this.text(value, path));
      case 'texts': return this.list(struct, field, value, path, 4, (to, one, place) => this.point(to, this.text(one, place)));
      case 'numbers': return this.list(struct, field, value, path, field.of === 'u64' ? 8 : field.of === 'u8' ? 1 : 4, (to, one, place) => this.number(field.of, to, one, place));
      case 'structs': return this.list(struct, field, value, path, structs[field.of].size, (to, one, place) => this.fill(field.of, to, one as object, place));
      case 'enum': return this.point(at, this.enumerator(field.of, value, path));
      default: return this.number(field.kind, at, value, path);
    }
  }

  /** Makes a field point at an object of the library. */
  refer(struct: string, address: number, field: string, object: number): void {
    this.point(address + structs[struct].fields.find(one => one.name === field)!.at, object);
  }

  private point(at: number, value: number): void { this.memory.view.setUint32(at, value, true); }

  private writeArray(field: FieldPlace, at: number, value: unknown, path: string): void {
    if (!Array.isArray(value) || value.length > field.count) throw new BadOption(path, `must be a list of at most ${field.count}`);
    value.forEach((one, n) => this.write({ ...field.of, at: n * field.size! }, at, one, `${path}[${n}]`));
  }

  /** An empty list is not the same as none: "no extensions" against "nothing is said of extensions". */
  private list(struct: number, field: FieldPlace, value: unknown, path: string, size: number, each: (at: number, one: unknown, place: string) => void): void {
    if (value === null) return;
    if (!Array.isArray(value) && !ArrayBuffer.isView(value)) throw new BadOption(path, 'must be a list');
    const listed = Array.from(value as Iterable<unknown>), array = this.memory.allocate(Math.max(1, listed.length) * size);
    listed.forEach((one, n) => each(array + n * size, one, `${path}[${n}]`));
    this.point(struct + field.at, array);
    const owner = Object.values(structs).find(one => one.fields.includes(field))!;
    this.point(struct + owner.fields.find(one => one.name === field.count)!.at, listed.length);
  }

  private text(value: unknown, path: string): number {
    if (typeof value !== 'string') throw new BadOption(path, 'must be a string');
    if (value.includes('\0')) throw new BadOption(path, 'has a zero character');
    return this.memory.allocateText(value);
  }

  private number(kind: string, at: number, value: unknown, path: string): void {
    if (kind === 'f32') {
      if (typeof value !== 'number') throw new BadOption(path, 'must be a number');
      return this.memory.view.setFloat32(at, value, true);
    }
    if (kind === 'u64') {
      if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) throw new BadOption(path, 'must be an integer');
      return this.memory.view.setBigUint64(at, BigInt(value as number), true);
    }
    const number = typeof value === 'boolean' ? Number(value) : value;
    if (!Number.isInteger(number)) throw new BadOption(path, 'must be an integer, true or false');
    const least = kind === 'i32' ? -(2 ** 31) : 0;
    if ((number as number) < least || (number as number) > kMost[kind]) throw new BadOption(path, `is not from ${least} to ${kMost[kind]}`);
    if (kind === 'u8') this.memory.view.setUint8(at, number as number);
    else this.point(at, (number as number) >>> 0);
  }

  private enumerator(kind: string, value: unknown, path: string): number {
    const { mask, values } = enums[kind];
    if (mask && Array.isArray(value)) return value.reduce((bits: number, one) => bits | this.enumerator(kind, one, path), 0) >>> 0;
    if (typeof value === 'boolean') return Number(value);
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= kMost.u32) return value;
    const found = typeof value === 'string' && Object.keys(values).find(name => bare(name) === bare(value));
    if (!found) throw new BadOption(path, `no such value: '${String(value)}'; there are ${Object.keys(values).join(', ')}`);
    return values[found];
  }

  private callback(kind: string, value: unknown, path: string): number {
    if (value === null) return 0;
    if (typeof value !== 'function') throw new BadOption(path, 'must be a function');
    const pointer = this.callbacks.pointers[kind];
    if (pointer === undefined) throw new BadOption(path, 'cannot be used in JavaScript');
    this.callbacks.given.set(kind, value as () => unknown);
    return pointer;
  }
}

/** What the struct at an address says. */
export function read(memory: Memory, struct: string, address: number): Record<string, any> {
  const { fields } = structs[struct], counts = countsOf(fields), record: Record<string, any> = {};
  for (const field of fields) {
    if (kHidden.test(field.name) || counts.has(field.name) || field.kind === 'none') continue;
    record[field.name] = readField(memory, field, fields, address);
  }
  return record;
}

function readField(memory: Memory, field: FieldPlace, fields: FieldPlace[], struct: number): unknown {
  const at = struct + field.at, view = memory.view;
  const many = <T>(size: number, one: (at: number) => T): T[] => {
    const first = memory.u32(at), count = first === 0 ? 0 : memory.u32(struct + fields.find(other => other.name === field.count)!.at);
    return Array.from({ length: count }, (_, n) => one(first + n * size));
  };
  switch (field.kind) {
    case 'u8': return view.getUint8(at);
    case 'i32': return view.getInt32(at, true);
    case 'f32': return view.getFloat32(at, true);
    case 'u64': return view.getBigUint64(at, true);
    case 'enum': return nameOf(field.of, memory.u32(at));
    case 'text': return memory.text(memory.u32(at));
    case 'struct': return read(memory, field.of, at);
    case 'pointer': return memory.u32(at) === 0 ? null : read(memory, field.of, memory.u32(at));
    case 'array': return Array.from({ length: field.count }, (_, n) => readField(memory, { ...field.of, name: '', at: n * field.size! }, [], at));
    case 'texts': return many(4, one => memory.text(memory.u32(one)));
    case 'structs': return many(structs[field.of].size, one => read(memory, field.of, one));
    case 'numbers': return many(4, one => memory.u32(one));
    default: {
      const value = memory.u32(at);
      return kYesOrNo.test(field.name) && value < 2 ? value === 1 : value;
    }
  }
}
