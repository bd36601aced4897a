/** What turns were heard as a second time, by the words that were taken for them: both tell what was meant (TURN-42). */
export interface OtherHearings {
  /** @param other undefined: nothing else, whatever the same words were before */
  note(text: string, other: string | undefined): void;
  of(text: string): string | undefined;
  /** Forgets them all. */
  forget(): void;
}

/** Turns that may be answered still: one that is over, and those that its speaker may yet go on with. */
const REMEMBERED = 4;

export function createOtherHearings(): OtherHearings {
  const others = new Map<string, string>();
  return {
    note(text, other) {
      others.delete(text);
      if (other !== undefined) others.set(text, other);
      const [oldest] = others.keys();
      if (others.size > REMEMBERED && oldest !== undefined) others.delete(oldest);
    },
    of: (text) => others.get(text),
    forget: () => others.clear(),
  };
}
