// The worker of translator.ts. It is beside the library for JavaScript, which is not part of this bundle.
import { type Question, type Reply } from './translator';

interface Answer { ok: boolean; data: never; error: { code: string; text: string } }
interface Trellis {
  passes(bytes: Uint8Array, options: { title?: string }): Answer;
  randomPasses(seed: number, blocks: number): Answer;
}

const library = './trellis.js';
const loaded = import(library).then((module: { load(): Promise<Trellis> }) => module.load());

async function answer({ bytes, title, random }: Question): Promise<Reply> {
  const trellis = await loaded;
  const found = random ? trellis.randomPasses(...random) : trellis.passes(bytes!, { title });
  return found.ok ? { data: found.data } : found.error;
}

self.onmessage = ({ data: question }: MessageEvent<Question>) => {
  answer(question).catch((problem: unknown): Reply => ({ code: 'Trellis did not start', text: String(problem) })).then(reply => postMessage(reply));
};
