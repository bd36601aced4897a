import { useEffect } from 'react';
import { usePage, usePageState, useWords } from '../state/page-context.ts';

const KINDS = [
  { name: 'microphone', kind: 'audioinput', word: 'microphone' },
  { name: 'camera', kind: 'videoinput', word: 'camera' },
  { name: 'speaker', kind: 'audiooutput', word: 'speakers' },
] as const;

/** Which microphone, camera and loudspeaker. Nothing to choose, nothing shown. */
export function DeviceFields() {
  const { actions } = usePage();
  const devices = usePageState((state) => state.devices);
  const audioOn = usePageState((state) => state.audioOn);
  const videoOn = usePageState((state) => state.videoOn);
  const opening = usePageState((state) => state.devicesOpening);
  const words = useWords();
  // Their places are kept while the browser asks, so that nothing moves when it has asked.
  const unnamed = devices.listed.every((one) => one.label === '');
  const expected = unnamed && (opening || audioOn || videoOn);
  // Labels come with the permission, so the list is read again when a device opens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on and off are the sign to look again
  useEffect(
    () => void actions.refreshDevices().catch(() => {}),
    [actions, audioOn, videoOn, opening],
  );
  return (
    <>
      {KINDS.map(({ name, kind, word }) => {
        const choices = devices.listed.filter((one) => one.kind === kind && one.label !== '');
        if (choices.length === 0 && !expected) return null;
        return (
          <label key={name} className="field">
            <span>{words[word]}</span>
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
