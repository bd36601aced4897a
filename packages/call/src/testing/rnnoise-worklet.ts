import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The worklet itself with the real RNNoise, in an audio thread that is pretended. */
export interface RnnoiseProcessor {
  process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean;
  readonly port: { onmessage: (() => void) | null };
}

type ProcessorClass = new (options: {
  processorOptions: { module: WebAssembly.Module };
}) => RnnoiseProcessor;

/** Resolves with what makes a fresh processor. */
export async function loadRnnoiseWorklet(): Promise<() => RnnoiseProcessor> {
  const registered: ProcessorClass[] = [];
  class AudioWorkletProcessor {
    readonly port = { onmessage: null, postMessage() {} };
  }
  const registerProcessor = (_: string, one: ProcessorClass) => registered.push(one);
  Object.assign(globalThis, { AudioWorkletProcessor, registerProcessor });
  const path = '../media/processors/rnnoise.worklet.js';
  await import(path);
  const wasm = createRequire(import.meta.url).resolve('@jitsi/rnnoise-wasm/dist/rnnoise.wasm');
  const module = await WebAssembly.compile(readFileSync(wasm));
  const [Rnnoise] = registered;
  if (Rnnoise === undefined) throw new Error('The worklet registered no processor.');
  return () => new Rnnoise({ processorOptions: { module } });
}

/** Sound at 48 kHz, in the portions an audio thread gives. */
export function processSamples(processor: RnnoiseProcessor, samples: Float32Array): Float32Array {
  const output = new Float32Array(samples.length);
  for (let at = 0; at + 128 <= samples.length; at += 128) {
    processor.process([[samples.subarray(at, at + 128)]], [[output.subarray(at, at + 128)]]);
  }
  return output;
}

/** Decibels below full scale. */
export function loudness(samples: Float32Array): number {
  return 10 * Math.log10(samples.reduce((sum, one) => sum + one * one, 1e-12) / samples.length);
}
