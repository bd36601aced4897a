import type { CallOptions } from '../options/call-options.ts';
import type { DeviceSource } from './input-device.ts';

/** The next microphone and camera: a device (null: the default one), a track, or none. */
export interface InputDeviceChoice {
  readonly audioDeviceId?: string | false | null;
  readonly audioSource?: MediaStreamTrack | false;
  readonly videoDeviceId?: string | false | null;
  readonly videoSource?: MediaStreamTrack | false;
}

/** A track counts more than a device; undefined: as it is. */
export function chosenSource(
  track: MediaStreamTrack | false | undefined,
  deviceId: string | false | null | undefined,
): DeviceSource | undefined {
  if (track !== undefined) return track;
  return deviceId === undefined ? undefined : (deviceId ?? true);
}

/** What options say about the camera; null: nothing. `before`: all options, these among them. */
export function wantedCamera(
  { videoSource, startVideoOff }: CallOptions,
  before: CallOptions,
): { readonly source: DeviceSource | undefined; readonly enabled: boolean } | null {
  if (videoSource === undefined && startVideoOff === undefined) return null;
  const wanted = videoSource ?? before.videoSource;
  // Nobody spoke of a camera: it is off, or was opened ahead of the call.
  if (wanted === undefined && startVideoOff !== true) return null;
  const off = startVideoOff ?? before.startVideoOff ?? false;
  // Without a camera at the start it is the default one that is switched on later.
  const source = wanted === false ? undefined : wanted;
  return { source, enabled: source !== undefined && !off };
}
