import type { AudioSource, CallObjectOptions } from '@kindling/call';

/** How a call's microphone and camera begin; see the call library. */
export type CallSettings = Pick<
  CallObjectOptions,
  'audioSource' | 'videoSource' | 'startAudioOff' | 'dailyConfig'
>;

/** A microphone that was asked for before the call, and is the client's to stop. */
export interface GrantedMicrophone {
  readonly source: AudioSource;
  release(): void;
}

const PROCESSING = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };

/**
 * Asks for the microphone before anything else: who refuses it has made no call.
 * Rejects with the browser's own error (`NotAllowedError`, `NotFoundError` …).
 */
export async function askForMicrophone(settings: CallSettings): Promise<GrantedMicrophone> {
  const { audioSource: source = true, startAudioOff = false } = settings;
  // Off at first: it is asked for when it is switched on.
  if (startAudioOff || typeof source === 'object' || source === false) {
    return { source, release() {} };
  }
  const audio = source === true ? PROCESSING : { ...PROCESSING, deviceId: { exact: source } };
  if (navigator.mediaDevices === undefined) {
    throw new DOMException('Microphones need a secure page (https or localhost).', 'SecurityError');
  }
  const stream = await navigator.mediaDevices.getUserMedia({ audio });
  const [track] = stream.getAudioTracks();
  if (track === undefined) throw new DOMException('There is no microphone.', 'NotFoundError');
  return { source: track, release: () => track.stop() };
}
