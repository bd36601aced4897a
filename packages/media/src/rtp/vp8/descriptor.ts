/** Offsets in the payload descriptor of a VP8 packet (RFC 7741). */
export interface Vp8Descriptor {
  /** Length of the descriptor, bytes. */
  readonly length: number;
  /** The first packet of a frame. */
  readonly start: boolean;
  /** The first packet of a key frame. */
  readonly keyFrame: boolean;
  /** Offset and size of the picture id; 0 for none. */
  readonly pictureIdAt: number;
  readonly pictureIdBits: 0 | 7 | 15;
  /** Offset of TL0PICIDX; 0 for none. */
  readonly tl0At: number;
}

/** Null for a payload that is too short to be VP8. */
export function readVp8Descriptor(payload: Uint8Array): Vp8Descriptor | null {
  const first = payload[0];
  if (first === undefined) return null;
  const start = (first & 0x10) !== 0 && (first & 0x07) === 0;
  let at = 1;
  let pictureIdAt = 0;
  let pictureIdBits: 0 | 7 | 15 = 0;
  let tl0At = 0;
  if ((first & 0x80) !== 0) {
    const flags = payload[at++] ?? 0;
    if ((flags & 0x80) !== 0) {
      pictureIdAt = at;
      pictureIdBits = ((payload[at] ?? 0) & 0x80) !== 0 ? 15 : 7;
      at += pictureIdBits === 15 ? 2 : 1;
    }
    if ((flags & 0x40) !== 0) tl0At = at++;
    if ((flags & 0x30) !== 0) at++;
  }
  const header = payload[at];
  if (header === undefined) return null;
  const keyFrame = start && (header & 0x01) === 0;
  return { length: at, start, keyFrame, pictureIdAt, pictureIdBits, tl0At };
}

export function readPictureId(payload: Uint8Array, descriptor: Vp8Descriptor): number {
  const high = payload[descriptor.pictureIdAt] ?? 0;
  if (descriptor.pictureIdBits === 7) return high & 0x7f;
  return ((high & 0x7f) << 8) | (payload[descriptor.pictureIdAt + 1] ?? 0);
}

export function writePictureId(payload: Uint8Array, descriptor: Vp8Descriptor, id: number): void {
  const at = descriptor.pictureIdAt;
  if (descriptor.pictureIdBits === 7) payload[at] = id & 0x7f;
  else {
    payload[at] = 0x80 | ((id >> 8) & 0x7f);
    payload[at + 1] = id & 0xff;
  }
}
