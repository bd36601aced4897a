/** What repeats the part before it, and how often at most. */
const REPEAT = /^\{(\d{1,9})(?:,(\d{0,9}))?\}/;

/**
 * No fewer steps than a regex has once its repeats are written out, as its engine does: a few characters may stand for
 * a million of them. Infinite where it is not looked at.
 */
export function regexSize(regex: string): number {
  // Literal text within these could hide what is counted here.
  if (regex.includes('\\Q')) return Number.POSITIVE_INFINITY;
  const outer: number[] = [];
  let size = 0;
  let last = 0;
  for (let at = 0; at < regex.length; ) {
    const [repeat, least = '', most = ''] = REPEAT.exec(regex.slice(at, at + 24)) ?? [];
    const character = regex[at] ?? '';
    if (repeat !== undefined) {
      const times = Math.max(1, Number(least), Number(most));
      size += last * (times - 1) + times;
      last = last * times + times;
    } else if (character === '(') {
      outer.push(size);
      size = 0;
      last = 0;
    } else if (character === ')') {
      // Of one that opens nowhere all that was before counts.
      last = size + 2;
      size = (outer.pop() ?? 0) + last;
    } else {
      last = 1;
      size += 1;
    }
    at += repeat?.length ?? lengthAt(regex, at);
  }
  return outer.reduce((sum, one) => sum + one, size);
}

/** Characters of what stands here: one, an escape, or a class. */
function lengthAt(regex: string, start: number): number {
  if (regex[start] === '\\') return 2;
  if (regex[start] !== '[') return 1;
  let at = start + (regex[start + 1] === '^' ? 2 : 1);
  // In front a bracket is one of the class.
  if (regex[at] === ']') at += 1;
  while (at < regex.length && regex[at] !== ']') {
    const named = /^\[:\^?\w+:\]/.exec(regex.slice(at, at + 24))?.[0];
    at += named?.length ?? (regex[at] === '\\' ? 2 : 1);
  }
  return at + 1 - start;
}
