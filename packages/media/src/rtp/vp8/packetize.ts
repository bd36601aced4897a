/** Leaves room for headers, encryption and tunnels within an ordinary network packet. */
const MAX_PAYLOAD = 1_100;
const DESCRIPTOR = 4;

/** True for a key frame. */
export function isVp8KeyFrame(frame: Uint8Array): boolean {
  return frame.length > 0 && ((frame[0] ?? 1) & 0x01) === 0;
}

/** Splits one VP8 frame into packet payloads with a 15-bit picture id (RFC 7741). */
export function packetizeVp8(frame: Uint8Array, pictureId: number): Uint8Array[] {
  const room = MAX_PAYLOAD - DESCRIPTOR;
  const parts = Math.max(1, Math.ceil(frame.length / room));
  const size = Math.ceil(frame.length / parts);
  return Array.from({ length: parts }, (_, part) => {
    const piece = frame.subarray(part * size, (part + 1) * size);
    const payload = new Uint8Array(DESCRIPTOR + piece.length);
    payload[0] = part === 0 ? 0x90 : 0x80;
    payload[1] = 0x80;
    payload[2] = 0x80 | ((pictureId >> 8) & 0x7f);
    payload[3] = pictureId & 0xff;
    payload.set(piece, DESCRIPTOR);
    return payload;
  });
}
