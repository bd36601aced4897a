import type { MediaKind } from './camera-error.ts';

/** A camera also has its facing mode, where that is known. */
export interface CameraInfo extends MediaDeviceInfo {
  readonly facing?: 'user' | 'environment';
}

/** The devices in use; empty objects where there is none, as published clients read them. */
export interface DeviceInfos {
  readonly camera: CameraInfo | Record<never, never>;
  readonly mic: MediaDeviceInfo | Record<never, never>;
  readonly speaker: MediaDeviceInfo | Record<never, never>;
}

/** What the browser lists; labels are empty until a device was granted. */
export async function listDevices(devices: MediaDevices | undefined): Promise<MediaDeviceInfo[]> {
  return ((await devices?.enumerateDevices()) ?? []).map(addFacing);
}

export interface DevicesInUse {
  readonly microphone: MediaStreamTrack | null;
  readonly camera: MediaStreamTrack | null;
  readonly outputDeviceId: string | null;
}

/** Which listed devices tracks and an output id belong to. */
export function describeDevices(
  listed: readonly MediaDeviceInfo[],
  { microphone, camera, outputDeviceId }: DevicesInUse,
): DeviceInfos {
  const find = (kind: MediaDeviceKind, id: string | null | undefined) =>
    listed.find((device) => device.kind === kind && device.deviceId === id) ?? {};
  return {
    camera: find('videoinput', camera?.getSettings().deviceId),
    mic: find('audioinput', microphone?.getSettings().deviceId),
    speaker: find('audiooutput', outputDeviceId || 'default'),
  };
}

/** The real devices; Chromium also lists the aliases `default` and `communications`. */
export function inputDevices(listed: readonly CameraInfo[], kind: MediaKind): CameraInfo[] {
  return listed.filter(
    (device) =>
      device.kind === `${kind}input` && !/^(default|communications)$/.test(device.deviceId),
  );
}

/** The next device of a list, or with `preferDifferentFacing` the next with another facing mode. */
export function nextDevice(
  devices: readonly CameraInfo[],
  currentId: string | undefined,
  preferDifferentFacing = false,
): CameraInfo | null {
  const at = devices.findIndex((device) => device.deviceId === currentId);
  const facing = devices[at]?.facing;
  const others = [...devices.slice(at + 1), ...devices.slice(0, Math.max(0, at))];
  const elsewhere = preferDifferentFacing
    ? others.find((device) => device.facing !== undefined && device.facing !== facing)
    : undefined;
  return elsewhere ?? others[0] ?? null;
}

/** The system's default microphone, as far as the browser shows it. */
export function defaultMicrophone(listed: readonly MediaDeviceInfo[]): string | null {
  const device = listed.find((one) => one.kind === 'audioinput' && one.deviceId === 'default');
  return device?.groupId ?? null;
}

function addFacing(device: MediaDeviceInfo): CameraInfo {
  if (device.kind !== 'videoinput') return device;
  const facing = readFacing(device);
  if (facing === undefined) return device;
  const { deviceId, groupId, kind, label } = device;
  return { deviceId, groupId, kind, label, facing, toJSON: () => device.toJSON() };
}

function readFacing(device: MediaDeviceInfo): CameraInfo['facing'] {
  const capabilities = (device as Partial<InputDeviceInfo>).getCapabilities?.();
  const modes = capabilities?.facingMode ?? [];
  if (modes.includes('environment')) return 'environment';
  if (modes.includes('user')) return 'user';
  if (/\b(back|rear|environment)\b/i.test(device.label)) return 'environment';
  return /\b(front|user|facetime)\b/i.test(device.label) ? 'user' : undefined;
}
