import type { Clock } from '@kindling/protocol/clock';
import type { z } from 'zod';
import type { Transcriber } from '../recognition/transcriber.ts';
import { ASSEMBLY_AI_URL, assemblyAiProtocol } from './assembly-ai/protocol.ts';
import { assemblyAiTranscriberSchema } from './assembly-ai/settings.ts';
import {
  type CustomTranscriberServer,
  customTranscriberProtocol,
} from './custom-transcriber/protocol.ts';
import { customTranscriberSchema } from './custom-transcriber/settings.ts';
import { DEEPGRAM_URL, deepgramProtocol } from './deepgram/protocol.ts';
import { deepgramTranscriberSchema } from './deepgram/settings.ts';
import type { OpenSocket } from './open-socket.ts';
import { openAiTranscriberSchema } from './openai/settings.ts';
import { type OpenAiEndpoint, openAiWriter } from './openai/write-request.ts';
import type { StreamProtocol } from './streamed/stream-protocol.ts';
import { createStreamedTranscriber } from './streamed/streamed-transcriber.ts';
import type { TranscriberAccess } from './transcriber-access.ts';
import type { AskedTranscriber } from './transcriber-error.ts';
import { createWholeTranscriber, type SendWhole } from './whole-transcriber.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What every recogniser elsewhere is given. */
export interface TranscriberOutside extends AskedTranscriber {
  readonly openSocket: OpenSocket;
  readonly send: SendWhole;
  readonly clock: Clock;
  /** So many seconds are paid for, beside what was reported before. */
  readonly onUse?: (seconds: number) => void;
}

/** A provider that is asked with a key: a folder with the fields that it reads, and how it is asked. */
interface TranscriberProvider {
  /** Its own address. */
  readonly baseUrl: string;
  create(transcriber: Fields, access: TranscriberAccess, outside: TranscriberOutside): Transcriber;
}

export const TRANSCRIBERS_BY_KEY = {
  openai: whole({ baseUrl: 'https://api.openai.com/v1', model: 'gpt-4o-mini-transcribe' }),
  groq: whole({ baseUrl: 'https://api.groq.com/openai/v1', model: 'whisper-large-v3-turbo' }),
  deepgram: streamed(DEEPGRAM_URL, deepgramTranscriberSchema, deepgramProtocol),
  'assembly-ai': streamed(ASSEMBLY_AI_URL, assemblyAiTranscriberSchema, assemblyAiProtocol),
} as const satisfies Record<string, TranscriberProvider>;
type KeyedTranscriberProvider = keyof typeof TRANSCRIBERS_BY_KEY;

export function isKeyedTranscriberProvider(name: string): name is KeyedTranscriberProvider {
  return Object.hasOwn(TRANSCRIBERS_BY_KEY, name);
}

const SCHEMAS: Readonly<Record<string, z.ZodObject>> = {
  openai: openAiTranscriberSchema,
  groq: openAiTranscriberSchema,
  deepgram: deepgramTranscriberSchema,
  'assembly-ai': assemblyAiTranscriberSchema,
  'custom-transcriber': customTranscriberSchema,
};

/** Names of the fields of a transcriber that its provider gets, as they stand there: those that do not fit are not. */
export function transcriberFieldsSent(name: string, transcriber: Fields): readonly string[] {
  const schema = SCHEMAS[name];
  return schema === undefined ? [] : Object.keys(fittingFields(schema, transcriber));
}

/** The recogniser of a provider for an assistant's transcriber as it is stored: fields that do not fit are left out. */
export function createKeyedTranscriber(
  transcriber: Fields & { readonly provider: KeyedTranscriberProvider },
  access: TranscriberAccess,
  outside: TranscriberOutside,
): Transcriber {
  return TRANSCRIBERS_BY_KEY[transcriber.provider].create(transcriber, access, outside);
}

/** The organisation's own server. */
export function createCustomTranscriber(
  server: CustomTranscriberServer,
  outside: TranscriberOutside,
): Transcriber {
  return createStreamedTranscriber({ ...outside, protocol: customTranscriberProtocol(server) });
}

function streamed<Settings extends z.ZodObject>(
  baseUrl: string,
  schema: Settings,
  protocolOf: (settings: z.output<Settings>, access: TranscriberAccess) => StreamProtocol,
): TranscriberProvider {
  return {
    baseUrl,
    create(transcriber, access, outside) {
      const settings = schema.parse(fittingFields(schema, transcriber));
      return createStreamedTranscriber({ ...outside, protocol: protocolOf(settings, access) });
    },
  };
}

function whole(endpoint: OpenAiEndpoint): TranscriberProvider {
  const schema = openAiTranscriberSchema;
  return {
    baseUrl: endpoint.baseUrl,
    create(transcriber, access, outside) {
      const settings = schema.parse(fittingFields(schema, transcriber));
      const write = openAiWriter(settings, access, endpoint);
      return createWholeTranscriber({ ...outside, write });
    },
  };
}

/** An assistant of another platform is not refused for a field: what cannot be read is not sent. */
function fittingFields(schema: z.ZodObject, transcriber: Fields): Fields {
  return Object.fromEntries(
    Object.entries(schema.shape).flatMap(([name, field]) => {
      const value = transcriber[name];
      const fits = value !== undefined && (field as z.ZodType).safeParse(value).success;
      return fits ? [[name, value]] : [];
    }),
  );
}
