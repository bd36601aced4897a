import { useEffect, useState } from 'react';

export interface ListCursor {
  readonly index: number;
  /** Goes on from the other end. */
  move(step: 1 | -1): void;
}

/** The place in a list of `length`; it returns to `start` whenever `occasion` changes. */
export function useListCursor(length: number, start: number, occasion: string): ListCursor {
  const [index, setIndex] = useState(start);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the occasion is the reason, not a value that is read
  useEffect(() => setIndex(start), [occasion, start]);
  return {
    index: Math.min(index, Math.max(0, length - 1)),
    move: (step) => setIndex((before) => (length === 0 ? 0 : (before + step + length) % length)),
  };
}
