import { randomInt } from 'node:crypto';
import { OPUS_RTP_RATE } from '../opus/opus-codec.ts';
import { buildRtp } from '../rtp/packet.ts';

/** An encoded frame of somebody's voice; `time` in ms on the clock all senders share. */
export interface VoiceFrame {
  readonly payload: Uint8Array;
  readonly time: number;
  readonly first: boolean;
}

/** Numbers and stamps the frames one receiver is sent; the numbering outlives its connections. */
export interface VoiceSender {
  readonly ssrc: number;
  payloadType: number;
  send(frame: VoiceFrame): boolean;
}

export function createVoiceSender(transmit: (packet: Buffer) => boolean): VoiceSender {
  const ssrc = randomInt(1, 2 ** 32 - 1);
  const timestampBase = randomInt(2 ** 32 - 1);
  // Not near the wrap: a receiver that joins there may guess the wrong rollover count.
  let sequence = randomInt(2 ** 15);
  let interrupted = true;
  return {
    ssrc,
    payloadType: 111,
    send(frame) {
      const packet = buildRtp({
        payloadType: this.payloadType,
        marker: frame.first || interrupted,
        sequence,
        timestamp: (timestampBase + Math.round((frame.time * OPUS_RTP_RATE) / 1_000)) >>> 0,
        ssrc,
        payload: frame.payload,
      });
      const sent = transmit(packet);
      interrupted = !sent;
      if (sent) sequence = (sequence + 1) & 0xffff;
      return sent;
    },
  };
}
