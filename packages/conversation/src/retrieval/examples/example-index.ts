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
  /** The examples of an entry that are nearest, best first. */
  nearestTexts(id: string, limit: number): string[];
  /** The share of the question, by worth, that is in no example. */
  readonly unknown: number;
}

/** A text as terms with their worth; the squares of the worths sum to 1. */
type Vector = readonly (readonly [term: string, worth: number])[];
type Posting = readonly [place: number, worth: number, lift?: number];
type Postings = Map<string, Posting[]>;

/** Of the background, in examples: what an entry is expected to contain anyway. */
const SMOOTHING = 4;

/** Examples, each under what it is compared by. Made anew at each start, from the knowledge alone. */
export function createExampleIndex(examples: readonly Example[]): (question: string) => Comparison {
  const terms = examples.map(({ text }) => exampleTerms(text));
  const rarity = rarityOf(terms);
  /** Of a term in one example alone. Pairs like that find nothing else, and are more than half of all terms. */
  const rarest = 1;
  const toVector = (worths: ReadonlyMap<string, number>): Vector =>
    normaliseVector(
      Array.from(worths, ([term, worth]) => [term, worth * (rarity.get(term) ?? 1)] as const),
    ).filter(([term]) => isConcept(term) || rarity.get(term) !== rarest);
  const vectors = terms.map(toVector);
  const byExample: Postings = new Map();
  for (const [place, vector] of vectors.entries())
    for (const [term, worth] of vector) post(byExample, term, [place, worth]);
  const groups = groupById(examples, vectors);

  return (question) => {
    const vector = toVector(exampleTerms(question));
    const near = nearestExamples(vector, byExample, examples);
    const { centres, lifts } = groups.compare(vector);
    const cosine = (id: string, index: number) => near.get(id)?.[index]?.[0] ?? 0;
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
      nearestTexts: (id, limit) => (near.get(id) ?? []).slice(0, limit).map(([, text]) => text),
      unknown: unknownShare(vector, rarity),
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

/** By the id of an entry: its examples, the nearest first. */
function nearestExamples(
  vector: Vector,
  byExample: Postings,
  examples: readonly Example[],
): ReadonlyMap<string, readonly (readonly [cosine: number, text: string])[]> {
  const cosines = new Float64Array(examples.length);
  for (const [term, worth] of vector)
    for (const [place, other] of byExample.get(term) ?? [])
      cosines[place] = (cosines[place] ?? 0) + worth * other;
  const near = new Map<string, [cosine: number, text: string][]>();
  for (const [place, { id, text }] of examples.entries()) {
    const cosine = cosines[place] ?? 0;
    if (cosine === 0) continue;
    const known = near.get(id);
    if (known === undefined) near.set(id, [[cosine, text]]);
    else known.push([cosine, text]);
  }
  for (const list of near.values()) list.sort((left, right) => right[0] - left[0]);
  return near;
}

interface Groups {
  readonly placeOf: ReadonlyMap<string, number>;
  compare(vector: Vector): { readonly centres: Float64Array; readonly lifts: Float64Array };
}

interface Group {
  size: number;
  readonly sum: Map<string, number>;
}

/** The examples of each entry taken together. */
function groupById(examples: readonly Example[], vectors: readonly Vector[]): Groups {
  const placeOf = new Map<string, number>();
  const groups: Group[] = [];
  const background = new Map<string, number>();
  for (const [index, { id }] of examples.entries()) {
    const place = placeOf.get(id) ?? placeOf.size;
    placeOf.set(id, place);
    groups[place] ??= { size: 0, sum: new Map() };
    const group = groups[place];
    group.size += 1;
    for (const [term, worth] of vectors[index] ?? []) {
      group.sum.set(term, (group.sum.get(term) ?? 0) + worth);
      background.set(term, (background.get(term) ?? 0) + worth);
    }
  }
  const postings: Postings = new Map();
  for (const [place, { sum }] of groups.entries()) {
    const length = lengthOf(sum.values());
    for (const [term, worth] of sum) {
      const expected = (background.get(term) ?? 1) / examples.length;
      const lift = Math.log1p(worth / (expected * SMOOTHING));
      post(postings, term, [place, worth / length, lift]);
    }
  }
  return { placeOf, compare: (vector) => compareGroups(vector, postings, groups) };
}

function compareGroups(vector: Vector, postings: Postings, groups: readonly Group[]) {
  const centres = new Float64Array(groups.length);
  const lifts = new Float64Array(groups.length);
  let known = 0;
  for (const [term, worth] of vector) {
    const found = postings.get(term);
    if (found === undefined) continue;
    known += worth;
    for (const [place, centre, lift = 0] of found) {
      centres[place] = (centres[place] ?? 0) + worth * centre;
      lifts[place] = (lifts[place] ?? 0) + worth * lift;
    }
  }
  for (const [place, { size }] of groups.entries())
    lifts[place] = (lifts[place] ?? 0) + known * Math.log(SMOOTHING / (size + SMOOTHING));
  return { centres, lifts };
}

function unknownShare(vector: Vector, rarity: ReadonlyMap<string, number>): number {
  let all = 0;
  let unknown = 0;
  for (const [term, worth] of vector) {
    if (!isConcept(term)) continue;
    all += worth * worth;
    if (!rarity.has(term)) unknown += worth * worth;
  }
  return all === 0 ? 0 : unknown / all;
}

function normaliseVector(worths: Vector): Vector {
  const length = lengthOf(worths.map(([, worth]) => worth));
  return worths.map(([term, worth]) => [term, worth / length] as const);
}

function lengthOf(worths: Iterable<number>): number {
  let sum = 0;
  for (const worth of worths) sum += worth * worth;
  return Math.sqrt(sum) || 1;
}

function post(postings: Postings, term: string, posting: Posting): void {
  const known = postings.get(term);
  if (known === undefined) postings.set(term, [posting]);
  else known.push(posting);
}
