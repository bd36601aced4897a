import type { Clock } from '@kindling/protocol/clock';
import { CONVERSATION_SAMPLE_RATE } from '@kindling/protocol/constants';
import { createSpeechDecoder } from '../audio/opus-codec.ts';
import type { Ticker } from '../audio/ticker.ts';
import type { RtpPacket } from '../rtp/packet.ts';
import { createEarlyAudio, type EarlyAudio } from './early-audio.ts';
import { createVoiceReceiver } from './voice-receiver.ts';

/** Receives the decoded microphones of a room. */
export interface AudioListener {
  /** `pcm`: mono, 16 kHz, signed 16-bit, in order. */
  hear(pcm: Int16Array, sessionId: string): void;
}

/** One participant's microphone, from RTP packets to PCM. */
export interface Microphone {
  handlePacket(packet: RtpPacket): void;
  /** 20 ms that were decoded elsewhere; not with `handlePacket`. */
  handlePcm(pcm: Int16Array): void;
  takeEarlyAudio: EarlyAudio['take'];
  close(): void;
}

export interface MicrophoneOptions {
  readonly sessionId: string;
  readonly clock: Clock;
  readonly ticker: Ticker;
  /** Nothing is decoded while this is empty: decoding is the expensive part. */
  readonly listeners: ReadonlyMap<string, AudioListener>;
  readonly onConcealed: (packets: number) => void;
  readonly onFault: (stage: string, error: unknown) => void;
}

/**
 * The microphone path, in order:
 *
 *     RTP packet → jitter buffer → Opus decoder → early audio → listeners
 *                  (both in voice-receiver.ts)
 */
export async function createMicrophone(options: MicrophoneOptions): Promise<Microphone> {
  const { sessionId, clock, ticker, listeners, onFault } = options;

  const deliver = (pcm: Int16Array): void => {
    for (const listener of listeners.values()) listener.hear(pcm, sessionId);
  };
  const earlyAudio = createEarlyAudio({ clock, deliver });
  const receiver = createVoiceReceiver({
    decoder: await createSpeechDecoder(CONVERSATION_SAMPLE_RATE),
    onAudio: earlyAudio.hear,
    onConcealed: options.onConcealed,
  });

  /** Runs on the ticker while packets wait for one that is missing. */
  const flush = (now: number): void => {
    receiver.flush(now);
    if (!receiver.waiting) ticker.remove(flush);
  };

  return {
    handlePacket(packet) {
      if (listeners.size === 0) return;
      try {
        receiver.push(packet, clock.now());
      } catch (error) {
        onFault('decode', error);
      }
      if (receiver.waiting) ticker.add(flush);
    },
    handlePcm(pcm) {
      if (listeners.size > 0) earlyAudio.hear(pcm);
    },
    takeEarlyAudio: earlyAudio.take,
    close() {
      earlyAudio.close();
      ticker.remove(flush);
      receiver.free();
    },
  };
}
