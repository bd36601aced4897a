import { libraryVoiceSchema } from '@kindling/protocol';
import { expect, it } from 'vitest';
import { KITTEN } from '../../platform/models/catalogue/speakers.ts';
import { findLocalVoice, type InstalledVoices, localVoices } from './local-voices.ts';

const installed: InstalledVoices = [
  { name: 'kitten', engine: 'kitten', folder: '/', pronunciationFolder: '/', speakers: KITTEN },
];
const reader = { orgId: '4b0ddf4c-5a0f-4d51-9c4c-6d2d6f1f0a01', baseUrl: 'https://school.example' };

it('lists every voice of what was installed, behind those of every server', () => {
  const voices = localVoices(installed, reader).map((voice) => libraryVoiceSchema.parse(voice));
  expect(voices.map(({ providerId }) => providerId).slice(0, 5)).toEqual([
    ...['slt', 'rms', 'awb', 'kitten-1', 'kitten-2'],
  ]);
  expect(voices).toHaveLength(3 + KITTEN.length);
  expect(voices.at(-1)).toMatchObject({
    model: 'kitten',
    previewUrl: 'https://school.example/voice-library/kindling/samples/kitten-8.wav',
  });
  expect(new Set(voices.map(({ id }) => id)).size).toBe(voices.length);
});

it('finds one by the name that assistants give it, and none that is not installed', () => {
  expect(findLocalVoice('kitten-3', installed)?.model).toBe('kitten');
  expect(findLocalVoice('kitten-3', [])).toBeNull();
});
