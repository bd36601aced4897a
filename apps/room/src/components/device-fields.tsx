import { useEffect } from 'react';
import { usePage, usePageState, useStrings } from '../state/page-context.ts';

const KINDS = [
  { name: 'microphone', kind: 'audioinput', text: 'microphone' },
  { name: 'camera', kind: 'videoinput', text: 'camera' },
  { name: 'speaker', kind: 'audiooutput', text: 'speakers' },
] as const;

/** Selects microphone, camera and loudspeaker. Hidden when there is nothing to choose. */
export function DeviceFields() {
  const { actions } = usePage();
  const devices = usePageState((state) => state.devices);
  const audioOn = usePageState((state) => state.audioOn);
  const videoOn = usePageState((state) => state.videoOn);
  const opening = usePageState((state) => state.devicesOpening);
  const strings = useStrings();
  // Space is reserved while the browser prompts, so that nothing moves afterwards.
  const unnamed = devices.listed.every((one) => one.label === '');
  const expected = unnamed && (opening || audioOn || videoOn);
  // Labels need the permission, so the list is read again when a device opens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: switching a device on or off means the list may have changed
  useEffect(
    () => void actions.refreshDevices().catch(() => {}),
    [actions, audioOn, videoOn, opening],
  );
  return (
    <>
      {KINDS.map(({ name, kind, text }) => {
        const choices = devices.listed.filter((one) => one.kind === kind && one.label !== '');
        if (choices.length === 0 && !expected) return null;
        return (
          <label key={name} className="field">
            <span>{strings[text]}</span>
            <select
              className="input"
              value={devices[name]}
              disabled={choices.length === 0}
              onChange={(event) => void actions.chooseDevice(name, event.target.value)}
            >
              {choices.map(({ deviceId, label }) => (
                <option key={deviceId} value={deviceId}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        );
      })}
    </>
  );
}
