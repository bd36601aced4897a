import { hasSubject, type Word } from './words.ts';

/**
 * How likely one word was meant for the other, 0 to 1: same concept, same sound, one a prefix of the other,
 * or a few letters apart. Words without a subject are only ever themselves.
 */
export function similarity(heard: Word, known: Word): number {
  if (heard.concept === known.concept) return 1;
  if (!hasSubject(heard) || !hasSubject(known)) return 0;
  return Math.max(soundSimilarity(heard, known), spellingSimilarity(heard.raw, known.raw));
}

function soundSimilarity(heard: Word, known: Word): number {
  const [first, second] = heard.sounds;
  const [knownFirst, knownSecond] = known.sounds;
  const shortest = Math.min(heard.raw.length, known.raw.length);
  if (shortest < 3 || first === '') return 0;
  if (first === knownFirst || first === knownSecond || second === knownFirst) {
    if (first.length > 2) return 0.85;
    // Short codes say little ("fly", "feel"): the spelling has to agree.
    return distance(heard.raw, known.raw, 2) <= 2 ? 0.2 + 0.25 * first.length : 0;
  }
  // "copper" for "COPPA".
  if (heard.soundWithoutR === known.soundWithoutR && distance(heard.raw, known.raw, 2) <= 2) {
    return 0.7;
  }
  const longest = Math.max(first.length, knownFirst.length);
  if (longest >= 4 && distance(first, knownFirst, 1) <= 1) return 0.65;
  return 0;
}

function spellingSimilarity(heard: string, known: string): number {
  const shortest = Math.min(heard.length, known.length);
  const longest = Math.max(heard.length, known.length);
  if (shortest < 4) return shortest === 3 && distance(heard, known, 1) <= 1 ? 0.4 : 0;
  if (shortest / longest > 0.5 && (heard.startsWith(known) || known.startsWith(heard))) return 0.8;
  // Two letters may differ in a long word, but not its first as well.
  const limit = longest >= 7 && heard.charAt(0) === known.charAt(0) ? 2 : 1;
  const apart = distance(heard, known, limit);
  if (apart > limit) return 0;
  return apart === 1 ? 0.75 : 0.65;
}

/** Two rows of `distance`, used again: it is asked thousands of times a question. */
const ROW = 64;
let previous = new Uint8Array(ROW);
let current = new Uint8Array(ROW);

/** Edits between two words (insert, delete, replace), or `limit + 1` when there are more; of 63 characters at most. */
export function distance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1;
  if (left.length >= ROW || right.length >= ROW) return left === right ? 0 : limit + 1;
  for (let column = 0; column <= right.length; column++) previous[column] = column;
  for (let row = 1; row <= left.length; row++) {
    current[0] = row;
    let best = row;
    const letter = left.charCodeAt(row - 1);
    for (let column = 1; column <= right.length; column++) {
      const isSame = letter === right.charCodeAt(column - 1);
      const replaced = (previous[column - 1] ?? 0) + (isSame ? 0 : 1);
      const cost = Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      current[column] = cost;
      if (cost < best) best = cost;
    }
    if (best > limit) return limit + 1;
    [previous, current] = [current, previous];
  }
  return previous[right.length] ?? limit + 1;
}
