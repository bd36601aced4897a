import { HOSTED_SAMPLE_RATE, type WriteSpeechRequest } from '../hosted-voice.ts';

export interface CustomVoiceServer {
  readonly url: string;
  /** Of the message beside what is to be said: the call, the time. */
  readonly about: () => Readonly<Record<string, unknown>>;
  /** By which the server knows that the request is ours. */
  readonly prove: (body: string, signal: AbortSignal) => Promise<Readonly<Record<string, string>>>;
}

/** The published message `voice-request`; the answer is raw sound at the rate that it names. */
export function customVoiceWriter({ url, about, prove }: CustomVoiceServer): WriteSpeechRequest {
  return async (text, signal) => {
    const message = { ...about(), type: 'voice-request', text, sampleRate: HOSTED_SAMPLE_RATE };
    const body = JSON.stringify({ message });
    return { url, body, headers: await prove(body, signal) };
  };
}
