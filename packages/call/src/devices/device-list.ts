/** The devices in use; empty objects where there is none, as published clients read them. */
export interface DeviceInfos {
  readonly camera: Record<never, never>;
  readonly mic: MediaDeviceInfo | Record<never, never>;
  readonly speaker: MediaDeviceInfo | Record<never, never>;
}

/** What the browser lists; labels are empty until a microphone was granted. */
export async function listDevices(devices: MediaDevices | undefined): Promise<MediaDeviceInfo[]> {
  return (await devices?.enumerateDevices()) ?? [];
}

/** Which listed device a track and an output id belong to. */
export function describeDevices(
  listed: readonly MediaDeviceInfo[],
  microphone: MediaStreamTrack | null,
  outputDeviceId: string | null,
): DeviceInfos {
  const micId = microphone?.getSettings().deviceId;
  const find = (kind: MediaDeviceKind, id: string | null | undefined) =>
    listed.find((device) => device.kind === kind && device.deviceId === id) ?? {};
  return {
    camera: {},
    mic: find('audioinput', micId),
    speaker: find('audiooutput', outputDeviceId ?? 'default'),
  };
}
