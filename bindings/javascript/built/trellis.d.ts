import { type CheckOptions, type PipelineLayoutOptions, type ReadOptions, type TranslateOptions } from './interface.js';
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
export interface Failure {
    ok: false;
    error: Problem;
}
export type Answer<Found> = ({
    ok: true;
} & Found) | Failure;
export interface Translated {
    /** The module. */
    words: Uint32Array;
    entryPoints: string[];
    warnings: string[];
    /** What a device must support: capabilities by SPIR-V's numbers. */
    capabilities: number[];
    extensions: string[];
    /** The resources that the module uses, and where they are bound: TrellisResourceUse and TrellisBinding. */
    bindings: {
        use: Record<string, any>;
        binding: Record<string, any>;
    }[];
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
/** The library. One call runs at a time; a callback must not call it. */
export declare class Trellis {
    private readonly module;
    private instance;
    private translator;
    private isBusy;
    constructor(module: WebAssembly.Module);
    /** The translator's version, "0.1.0". */
    get version(): string;
    /** Differs between libraries whose modules may differ: part of the key of every cache of modules. */
    get cacheVersion(): string;
    /** A container with DXIL, a PDB file, or LLVM bitcode, to one SPIR-V module. */
    translate(bytes: Uint8Array | ArrayBuffer, options?: Options): Answer<Translated>;
    /** What `trellis --reflect` prints, parsed: docs/reflection.md. A shader that is not translated has a member "not_translated". */
    reflect(bytes: Uint8Array | ArrayBuffer, options?: Options): Answer<{
        reflection: Record<string, any>;
    }>;
    /** What the explorer shows of a shader, or of a graph as text ("a -> b c" a line): the data of `trellis cfg -o x.json`. */
    passes(bytes: Uint8Array | ArrayBuffer | string, options?: PassOptions): Answer<{
        data: Record<string, any>;
    }>;
    /** The same of a random graph. */
    randomPasses(seed: number, blocks: number): Answer<{
        data: Record<string, any>;
    }>;
    /** Likely bugs: the report of `trellis --check` (docs/uniformity.md), as text unless options.format says otherwise. */
    check(bytes: Uint8Array | ArrayBuffer, options?: CheckOptions & {
        debug_info?: boolean;
    }): Answer<{
        report: string;
        count: number;
    }>;
    private constant;
    private start;
    private started;
    /** Errors are returned as values; what a callback throws is thrown. If the module itself stops, the next call starts a new one. */
    private run;
}
/** The library from trellis.wasm: the one beside this file, or another by its address, its bytes, or compiled. */
export declare function load(source?: string | URL | BufferSource | Response | WebAssembly.Module): Promise<Trellis>;
