/** What LiveKit recommends for a message; it takes no more than 65,535 bytes. */
const MAX_BYTES = 15_000;
/** The first byte of a frame that is continued by the next one. JSON never begins with it. */
const CONTINUED = 0;

/** A text as binary frames, as clients of room protocol 3 put them together. */
export function splitText(text: string): readonly Uint8Array[] {
  const bytes = Buffer.from(text, 'utf8');
  const frames: Uint8Array[] = [];
  let start = 0;
  for (; bytes.length - start > MAX_BYTES; start += MAX_BYTES)
    frames.push(Buffer.concat([Buffer.of(CONTINUED), bytes.subarray(start, start + MAX_BYTES)]));
  frames.push(bytes.subarray(start));
  return frames;
}
