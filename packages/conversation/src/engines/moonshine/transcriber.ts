import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Transcriber } from '../../recognition/transcriber.ts';
import { EngineError } from '../engine-error.ts';
import { loadSherpa, type RecognizerConfig, type SherpaRecognizer } from '../sherpa.ts';
import { createWorkQueue } from '../work-queue.ts';
import { cutLongSpeech } from './cut-long-speech.ts';
import { prepareSpeech } from './prepare-speech.ts';
import { tidyText } from './tidy-text.ts';
import { ensureTokensFile } from './tokens-file.ts';
import { findMoonshineWeights } from './weights.ts';

const SAMPLE_RATE = 16_000;

export interface MoonshineOptions {
  /** Where the vocabulary is kept. @default a folder in the system's temporary folder */
  readonly cacheFolder?: string;
  /** Threads of one transcription. More than one gains nothing for a model this small. @default 1 */
  readonly threads?: number;
  /** Transcriptions at once; they share the model. @default 2 */
  readonly parallel?: number;
}

/**
 * English speech recognition by Moonshine tiny on the CPU, off the main thread. Resolves when the first
 * caller will not wait for anything; rejects with an `EngineError`.
 */
export async function createMoonshineTranscriber(
  options: MoonshineOptions = {},
): Promise<Transcriber> {
  const recognizer = await loadRecognizer(options);
  const queue = createWorkQueue(options.parallel ?? 2);

  async function transcribe(pcm: Float32Array): Promise<{ text: string }> {
    const texts: string[] = [];
    for (const part of cutLongSpeech(pcm, SAMPLE_RATE)) {
      const text = await decode(recognizer, part);
      if (text !== '') texts.push(text);
    }
    return { text: texts.join(' ') };
  }

  // The first run of a model costs several times the later ones.
  await decodeSamples(recognizer, new Float32Array(SAMPLE_RATE));
  return {
    provider: 'moonshine',
    transcribe: (pcm, { signal } = {}) => queue.run(() => transcribe(pcm), signal),
    close: () => queue.close(),
  };
}

async function loadRecognizer(options: MoonshineOptions): Promise<SherpaRecognizer> {
  const weights = findMoonshineWeights();
  const sherpa = loadSherpa();
  const tokens = await ensureTokensFile(options.cacheFolder ?? join(tmpdir(), 'kindling'));
  const config: RecognizerConfig = {
    featConfig: { sampleRate: SAMPLE_RATE, featureDim: 80 },
    modelConfig: {
      moonshine: weights,
      tokens,
      numThreads: options.threads ?? 1,
      provider: 'cpu',
      debug: 0,
    },
  };
  try {
    return await sherpa.OfflineRecognizer.createAsync(config);
  } catch (cause) {
    throw new EngineError('engine_failed', 'Moonshine could not be loaded.', { cause });
  }
}

async function decode(recognizer: SherpaRecognizer, pcm: Float32Array): Promise<string> {
  for (const samples of prepareSpeech(pcm, SAMPLE_RATE)) {
    const raw = await decodeSamples(recognizer, samples);
    const text = tidyText(raw, pcm.length / SAMPLE_RATE);
    if (text !== '') return text;
  }
  return '';
}

async function decodeSamples(recognizer: SherpaRecognizer, samples: Float32Array): Promise<string> {
  try {
    const stream = recognizer.createStream();
    stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE });
    return (await recognizer.decodeAsync(stream)).text;
  } catch (cause) {
    throw new EngineError('engine_failed', 'Moonshine could not transcribe.', { cause });
  }
}
