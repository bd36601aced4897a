import { CONVERSATION_SAMPLE_RATE } from '@kindling/protocol/constants';
import { OPUS_RTP_RATE, type OpusDecoder } from '../audio/opus-codec.ts';
import type { RtpPacket } from '../rtp/packet.ts';
import { createJitterBuffer, type JitterItem } from './jitter-buffer.ts';

const TIMESTAMPS_PER_SAMPLE = OPUS_RTP_RATE / CONVERSATION_SAMPLE_RATE;
const DEFAULT_FRAME = CONVERSATION_SAMPLE_RATE / 50;
/** Longest silence inserted where a sender paused (DTX); longer pauses are shortened. */
const MAX_SILENCE = CONVERSATION_SAMPLE_RATE / 2;
/** Audio this far ahead of real time, ms, is dropped: no microphone records faster than time passes. */
const MAX_AHEAD = 5_000;
/** A sender's clock may run slightly fast, which adds up over hours. */
const CLOCK_TOLERANCE = 1.05;

export interface VoiceReceiver {
  /** True while packets wait for a missing one; keep calling `flush`. */
  readonly waiting: boolean;
  push(packet: RtpPacket, now: number): void;
  flush(now: number): void;
  free(): void;
}

export interface VoiceReceiverOptions {
  readonly decoder: OpusDecoder;
  /** Mono 16 kHz, in order. */
  readonly onAudio: (pcm: Int16Array) => void;
  readonly onConcealed: (packets: number) => void;
}

/** Turns the microphone packets of one sender into continuous PCM: reorders, decodes, conceals losses. */
export function createVoiceReceiver(options: VoiceReceiverOptions): VoiceReceiver {
  const { decoder, onAudio, onConcealed } = options;
  const jitter = createJitterBuffer();
  let frame = DEFAULT_FRAME;
  let expected = 0;
  let freed = false;
  /** How far the delivered audio is ahead of real time, ms. */
  let ahead = 0;
  let lastAt: number | null = null;

  const isInTime = (now: number): boolean => {
    ahead = Math.max(0, ahead - (now - (lastAt ?? now)) * CLOCK_TOLERANCE);
    lastAt = now;
    return ahead < MAX_AHEAD;
  };

  const deliver = (pcm: Int16Array): void => {
    ahead += (pcm.length * 1_000) / CONVERSATION_SAMPLE_RATE;
    expected = (expected + pcm.length * TIMESTAMPS_PER_SAMPLE) >>> 0;
    if (pcm.length > 0 && !freed) onAudio(pcm);
  };

  /** Consecutive sequence numbers but a jump in time: the sender paused (DTX). */
  const fillPause = (packet: RtpPacket): void => {
    const missing = Math.floor(((packet.timestamp - expected) | 0) / TIMESTAMPS_PER_SAMPLE);
    if (missing > 0) deliver(new Int16Array(Math.min(missing, MAX_SILENCE)));
    expected = packet.timestamp;
  };

  const decode = (packet: RtpPacket, fresh: boolean): void => {
    if (fresh) expected = packet.timestamp;
    else fillPause(packet);
    if (packet.payload.length === 0) return;
    try {
      const pcm = decoder.decode(packet.payload);
      frame = pcm.length;
      deliver(pcm);
    } catch {
      onConcealed(1);
      deliver(decoder.decodePacketLoss(frame));
    }
  };

  const conceal = (count: number, next: RtpPacket): void => {
    onConcealed(count);
    // A listener may end the call during any frame, which frees the decoder.
    for (let index = 1; index < count && !freed; index++) deliver(decoder.decodePacketLoss(frame));
    if (!freed) deliver(recover(next.payload));
  };

  /** The last lost frame, from the FEC of the packet after it, or else concealed. */
  const recover = (payload: Uint8Array): Int16Array => {
    if (payload.length < 2) return decoder.decodePacketLoss(frame);
    try {
      return decoder.decode(payload, { decodeFec: true, frameSize: frame });
    } catch {
      return decoder.decodePacketLoss(frame);
    }
  };

  const play = (items: readonly JitterItem[]): void => {
    for (const item of items) {
      if (freed) return;
      if (item.kind === 'packet') decode(item.packet, item.fresh);
      else conceal(item.count, item.next);
    }
  };

  return {
    get waiting() {
      return jitter.waiting;
    },
    push(packet, now) {
      if (freed || !isInTime(now)) return;
      jitter.push(packet, now);
      play(jitter.pull(now));
    },
    flush(now) {
      if (!freed) play(jitter.pull(now));
    },
    free() {
      if (freed) return;
      freed = true;
      decoder.free();
    },
  };
}
