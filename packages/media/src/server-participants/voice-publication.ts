import { type BackgroundSound, createBackground } from '../audio/background.ts';
import { createSpeechEncoder, OPUS_RTP_RATE, type OpusEncoder } from '../audio/opus-codec.ts';
import { createPacedOutput, type PacedOutput } from '../audio/paced-output.ts';
import { assertOpusSampleRate } from '../audio/sample-rates.ts';
import type { TalkspurtFrame } from '../audio/talkspurt.ts';
import type { MediaContext } from '../participant/media-context.ts';
import { createPublication, type Publication } from '../uplink/publication.ts';

export interface VoicePublicationOptions {
  readonly name: string;
  readonly sampleRate: number;
  readonly context: MediaContext;
  /** False while nobody would hear the output: it waits. */
  readonly isReady: () => boolean;
  /** Loudness of a frame that was played, dB below the maximum. */
  readonly onLevel: (level: number) => void;
}

/** Audio that the server plays to a room, encoded once for all listeners. */
export interface VoicePublication {
  readonly publication: Publication;
  readonly output: PacedOutput;
  setBackground(sound: BackgroundSound): void;
  close(): void;
}

/** @throws RangeError for a sample rate that Opus does not have. */
export function createVoicePublication(options: VoicePublicationOptions): VoicePublication {
  const { context, sampleRate } = options;
  assertOpusSampleRate(sampleRate);
  const publication = createPublication({
    name: options.name,
    media: 'audio',
    on: true,
    onFault: context.onFault,
  });
  const background = createBackground(sampleRate);
  let encoder: OpusEncoder | null = null;
  let closed = false;
  let sequence = 0;

  const handleFrame = (pcm: Int16Array, slot: TalkspurtFrame): void => {
    options.onLevel(levelOf(pcm));
    if (encoder === null || publication.sinkCount === 0) return;
    background.mixInto(pcm);
    try {
      const payload = encoder.encode(pcm);
      const timestamp = Math.round((slot.time * OPUS_RTP_RATE) / 1_000) >>> 0;
      const arrivedAt = context.clock.now();
      publication.deliver({ payload, sequence, timestamp, marker: slot.first, arrivedAt }, 0);
      sequence = (sequence + 1) & 0xffff;
    } catch (error) {
      context.onFault('encode', error);
    }
  };

  const output = createPacedOutput({
    sampleRate,
    clock: context.clock,
    ticker: context.ticker,
    onFrame: handleFrame,
    isReady: () => encoder !== null && options.isReady(),
    hasBackground: () => background.isOn,
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

  return {
    publication,
    output,
    setBackground(sound) {
      background.set(sound);
      output.wake();
    },
    close() {
      if (closed) return;
      closed = true;
      output.stop();
      publication.end();
      encoder?.free();
      encoder = null;
    },
  };
}

function levelOf(pcm: Int16Array): number {
  let energy = 0;
  for (const sample of pcm) energy += sample * sample;
  const level = -10 * Math.log10(energy / Math.max(1, pcm.length) / 2 ** 30 + 1e-13);
  return Math.max(0, Math.min(127, level));
}
