import type { Transcriber, Transcription } from '../recognition/transcriber.ts';
import type { WriteWholeRequest } from './openai/write-request.ts';
import {
  type AskedTranscriber,
  failed,
  isTranscriberError,
  refusedWith,
  unreachable,
} from './transcriber-error.ts';

export interface WholeAnswer {
  readonly status: number;
  readonly text: string;
}

/** Sends a request to an address that users may name; a status of 400 and more is an answer. */
export type SendWhole = (request: {
  readonly url: string;
  readonly method: 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly timeout: number;
  readonly signal?: AbortSignal;
}) => Promise<WholeAnswer>;

export interface WholeTranscriberOptions extends AskedTranscriber {
  readonly write: WriteWholeRequest;
  readonly send: SendWhole;
  /** So many seconds of sound were heard, which is what is paid for. */
  readonly onUse?: (seconds: number) => void;
}

/** A caller has given up long before, ms. */
const TIMEOUT = 15_000;
const SAMPLES_PER_SECOND = 16_000;

/** A recogniser behind an address, which hears an utterance once it is whole. Nothing is sent twice: each is paid for. */
export function createWholeTranscriber(options: WholeTranscriberOptions): Transcriber {
  const { provider, write, send, onUse = () => {} } = options;
  return {
    provider,
    async transcribe(pcm, { signal } = {}) {
      const request = await write(pcm);
      signal?.throwIfAborted();
      const seconds = pcm.length / SAMPLES_PER_SECOND;
      try {
        const timing = { timeout: TIMEOUT, ...(signal && { signal }) };
        const { status, text } = await send({ ...request, method: 'POST', ...timing });
        if (status < 200 || status >= 300) throw refusedWith(options, status, text);
        onUse(seconds);
        return readText(options, text);
      } catch (error) {
        // It was sent, and is heard whether or not its words are waited for.
        if (signal?.aborted === true) onUse(seconds);
        signal?.throwIfAborted();
        throw isTranscriberError(error) ? error : unreachable(provider, error);
      }
    },
    close: async () => {},
  };
}

function readText(asked: AskedTranscriber, text: string): Transcription {
  let answer: unknown = null;
  try {
    answer = JSON.parse(text);
  } catch {
    // Below.
  }
  if (typeof answer === 'object' && answer !== null && 'text' in answer) {
    if (typeof answer.text === 'string') return { text: answer.text.trim() };
  }
  throw failed(asked, 'transcriber_bad_answer', 'no text');
}
