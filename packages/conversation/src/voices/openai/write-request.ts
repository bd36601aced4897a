import type { WriteSpeechRequest } from '../hosted-voice.ts';
import type { VoiceAccess } from '../voice-access.ts';
import type { OpenAiVoice } from './settings.ts';

export const OPENAI_URL = 'https://api.openai.com/v1';

/** OpenAI's `POST /audio/speech`, which speaches, Kokoro-FastAPI, LocalAI and others speak, too. */
export function openAiWriter(
  { voiceId = 'alloy', model, instructions, speed }: OpenAiVoice,
  { apiKey, baseUrl = OPENAI_URL }: VoiceAccess,
): WriteSpeechRequest {
  // Azure names the version of its API in the query string, which is kept.
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/audio/speech`;
  const usual = baseUrl === OPENAI_URL ? 'gpt-4o-mini-tts' : 'tts-1';
  return (input) => ({
    url: url.href,
    headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
    body: JSON.stringify({
      model: model ?? usual,
      voice: voiceId,
      input,
      response_format: 'pcm',
      ...(speed !== undefined && { speed: Math.min(4, Math.max(0.25, speed)) }),
      ...(instructions !== undefined && { instructions }),
    }),
  });
}
