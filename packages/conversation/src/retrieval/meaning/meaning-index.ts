import { likeness, meanOf, toLengthOne } from './vectors.ts';

/** How near the meaning of a question is to the examples of one entry; 1: the same, 0: unrelated. */
export interface MeaningNearness {
  readonly meaning: number;
  /** Where the nearest is very near, it counts for more. */
  readonly meaningSquare: number;
  /** Mean of the three nearest. */
  readonly meaningThree: number;
  /** With the middle of all of them. */
  readonly meaningCentre: number;
  /**
   * How likely it is meant, as it was learned by comparing all entries; 0: less than one in 3,000, 1: for sure. Its
   * weight is learned among hundreds of entries: among few it would say too much.
   */
  readonly judged: number;
}

export interface MeaningComparison {
  of(id: string): MeaningNearness;
  /** The entries whose examples are near on the whole, best first. */
  nearestIds(limit: number): string[];
}

/** A question, and what was learned about it. */
export interface AskedMeaning {
  readonly meaning: Float32Array;
  /** The logarithm of how likely this entry is meant. */
  readonly judge: (id: string) => number;
}

export interface MeaningExample {
  readonly id: string;
  /** As `toMeaning` makes it. */
  readonly meaning: Float32Array;
}

const NONE: MeaningNearness = {
  meaning: 0,
  meaningSquare: 0,
  meaningThree: 0,
  meaningCentre: 0,
  judged: 0,
};
/** Below it an entry is not meant. */
const MIN_LOG_LIKELIHOOD = -8;
const NEAREST = 3;

export function createMeaningIndex(
  examples: readonly MeaningExample[],
): (asked: AskedMeaning) => MeaningComparison {
  const byId = new Map<string, Float32Array[]>();
  for (const { id, meaning } of examples) {
    const known = byId.get(id);
    if (known === undefined) byId.set(id, [meaning]);
    else known.push(meaning);
  }
  const entries = Array.from(byId, ([id, meanings]) => ({
    id,
    meanings,
    centre: toLengthOne(meanOf(meanings)),
  }));
  return ({ meaning: question, judge }) => {
    const centres = new Map(entries.map(({ id, centre }) => [id, likeness(question, centre)]));
    return {
      of(id) {
        const meanings = byId.get(id);
        if (meanings === undefined) return NONE;
        const all = meanings.map((meaning) => likeness(question, meaning));
        return {
          ...nearness(all),
          meaningCentre: centres.get(id) ?? 0,
          judged: toEvidence(judge(id)),
        };
      },
      nearestIds: (limit) =>
        [...centres]
          .sort((left, right) => right[1] - left[1])
          .slice(0, limit)
          .map(([id]) => id),
    };
  };
}

/** The logarithm of how likely something is, as evidence between 0 and 1. */
export function toEvidence(logLikelihood: number): number {
  return 1 - Math.max(MIN_LOG_LIKELIHOOD, logLikelihood) / MIN_LOG_LIKELIHOOD;
}

function nearness(all: readonly number[]): Omit<MeaningNearness, 'meaningCentre' | 'judged'> {
  const nearest = [...all].sort((left, right) => right - left).slice(0, NEAREST);
  const meaning = Math.max(0, nearest[0] ?? 0);
  return {
    meaning,
    meaningSquare: meaning ** 2,
    meaningThree: nearest.reduce((sum, value) => sum + value, 0) / NEAREST,
  };
}
