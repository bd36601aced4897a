import { z } from 'zod';
import type { StreamProtocol } from '../streamed/stream-protocol.ts';
import type { TranscriberAccess } from '../transcriber-access.ts';
import type { DeepgramTranscriber } from './settings.ts';

export const DEEPGRAM_URL = 'https://api.deepgram.com';
const MODEL = 'nova-3';
/** Ten seconds without a message end a stream, ms. */
const KEEP_ALIVE = 4_000;
/** Of Flux, which is not known to take a message for it: silence, ms. */
const SILENCE = 100;

const resultSchema = z.object({
  type: z.literal('Results'),
  start: z.number().optional(),
  duration: z.number().optional(),
  is_final: z.boolean().optional(),
  from_finalize: z.boolean().optional(),
  channel: z.object({ alternatives: z.array(z.object({ transcript: z.string() })) }),
});

/** Published alike for both versions. */
const errorSchema = z.object({ type: z.literal('Error'), code: z.string().optional() });

const turnSchema = z.object({
  type: z.literal('TurnInfo'),
  event: z.string(),
  turn_index: z.number(),
  transcript: z.string(),
});

/** Whether the model decides on turns itself: another version of the protocol. */
const isFlux = (model: string) => model.startsWith('flux');

export function deepgramProtocol(
  settings: DeepgramTranscriber,
  access: TranscriberAccess,
): StreamProtocol {
  return isFlux(settings.model ?? MODEL)
    ? fluxProtocol(settings, access)
    : listenProtocol(settings, access);
}

/** `v1/listen`: pauses are ours to tell, by `Finalize`. */
function listenProtocol(settings: DeepgramTranscriber, access: TranscriberAccess): StreamProtocol {
  const { language, smartFormat, numerals, profanityFilter } = settings;
  return {
    connect: () =>
      addressOf('/v1/listen', access, {
        ...commonOf(settings),
        channels: '1',
        interim_results: 'true',
        // It would end utterances at its own pauses.
        endpointing: 'false',
        punctuate: 'true',
        ...(language !== undefined && { language }),
        ...(smartFormat === true && { smart_format: 'true' }),
        ...(numerals === true && { numerals: 'true' }),
        ...(profanityFilter === true && { profanity_filter: 'true' }),
      }),
    channels: 1,
    finishing: '{"type":"Finalize"}',
    closing: '{"type":"CloseStream"}',
    keepAlive: { every: KEEP_ALIVE, message: '{"type":"KeepAlive"}' },
    billed: 'sound',
    createReader() {
      let part = 0;
      return (message) => {
        const { success, data } = resultSchema.safeParse(message);
        if (!success) return readError(message);
        const { is_final: isFinal = false, start, duration } = data;
        const event = {
          type: 'words',
          part,
          text: data.channel.alternatives[0]?.transcript ?? '',
          isFinal,
          until: start === undefined || duration === undefined ? null : start + duration,
          // Only where there was something left to be heard.
          finishes: data.from_finalize === true,
        } as const;
        if (isFinal) part += 1;
        return event;
      };
    },
  };
}

/** `v2/listen`: its own ends of turns are switched off. */
function fluxProtocol(settings: DeepgramTranscriber, access: TranscriberAccess): StreamProtocol {
  return {
    connect: () =>
      addressOf('/v2/listen', access, {
        ...commonOf(settings),
        eot_threshold: '1.0',
        eot_timeout_ms: '60000',
      }),
    channels: 1,
    finishing: '{"type":"ForceEndTurn"}',
    mayStayQuiet: true,
    closing: '{"type":"CloseStream"}',
    keepAlive: { every: KEEP_ALIVE, message: SILENCE },
    billed: 'sound',
    createReader: () => (message) => {
      const { success, data } = turnSchema.safeParse(message);
      if (!success) return readError(message);
      const isFinal = data.event === 'EndOfTurn';
      const { turn_index: part, transcript: text } = data;
      return { type: 'words', part, text, isFinal, until: null, finishes: isFinal };
    },
  };
}

function readError(message: unknown) {
  const { success, data } = errorSchema.safeParse(message);
  if (!success) return null;
  const { code: name = 'Error' } = data;
  const code = /auth/i.test(name) ? 'transcriber_unauthorized' : 'transcriber_unavailable';
  return { type: 'failed', code, detail: /^[\w-]{1,40}$/.test(name) ? name : 'Error' } as const;
}

type Query = Readonly<Record<string, string | readonly string[]>>;

function commonOf(settings: DeepgramTranscriber): Query {
  const { model = MODEL, mipOptOut } = settings;
  return {
    model,
    encoding: 'linear16',
    sample_rate: '16000',
    ...termsOf(settings),
    ...(mipOptOut === true && { mip_opt_out: 'true' }),
  };
}

/** Each model knows one of the two. */
function termsOf({ model = MODEL, keywords = [], keyterm = [] }: DeepgramTranscriber): Query {
  const terms = [keyterm].flat();
  if (isFlux(model) || model.startsWith('nova-3')) {
    const plain = keywords.map((word) => word.replace(/:-?[\d.]+$/, ''));
    return { keyterm: [...terms, ...plain] };
  }
  return { keywords: [...keywords, ...terms] };
}

function addressOf(
  path: string,
  { apiKey, baseUrl = DEEPGRAM_URL }: TranscriberAccess,
  query: Query,
) {
  const url = new URL(path, baseUrl);
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) url.searchParams.append(name, one);
  return { url: url.href, headers: apiKey === null ? {} : { authorization: `Token ${apiKey}` } };
}
