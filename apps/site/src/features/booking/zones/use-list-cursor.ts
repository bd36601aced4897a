import { useEffect, useState } from 'react';

export interface ListCursor {
  readonly index: number;
  /** Wraps around. */
  move(step: 1 | -1): void;
}

/** A cursor in a list of `length`; it returns to `start` whenever `occasion` changes. */
export function useListCursor(length: number, start: number, occasion: string): ListCursor {
  const [index, setIndex] = useState(start);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the occasion only triggers the reset
  useEffect(() => setIndex(start), [occasion, start]);
  return {
    index: Math.min(index, Math.max(0, length - 1)),
    move: (step) => setIndex((before) => (length === 0 ? 0 : (before + step + length) % length)),
  };
}
