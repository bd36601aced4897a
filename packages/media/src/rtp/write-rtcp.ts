/** Seconds from 1900, the NTP epoch, to 1970. */
const NTP_OFFSET = 2_208_988_800;
const RECEIVER_REPORT = 201;
const TRANSPORT_FEEDBACK = 205;
const PAYLOAD_FEEDBACK = 206;

export interface SenderReport {
  readonly ssrc: number;
  /** Epoch milliseconds that `timestamp` corresponds to. */
  readonly time: number;
  readonly timestamp: number;
  readonly packets: number;
  readonly bytes: number;
}

export interface ReceptionBlock {
  readonly ssrc: number;
  /** In 1/256, 0 to 255. */
  readonly fractionLost: number;
  readonly lost: number;
  readonly highest: number;
  readonly jitter: number;
  readonly lastReport: number;
  /** Time since the last sender report, in 1/65536 s. */
  readonly delay: number;
}

function begin(count: number, type: number, bytes: number): Buffer {
  const packet = Buffer.alloc(bytes);
  packet[0] = 0x80 | count;
  packet[1] = type;
  packet.writeUInt16BE(bytes / 4 - 1, 2);
  return packet;
}

/** Sender report (RFC 3550): maps a stream's RTP timestamps to wall-clock time. */
export function writeSenderReport(report: SenderReport): Buffer {
  const packet = begin(0, 200, 28);
  const seconds = report.time / 1_000 + NTP_OFFSET;
  packet.writeUInt32BE(report.ssrc, 4);
  packet.writeUInt32BE(Math.floor(seconds) >>> 0, 8);
  packet.writeUInt32BE(Math.floor((seconds % 1) * 2 ** 32) >>> 0, 12);
  packet.writeUInt32BE(report.timestamp >>> 0, 16);
  packet.writeUInt32BE(report.packets >>> 0, 20);
  packet.writeUInt32BE(report.bytes >>> 0, 24);
  return packet;
}

/** Receiver report (RFC 3550); at most 31 blocks. */
export function writeReceiverReport(ssrc: number, blocks: readonly ReceptionBlock[]): Buffer {
  const reported = blocks.slice(0, 31);
  const packet = begin(reported.length, RECEIVER_REPORT, 8 + 24 * reported.length);
  packet.writeUInt32BE(ssrc, 4);
  reported.forEach((block, index) => {
    const at = 8 + 24 * index;
    packet.writeUInt32BE(block.ssrc, at);
    packet[at + 4] = block.fractionLost;
    packet.writeUIntBE(Math.max(0, Math.min(0x7fffff, block.lost)), at + 5, 3);
    packet.writeUInt32BE(block.highest >>> 0, at + 8);
    packet.writeUInt32BE(Math.floor(block.jitter) >>> 0, at + 12);
    packet.writeUInt32BE(block.lastReport >>> 0, at + 16);
    packet.writeUInt32BE(Math.floor(block.delay) >>> 0, at + 20);
  });
  return packet;
}

/** Requests a key frame from the sender of `media` (RFC 4585, picture loss indication). */
export function writeKeyFrameRequest(ssrc: number, media: number): Buffer {
  const packet = begin(1, PAYLOAD_FEEDBACK, 12);
  packet.writeUInt32BE(ssrc, 4);
  packet.writeUInt32BE(media, 8);
  return packet;
}

/** Requests packets again (RFC 4585, generic NACK); `sequences` ascending. */
export function writeNack(ssrc: number, media: number, sequences: readonly number[]): Buffer {
  const items: { first: number; mask: number }[] = [];
  for (const sequence of sequences) {
    const last = items.at(-1);
    const ahead = last === undefined ? 0 : (sequence - last.first) & 0xffff;
    if (last !== undefined && ahead >= 1 && ahead <= 16) last.mask |= 1 << (ahead - 1);
    else items.push({ first: sequence, mask: 0 });
  }
  const packet = begin(1, TRANSPORT_FEEDBACK, 12 + 4 * items.length);
  packet.writeUInt32BE(ssrc, 4);
  packet.writeUInt32BE(media, 8);
  items.forEach(({ first, mask }, index) => {
    packet.writeUInt16BE(first, 12 + 4 * index);
    packet.writeUInt16BE(mask, 14 + 4 * index);
  });
  return packet;
}

export interface TransportFeedback {
  readonly ssrc: number;
  readonly media: number;
  /** First transport-wide sequence number that is reported. */
  readonly base: number;
  /** Arrival of each packet from `base` on, ms; null for missing ones. */
  readonly arrivals: readonly (number | null)[];
  /** Number of this message, so that lost ones are noticed. */
  readonly count: number;
}

const RECEIVED_SMALL = 1;
const RECEIVED_LARGE = 2;

/** Transport-wide congestion control feedback: when each packet of a connection arrived. */
export function writeTransportFeedback(feedback: TransportFeedback): Buffer {
  const first = feedback.arrivals.find((arrival) => arrival !== null) ?? 0;
  const reference = Math.floor(first / 64);
  const symbols: number[] = [];
  const deltas: number[] = [];
  let last = reference * 256;
  for (const arrival of feedback.arrivals) {
    if (arrival === null) {
      symbols.push(0);
      continue;
    }
    const delta = Math.max(-32_768, Math.min(32_767, Math.round(arrival * 4) - last));
    last += delta;
    deltas.push(delta);
    symbols.push(delta >= 0 && delta <= 255 ? RECEIVED_SMALL : RECEIVED_LARGE);
  }
  const chunks = Math.ceil(symbols.length / 7);
  const deltaBytes = deltas.reduce((sum, delta) => sum + (delta >= 0 && delta <= 255 ? 1 : 2), 0);
  const length = 20 + 2 * chunks + deltaBytes;
  const packet = begin(15, TRANSPORT_FEEDBACK, Math.ceil(length / 4) * 4);
  packet.writeUInt32BE(feedback.ssrc, 4);
  packet.writeUInt32BE(feedback.media, 8);
  packet.writeUInt16BE(feedback.base & 0xffff, 12);
  packet.writeUInt16BE(symbols.length, 14);
  packet.writeUIntBE(reference & 0xffffff, 16, 3);
  packet[19] = feedback.count & 0xff;
  for (let chunk = 0; chunk < chunks; chunk++) {
    let value = 0xc000;
    for (let index = 0; index < 7; index++)
      value |= (symbols[chunk * 7 + index] ?? 0) << (2 * (6 - index));
    packet.writeUInt16BE(value, 20 + 2 * chunk);
  }
  let at = 20 + 2 * chunks;
  for (const delta of deltas) {
    if (delta >= 0 && delta <= 255) packet[at++] = delta;
    else at = packet.writeInt16BE(delta, at);
  }
  return packet;
}
