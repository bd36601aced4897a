import { randomUUID } from 'node:crypto';
import {
  createSpeechEncoder,
  isOpusSampleRate,
  OPUS_SAMPLE_RATES,
  type OpusEncoder,
} from '../opus/opus-codec.ts';
import { createPacedOutput } from '../pacing/paced-output.ts';
import type { SpurtFrame } from '../pacing/spurt.ts';
import type { AgentOptions, PacedAudio } from '../port.ts';
import type { MediaContext } from './media-context.ts';
import type { VoiceFrame } from './voice-sender.ts';

export interface AgentSeatOptions {
  readonly agent: AgentOptions;
  readonly context: MediaContext;
  /** Somebody wants this voice and can be reached, or nobody waits for it. */
  readonly canSpeak: (sessionId: string) => boolean;
  /** Whether a frame would be sent to anybody; encoding is what costs. */
  readonly hasListeners: (sessionId: string) => boolean;
  readonly onVoice: (sessionId: string, frame: VoiceFrame) => void;
}

/** An agent in a room: one encoder, whatever the number of listeners. */
export interface AgentSeat {
  readonly sessionId: string;
  readonly userName: string;
  readonly joinedAt: number;
  readonly output: PacedAudio;
  hear(pcm: Int16Array, sessionId: string): void;
  receive(data: unknown, sessionId: string): void;
  /** Listeners came or went. */
  wake(): void;
  close(): void;
}

/** Throws a `RangeError` for a sample rate that Opus does not have. */
export function createAgentSeat(options: AgentSeatOptions): AgentSeat {
  const { agent, context } = options;
  const { sampleRate } = agent;
  if (!isOpusSampleRate(sampleRate))
    throw new RangeError(`sampleRate must be one of ${OPUS_SAMPLE_RATES.join(', ')}.`);
  const sessionId = randomUUID();
  let encoder: OpusEncoder | null = null;
  let closed = false;

  const handleFrame = (pcm: Int16Array, slot: SpurtFrame): void => {
    if (encoder === null || !options.hasListeners(sessionId)) return;
    try {
      options.onVoice(sessionId, { payload: encoder.encode(pcm), ...slot });
    } catch (error) {
      context.onFault('encode', error);
    }
  };

  const output = createPacedOutput({
    sampleRate,
    clock: context.clock,
    ticker: context.ticker,
    onFrame: handleFrame,
    isReady: () => encoder !== null && options.canSpeak(sessionId),
    onError: (error) => context.onFault('played-listener', error),
  });

  createSpeechEncoder(sampleRate).then(
    (created) => {
      if (closed) return created.free();
      encoder = created;
      output.wake();
    },
    (error: unknown) => context.onFault('encoder', error),
  );

  const guard = (stage: string, run: () => void): void => {
    if (closed) return;
    try {
      run();
    } catch (error) {
      context.onFault(stage, error);
    }
  };

  return {
    sessionId,
    userName: agent.userName,
    joinedAt: Date.now(),
    output,
    hear: (pcm, from) => guard('agent-audio', () => agent.onAudio(pcm, from)),
    receive: (data, from) => guard('agent-message', () => agent.onAppMessage(data, from)),
    wake: output.wake,
    close() {
      if (closed) return;
      closed = true;
      output.stop();
      encoder?.free();
      encoder = null;
    },
  };
}
