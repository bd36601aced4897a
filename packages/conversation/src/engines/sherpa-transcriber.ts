import type { Transcriber } from '../recognition/transcriber.ts';
import { EngineError } from './engine-error.ts';
import { createLoadMeter, createSpareTime } from './load-meter.ts';
import { cutLongSpeech, type SpeechLimits } from './moonshine/cut-long-speech.ts';
import { otherFormsOf, prepareSpeech } from './moonshine/prepare-speech.ts';
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
  /** Of all cores: while as much is taken, no sound is heard in other forms. @default it never is */
  readonly maxAgainShare?: number;
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
  const { provider, limits, maxAgainShare } = options;
  const recognizer = await loadRecognizer(options);
  const queue = createWorkQueue(options.parallel ?? 2);
  const load = createLoadMeter();
  const spareTime = maxAgainShare === undefined ? null : createSpareTime(maxAgainShare, load);

  async function decodeSamples(samples: Float32Array): Promise<string> {
    try {
      const stream = recognizer.createStream();
      stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE });
      return (await recognizer.decodeAsync(stream)).text;
    } catch (cause) {
      throw new EngineError('engine_failed', `${provider} could not transcribe.`, { cause });
    }
  }

  async function decode(pcm: Float32Array): Promise<string> {
    for (const samples of prepareSpeech(pcm, SAMPLE_RATE)) {
      const text = tidyText(await decodeSamples(samples), pcm.length / SAMPLE_RATE);
      if (text !== '') return text;
    }
    return '';
  }

  async function transcribe(pcm: Float32Array): Promise<{ text: string }> {
    const texts: string[] = [];
    for (const part of cutLongSpeech(pcm, SAMPLE_RATE, limits)) {
      const text = await decode(part);
      if (text !== '') texts.push(text);
    }
    return { text: texts.join(' ') };
  }

  async function* transcribeOtherwise(
    pcm: Float32Array,
    signal: AbortSignal,
  ): AsyncGenerator<readonly string[]> {
    if (pcm.length > limits.maxSeconds * SAMPLE_RATE) return;
    for (const forms of otherFormsOf(pcm, SAMPLE_RATE)) {
      if (signal.aborted || !spareTime?.isLeft) return;
      const texts = forms.map((form) => queue.run(() => decodeSamples(form()), signal));
      const heard = await Promise.all(texts);
      yield heard.map((text) => tidyText(text, pcm.length / SAMPLE_RATE));
    }
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
    ...(spareTime !== null && { transcribeOtherwise }),
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
