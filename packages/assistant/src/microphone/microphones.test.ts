import { expect, it } from 'vitest';
import { listMicrophones } from './microphones.ts';

const device = (deviceId: string, groupId = deviceId, kind: MediaDeviceKind = 'audioinput') => ({
  deviceId,
  groupId,
  kind,
  label: `The ${deviceId}`,
});

it('lists each microphone once, and finds the one behind an alias', () => {
  const devices = [
    device('default', 'built-in'),
    device('communications', 'headset'),
    device('built-in'),
    device('headset'),
    device('speaker', 'speaker', 'audiooutput'),
  ];
  expect(listMicrophones(devices, 'default')).toEqual({
    microphones: [
      { id: 'built-in', label: 'The built-in' },
      { id: 'headset', label: 'The headset' },
    ],
    microphoneId: 'built-in',
  });
  expect(listMicrophones(devices, 'headset').microphoneId).toBe('headset');
  expect(listMicrophones(devices, null).microphoneId).toBeNull();
});

it('lists a used alias that is like no other', () => {
  const devices = [device('default', ''), device('communications', ''), device('headset', '')];
  expect(listMicrophones(devices, 'default')).toEqual({
    microphones: [
      { id: 'default', label: 'The default' },
      { id: 'headset', label: 'The headset' },
    ],
    microphoneId: 'default',
  });
});

it('leaves out what a browser does not name before the first grant', () => {
  expect(listMicrophones([device('')], null).microphones).toEqual([]);
});

it('has no microphone in use when the used one is not listed any more', () => {
  expect(listMicrophones([device('built-in')], 'headset').microphoneId).toBeNull();
});
