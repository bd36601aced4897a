/** One place in texts that say the same: the word that each has there, and '' where one has none. */
type Place = readonly string[];

/** By what words are compared: no marks around them, no capitals. */
const plainOf = (word: string) =>
  word.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => plainOf(word) !== '');

/**
 * The words on which most of these texts agree, place by place, and the first text's where none do. Several hearings of
 * one sound so make fewer mistakes than each of them (ROVER; Fiscus, 1997).
 */
export function findAgreement(texts: readonly string[]): string {
  const [first = [], ...others] = texts.map(wordsOf);
  const start: readonly Place[] = first.map((word) => [word]);
  const places = others.reduce((known, words, at) => addWords(known, words, at + 1), start);
  return places
    .map(mostOften)
    .filter((word) => word !== '')
    .join(' ');
}

/** As most of those that agree write it. */
function mostOften(place: Place): string {
  return largestGroup(largestGroup(place, plainOf), (word) => word)[0] ?? '';
}

function largestGroup(words: Place, keyOf: (word: string) => string): Place {
  const groups = [...Map.groupBy(words, keyOf).values()];
  return groups.reduce((most, one) => (one.length > most.length ? one : most));
}

/** How the words of one more text come to stand beside the places of the others. */
type Step = 'beside' | 'without' | 'between';

/** @param texts how many there are in `places` */
function addWords(
  places: readonly Place[],
  words: readonly string[],
  texts: number,
): readonly Place[] {
  const between: Place = Array.from({ length: texts }, () => '');
  const result: Place[] = [];
  let [row, column] = [places.length, words.length];
  for (const step of stepsBack(places, words)) {
    if (step !== 'between') row -= 1;
    if (step !== 'without') column -= 1;
    const place = step === 'between' ? between : (places[row] ?? between);
    result.push([...place, step === 'without' ? '' : (words[column] ?? '')]);
  }
  return result.reverse();
}

/** The steps that change the least, from the last to the first. */
function stepsBack(places: readonly Place[], words: readonly string[]): readonly Step[] {
  const plainWords = words.map(plainOf);
  const known = places.map((place) => new Set(place.map(plainOf)));
  const costs = [...Array(places.length + 1)].map(() => new Uint16Array(words.length + 1));
  const at = (row: number, column: number) => costs[row]?.[column] ?? Number.POSITIVE_INFINITY;
  const costOf = (row: number, word: string) => (known[row - 1]?.has(word) ? 0 : 1);
  const ways = (row: number, column: number): readonly (readonly [Step, number])[] => [
    ['beside', at(row - 1, column - 1) + costOf(row, plainWords[column - 1] ?? '')],
    ['without', at(row - 1, column) + costOf(row, '')],
    ['between', at(row, column - 1) + 1],
  ];
  const best = (row: number, column: number) =>
    ways(row, column).reduce((least, one) => (one[1] < least[1] ? one : least));

  costs.forEach((line, row) => {
    for (let column = 0; column < line.length; column += 1)
      if (row + column > 0) line[column] = best(row, column)[1];
  });
  const steps: Step[] = [];
  let [row, column] = [places.length, words.length];
  while (row + column > 0) {
    const [step] = best(row, column);
    steps.push(step);
    if (step !== 'between') row -= 1;
    if (step !== 'without') column -= 1;
  }
  return steps;
}
