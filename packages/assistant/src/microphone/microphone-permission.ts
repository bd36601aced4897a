import type { AudioSource, CallObjectOptions } from '@kindling/call';

/** Initial settings of microphone and camera; see the call library. */
export type CallSettings = Pick<
  CallObjectOptions,
  'audioSource' | 'videoSource' | 'startAudioOff' | 'dailyConfig'
>;

/** A microphone that was opened before the call, and that the client must stop. */
export interface GrantedMicrophone {
  readonly source: AudioSource;
  release(): void;
}

const PROCESSING = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };

/**
 * Requests the microphone before anything else: a refusal creates no call.
 *
 * @throws the browser's own error (`NotAllowedError`, `NotFoundError` …)
 */
export async function askForMicrophone(settings: CallSettings): Promise<GrantedMicrophone> {
  const { audioSource: source = true, startAudioOff = false } = settings;
  // Off at first: requested when it is switched on.
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
