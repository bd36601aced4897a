import type { LibraryVoice } from '@kindling/protocol';

/** When these voices came with the server; a list needs a time, and they have no other. */
const SINCE = '2026-01-01T00:00:00.000Z';

type LocalVoice = Pick<
  LibraryVoice,
  'id' | 'providerId' | 'name' | 'gender' | 'accent' | 'description'
>;

const VOICES: readonly LocalVoice[] = [
  {
    id: '5b0ddf4c-5a0f-4d51-9c4c-6d2d6f1f0a01',
    providerId: 'slt',
    name: 'Slt',
    gender: 'female',
    accent: 'American',
    description: 'A woman’s voice, clear and even. The default.',
  },
  {
    id: '5b0ddf4c-5a0f-4d51-9c4c-6d2d6f1f0a02',
    providerId: 'rms',
    name: 'Rms',
    gender: 'male',
    accent: 'American',
    description: 'A man’s voice, low and steady.',
  },
  {
    id: '5b0ddf4c-5a0f-4d51-9c4c-6d2d6f1f0a03',
    providerId: 'awb',
    name: 'Awb',
    gender: 'male',
    accent: 'Scottish',
    description: 'A man’s voice with a Scottish accent.',
  },
];

export function findLocalVoice(id: string) {
  return VOICES.find(({ providerId }) => providerId === id) ?? null;
}

export function samplePath(voiceId: string): string {
  return `/voice-library/kindling/samples/${voiceId}.wav`;
}

/** The voices of this machine, as every organisation sees them. */
export function localVoices(orgId: string, baseUrl: string): LibraryVoice[] {
  return VOICES.map(
    (voice): LibraryVoice => ({
      ...voice,
      orgId,
      provider: 'kindling',
      slug: voice.providerId,
      language: 'English',
      languageCode: 'en',
      model: 'flite',
      isPublic: true,
      isDeleted: false,
      previewUrl: `${baseUrl}${samplePath(voice.providerId)}`,
      createdAt: SINCE,
      updatedAt: SINCE,
    }),
  );
}
