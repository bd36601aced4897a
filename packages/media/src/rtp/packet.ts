/** An RTP packet without its header; `payload` is a view, valid as long as the buffer it came in. */
export interface RtpPacket {
  readonly payloadType: number;
  readonly marker: boolean;
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc: number;
  readonly payload: Uint8Array;
}

const FIXED_HEADER = 12;

/** Parses RTP (RFC 3550), leaving out CSRCs, header extension and padding; null for anything else. */
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

/** RTCP packet types share the port with RTP (RFC 5761). */
function isRtcpType(second: number): boolean {
  return second >= 192 && second <= 223;
}

/** A complete RTP packet with a plain header. Sequence and timestamp wrap by themselves. */
export function buildRtp(packet: RtpPacket): Buffer {
  const bytes = Buffer.allocUnsafe(FIXED_HEADER + packet.payload.length);
  bytes[0] = 0x80;
  bytes[1] = (packet.marker ? 0x80 : 0) | packet.payloadType;
  bytes.writeUInt16BE(packet.sequence & 0xffff, 2);
  bytes.writeUInt32BE(packet.timestamp >>> 0, 4);
  bytes.writeUInt32BE(packet.ssrc >>> 0, 8);
  bytes.set(packet.payload, FIXED_HEADER);
  return bytes;
}
