import type { FoundVoice, VoiceClone } from '@kindling/protocol';
import { z } from 'zod';
import type { ProviderQuestion } from '../credentials/provider-client.ts';
import { elevenLabsHeaders } from '../voice-library/voice-sources.ts';

type Question<S extends z.ZodType> = Pick<ProviderQuestion<S>, 'provider' | 'ask' | 'answer'>;

const API = 'https://api.elevenlabs.io/v1';
const text = z.string().nullish();

const sharedSchema = z
  .object({
    voices: z.array(
      z.object({
        voice_id: z.string(),
        name: z.string(),
        public_owner_id: text,
        description: text,
        gender: text,
        accent: text,
        age: z.unknown().optional(),
      }),
    ),
  })
  .transform(({ voices }): FoundVoice[] =>
    voices.map(({ voice_id, public_owner_id, ...voice }) => ({
      voiceId: voice_id,
      name: voice.name,
      age: voice.age ?? undefined,
      ...(public_owner_id && { publicOwnerId: public_owner_id }),
      ...(voice.description && { description: voice.description }),
      ...(voice.gender && { gender: voice.gender }),
      ...(voice.accent && { accent: voice.accent }),
    })),
  );

const madeSchema = z.object({ voice_id: z.string().min(1).max(500) });

/** Voices that people at ElevenLabs share, by name. */
export function sharedVoices(name: string): Question<typeof sharedSchema> {
  const query = new URLSearchParams({ search: name, page_size: '30' });
  return {
    provider: '11labs',
    ask: (credential) => ({
      url: `${API}/shared-voices?${query}`,
      headers: elevenLabsHeaders(credential),
    }),
    answer: sharedSchema,
  };
}

/** Takes a shared voice into the account. */
export function addSharedVoice(voice: {
  readonly ownerId: string;
  readonly voiceId: string;
  readonly name: string;
}): Question<typeof madeSchema> {
  return {
    provider: '11labs',
    ask: (credential) => ({
      method: 'POST',
      url: `${API}/voices/add/${voice.ownerId}/${voice.voiceId}`,
      headers: { ...elevenLabsHeaders(credential), 'content-type': 'application/json' },
      body: JSON.stringify({ new_name: voice.name }),
    }),
    answer: madeSchema,
  };
}

/** Makes a voice from recordings. */
export async function cloneVoice(form: VoiceClone): Promise<Question<typeof madeSchema>> {
  const sent = new FormData();
  sent.append('name', form.name);
  if (form.description !== undefined) sent.append('description', form.description);
  if (form.labels !== undefined) sent.append('labels', form.labels);
  for (const file of form.files) sent.append('files', file, file.name);
  // Only to have the form written down, with its boundary.
  const written = new Response(sent);
  const body = new Uint8Array(await written.arrayBuffer());
  const contentType = written.headers.get('content-type') ?? 'multipart/form-data';
  return {
    provider: '11labs',
    ask: (credential) => ({
      method: 'POST',
      url: `${API}/voices/add`,
      body,
      headers: { ...elevenLabsHeaders(credential), 'content-type': contentType },
    }),
    answer: madeSchema,
  };
}
