import { randomInt } from 'node:crypto';
import type { Clock } from '@kindling/protocol/clock';
import { OPUS_RTP_RATE } from '../audio/opus-codec.ts';
import { buildRtp, stampSendTime } from '../rtp/packet.ts';
import { writeSenderReport } from '../rtp/write-rtcp.ts';
import { createRateLimit } from '../transport/rate-limit.ts';
import type { OfferedStream } from '../transport/sdp/offered-stream.ts';
import { createForwarder, type Forwarder } from './forwarder.ts';
import { createPacketCache } from './packet-cache.ts';

/** A receiver that misses more than this needs a lower bitrate, not retransmissions. */
const RESENDS_PER_SECOND = 100;
const VIDEO_RTP_RATE = 90_000;

/** One RTP stream to one receiver, on one of its m-lines. The numbering survives reconnects. */
export interface DownTrack {
  readonly media: 'audio' | 'video';
  readonly ssrc: number;
  readonly mid: string;
  readonly forwarder: Forwarder;
  /** The track it carries, or is reserved for. */
  owner: { readonly sessionId: string; readonly name: string } | null;
  /** Updates payload type and extensions from a later offer. */
  describe(stream: OfferedStream): void;
  resend(sequences: readonly number[]): void;
  /** A sender report; null when nothing was sent since the last one. */
  report(now: number): Buffer | null;
  /** Bytes sent since the last call. */
  takeBytes(): number;
  close(): void;
}

export interface DownTrackOptions {
  readonly stream: OfferedStream;
  readonly clock: Clock;
  readonly transmit: (packet: Buffer) => boolean;
}

export function createDownTrack(options: DownTrackOptions): DownTrack {
  const { clock, transmit } = options;
  const { media } = options.stream;
  const ssrc = randomInt(1, 2 ** 32 - 1);
  const cache = media === 'video' ? createPacketCache() : null;
  const mayResend = createRateLimit({
    perSecond: RESENDS_PER_SECOND,
    burst: RESENDS_PER_SECOND,
    now: clock.now,
  });
  let stream = options.stream;
  let sendTimeId = 0;
  let packets = 0;
  let bytes = 0;
  let takenBytes = 0;
  let reportedPackets = 0;
  let last: { readonly timestamp: number; readonly at: number } | null = null;

  const describe = (next: OfferedStream): void => {
    stream = next;
    sendTimeId = media === 'video' ? (next.extensions.get('sendTime') ?? 0) : 0;
  };
  describe(stream);

  const forwarder = createForwarder({
    media,
    emit({ payload, sequence, timestamp, marker, arrivedAt }) {
      const { payloadType } = stream;
      const packet = buildRtp(
        { payloadType, marker, sequence, timestamp, ssrc, payload },
        sendTimeId,
      );
      cache?.put(sequence, packet);
      stampSendTime(packet, clock.now());
      if (!transmit(packet)) return false;
      packets++;
      bytes += payload.length;
      last = { timestamp, at: arrivedAt };
      return true;
    },
  });

  return {
    media,
    ssrc,
    get mid() {
      return stream.mid;
    },
    forwarder,
    owner: null,
    describe,
    resend(sequences) {
      for (const sequence of sequences) {
        const packet = cache?.take(sequence, clock.now()) ?? null;
        if (packet === null || !mayResend()) continue;
        stampSendTime(packet, clock.now());
        transmit(packet);
      }
    },
    report(now) {
      if (last === null || packets === reportedPackets) return null;
      reportedPackets = packets;
      const rate = media === 'audio' ? OPUS_RTP_RATE : VIDEO_RTP_RATE;
      const timestamp = last.timestamp + Math.round(((now - last.at) * rate) / 1_000);
      return writeSenderReport({ ssrc, time: Date.now(), timestamp, packets, bytes });
    },
    takeBytes() {
      const taken = bytes - takenBytes;
      takenBytes = bytes;
      return taken;
    },
    close() {
      forwarder.setSource(null, clock.now());
      cache?.clear();
    },
  };
}
