import { CONVERSATION_SAMPLE_RATE } from '@kindling/protocol/constants';
import { OPUS_RTP_RATE, type OpusDecoder } from '../audio/opus-codec.ts';
import type { RtpPacket } from '../rtp/packet.ts';
import { createJitterBuffer, type JitterItem } from './jitter-buffer.ts';

const TIMESTAMPS_PER_SAMPLE = OPUS_RTP_RATE / CONVERSATION_SAMPLE_RATE;
const DEFAULT_FRAME = CONVERSATION_SAMPLE_RATE / 50;
/** Silence put in where a sender paused; longer pauses are cut, nobody waits for silence. */
const MAX_SILENCE = CONVERSATION_SAMPLE_RATE / 2;
/** Nobody speaks faster than time passes: audio further ahead than this, ms, is not decoded. */
const MAX_AHEAD = 5_000;
/** A sender's clock may be a little fast; for hours that adds up. */
const CLOCK_TOLERANCE = 1.05;

export interface VoiceReceiver {
  /** True while a missing packet holds others back; call `flush` as time passes. */
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

/** Microphone packets of one sender to continuous audio: reordered, decoded, losses concealed. */
export function createVoiceReceiver(options: VoiceReceiverOptions): VoiceReceiver {
  const { decoder, onAudio, onConcealed } = options;
  const jitter = createJitterBuffer();
  let frame = DEFAULT_FRAME;
  let expected = 0;
  let freed = false;
  /** Audio given beyond the time that has passed, ms. */
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

  /** Sequence numbers in a row but time went on: the sender had nothing to say (DTX). */
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
    // A listener may end the call at any frame, which frees the decoder.
    for (let index = 1; index < count && !freed; index++) deliver(decoder.decodePacketLoss(frame));
    if (!freed) deliver(recover(next.payload));
  };

  /** The last lost frame from the copy in the packet behind it; guessed where there is none. */
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
