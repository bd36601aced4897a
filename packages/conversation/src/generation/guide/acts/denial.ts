/** “No, I am not the parent, I am the student”, “I'm not a school, I'm a developer”. */
const DENIES =
  /^(?:(?:no|sorry|what|but|oh|um|uh|well|wait|look|hang on)[\s,.?!]+){0,4}(?:i(?:['’]m| am)|we(?:['’]re| are)) not (?:(?:a|an|the|any|your)\s)[^,.;!?]{2,40}[,.;!?]+\s+(?=(?:but |and |so )?(?:i|we)\b)/iu;

/** A turn without what the caller is not, where they go on about themselves. */
export function withoutDenial(turn: string): string {
  return turn.replace(DENIES, '');
}
