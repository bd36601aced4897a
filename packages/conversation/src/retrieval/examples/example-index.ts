import { exampleTerms, isConcept } from './example-terms.ts';

/** A question, and the entry that answers it. */
export interface Example {
  readonly id: string;
  readonly text: string;
}

/** How near a question is to the examples of one entry. */
export interface Nearness {
  /** Cosine with the nearest example, 0 to 1. */
  readonly nearest: number;
  /** Mean of the cosines with the three nearest. */
  readonly nearestThree: number;
  /** Cosine with all of them together. */
  readonly centre: number;
  /** How much likelier its words are among them than among all examples, as a logarithm (naive Bayes). */
  readonly lift: number;
}

export interface Comparison {
  of(id: string): Nearness;
  /** The entries with the nearest examples, best first. */
  nearestIds(limit: number): string[];
  /** The examples of an entry that are nearest, best first; at most four. */
  nearestTexts(id: string): string[];
  /** The share of the question, by worth, that is in no example. */
  readonly unknown: number;
}

/** A text as places of terms, with the worth of each; the squares of the worths sum to 1 or, without rare pairs, less. */
interface Vector {
  readonly terms: readonly number[];
  readonly worths: readonly number[];
}

/** Where a term occurs: in which example or entry, and with what worth. Two lists: pairs took half of the start. */
interface Posting {
  readonly places: number[];
  readonly worths: number[];
}

/** Of the background, in examples: what an entry is expected to contain anyway. */
const SMOOTHING = 4;

/** Examples of one entry that are kept for a question. */
const NEAREST = 4;

/** Examples, each under what it is compared by. Made anew at each start, from the knowledge alone. */
export function createExampleIndex(examples: readonly Example[]): (question: string) => Comparison {
  const terms = examples.map(({ text }) => exampleTerms(text));
  const rarity = rarityOf(terms);
  const placeOf = placeTerms(rarity);
  const toVector = (worths: ReadonlyMap<string, number>) => weigh(worths, rarity, placeOf);
  const vectors = terms.map(toVector);
  const byExample: Posting[] = Array.from(placeOf, () => ({ places: [], worths: [] }));
  for (const [place, vector] of vectors.entries())
    for (const [index, term] of vector.terms.entries())
      post(byExample, term, place, vector.worths[index] ?? 0);
  const groups = groupById(examples, vectors, placeOf.size);

  return (question) => {
    const asked = exampleTerms(question);
    const vector = toVector(asked);
    const near = nearestExamples(vector, byExample, examples);
    const { centres, lifts } = groups.compare(vector);
    const cosine = (id: string, index: number) => near.get(id)?.[index]?.cosine ?? 0;
    const centre = (id: string) => centres[groups.placeOf.get(id) ?? -1] ?? 0;
    return {
      of: (id) => ({
        nearest: cosine(id, 0),
        nearestThree: (cosine(id, 0) + cosine(id, 1) + cosine(id, 2)) / 3,
        centre: centre(id),
        lift: lifts[groups.placeOf.get(id) ?? -1] ?? 0,
      }),
      nearestIds: (limit) =>
        Array.from(near.keys(), (id) => [id, cosine(id, 0) + centre(id)] as const)
          .sort((left, right) => right[1] - left[1])
          .slice(0, limit)
          .map(([id]) => id),
      nearestTexts: (id) => (near.get(id) ?? []).map(({ text }) => text),
      unknown: unknownShare(asked, rarity),
    };
  };
}

/** 1 for what is in one example of many, near 0 for what is in all of them. */
function rarityOf(terms: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const example of terms)
    for (const term of example.keys()) counts.set(term, (counts.get(term) ?? 0) + 1);
  const all = terms.length;
  const scale = Math.log(1 + all);
  for (const [term, count] of counts) counts.set(term, Math.log(1 + all / count) / scale);
  return counts;
}

/** Of a term in one example alone. */
const RAREST = 1;

/** Numbers the terms. A pair in one example alone finds nothing else, and more than half of all terms are such. */
function placeTerms(rarity: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [term, rare] of rarity)
    if (rare !== RAREST || isConcept(term)) places.set(term, places.size);
  return places;
}

/** Terms that have no place count for the length alone. */
function weigh(
  all: ReadonlyMap<string, number>,
  rarity: ReadonlyMap<string, number>,
  placeOf: ReadonlyMap<string, number>,
): Vector {
  const terms: number[] = [];
  const worths: number[] = [];
  let squares = 0;
  for (const [term, plain] of all) {
    const worth = plain * (rarity.get(term) ?? 1);
    squares += worth * worth;
    const place = placeOf.get(term);
    if (place === undefined) continue;
    terms.push(place);
    worths.push(worth);
  }
  const length = Math.sqrt(squares) || 1;
  for (const [index, worth] of worths.entries()) worths[index] = worth / length;
  return { terms, worths };
}

