/** An RTP packet; `payload` is a view of the buffer it was parsed from. */
export interface RtpPacket {
  readonly payloadType: number;
  readonly marker: boolean;
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc: number;
  readonly payload: Uint8Array;
}

const FIXED_HEADER = 12;

/** Parses RTP (RFC 3550) without CSRCs, header extensions and padding; null for anything else. */
export function parseRtp(bytes: Uint8Array): RtpPacket | null {
  const first = bytes[0];
  const second = bytes[1];
  if (bytes.length < FIXED_HEADER || first === undefined || second === undefined) return null;
  if (first >> 6 !== 2 || isRtcpType(second)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let start = FIXED_HEADER + 4 * (first & 0x0f);
  if ((first & 0x10) !== 0) {
    if (start + 4 > bytes.length) return null;
    start += 4 + 4 * view.getUint16(start + 2);
  }
  const padding = (first & 0x20) === 0 ? 0 : (bytes[bytes.length - 1] ?? 0);
  const end = bytes.length - padding;
  if (((first & 0x20) !== 0 && padding === 0) || start > end) return null;
  return {
    payloadType: second & 0x7f,
    marker: (second & 0x80) !== 0,
    sequence: view.getUint16(2),
    timestamp: view.getUint32(4),
    ssrc: view.getUint32(8),
    payload: bytes.subarray(start, end),
  };
}

/** Whether the second byte of a packet marks RTCP: it shares the port with RTP (RFC 5761). */
export function isRtcpType(second: number): boolean {
  return second >= 192 && second <= 223;
}

/** Bytes that the send time adds to the header. */
const SEND_TIME_BYTES = 8;
const SEND_TIME_AT = FIXED_HEADER + 5;

/**
 * Writes an RTP packet. Sequence and timestamp wrap around. With `sendTimeId` the header has an
 * absolute send time extension with that id, which `stampSendTime` fills in.
 */
export function buildRtp(packet: RtpPacket, sendTimeId = 0): Buffer {
  const header = FIXED_HEADER + (sendTimeId === 0 ? 0 : SEND_TIME_BYTES);
  const bytes = Buffer.allocUnsafe(header + packet.payload.length);
  bytes[0] = sendTimeId === 0 ? 0x80 : 0x90;
  bytes[1] = (packet.marker ? 0x80 : 0) | packet.payloadType;
  bytes.writeUInt16BE(packet.sequence & 0xffff, 2);
  bytes.writeUInt32BE(packet.timestamp >>> 0, 4);
  bytes.writeUInt32BE(packet.ssrc >>> 0, 8);
  if (sendTimeId !== 0) {
    bytes.writeUInt32BE(0xbede0001, FIXED_HEADER);
    bytes.writeUInt32BE(((sendTimeId << 28) | (2 << 24)) >>> 0, FIXED_HEADER + 4);
  }
  bytes.set(packet.payload, header);
  return bytes;
}

/** Writes the send time into a packet of `buildRtp`: seconds in 6.18 bit fixed point. `now` in ms. */
export function stampSendTime(bytes: Buffer, now: number): void {
  if (bytes[0] !== 0x90) return;
  bytes.writeUIntBE(Math.floor((now * 262.144) % 0x1000000), SEND_TIME_AT, 3);
}
