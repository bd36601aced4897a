/** What LiveKit recommends for a message; it takes no more than 65,535 bytes. */
const MAX_BYTES = 15_000;
/** The first byte of a frame that is continued by the next one. JSON never begins with it. */
export const CONTINUED = 0;

/** A text as the binary frames that clients and servers of room protocol 3 put together. */
export function splitText(text: string): readonly Uint8Array<ArrayBuffer>[] {
  const bytes = new TextEncoder().encode(text);
  const frames: Uint8Array<ArrayBuffer>[] = [];
  let start = 0;
  for (; bytes.length - start > MAX_BYTES; start += MAX_BYTES) {
    const frame = new Uint8Array(MAX_BYTES + 1);
    frame[0] = CONTINUED;
    frame.set(bytes.subarray(start, start + MAX_BYTES), 1);
    frames.push(frame);
  }
  frames.push(bytes.slice(start));
  return frames;
}
