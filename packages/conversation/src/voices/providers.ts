import type { z } from 'zod';
import { cartesiaVoiceSchema } from './cartesia/settings.ts';
import { CARTESIA_URL, cartesiaWriter } from './cartesia/write-request.ts';
import { customVoiceSchema } from './custom-voice/settings.ts';
import { deepgramVoiceSchema } from './deepgram/settings.ts';
import { DEEPGRAM_URL, deepgramWriter } from './deepgram/write-request.ts';
import { elevenLabsVoiceSchema } from './eleven-labs/settings.ts';
import { isElevenLabsVoice } from './eleven-labs/voice-ids.ts';
import { ELEVEN_LABS_URL, elevenLabsWriter } from './eleven-labs/write-request.ts';
import type { WriteSpeechRequest } from './hosted-voice.ts';
import { openAiVoiceSchema } from './openai/settings.ts';
import { OPENAI_URL, openAiWriter } from './openai/write-request.ts';
import type { VoiceAccess } from './voice-access.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A provider of voices that is asked with a key: a folder with the fields that it reads, and the request it wants. */
export interface VoiceProvider {
  /** Where it is, unless a credential says otherwise. */
  readonly baseUrl: string;
  readonly needsVoiceId: boolean;
  /** False for a name that it does not take and nobody knows the id of. */
  knowsVoice(voiceId: string): boolean;
  /** Of a voice as it is stored: fields that do not fit are left out. */
  writer(voice: Fields, access: VoiceAccess): WriteSpeechRequest;
}

export const VOICE_PROVIDERS_BY_KEY = {
  openai: provider(openAiVoiceSchema, openAiWriter, { baseUrl: OPENAI_URL }),
  '11labs': provider(elevenLabsVoiceSchema, elevenLabsWriter, {
    baseUrl: ELEVEN_LABS_URL,
    needsVoiceId: true,
    knowsVoice: isElevenLabsVoice,
  }),
  cartesia: provider(cartesiaVoiceSchema, cartesiaWriter, {
    baseUrl: CARTESIA_URL,
    needsVoiceId: true,
  }),
  deepgram: provider(deepgramVoiceSchema, deepgramWriter, { baseUrl: DEEPGRAM_URL }),
} as const satisfies Record<string, VoiceProvider>;
export type KeyedVoiceProvider = keyof typeof VOICE_PROVIDERS_BY_KEY;

export function isKeyedVoiceProvider(name: string): name is KeyedVoiceProvider {
  return Object.hasOwn(VOICE_PROVIDERS_BY_KEY, name);
}

const SCHEMAS: Readonly<Record<string, z.ZodObject>> = {
  openai: openAiVoiceSchema,
  '11labs': elevenLabsVoiceSchema,
  cartesia: cartesiaVoiceSchema,
  deepgram: deepgramVoiceSchema,
  'custom-voice': customVoiceSchema,
};

/** Names of the fields of a voice that are sent to its provider, as they stand there: those that do not fit are not. */
export function voiceFieldsSent(name: string, voice: Fields): readonly string[] {
  const schema = SCHEMAS[name];
  return schema === undefined ? [] : Object.keys(fittingFields(schema, voice));
}

function provider<Settings extends z.ZodObject>(
  settings: Settings,
  writer: (voice: z.output<Settings>, access: VoiceAccess) => WriteSpeechRequest,
  {
    baseUrl,
    needsVoiceId = false,
    knowsVoice = () => true,
  }: Pick<VoiceProvider, 'baseUrl'> & Partial<VoiceProvider>,
): VoiceProvider {
  return {
    baseUrl,
    needsVoiceId,
    knowsVoice,
    writer: (voice, access) => writer(settings.parse(fittingFields(settings, voice)), access),
  };
}

/** An assistant of another platform is not refused for a field: what cannot be read is not sent. */
function fittingFields(schema: z.ZodObject, voice: Fields): Fields {
  return Object.fromEntries(
    Object.entries(schema.shape).flatMap(([name, field]) => {
      const value = voice[name];
      const fits = value !== undefined && (field as z.ZodType).safeParse(value).success;
      return fits ? [[name, value]] : [];
    }),
  );
}
