import { type BackgroundSound, createBackground } from '../audio/background.ts';
import { levelOf } from '../audio/level.ts';
import { createPacedOutput, type PacedOutput } from '../audio/paced-output.ts';
import { assertOpusSampleRate } from '../audio/sample-rates.ts';
import type { TalkspurtFrame } from '../audio/talkspurt.ts';
import type { MediaContext } from '../participant/media-context.ts';
import { createPublication, type Publication } from '../uplink/publication.ts';
import type { VoiceLine } from '../uplink/voice-line.ts';

export interface VoicePublicationOptions {
  readonly name: string;
  readonly sampleRate: number;
  readonly context: MediaContext;
  /** False while nobody would hear the output: it waits. */
  readonly isReady: () => boolean;
  /** Loudness of a frame that was played, dB below the maximum. */
  readonly onLevel: (level: number) => void;
}

/** Audio that the server plays to a room. */
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
  let line: VoiceLine | null = null;
  let closed = false;

  const handleFrame = (pcm: Int16Array, slot: TalkspurtFrame): void => {
    options.onLevel(levelOf(pcm));
    background.mixInto(pcm);
    try {
      line?.send(pcm, slot);
    } catch (error) {
      context.onFault('encode', error);
    }
  };

  const isReady = (): boolean => line !== null && options.isReady();

  const output = createPacedOutput({
    sampleRate,
    clock: context.clock,
    ticker: context.ticker,
    onFrame: handleFrame,
    isReady,
    hums: () => line?.hums === true || (background.isOn && isReady()),
    onError: (error) => context.onFault('played-listener', error),
  });

  context.openVoice({ publication, sampleRate, clock: context.clock }).then(
    (opened) => {
      if (closed) return opened.close();
      line = opened;
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
      line?.close();
      line = null;
    },
  };
}
