/** What LiveKit recommends for a message; it takes no more than 65,535 bytes. */
const MAX_BYTES = 15_000;
/** The first byte of a frame that is continued by the next one. JSON never begins with it. */
const CONTINUED = 0;
/** Of one text that comes in pieces: as much as a data channel of the server's own takes. */
const MAX_TEXT_BYTES = 262_144;
/** Clients split at `MAX_BYTES`; pieces of a few bytes would be messages that no limit counts. */
const MIN_PIECE_BYTES = 10_000;

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

/**
 * Puts the frames of one sender together. Pieces that are too small, or too many, are no text: each of them is
 * reported, so that it counts as a message.
 */
export function createTextReader(events: {
  readonly onText: (text: string) => void;
  readonly onInvalid: () => void;
}): (frame: Uint8Array) => void {
  let pieces: Uint8Array[] = [];
  let length = 0;
  let invalid = false;
  return (frame) => {
    const continued = frame[0] === CONTINUED;
    const piece = continued ? frame.subarray(1) : frame;
    length += piece.length;
    invalid ||= length > MAX_TEXT_BYTES || (continued && piece.length < MIN_PIECE_BYTES);
    if (invalid) pieces = [];
    else pieces.push(piece);
    if (continued && !invalid) return;
    if (invalid) events.onInvalid();
    else events.onText(Buffer.concat(pieces).toString('utf8'));
    if (continued) return;
    pieces = [];
    length = 0;
    invalid = false;
  };
}
