/** A microphone that a person can choose. */
export interface MicrophoneChoice {
  readonly id: string;
  /** As the system calls it; empty where the browser does not say. */
  readonly label: string;
}

/** The available microphones and the one in use; null while there is none. */
export interface Microphones {
  readonly microphones: readonly MicrophoneChoice[];
  readonly microphoneId: string | null;
}

type Device = Pick<MediaDeviceInfo, 'kind' | 'deviceId' | 'groupId' | 'label'>;

/** Chromium lists the system's choices once more under these ids. */
const ALIASES: readonly string[] = ['default', 'communications'];

/** Every microphone once: one that is used under an alias is found by its group. */
export function listMicrophones(devices: readonly Device[], usedId: string | null): Microphones {
  // Before the first grant a browser lists nameless devices without an id.
  const inputs = devices.filter((one) => one.kind === 'audioinput' && one.deviceId !== '');
  const real = inputs.filter((one) => !ALIASES.includes(one.deviceId));
  const meant = (device: Device) =>
    real.includes(device)
      ? device
      : (real.find((one) => one.groupId !== '' && one.groupId === device.groupId) ?? device);
  const used = inputs.find((one) => one.deviceId === usedId);
  // A default that is like no other is one of its own.
  const listed = inputs.filter(
    (one) =>
      real.includes(one) || (meant(one) === one && (one === used || one.deviceId === 'default')),
  );
  return {
    microphones: listed.map(({ deviceId, label }) => ({ id: deviceId, label })),
    microphoneId: used === undefined ? null : meant(used).deviceId,
  };
}
