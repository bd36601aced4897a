import { createRequire } from 'node:module';
import { EngineError } from './engine-error.ts';

/** What we use of `sherpa-onnx-node`, which carries no type declarations. */
export interface Sherpa {
  readonly OfflineRecognizer: {
    createAsync(config: RecognizerConfig): Promise<SherpaRecognizer>;
  };
  readonly Vad: new (config: VadConfig, bufferSeconds: number) => SherpaVad;
  readonly OfflineTts: new (config: TtsConfig) => SherpaTts;
}

/** One of the models, and how it is run. */
export interface TtsConfig {
  readonly model: {
    readonly vits?: Readonly<Record<string, string>>;
    readonly kitten?: Readonly<Record<string, string>>;
    readonly kokoro?: Readonly<Record<string, string>>;
    readonly supertonic?: Readonly<Record<string, string>>;
    readonly numThreads: number;
    readonly provider: 'cpu';
    readonly debug: 0 | 1;
  };
  readonly maxNumSentences: number;
}

export interface SherpaTts {
  readonly config: TtsConfig;
  readonly sampleRate: number;
  /** On the thread that calls it. Samples in [-1, 1], or a little beyond. */
  generate(request: {
    readonly text: string;
    readonly sid: number;
    readonly speed: number;
    readonly enableExternalBuffer: boolean;
    readonly generationConfig?: Readonly<Record<string, unknown>>;
  }): { readonly samples: Float32Array; readonly sampleRate: number };
}

export interface RecognizerConfig {
  readonly featConfig: { readonly sampleRate: number; readonly featureDim: number };
  readonly modelConfig: {
    readonly moonshine?: { readonly encoder: string; readonly mergedDecoder: string };
    readonly nemoCtc?: { readonly model: string };
    readonly tokens: string;
    readonly numThreads: number;
    readonly provider: 'cpu';
    readonly debug: 0 | 1;
  };
}

export interface SherpaRecognizer {
  createStream(): SherpaStream;
  /** Decodes on the thread pool of libuv; any number of streams may be decoded at once. */
  decodeAsync(stream: SherpaStream): Promise<{ readonly text: string }>;
}

export interface SherpaStream {
  acceptWaveform(wave: { readonly samples: Float32Array; readonly sampleRate: number }): void;
}

/** Durations in seconds. */
export interface VadConfig {
  readonly sileroVad: {
    readonly model: string;
    readonly threshold: number;
    readonly minSilenceDuration: number;
    readonly minSpeechDuration: number;
    readonly maxSpeechDuration: number;
    readonly windowSize: number;
  };
  readonly sampleRate: number;
  readonly numThreads: number;
  readonly provider: 'cpu';
  readonly debug: 0 | 1;
}

export interface SherpaVad {
  acceptWaveform(samples: Float32Array): void;
  isDetected(): boolean;
  isEmpty(): boolean;
  pop(): void;
  reset(): void;
}

/**
 * Loads the native library on first use.
 *
 * @throws an `EngineError` (`engine_unsupported`) where no binary exists for this machine
 */
export function loadSherpa(): Sherpa {
  const require = createRequire(import.meta.url);
  try {
    const sherpa: Sherpa = require('sherpa-onnx-node');
    return sherpa;
  } catch (cause) {
    throw new EngineError(
      'engine_unsupported',
      `sherpa-onnx-node has no binary for ${process.platform}-${process.arch}: run "npm ci" without --omit=optional, or configure hosted providers.`,
      { cause },
    );
  }
}
