import { CONTINUED } from '@kindling/protocol/text-frames';

/** Of one text that comes in pieces: as much as a data channel of the server's own takes. */
const MAX_TEXT_BYTES = 262_144;
/** Clients split at 15,000 bytes; pieces of a few bytes would be messages that no limit counts. */
const MIN_PIECE_BYTES = 10_000;

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
