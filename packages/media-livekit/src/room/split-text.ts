/** What LiveKit recommends for a message; it takes no more than 65,535 bytes. */
const MAX_BYTES = 15_000;
/** The first byte of a frame that is continued by the next one. JSON never begins with it. */
const CONTINUED = 0;
/** Of one text that comes in pieces: more than any command takes. */
const MAX_TEXT_BYTES = 2_000_000;

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

/** Puts the frames of one sender together. A text that is too long is dropped, and reported by its last frame. */
export function createTextReader(events: {
  readonly onText: (text: string) => void;
  readonly onTooLong: () => void;
}): (frame: Uint8Array) => void {
  let pieces: Uint8Array[] = [];
  let length = 0;
  return (frame) => {
    const continued = frame[0] === CONTINUED;
    const piece = continued ? frame.subarray(1) : frame;
    length += piece.length;
    if (length <= MAX_TEXT_BYTES) pieces.push(piece);
    else pieces = [];
    if (continued) return;
    const isTooLong = length > MAX_TEXT_BYTES;
    const text = Buffer.concat(pieces).toString('utf8');
    pieces = [];
    length = 0;
    if (isTooLong) events.onTooLong();
    else events.onText(text);
  };
}
