import type { LocalEngines } from '@kindling/conversation';
import type { ServerMessage } from '@kindling/protocol/messages';
import type { Model } from '../../packages/conversation/src/generation/model.ts';
import { createConversation } from '../../packages/conversation/src/session/conversation.ts';
import type { ConversationReport } from '../../packages/conversation/src/session/port.ts';
import { createFakeOutput } from '../../packages/conversation/src/testing/fake-output.ts';
import { createVirtualClock } from '../../packages/conversation/src/testing/virtual-clock.ts';
import type { Sound } from '../support/sound.ts';
import { onVirtualClock } from '../support/virtual-engines.ts';

const RATE = 16_000;
const TICK = 20;
const SAMPLES = (RATE * TICK) / 1_000;
/** Longest call, ms. */
const LIMIT = 120_000;

export interface VirtualCall {
  /** ms since the call began. */
  readonly now: number;
  /** What the assistant played at each sample since the call began; gain included. */
  readonly heard: Sound;
  /** The assistant plays, or has more to play. */
  readonly speaking: boolean;
  /** Times at which the assistant was made to wait or was cut while it spoke, ms. */
  readonly userTurns: readonly string[];
  /** Goes on with what is said into the microphone; returns when it was heard. */
  hear(sound: Sound): Promise<void>;
  /** Goes on in silence until `condition`, or for `limit` ms; whether it came true. */
  until(condition: () => boolean, limit: number): Promise<boolean>;
  end(): Promise<ConversationReport>;
}

export interface VirtualCallOptions {
  readonly engines: LocalEngines;
  readonly model: Model;
  readonly firstMessage?: string;
  /** What the room adds to the microphone at a time; `heard` is what the assistant played until then. */
  readonly room?: (at: number, heard: Sound) => Sound;
}

/** A call without network or browser: real engines, real sound, virtual time. */
export function startVirtualCall(options: VirtualCallOptions): VirtualCall {
  const clock = createVirtualClock(0);
  const engines = onVirtualClock(clock, options.engines, options.model);
  const output = createFakeOutput(clock, RATE);
  const heard = new Float32Array((RATE / 1_000) * LIMIT);
  const messages: ServerMessage[] = [];
  output.onPlayed(() => {
    const frame = output.frames.at(-1);
    if (frame === undefined) return;
    const start = output.playedSamples - frame.samples;
    for (let index = 0; index < frame.samples; index += 1)
      heard[(frame.at * RATE) / 1_000 + index] =
        ((output.played[start + index] ?? 0) / 32_768) * frame.gain;
  });
  const conversation = createConversation({
    settings: {
      systemPrompt: '',
      firstMessage: options.firstMessage ?? null,
      firstMessageMode: 'assistant-speaks-first',
      firstMessageInterruptionsEnabled: true,
      endCallMessage: null,
      endCallPhrases: [],
      silenceTimeoutSeconds: 30,
      maxDurationSeconds: 600,
      interruptionWords: 1,
    },
    engines,
    output,
    clock,
    onMessage: (message) => messages.push(message),
    onEnded: () => {},
    onFault: ({ stage, error }) => console.error(stage, error),
  });
  conversation.start();

  async function hear(sound: Sound) {
    for (let at = 0; at < sound.length; at += SAMPLES) {
      const room = options.room?.(clock.now(), heard);
      const pcm = new Int16Array(SAMPLES);
      for (let index = 0; index < SAMPLES; index += 1) {
        const sample = (sound[at + index] ?? 0) + (room?.[index] ?? 0);
        pcm[index] = Math.round(32_767 * Math.max(-1, Math.min(1, sample)));
      }
      conversation.handleAudio(pcm);
      await engines.settled();
      await clock.advance(TICK);
      await engines.settled();
    }
  }

  const call: VirtualCall = {
    get now() {
      return clock.now();
    },
    heard,
    get speaking() {
      return output.writtenSamples > output.playedSamples;
    },
    get userTurns() {
      return messages.flatMap((message) =>
        message.type === 'transcript' &&
        message.role === 'user' &&
        message.transcriptType === 'final'
          ? [message.transcript]
          : [],
      );
    },
    hear,
    async until(condition, limit) {
      const end = clock.now() + limit;
      while (!condition() && clock.now() < end) await hear(new Float32Array(SAMPLES));
      return condition();
    },
    async end() {
      const report = conversation.end('customer-ended-call');
      await clock.advance(0);
      await engines.settled();
      return report;
    },
  };
  return call;
}

/** First sound of the assistant from `from` on, ms; null: none until `to`. */
export function firstSound({ heard }: VirtualCall, from: number, to: number): number | null {
  for (let at = from; at < to; at += TICK) {
    const frame = heard.subarray((at * RATE) / 1_000, ((at + TICK) * RATE) / 1_000);
    if (frame.some((sample) => Math.abs(sample) > 0.002)) return at;
  }
  return null;
}
