/** In how many documents each term is: what is in few of them tells them apart. */
export interface DocumentFrequency {
  /** The terms of one document. */
  add(terms: ReadonlySet<string>): void;
  of(term: string): number;
  /**
   * Inverse document frequency, 0 for a term that is everywhere to 1 for one that is in few.
   * `smoothing` is added to the count. Only for terms that are somewhere.
   */
  rarity(term: string, smoothing: 0 | 1): number;
}

export function createDocumentFrequency(): DocumentFrequency {
  const counts = new Map<string, number>();
  let size = 0;
  const of = (term: string) => counts.get(term) ?? 0;
  return {
    of,
    add(terms) {
      size += 1;
      for (const term of terms) counts.set(term, of(term) + 1);
    },
    rarity: (term, smoothing) => Math.log((1 + size) / (smoothing + of(term))) / Math.log(1 + size),
  };
}
