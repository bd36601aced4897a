import type { LibraryVoice } from '@kindling/protocol';
import type { InstalledModels } from '../../platform/models/installed-models.ts';

/** When these voices came with the server; a list needs a time, and they have no other. */
const SINCE = '2026-01-01T00:00:00.000Z';

type LocalVoice = Pick<
  LibraryVoice,
  'id' | 'providerId' | 'name' | 'gender' | 'accent' | 'description' | 'model'
>;

/** Those that were installed, and as many voices as each has. */
export type InstalledVoices = InstalledModels['voices'];

const FLITE: readonly LocalVoice[] = [
  {
    id: '5b0ddf4c-5a0f-4d51-9c4c-6d2d6f1f0a01',
    model: 'flite',
    providerId: 'slt',
    name: 'Slt',
    gender: 'female',
    accent: 'American',
    description: 'A woman’s voice, clear and even. The default where no other is installed.',
  },
  {
    id: '5b0ddf4c-5a0f-4d51-9c4c-6d2d6f1f0a02',
    model: 'flite',
    providerId: 'rms',
    name: 'Rms',
    gender: 'male',
    accent: 'American',
    description: 'A man’s voice, low and steady.',
  },
  {
    id: '5b0ddf4c-5a0f-4d51-9c4c-6d2d6f1f0a03',
    model: 'flite',
    providerId: 'awb',
    name: 'Awb',
    gender: 'male',
    accent: 'Scottish',
    description: 'A man’s voice with a Scottish accent.',
  },
];

function voicesOf(installed: InstalledVoices): readonly LocalVoice[] {
  const more = installed.flatMap(({ name: model, speakers }) =>
    speakers.map(
      ({ libraryId, voiceId, name, accent, gender }): LocalVoice => ({
        id: libraryId,
        providerId: voiceId,
        model,
        name,
        accent,
        ...(gender !== undefined && { gender }),
      }),
    ),
  );
  return [...FLITE, ...more];
}

export function findLocalVoice(id: string, installed: InstalledVoices) {
  return voicesOf(installed).find(({ providerId }) => providerId === id) ?? null;
}

export function samplePath(voiceId: string): string {
  return `/voice-library/kindling/samples/${voiceId}.wav`;
}

export interface VoiceReader {
  readonly orgId: string;
  readonly baseUrl: string;
}

/** The voices of this machine, as every organisation sees them. */
export function localVoices(
  installed: InstalledVoices,
  { orgId, baseUrl }: VoiceReader,
): LibraryVoice[] {
  return voicesOf(installed).map(
    (voice): LibraryVoice => ({
      ...voice,
      orgId,
      provider: 'kindling',
      slug: voice.providerId,
      language: 'English',
      languageCode: 'en',
      isPublic: true,
      isDeleted: false,
      previewUrl: `${baseUrl}${samplePath(voice.providerId)}`,
      createdAt: SINCE,
      updatedAt: SINCE,
    }),
  );
}
