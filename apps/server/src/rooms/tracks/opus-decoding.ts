import type { TrackPacket } from '@kindling/media';
import { createDecoder, type OpusDecoderHandle, type SampleRate } from 'libopus-wasm';
import { createPacketOrder } from './packet-order.ts';
import { createTrackTimeline } from './track-timeline.ts';

/** RTP timestamps of Opus count at this rate whatever is encoded (RFC 7587). */
export const OPUS_RTP_RATE = 48_000;
/** Ms for a packet that is late. */
const TIMEOUT = 60;
/** Longer losses are silence. */
const MAX_CONCEALED = 5;

export interface OpusDecoding {
  push(packet: TrackPacket, arrivedAt: number): void;
  close(): void;
}

export interface OpusDecodingOptions {
  readonly sampleRate: SampleRate;
  /** Mono, in order; `at` is when its first sample belongs, on the clock of `arrivedAt`. */
  readonly onAudio: (pcm: Int16Array, at: number) => void;
  readonly onFault: (error: unknown) => void;
}

/**
 * Packets of one sender to sound with its place in time; short losses are concealed. What comes
 * before the decoder is there waits for it.
 */
export function createOpusDecoding(options: OpusDecodingOptions): OpusDecoding {
  const { sampleRate, onAudio, onFault } = options;
  const timeline = createTrackTimeline(OPUS_RTP_RATE);
  const waiting: (() => void)[] = [];
  let decoder: OpusDecoderHandle | null = null;
  let frame = sampleRate / 50;
  let closed = false;
  const order = createPacketOrder({
    patience: TIMEOUT,
    onPacket(packet, arrivedAt, lost) {
      if (decoder === null) return;
      const at = timeline.at(packet.timestamp, arrivedAt);
      const length = (frame * 1_000) / sampleRate;
      for (let back = Math.min(lost, MAX_CONCEALED); back > 0; back -= 1) {
        onAudio(decoder.decodePacketLoss(frame), at - back * length);
      }
      if (packet.payload.length === 0) return;
      const pcm = decode(decoder, packet.payload, frame);
      frame = pcm.length;
      onAudio(pcm, at);
    },
  });

  function start(made: OpusDecoderHandle): void {
    decoder = made;
    for (const push of waiting.splice(0)) push();
    if (closed) free();
  }

  function free(): void {
    order.drain();
    decoder?.free();
    decoder = null;
  }

  createDecoder({ sampleRate, channels: 1 }).then(start).catch(onFault);
  return {
    push(packet, arrivedAt) {
      if (closed) return;
      const push = () => order.push(packet, arrivedAt);
      if (decoder === null) waiting.push(push);
      else push();
    },
    close() {
      if (closed) return;
      closed = true;
      if (decoder !== null) free();
    },
  };
}

function decode(decoder: OpusDecoderHandle, payload: Uint8Array, frame: number): Int16Array {
  try {
    return decoder.decode(payload);
  } catch {
    return decoder.decodePacketLoss(frame);
  }
}
