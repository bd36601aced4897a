import type { VoiceProvider } from '@kindling/protocol';
import { z } from 'zod';
import type { OpenedCredential } from '../credentials/credential-store.ts';
import type { ProviderRequest } from '../credentials/provider-client.ts';
import type { ProvidedVoice } from './voice-store.ts';

/** How the voices of a provider are listed, and what its answer says of them. */
export interface VoiceSource {
  readonly ask: (credential: OpenedCredential) => ProviderRequest;
  readonly answer: z.ZodType<ProvidedVoice[]>;
}

const text = z.string().nullish();

const elevenLabs = z
  .object({
    voices: z.array(
      z.object({
        voice_id: z.string().min(1),
        name: text,
        description: text,
        preview_url: text,
        labels: z.record(z.string(), z.unknown()).nullish(),
      }),
    ),
  })
  .transform(({ voices }) =>
    voices.map(({ voice_id, name, description, preview_url, labels }) =>
      voice(voice_id, {
        name,
        description,
        previewUrl: preview_url,
        gender: labels?.gender,
        accent: labels?.accent,
        language: labels?.language,
      }),
    ),
  );

const cartesiaVoices = z.array(
  z.object({
    id: z.string().min(1),
    name: text,
    description: text,
    language: text,
    gender: z.unknown().optional(),
  }),
);
/** A bare list in older versions of its API, a page in newer ones. */
const cartesia = z
  .union([cartesiaVoices, z.object({ data: cartesiaVoices }).transform(({ data }) => data)])
  .transform((voices) =>
    voices.map(({ id, language, ...known }) => voice(id, { ...known, languageCode: language })),
  );

const GENDERS = [
  ['masculine', 'male'],
  ['feminine', 'female'],
] as const;

const deepgram = z
  .object({
    tts: z.array(
      z.object({
        name: text,
        canonical_name: z.string().min(1),
        architecture: text,
        languages: z.array(z.string()).nullish(),
        metadata: z
          .object({ accent: text, sample: text, tags: z.array(z.string()).nullish() })
          .nullish(),
      }),
    ),
  })
  .transform(({ tts }) =>
    tts.map(({ name, canonical_name, architecture, languages, metadata }) =>
      voice(canonical_name, {
        name,
        model: architecture,
        languageCode: languages?.[0],
        accent: metadata?.accent,
        previewUrl: metadata?.sample,
        gender: GENDERS.find(([tag]) => metadata?.tags?.includes(tag))?.[1],
      }),
    ),
  );

const azure = z
  .array(
    z.object({
      ShortName: z.string().min(1),
      DisplayName: text,
      Gender: text,
      Locale: text,
      LocaleName: text,
    }),
  )
  .transform((voices) =>
    voices.map(({ ShortName, DisplayName, Gender, Locale, LocaleName }) =>
      voice(ShortName, {
        name: DisplayName,
        gender: Gender,
        language: LocaleName,
        languageCode: Locale,
      }),
    ),
  );

/** Providers whose lists this server can read. */
export const VOICE_SOURCES: Partial<Record<VoiceProvider, VoiceSource>> = {
  '11labs': {
    ask: (credential) => ({
      url: 'https://api.elevenlabs.io/v1/voices',
      headers: elevenLabsHeaders(credential),
    }),
    answer: elevenLabs,
  },
  cartesia: {
    ask: ({ fields }) => ({
      url: 'https://api.cartesia.ai/voices',
      headers: { 'x-api-key': String(fields.apiKey), 'cartesia-version': '2024-11-13' },
    }),
    answer: cartesia,
  },
  deepgram: {
    ask: ({ fields }) => ({
      url: new URL('/v1/models', String(fields.apiUrl ?? 'https://api.deepgram.com')).href,
      headers: { authorization: `Token ${String(fields.apiKey)}` },
    }),
    answer: deepgram,
  },
  azure: {
    ask: ({ fields }) => ({
      url: `https://${String(fields.region ?? 'eastus')}.tts.speech.microsoft.com/cognitiveservices/voices/list`,
      headers: { 'ocp-apim-subscription-key': String(fields.apiKey ?? '') },
    }),
    answer: azure,
  },
};

export function elevenLabsHeaders({ fields }: OpenedCredential): Record<string, string> {
  return { 'xi-api-key': String(fields.apiKey) };
}

const LIMITS = { description: 5_000, previewUrl: 2_000 } as const;

/** Keeps what is text, and is short enough to be stored; a gender that is neither is left out. */
function voice(providerId: string, details: Record<string, unknown>): ProvidedVoice {
  const known: Record<string, string> = {};
  for (const [name, value] of Object.entries(details)) {
    if (typeof value !== 'string' || value.trim() === '') continue;
    const most = LIMITS[name as keyof typeof LIMITS] ?? 500;
    known[name] = value.toWellFormed().replaceAll('\u0000', '').slice(0, most);
  }
  const gender = /^(?:fe)?male$/.exec(known.gender?.toLowerCase() ?? '')?.[0];
  delete known.gender;
  return { providerId, ...known, ...(gender && { gender: gender as 'male' | 'female' }) };
}
