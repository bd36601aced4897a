import { closeSync, openSync } from 'node:fs';
import type { Vad, VadStream } from '../../recognition/vad.ts';
import { EngineError } from '../engine-error.ts';
import { loadSherpa, type SherpaVad, type VadConfig } from '../sherpa.ts';
import { findSileroWeights } from './weights.ts';

const SAMPLE_RATE = 16_000;
const FRAME_SAMPLES = 512;
/** The model's lookback; this much silence is fed first, so that every frame gets its verdict at once. */
const LOOKBACK_SAMPLES = 64;
/** Durations near zero turn the library's segmenter into a verdict a frame. */
const INSTANT = 1e-5;
/** Seconds of audio the library may buffer; beyond that it grows, with a message on stderr. */
const BUFFER_SECONDS = 40;
/** The library copies the running segment at every frame, so a very long one is begun anew, frames (20 s). */
const MAX_SEGMENT = 625;
/** Frames a fresh segment may take to be heard again while the old verdict stands. */
const REHEARING = 4;
/** What is quieter holds no speech that anybody could hear, power: -72 dB of full scale. */
const QUIET_POWER = 6.3e-8;
/** So many quiet frames in a row are heard, the others are not: most of a call is silence, 320 ms. */
const HEARD_QUIET = 10;

export interface SileroOptions {
  /** Probability that counts as speech. @default 0.5 */
  readonly threshold?: number;
  /** Detectors made in advance: each costs 50 ms and 12 MB. @default 4 */
  readonly prepared?: number;
  /** Detectors of ended calls kept for new ones. @default 16 */
  readonly kept?: number;
}

export interface SileroVad extends Vad {
  close(): void;
}

/**
 * Voice activity by Silero VAD on the CPU, about 0.1 ms a frame. The library keeps the probability to
 * itself, so a frame answers 1 (speech) or 0: speech begins above `threshold` and ends 0.15 below it.
 */
export function createSileroVad(options: SileroOptions = {}): SileroVad {
  const { threshold = 0.5, prepared = 4, kept = 16 } = options;
  const create = createDetectorFactory(threshold);
  const idle: SherpaVad[] = [];
  let closed = false;
  while (idle.length < prepared) idle.push(create());

  return {
    open() {
      if (closed) throw new EngineError('engine_closed', 'This VAD was closed: make a new one.');
      const detector = idle.pop() ?? create();
      return createStream(detector, () => {
        if (!closed && idle.length < kept) idle.push(detector);
      });
    },
    close() {
      closed = true;
      idle.length = 0;
    },
  };
}

function createDetectorFactory(threshold: number): () => SherpaVad {
  const model = findSileroWeights();
  const sherpa = loadSherpa();
  const config: VadConfig = {
    sileroVad: {
      model,
      threshold,
      minSilenceDuration: INSTANT,
      minSpeechDuration: INSTANT,
      maxSpeechDuration: 1e5,
      windowSize: FRAME_SAMPLES,
    },
    sampleRate: SAMPLE_RATE,
    numThreads: 1,
    provider: 'cpu',
    debug: 0,
  };
  return () => {
    try {
      // A model that cannot be opened, for want of descriptors say, makes the library end the process.
      closeSync(openSync(model, 'r'));
      return new sherpa.Vad(config, BUFFER_SECONDS);
    } catch (cause) {
      throw new EngineError('engine_failed', 'Silero VAD could not be loaded.', { cause });
    }
  };
}

function createStream(detector: SherpaVad, release: () => void): VadStream {
  let closed = false;
  let segmentFrames = 0;
  let rehearing = 0;
  let quietFrames = 0;

  function restart(): void {
    detector.reset();
    detector.acceptWaveform(new Float32Array(LOOKBACK_SAMPLES));
    segmentFrames = 0;
  }

  restart();
  return {
    frameSamples: FRAME_SAMPLES,
    process(frame) {
      if (closed) throw new EngineError('engine_closed', 'This VAD stream was closed.');
      if (frame.length !== FRAME_SAMPLES)
        throw new RangeError(`A frame is ${FRAME_SAMPLES} samples; this one is ${frame.length}.`);
      quietFrames = isQuiet(frame) ? quietFrames + 1 : 0;
      if (quietFrames > HEARD_QUIET && segmentFrames === 0 && rehearing === 0) return 0;
      detector.acceptWaveform(frame);
      while (!detector.isEmpty()) detector.pop();
      const detected = detector.isDetected();
      segmentFrames = detected ? segmentFrames + 1 : 0;
      rehearing = detected ? 0 : Math.max(0, rehearing - 1);
      if (segmentFrames >= MAX_SEGMENT) {
        restart();
        rehearing = REHEARING;
      }
      return detected || rehearing > 0 ? 1 : 0;
    },
    close() {
      if (closed) return;
      closed = true;
      detector.reset();
      release();
    },
  };
}

function isQuiet(frame: Float32Array): boolean {
  let energy = 0;
  for (const sample of frame) energy += sample * sample;
  return energy < QUIET_POWER * frame.length;
}
