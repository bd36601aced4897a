import type { TranscriberAccess } from '../transcriber-access.ts';
import type { OpenAiTranscriber } from './settings.ts';
import { toWav } from './wav.ts';

/** A whole utterance as a provider wants to be asked for its words. */
export interface WholeRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export type WriteWholeRequest = (pcm: Float32Array) => Promise<WholeRequest>;

export interface OpenAiEndpoint {
  readonly baseUrl: string;
  /** Where the assistant names none. */
  readonly model: string;
}

/** `POST /audio/transcriptions`, as OpenAI, Groq and many servers of one's own take it. */
export function openAiWriter(
  { model, language, prompt }: OpenAiTranscriber,
  { apiKey, baseUrl }: TranscriberAccess,
  endpoint: OpenAiEndpoint,
): WriteWholeRequest {
  // Azure names the version of its API in the query string, which is kept.
  const url = new URL(baseUrl ?? endpoint.baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/audio/transcriptions`;
  const code = languageCode(language);
  return async (pcm) => {
    const form = new FormData();
    form.set('file', new Blob([toWav(pcm)], { type: 'audio/wav' }), 'speech.wav');
    form.set('model', model ?? endpoint.model);
    form.set('response_format', 'json');
    if (code !== null) form.set('language', code);
    if (prompt !== undefined) form.set('prompt', prompt);
    const encoded = new Response(form);
    return {
      url: url.href,
      headers: {
        'content-type': encoded.headers.get('content-type') ?? 'multipart/form-data',
        ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
      },
      body: new Uint8Array(await encoded.arrayBuffer()),
    };
  };
}

/** Two letters are known everywhere; null: it finds out. */
function languageCode(language: string | undefined): string | null {
  const [, code] = /^([a-z]{2})(?:[-_]|$)/i.exec(language ?? '') ?? [];
  return code?.toLowerCase() ?? null;
}
