import { join } from 'node:path';
import type { RecognizerConfig } from '../sherpa.ts';
import { recognizerConfig } from '../sherpa-transcriber.ts';

/** A recogniser on disk. */
export interface RecogniserModel {
  /** What an assistant's `transcriber.model` calls it. */
  readonly name: string;
  readonly engine: 'moonshine' | 'parakeet';
  readonly folder: string;
}

export function configOf({ engine, folder }: RecogniserModel): RecognizerConfig {
  const file = (name: string) => join(folder, name);
  const tokens = file('tokens.txt');
  if (engine === 'parakeet') {
    return recognizerConfig({ nemoCtc: { model: file('model.int8.onnx') }, tokens });
  }
  const encoder = file('encoder_model.ort');
  const mergedDecoder = file('decoder_model_merged.ort');
  return recognizerConfig({ moonshine: { encoder, mergedDecoder }, tokens });
}
