// Trellis in a worker of its own, so that the page answers while it works: its folder is trellis/ beside the page.
import { type RawData } from './data';

/** A request to worker.ts, and its reply: the data, or the name of the error and its text. */
export interface Question { bytes?: Uint8Array; title?: string; random?: [number, number] }
export type Reply = { data: RawData } | { code: string; text: string };

let worker: Worker | null = null, isBusy = false;

/** One question at a time: a new one ends what is under way. */
export function ask(question: Question): Promise<RawData> {
  if (isBusy) worker?.terminate();
  if (isBusy || !worker) worker = new Worker('trellis/worker.js', { type: 'module' });
  const asked = worker;
  isBusy = true;
  return new Promise<RawData>((resolve, reject) => {
    asked.onmessage = ({ data: reply }: MessageEvent<Reply>) => {
      isBusy = false;
      if ('data' in reply) resolve(reply.data); else reject(new Error(reply.text.startsWith(reply.code) ? reply.text : `${reply.code}: ${reply.text}`));
    };
    asked.onerror = event => {
      isBusy = false;
      worker = null;
      reject(new Error('Trellis did not start: ' + (event.message || 'its files are missing, or this browser is too old')));
    };
    asked.postMessage(question);
  });
}
