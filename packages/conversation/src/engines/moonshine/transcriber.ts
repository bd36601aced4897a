import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Transcriber } from '../../recognition/transcriber.ts';
import { HEARS_ONCE_SHARE } from '../load-meter.ts';
import { createSherpaTranscriber, recognizerConfig } from '../sherpa-transcriber.ts';
import { MOONSHINE_LIMITS } from './cut-long-speech.ts';
import { ensureTokensFile } from './tokens-file.ts';
import { findMoonshineWeights } from './weights.ts';

/** The provider by this recogniser's name. */
export const MOONSHINE = 'moonshine';

export interface MoonshineOptions {
  /** Where the vocabulary is kept. @default a folder in the system's temporary folder */
  readonly cacheFolder?: string;
  /** Threads of one transcription. More than one gains nothing for a model this small. @default 1 */
  readonly threads?: number;
  /** Transcriptions at once; they share the model. @default 2 */
  readonly parallel?: number;
  /** Of all cores: while as much is taken, no sound is heard in other forms. @default 0.5 */
  readonly maxAgainShare?: number;
}

/**
 * English speech recognition by Moonshine tiny on the CPU, off the main thread. Resolves when the first
 * caller will not wait for anything; rejects with an `EngineError`.
 */
export async function createMoonshineTranscriber(
  options: MoonshineOptions = {},
): Promise<Transcriber> {
  const moonshine = findMoonshineWeights();
  const tokens = await ensureTokensFile(options.cacheFolder ?? join(tmpdir(), 'kindling'));
  return createSherpaTranscriber({
    provider: MOONSHINE,
    config: recognizerConfig({ moonshine, tokens }, options.threads),
    limits: MOONSHINE_LIMITS,
    maxAgainShare: options.maxAgainShare ?? HEARS_ONCE_SHARE,
    ...(options.parallel !== undefined && { parallel: options.parallel }),
  });
}
