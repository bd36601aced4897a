import type { Clock } from '@kindling/protocol/clock';
import { createSpeechEncoder, OPUS_RTP_RATE } from '../audio/opus-codec.ts';
import type { OpusSampleRate } from '../audio/sample-rates.ts';
import type { TalkspurtFrame } from '../audio/talkspurt.ts';
import type { Publication } from './publication.ts';

/** The way of PCM to those who receive a publication. */
export interface VoiceLine {
  /** Whether silence has to be sent, too: the stream may not pause. */
  readonly hums: boolean;
  /** 20 ms; the array is used again afterwards. */
  send(pcm: Int16Array, slot: TalkspurtFrame): void;
  close(): void;
}

export interface VoiceLineOptions {
  readonly publication: Publication;
  readonly sampleRate: OpusSampleRate;
  readonly clock: Clock;
}

export type OpenVoice = (options: VoiceLineOptions) => Promise<VoiceLine>;

/** Opus in the packets of the publication, encoded once for all who receive them. */
export const openOpusVoice: OpenVoice = async ({ publication, sampleRate, clock }) => {
  const encoder = await createSpeechEncoder(sampleRate);
  let sequence = 0;
  let closed = false;
  return {
    hums: false,
    send(pcm, slot) {
      if (closed || publication.sinkCount === 0) return;
      const payload = encoder.encode(pcm);
      const timestamp = Math.round((slot.time * OPUS_RTP_RATE) / 1_000) >>> 0;
      const arrivedAt = clock.now();
      publication.deliver({ payload, sequence, timestamp, marker: slot.first, arrivedAt }, 0);
      sequence = (sequence + 1) & 0xffff;
    },
    close() {
      if (closed) return;
      closed = true;
      encoder.free();
    },
  };
};

/** The same for the server's observers alone: what people receive goes another way. */
export function openObservedVoice(
  options: VoiceLineOptions & { readonly onFault: (stage: string, error: unknown) => void },
): VoiceLine {
  let line: VoiceLine | null = null;
  let opening = false;
  let closed = false;

  const open = async (): Promise<void> => {
    opening = true;
    try {
      line = await openOpusVoice(options);
      if (closed) line.close();
    } catch (error) {
      options.onFault('encoder', error);
    }
  };

  return {
    hums: false,
    send(pcm, slot) {
      if (closed || !options.publication.isObserved) return;
      if (!opening) void open();
      line?.send(pcm, slot);
    },
    close() {
      closed = true;
      line?.close();
    },
  };
}
