import type { CallOptions } from '../../options/call-options.ts';
import type { DeviceSource } from './input-device.ts';

/** The next microphone and camera: a device (null: the default one), a track, or none. */
export interface InputDeviceChoice {
  readonly audioDeviceId?: string | false | null;
  readonly audioSource?: MediaStreamTrack | false;
  readonly videoDeviceId?: string | false | null;
  readonly videoSource?: MediaStreamTrack | false;
}

/** A track takes precedence over a device; undefined: unchanged. */
export function chosenSource(
  track: MediaStreamTrack | false | undefined,
  deviceId: string | false | null | undefined,
): DeviceSource | undefined {
  if (track !== undefined) return track;
  return deviceId === undefined ? undefined : (deviceId ?? true);
}

/** What the new options set for the camera; null: nothing. `before`: all options, including these. */
export function wantedCamera(
  { videoSource, startVideoOff, allowLocalVideo }: CallOptions,
  before: CallOptions,
): { readonly source: DeviceSource | undefined; readonly enabled: boolean } | null {
  const given = allowLocalVideo === false ? false : videoSource;
  if (given === undefined && startVideoOff === undefined) return null;
  const wanted = given ?? (before.allowLocalVideo === false ? false : before.videoSource);
  const off = wanted === false || (startVideoOff ?? before.startVideoOff);
  // Without a camera at the start, the default one is used when it is switched on later.
  return { source: wanted === false ? undefined : wanted, enabled: !off };
}
