import type { CallEventPayloads } from '../../core/call-events.ts';
import type { Clock } from '../../core/clock.ts';
import type { VideoProcessor } from '../../options/input-settings.ts';
import { suppressInBrowser } from './browser-suppression.ts';
import type { StartProcessor } from './processed-track.ts';

export interface ProcessorEnvironment {
  readonly clock: Clock;
  onFaceCounts(counts: CallEventPayloads['face-counts-updated']): void;
  /** It continues with reduced quality. */
  onWarning(message: string): void;
}

/** True where audio worklets can process the microphone; elsewhere the browser's suppressor is used. */
export function supportsAudioWorklet(): boolean {
  return typeof AudioWorkletNode === 'function' && typeof WebAssembly === 'object';
}

/** True where camera video can be processed before it is sent. */
export function supportsVideoProcessing(): boolean {
  return (
    typeof HTMLCanvasElement === 'function' &&
    'captureStream' in HTMLCanvasElement.prototype &&
    'requestVideoFrameCallback' in HTMLVideoElement.prototype &&
    typeof WebAssembly === 'object'
  );
}

/** Noise cancellation; its code is loaded when it starts. */
export function noiseCancellation(clock: Clock): StartProcessor {
  return async (raw, onFailed) => {
    if (!supportsAudioWorklet()) return suppressInBrowser(raw);
    const { cancelNoise } = await import('./noise-cancellation.ts');
    return cancelNoise(raw, clock, onFailed);
  };
}

/** The processor of a camera; its code is loaded when it starts. Null: none. */
export function videoProcessor(
  wanted: VideoProcessor,
  environment: ProcessorEnvironment,
): StartProcessor | null {
  if (wanted.type === 'none') return null;
  return async (raw, onFailed) => {
    if (wanted.type === 'face-detection') {
      const { countFaces } = await import('./face-detection.ts');
      return countFaces(raw, environment, onFailed);
    }
    if (!supportsVideoProcessing()) throw new Error('This browser cannot process video.');
    const { replaceBackground } = await import('./background/replace-background.ts');
    return replaceBackground(raw, wanted, environment, onFailed);
  };
}