interface Near {
  readonly cosine: number;
  readonly text: string;
}

/** By the id of an entry: its nearest examples, the nearest first. */
function nearestExamples(
  vector: Vector,
  byExample: readonly Posting[],
  examples: readonly Example[],
): ReadonlyMap<string, readonly Near[]> {
  const cosines = new Float64Array(examples.length);
  for (const [index, term] of vector.terms.entries())
    addTo(cosines, byExample[term], vector.worths[index] ?? 0);
  const near = new Map<string, Near[]>();
  for (const [place, cosine] of cosines.entries()) {
    const example = examples[place];
    if (cosine === 0 || example === undefined) continue;
    const { id, text } = example;
    const list = near.get(id);
    if (list === undefined) near.set(id, [{ cosine, text }]);
    else keepNearest(list, { cosine, text });
  }
  return near;
}

/** Of equal ones the earlier comes first. */
function keepNearest(list: Near[], one: Near): void {
  let place = list.length;
  while (place > 0 && (list[place - 1]?.cosine ?? 0) < one.cosine) place -= 1;
  if (place >= NEAREST) return;
  list.splice(place, 0, one);
  if (list.length > NEAREST) list.pop();
}

interface Groups {
  readonly placeOf: ReadonlyMap<string, number>;
  compare(vector: Vector): { readonly centres: Float64Array; readonly lifts: Float64Array };
}

interface Group {
  size: number;
  readonly sum: Map<number, number>;
}

/** The examples of each entry taken together. */
function groupById(
  examples: readonly Example[],
  vectors: readonly Vector[],
  termCount: number,
): Groups {
  const placeOf = new Map<string, number>();
  const groups: Group[] = [];
  const background = new Float64Array(termCount);
  for (const [index, { id }] of examples.entries()) {
    const place = placeOf.get(id) ?? placeOf.size;
    placeOf.set(id, place);
    groups[place] ??= { size: 0, sum: new Map() };
    const { terms = [], worths = [] } = vectors[index] ?? {};
    const group = groups[place];
    group.size += 1;
    for (const [at, term] of terms.entries()) {
      const worth = worths[at] ?? 0;
      group.sum.set(term, (group.sum.get(term) ?? 0) + worth);
      background[term] = (background[term] ?? 0) + worth;
    }
  }
  const centres: Posting[] = Array.from(background, () => ({ places: [], worths: [] }));
  const lifts: Posting[] = Array.from(background, () => ({ places: [], worths: [] }));
  for (const [place, { sum }] of groups.entries()) {
    const length = lengthOf(sum.values());
    for (const [term, worth] of sum) {
      const expected = (background[term] ?? 1) / examples.length;
      post(centres, term, place, worth / length);
      post(lifts, term, place, Math.log1p(worth / (expected * SMOOTHING)));
    }
  }
  const sizes = groups.map(({ size }) => size);
  return { placeOf, compare: (vector) => compareGroups(vector, { centres, lifts, sizes }) };
}

interface GroupPostings {
  readonly centres: readonly Posting[];
  readonly lifts: readonly Posting[];
  /** In examples. */
  readonly sizes: readonly number[];
}

function compareGroups(vector: Vector, postings: GroupPostings) {
  const centres = new Float64Array(postings.sizes.length);
  const lifts = new Float64Array(postings.sizes.length);
  let known = 0;
  for (const [index, term] of vector.terms.entries()) {
    const worth = vector.worths[index] ?? 0;
    known += worth;
    addTo(centres, postings.centres[term], worth);
    addTo(lifts, postings.lifts[term], worth);
  }
  for (const [place, size] of postings.sizes.entries())
    lifts[place] = (lifts[place] ?? 0) + known * Math.log(SMOOTHING / (size + SMOOTHING));
  return { centres, lifts };
}

function addTo(sums: Float64Array, posting: Posting | undefined, worth: number): void {
  const { places = [], worths = [] } = posting ?? {};
  for (const [at, place] of places.entries())
    sums[place] = (sums[place] ?? 0) + worth * (worths[at] ?? 0);
}

function unknownShare(
  asked: ReadonlyMap<string, number>,
  rarity: ReadonlyMap<string, number>,
): number {
  let all = 0;
  let unknown = 0;
  for (const [term, plain] of asked) {
    if (!isConcept(term)) continue;
    const rare = rarity.get(term);
    const worth = plain * (rare ?? 1);
    all += worth * worth;
    if (rare === undefined) unknown += worth * worth;
  }
  return all === 0 ? 0 : unknown / all;
}

function lengthOf(worths: Iterable<number>): number {
  let sum = 0;
  for (const worth of worths) sum += worth * worth;
  return Math.sqrt(sum) || 1;
}

function post(postings: readonly Posting[], term: number, place: number, worth: number): void {
  const posting = postings[term];
  posting?.places.push(place);
  posting?.worths.push(worth);
}
