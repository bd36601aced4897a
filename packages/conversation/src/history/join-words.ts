/** Begins a clause of its own: the mark before it was meant. */
const CLAUSE =
  /^(and|but|or|so|because|what|who|when|where|why|how|which|can|could|do|does|did|is|are|will|would|i|i'm|we|we're|my|our)\b/i;
const PROPER = /^(I\b|[A-Z]{2,}|[A-Z][a-z]+\s[A-Z])/;

/**
 * What was said before a pause and after it, as one: the recogniser ends every piece with a full stop, and begins the
 * next one large.
 */
export function joinWords(before: string, after: string): string {
  if (before === '' || after === '') return before + after;
  if (/[?!]$/.test(before) && CLAUSE.test(after)) return `${before} ${after}`;
  const start = PROPER.test(after) ? after : after.charAt(0).toLowerCase() + after.slice(1);
  const mark = CLAUSE.test(after) ? ',' : '';
  return `${before.replace(/[\s.,;:!?…–—-]+$/u, '')}${mark} ${start}`;
}
