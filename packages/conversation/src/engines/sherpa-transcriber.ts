import type { Transcriber } from '../recognition/transcriber.ts';
import { EngineError } from './engine-error.ts';
import { createLoadMeter } from './load-meter.ts';
import { cutLongSpeech, type SpeechLimits } from './moonshine/cut-long-speech.ts';
import { prepareSpeech, reframeSpeech } from './moonshine/prepare-speech.ts';
import { tidyText } from './moonshine/tidy-text.ts';
import { loadSherpa, type RecognizerConfig, type SherpaRecognizer } from './sherpa.ts';
import { createWorkQueue } from './work-queue.ts';

const SAMPLE_RATE = 16_000;

export interface SherpaTranscriberOptions {
  readonly provider: string;
  readonly config: RecognizerConfig;
  /** How much of it the model takes at once. */
  readonly limits: SpeechLimits;
  /** Transcriptions at once; they share the model. @default 2 */
  readonly parallel?: number;
  /** Of all cores: while the process takes more, no sound is framed otherwise. @default it never is */
  readonly maxReframedShare?: number;
}

/** The options with which sherpa-onnx loads a recogniser. */
export function recognizerConfig(
  model: Pick<RecognizerConfig['modelConfig'], 'moonshine' | 'nemoCtc' | 'tokens'>,
  threads = 1,
): RecognizerConfig {
  return {
    featConfig: { sampleRate: SAMPLE_RATE, featureDim: 80 },
    modelConfig: { ...model, numThreads: threads, provider: 'cpu', debug: 0 },
  };
}

/**
 * Speech recognition by a model of sherpa-onnx on the CPU, off the main thread. Resolves when the first
 * caller will not wait for anything; rejects with an `EngineError`.
 */
export async function createSherpaTranscriber(
  options: SherpaTranscriberOptions,
): Promise<Transcriber> {
  const { provider, limits, maxReframedShare = 0 } = options;
  const recognizer = await loadRecognizer(options);
  const queue = createWorkQueue(options.parallel ?? 2);
  const load = createLoadMeter();

  async function decodeSamples(samples: Float32Array): Promise<string> {
    try {
      const stream = recognizer.createStream();
      stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE });
      return (await recognizer.decodeAsync(stream)).text;
    } catch (cause) {
      throw new EngineError('engine_failed', `${provider} could not transcribe.`, { cause });
    }
  }

  async function decode(pcm: Float32Array, frame: typeof prepareSpeech): Promise<string> {
    for (const samples of frame(pcm, SAMPLE_RATE)) {
      const text = tidyText(await decodeSamples(samples), pcm.length / SAMPLE_RATE);
      if (text !== '') return text;
    }
    return '';
  }

  async function transcribe(pcm: Float32Array, frame = prepareSpeech): Promise<{ text: string }> {
    const texts: string[] = [];
    for (const part of cutLongSpeech(pcm, SAMPLE_RATE, limits)) {
      const text = await decode(part, frame);
      if (text !== '') texts.push(text);
    }
    return { text: texts.join(' ') };
  }

  // The first run of a model costs several times the later ones.
  await decodeSamples(new Float32Array(SAMPLE_RATE));
  return {
    provider,
    get isBusy() {
      return load.isBusy;
    },
    transcribe: (pcm, { signal } = {}) => queue.run(() => transcribe(pcm), signal),
    glance: (pcm, { signal } = {}) => queue.runSpare(() => transcribe(pcm), signal),
    ...(maxReframedShare > 0 && {
      async transcribeReframed(pcm, { signal } = {}) {
        if (load.share >= maxReframedShare) return null;
        return queue.run(() => transcribe(pcm, reframeSpeech), signal);
      },
    }),
    close: () => queue.close(),
  };
}

async function loadRecognizer({
  provider,
  config,
}: SherpaTranscriberOptions): Promise<SherpaRecognizer> {
  const sherpa = loadSherpa();
  try {
    return await sherpa.OfflineRecognizer.createAsync(config);
  } catch (cause) {
    throw new EngineError('engine_failed', `${provider} could not be loaded.`, { cause });
  }
}
