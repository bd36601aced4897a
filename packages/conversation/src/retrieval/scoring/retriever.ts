/** Something that may answer a question. */
export interface Candidate {
  /** The higher the likelier, about 0 to 1; comparable within one retriever. */
  readonly score: number;
}

/** Finds what may answer a question. Another way to search stands behind the same door. */
export interface Retriever<Found extends Candidate, Options = object> {
  /** Best first. */
  search(question: string, options?: Options): Found[];
}

export type Weights<Evidence> = { readonly [Kind in keyof Evidence]: number };

/**
 * How one kind of document is searched: a question is read with the words of the documents, few places are
 * chosen of many, and what speaks for each of them is weighed.
 */
export interface Scoring<Query, Place, Evidence extends Weights<Evidence>> {
  read(question: string): Query;
  /** Places worth a closer look. */
  candidates(query: Query): Iterable<Place>;
  gather(query: Query, place: Place): Evidence;
  readonly weights: Weights<Evidence>;
}

export interface Judged<Place, Evidence> extends Candidate {
  readonly place: Place;
  readonly evidence: Evidence;
}

/** Weighs what speaks for each candidate; in the order of the candidates. */
export function judgeCandidates<Query, Place, Evidence extends Weights<Evidence>>(
  scoring: Scoring<Query, Place, Evidence>,
  query: Query,
): Judged<Place, Evidence>[] {
  return Array.from(scoring.candidates(query), (place) => {
    const evidence = scoring.gather(query, place);
    return { place, evidence, score: weigh(evidence, scoring.weights) };
  });
}

/** The weighted sum, in the order in which the weights are written. */
export function weigh<Evidence extends Weights<Evidence>>(
  evidence: Evidence,
  weights: Weights<Evidence>,
): number {
  let sum = 0;
  for (const kind of Object.keys(weights) as (keyof Evidence)[])
    sum += weights[kind] * evidence[kind];
  return sum;
}
