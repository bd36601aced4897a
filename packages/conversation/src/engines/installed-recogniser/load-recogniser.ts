import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Transcriber } from '../../recognition/transcriber.ts';
import { EngineError } from '../engine-error.ts';
import type { SpeechLimits } from '../moonshine/cut-long-speech.ts';
import { createSherpaTranscriber } from '../sherpa-transcriber.ts';
import { configOf, type RecogniserModel } from './recogniser-model.ts';

/** Models in this format lose everything beyond some nine seconds. */
const LIMITS: SpeechLimits = { maxSeconds: 8, earliestCut: 4 };
const PROBE = fileURLToPath(new URL('./probe-process.ts', import.meta.url));
/** A model that has not loaded by then never will, ms. */
const PROBE_TIMEOUT = 120_000;

/**
 * Loads a recogniser, once it has been loaded in another process.
 *
 * @throws an `EngineError`
 */
export async function loadRecogniser(
  model: RecogniserModel,
  parallel?: number,
): Promise<Transcriber> {
  const config = configOf(model);
  try {
    const args = [PROBE, JSON.stringify(config)];
    await promisify(execFile)(process.execPath, args, { timeout: PROBE_TIMEOUT });
  } catch (cause) {
    throw new EngineError(
      'engine_failed',
      `The recogniser ${model.name} in ${model.folder} cannot be loaded. Remove it, and add it again.`,
      { cause },
    );
  }
  return createSherpaTranscriber({
    provider: model.name,
    config,
    limits: LIMITS,
    ...(parallel !== undefined && { parallel }),
  });
}
