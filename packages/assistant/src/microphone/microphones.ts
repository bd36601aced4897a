/** A microphone to choose from. */
export interface MicrophoneChoice {
  readonly id: string;
  /** The system's label; empty where the browser does not reveal it. */
  readonly label: string;
}

/** The available microphones and the one in use; null while there is none. */
export interface Microphones {
  readonly microphones: readonly MicrophoneChoice[];
  readonly microphoneId: string | null;
}

type Device = Pick<MediaDeviceInfo, 'kind' | 'deviceId' | 'groupId' | 'label'>;

/** Chromium's alias ids for the system's choices. */
const ALIASES: readonly string[] = ['default', 'communications'];

/** Every microphone once: an alias in use is resolved by its group id. */
export function listMicrophones(devices: readonly Device[], usedId: string | null): Microphones {
  // Before the first grant a browser lists nameless devices without an id.
  const inputs = devices.filter((one) => one.kind === 'audioinput' && one.deviceId !== '');
  const real = inputs.filter((one) => !ALIASES.includes(one.deviceId));
  const meant = (device: Device) =>
    real.includes(device)
      ? device
      : (real.find((one) => one.groupId !== '' && one.groupId === device.groupId) ?? device);
  const used = inputs.find((one) => one.deviceId === usedId);
  // A default that matches no other device is a device of its own.
  const listed = inputs.filter(
    (one) =>
      real.includes(one) || (meant(one) === one && (one === used || one.deviceId === 'default')),
  );
  return {
    microphones: listed.map(({ deviceId, label }) => ({ id: deviceId, label })),
    microphoneId: used === undefined ? null : meant(used).deviceId,
  };
}
