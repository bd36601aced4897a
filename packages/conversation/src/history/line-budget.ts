import { CALL_LINES_MAX, CALL_LINES_MAX_BYTES } from '@kindling/protocol/constants';

/** Bytes of a stored line beside its words: role and times. */
const LINE_OVERHEAD = 150;

/** How much a call may still hold: a number of lines, and of bytes in all. */
export interface LineBudget {
  fits(text: string): boolean;
  /** Counts a line, whether it fits or not. */
  count(text: string): void;
}

export function createLineBudget(): LineBudget {
  let lines = 0;
  let bytes = 0;
  const sizeOf = (text: string) => LINE_OVERHEAD + Buffer.byteLength(text);
  return {
    fits: (text) => lines < CALL_LINES_MAX && bytes + sizeOf(text) <= CALL_LINES_MAX_BYTES,
    count(text) {
      lines += 1;
      bytes += sizeOf(text);
    },
  };
}
