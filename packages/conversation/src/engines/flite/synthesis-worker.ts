import { parentPort, workerData } from 'node:worker_threads';
import type { Numbered } from '../request-thread.ts';
import { OUTPUT_PATH, prepareCommand } from './wasi.ts';

/** What the thread is asked; answered in order. */
export interface SynthesisRequest {
  /** Arguments of the command, without the output file. */
  readonly args: readonly string[];
}

/** The file that Flite wrote, or why it did not. */
export type SynthesisReply =
  | { readonly wave: Uint8Array<ArrayBuffer> }
  | { readonly failure: string };

const port = parentPort;
if (port !== null) {
  const module = (workerData as { module: WebAssembly.Module }).module;
  let next: ReturnType<typeof prepareCommand> | undefined = prepareCommand(module);

  port.on('message', ({ number, content: { args } }: Numbered<SynthesisRequest>) => {
    const run = next ?? prepareCommand(module);
    next = undefined;
    const content = synthesize(run, args);
    const reply: Numbered<SynthesisReply> = { number, content };
    port.postMessage(reply, 'wave' in content ? [content.wave.buffer] : []);
    // While the thread is idle, prepare the instance for the next sentence.
    next = prepareCommand(module);
  });
}

function synthesize(
  run: ReturnType<typeof prepareCommand>,
  args: readonly string[],
): SynthesisReply {
  try {
    const result = run(['flite', ...args, '-o', OUTPUT_PATH]);
    if (result.exitCode === 0 && result.output.length > 0) return { wave: result.output };
    return { failure: `exit code ${result.exitCode}: ${result.log}` };
  } catch (error) {
    return { failure: String(error) };
  }
}
