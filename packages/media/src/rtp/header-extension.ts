const FIXED_HEADER = 12;
const ONE_BYTE = 0xbede;
const TWO_BYTE = 0x1000;

/**
 * The value of one header extension (RFC 8285) of an RTP packet, as a view; null when the packet has
 * none with this id.
 */
export function readExtension(bytes: Uint8Array, id: number): Uint8Array | null {
  const first = bytes[0] ?? 0;
  if (id === 0 || (first & 0x10) === 0) return null;
  const start = FIXED_HEADER + 4 * (first & 0x0f);
  if (start + 4 > bytes.length) return null;
  const profile = ((bytes[start] ?? 0) << 8) | (bytes[start + 1] ?? 0);
  const words = ((bytes[start + 2] ?? 0) << 8) | (bytes[start + 3] ?? 0);
  const end = Math.min(bytes.length, start + 4 + 4 * words);
  if (profile === ONE_BYTE) return findOneByte(bytes, start + 4, end, id);
  return (profile & 0xfff0) === TWO_BYTE ? findTwoByte(bytes, start + 4, end, id) : null;
}

function findOneByte(bytes: Uint8Array, from: number, end: number, id: number): Uint8Array | null {
  for (let at = from; at < end; ) {
    const head = bytes[at] ?? 0;
    at++;
    if (head === 0) continue;
    const length = (head & 0x0f) + 1;
    if (head >> 4 === 15 || at + length > end) return null;
    if (head >> 4 === id) return bytes.subarray(at, at + length);
    at += length;
  }
  return null;
}

function findTwoByte(bytes: Uint8Array, from: number, end: number, id: number): Uint8Array | null {
  for (let at = from; at + 1 < end; ) {
    const found = bytes[at] ?? 0;
    if (found === 0) {
      at++;
      continue;
    }
    const length = bytes[at + 1] ?? 0;
    at += 2;
    if (at + length > end) return null;
    if (found === id) return bytes.subarray(at, at + length);
    at += length;
  }
  return null;
}
