import { HOSTED_SAMPLE_RATE, type WriteSpeechRequest } from '../hosted-voice.ts';
import type { VoiceAccess } from '../voice-access.ts';
import type { DeepgramVoice } from './settings.ts';

export const DEEPGRAM_URL = 'https://api.deepgram.com';
/** Voices of the first generation that the second does not have. */
const FIRST_ONLY: ReadonlySet<string> = new Set(['angus', 'helios', 'perseus', 'stella']);

/** Deepgram's `POST /v1/speak`. */
export function deepgramWriter(
  voice: DeepgramVoice,
  { apiKey, baseUrl = DEEPGRAM_URL }: VoiceAccess,
): WriteSpeechRequest {
  // A credential is for recognisers, too, which are reached by websockets.
  const url = new URL('/v1/speak', baseUrl.replace(/^ws/i, 'http'));
  url.searchParams.set('model', modelOf(voice));
  url.searchParams.set('encoding', 'linear16');
  url.searchParams.set('sample_rate', String(HOSTED_SAMPLE_RATE));
  // Otherwise a WAV header of unknown length comes first.
  url.searchParams.set('container', 'none');
  if (voice.mipOptOut === true) url.searchParams.set('mip_opt_out', 'true');
  return (text) => ({
    url: url.href,
    headers: apiKey === null ? {} : { authorization: `Token ${apiKey}` },
    body: JSON.stringify({ text }),
  });
}

/** `aura-2-thalia-en`, or a generation alone. */
const MODEL = /^(aura(?:-2)?)(-.+)?$/;

function modelOf({ voiceId, model = '' }: DeepgramVoice): string {
  const [, generation, rest] = MODEL.exec(model) ?? [];
  if (voiceId === undefined && rest !== undefined) return model;
  const name = voiceId?.toLowerCase() ?? 'thalia';
  if (name.startsWith('aura-')) return name;
  return `${generation ?? (FIRST_ONLY.has(name) ? 'aura' : 'aura-2')}-${name}-en`;
}
