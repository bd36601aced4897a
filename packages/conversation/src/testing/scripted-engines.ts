import type { Clock } from '@kindling/protocol/clock';
import type { Model, ModelRequest } from '../generation/model.ts';
import type { ToolCall } from '../generation/tools.ts';
import type { Voice, VoiceRequest } from '../playout/voice.ts';
import type { Transcriber } from '../recognition/transcriber.ts';
import type { Vad } from '../recognition/vad.ts';
import { type Lexicon, soundOf, wordsIn } from './sound.ts';

/** How an engine behaves; may be changed while a conversation runs. */
export interface EngineScript {
  latency: number;
  /** How many of the next requests fail. */
  failures: number;
  /** What they fail with. @default a plain error */
  failure?: Error;
  /** Requests never answer. */
  hangs: boolean;
  requests: number;
  aborted: number;
}

export const createScript = (latency: number): EngineScript => ({
  latency,
  failures: 0,
  hangs: false,
  requests: 0,
  aborted: 0,
});

/** Loud is speech. */
export function createScriptedVad(): Vad & { readonly open: Vad['open']; openStreams: number } {
  const vad = {
    openStreams: 0,
    open() {
      vad.openStreams += 1;
      return {
        frameSamples: 512,
        process: (frame: Float32Array) => (frame.some((sample) => sample > 0.01) ? 0.95 : 0.02),
        close() {
          vad.openStreams -= 1;
        },
      };
    },
  };
  return vad;
}

/** Reads the words back out of the sound; a word is recognised when 60 ms of it are there. */
export function createScriptedTranscriber(
  clock: Clock,
  lexicon: Lexicon,
  script: EngineScript,
  /** Of its glances. @default it makes none */
  glances?: EngineScript,
): Transcriber & { readonly lengths: number[] } {
  const lengths: number[] = [];
  const hear = (pcm: Float32Array) => {
    const samples = Array.from(pcm, (sample) => Math.round(sample * 32_768));
    return { text: wordsIn(samples, lexicon, 960).join(' ') };
  };
  return {
    provider: 'scripted',
    lengths,
    async transcribe(pcm, options) {
      lengths.push(pcm.length);
      await answerLater(clock, script, options?.signal);
      return hear(pcm);
    },
    ...(glances && {
      async glance(pcm, options) {
        await answerLater(clock, glances, options?.signal);
        return hear(pcm);
      },
    }),
    close: async () => {},
  };
}

export function createScriptedModel(
  clock: Clock,
  script: EngineScript,
  reply: (request: ModelRequest) => string | readonly (string | ToolCall)[],
): Model & { readonly asked: ModelRequest[] } {
  const asked: ModelRequest[] = [];
  return {
    provider: 'scripted',
    asked,
    async *respond(request) {
      asked.push(request);
      await answerLater(clock, script, request.signal);
      for (const piece of [reply(request)].flat()) {
        for (const part of typeof piece === 'string' ? piece.split(/(?<=\s)/) : [piece]) {
          request.signal?.throwIfAborted();
          yield part;
        }
      }
    },
  };
}

/** Milliseconds of sound for one character, the space behind the word included. */
export const VOICE_MS_PER_CHARACTER = 50;

export function createScriptedVoice(
  clock: Clock,
  lexicon: Lexicon,
  script: EngineScript,
  sampleRate = 16_000,
): Voice & { readonly spoken: string[]; readonly requests: VoiceRequest[] } {
  const spoken: string[] = [];
  const requests: VoiceRequest[] = [];
  const perCharacter = (VOICE_MS_PER_CHARACTER * sampleRate) / 1_000;
  return {
    provider: 'scripted',
    sampleRate,
    spoken,
    requests,
    async *synthesize(request) {
      const { text, signal } = request;
      requests.push(request);
      spoken.push(text);
      await answerLater(clock, script, signal);
      const sound = soundOf(text, lexicon, (word) => (word.length + 1) * perCharacter);
      const chunk = sampleRate / 2;
      for (let start = 0; start < sound.length; start += chunk) {
        signal?.throwIfAborted();
        yield sound.slice(start, start + chunk);
      }
    },
    close: async () => {},
  };
}

function answerLater(clock: Clock, script: EngineScript, signal?: AbortSignal): Promise<void> {
  script.requests += 1;
  return new Promise((resolve, reject) => {
    const answer = () => {
      signal?.removeEventListener('abort', abort);
      if (script.failures === 0) return resolve();
      script.failures -= 1;
      reject(script.failure ?? new Error('scripted failure'));
    };
    const cancel = script.hangs ? () => {} : clock.schedule(script.latency, answer);
    const abort = () => {
      cancel();
      script.aborted += 1;
      reject(signal?.reason);
    };
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
