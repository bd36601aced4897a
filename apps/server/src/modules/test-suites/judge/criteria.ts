/** One line of a rubric. */
export interface Criterion {
  readonly text: string;
  /** Whether it says what must not be. */
  readonly isNegated: boolean;
  readonly demand: /** Words in quotes: all of them, or any where “or” stands between. */
    | { readonly type: 'phrases'; readonly phrases: readonly string[]; readonly any: boolean }
    | { readonly type: 'longest'; readonly words: number }
    | { readonly type: 'ends-call' }
    /** No quotes: what the line is about. */
    | { readonly type: 'topic' };
}

const QUOTED = /"([^"\n]{1,500})"|“([^”\n]{1,500})”/g;
const NEGATION = /\b(?:not|never|no|without|avoids?|nor|cannot)\b|n['’]t\b/i;
const MAX_CHARACTERS =
  /\b(?:at most|no more than|not more than|up to|max(?:imum)?(?: of)?|under|fewer than|less than|within)\s+(\d{1,4})\s+words\b/i;
const EXCLUSIVE = /\b(?:under|fewer than|less than)\s+\d/i;
const ENDS_CALL =
  /\b(?:ends?|ended|hangs? up)\b.{0,20}\b(?:call|conversation|line)\b|\bhangs? up\b/i;
const BULLET = /^(?:[-*•]|\d{1,3}[.)])\s+/;

/** The criteria of a rubric: a line each. */
export function readCriteria(rubric: string): Criterion[] {
  return rubric
    .split(/\r?\n/)
    .map((line) => line.trim().replace(BULLET, ''))
    .filter((line) => line !== '')
    .map(readCriterion);
}

function readCriterion(text: string): Criterion {
  const length = MAX_CHARACTERS.exec(text);
  if (length !== null) {
    const words = Number(length[1]) - (EXCLUSIVE.test(length[0]) ? 1 : 0);
    return { text, isNegated: false, demand: { type: 'longest', words } };
  }
  const phrases = [...text.matchAll(QUOTED)].map(([, plain, curly]) => plain ?? curly ?? '');
  if (phrases.length > 0) {
    // What is quoted may itself hold a “not” or an “or”.
    const around = text.replaceAll(QUOTED, '""');
    const any = /""[\s,]*or\s+""/i.test(around);
    return { text, isNegated: NEGATION.test(around), demand: { type: 'phrases', phrases, any } };
  }
  const isNegated = NEGATION.test(text);
  if (ENDS_CALL.test(text)) return { text, isNegated, demand: { type: 'ends-call' } };
  return { text, isNegated, demand: { type: 'topic' } };
}
