/** Words a second that no speaker exceeds; the rest was made up by the model. */
const MAX_WORDS_PER_SECOND = 7;
/** Words a second from which a repetition is the model's, not the speaker's. */
const HURRIED = 5;
const SPARE_WORDS = 3;
const MAX_LOOP_WORDS = 8;

/**
 * What a recogniser heard in `seconds` of sound, made fit to be shown: trimmed, begun with a capital,
 * without the loops that a sequence model falls into on noise. Empty when there were no words.
 */
export function tidyText(raw: string, seconds: number): string {
  const words = raw
    .normalize('NFC')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/(\p{L}{1,3}?)\1{5,}/gu, '$1')
    .split(/\s+/)
    .filter(Boolean);
  const limit = Math.ceil(seconds * MAX_WORDS_PER_SECOND) + SPARE_WORDS;
  const hurried = words.length > seconds * HURRIED;
  const text = collapseLoops(words, hurried).slice(0, limit).join(' ');
  if (!/[\p{L}\p{N}]/u.test(text)) return '';
  return text.replace(/^\P{L}*\p{L}/u, (start) => start.toUpperCase());
}

/** Says a phrase once when it comes three times running; one word may come four times, unless hurried. */
function collapseLoops(words: readonly string[], hurried: boolean): readonly string[] {
  const kept: string[] = [];
  for (let at = 0; at < words.length; ) {
    const loop = findLoop(words, at, hurried);
    if (loop === undefined) {
      kept.push(words[at] ?? '');
      at += 1;
    } else {
      kept.push(...words.slice(at, at + loop.size));
      at += loop.size * loop.times;
    }
  }
  return kept;
}

function findLoop(words: readonly string[], at: number, hurried: boolean) {
  for (let size = 1; size <= MAX_LOOP_WORDS; size += 1) {
    let times = 1;
    while (samePhrase(words, at, at + times * size, size)) times += 1;
    if (times >= (hurried || size > 1 ? 3 : 5)) return { size, times };
  }
  return undefined;
}

function samePhrase(words: readonly string[], left: number, right: number, size: number): boolean {
  if (right + size > words.length) return false;
  for (let index = 0; index < size; index += 1) {
    if (bare(words[left + index]) !== bare(words[right + index])) return false;
  }
  return true;
}

function bare(word: string | undefined): string {
  return (word ?? '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
