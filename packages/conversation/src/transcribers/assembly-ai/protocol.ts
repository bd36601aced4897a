import { z } from 'zod';
import type { StreamProtocol } from '../streamed/stream-protocol.ts';
import type { TranscriberAccess } from '../transcriber-access.ts';
import { codeOfWords } from '../transcriber-error.ts';
import type { AssemblyAiTranscriber } from './settings.ts';

export const ASSEMBLY_AI_URL = 'https://streaming.assemblyai.com';
const ENGLISH = 'universal-streaming-english';
const MULTILINGUAL = 'universal-streaming-multilingual';
/** Longer than any pause within a turn here, ms: whose turn it is, is not AssemblyAI's matter. */
const MAX_TURN_SILENCE = 10_000;

const turnSchema = z.object({
  type: z.literal('Turn'),
  turn_order: z.number(),
  end_of_turn: z.boolean(),
  turn_is_formatted: z.boolean().optional(),
  transcript: z.string(),
  words: z.array(z.object({ text: z.string() })).optional(),
});
const beginSchema = z.object({ type: z.literal('Begin') });
const errorSchema = z.object({
  type: z.literal('Error').optional(),
  error: z.string(),
  error_code: z.number().optional(),
});

/** AssemblyAI's streaming, version 3: pauses are ours to tell, by `ForceEndpoint`. */
export function assemblyAiProtocol(
  settings: AssemblyAiTranscriber,
  { apiKey, baseUrl = ASSEMBLY_AI_URL }: TranscriberAccess,
): StreamProtocol {
  const { formatTurns = true } = settings;
  return {
    connect() {
      const url = new URL('/v3/ws', baseUrl);
      for (const [name, value] of Object.entries(queryOf(settings)))
        url.searchParams.set(name, value);
      return { url: url.href, headers: apiKey === null ? {} : { authorization: apiKey } };
    },
    waitsForReady: true,
    channels: 1,
    finishing: '{"type":"ForceEndpoint"}',
    // It may have ended the turn itself just before.
    mayStayQuiet: true,
    closing: '{"type":"Terminate"}',
    billed: 'connection',
    createReader: () => (message) => {
      if (beginSchema.safeParse(message).success) return { type: 'ready' };
      const turn = turnSchema.safeParse(message);
      if (!turn.success) return readError(message);
      const { turn_order: part, transcript, words = [], turn_is_formatted: formatted } = turn.data;
      // The end comes twice where marks are wanted, first without them.
      const isFinal = turn.data.end_of_turn && (!formatTurns || formatted === true);
      const spoken = words.map(({ text }) => text).join(' ');
      const text = isFinal ? transcript : spoken || transcript;
      return { type: 'words', part, text, isFinal, until: null, finishes: isFinal };
    },
  };
}

function readError(message: unknown) {
  const { success, data } = errorSchema.safeParse(message);
  if (!success) return null;
  const code = codeOfWords(data.error) ?? 'transcriber_unavailable';
  return {
    type: 'failed',
    code,
    detail: `error ${data.error_code ?? 'without a number'}`,
  } as const;
}

function queryOf(settings: AssemblyAiTranscriber): Readonly<Record<string, string>> {
  const { language = 'en', formatTurns = true, languageDetection, keytermsPrompt } = settings;
  const usual = /^en\b/i.test(language) ? ENGLISH : MULTILINGUAL;
  const { speechModel = usual } = settings;
  return {
    sample_rate: '16000',
    encoding: 'pcm_s16le',
    speech_model: speechModel,
    format_turns: String(formatTurns),
    max_turn_silence: String(MAX_TURN_SILENCE),
    ...(speechModel.startsWith('universal-streaming') && { end_of_turn_confidence_threshold: '1' }),
    ...(languageDetection === true && { language_detection: 'true' }),
    ...(keytermsPrompt?.length && { keyterms_prompt: JSON.stringify(keytermsPrompt) }),
  };
}
