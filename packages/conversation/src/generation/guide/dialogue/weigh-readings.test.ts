import { describe, expect, it } from 'vitest';
import { knowledgeSchema } from '../../../retrieval/entries/knowledge-schema.ts';
import { shareOut } from './decide.ts';
import type { Ranked } from './rank.ts';
import { weighReadings } from './weigh-readings.ts';

const { entries } = knowledgeSchema.parse({
  entries: ['boats', 'prices'].map((id) => ({
    id,
    topic: 'harbour',
    questions: ['one', 'two'],
    answer: `This is ${id}.`,
  })),
});

/** Ranked so that each is as likely as is said, and nothing answers by what is left. */
function rankedBy(shares: Record<string, number>): Ranked[] {
  const none = 1 - Object.values(shares).reduce((sum, share) => sum + share, 0);
  return entries.flatMap((entry) => {
    const share = shares[entry.id];
    return share === undefined ? [] : [{ entry, score: 0, odds: Math.log(share / none) }];
  });
}

const sharesOf = (ranked: readonly Ranked[]) =>
  Object.fromEntries(shareOut(ranked).map(({ entry, share }) => [entry.id, share]));

describe('several readings of a question', () => {
  it('make each as likely as their mean, and so that nothing answers', () => {
    const weighed = weighReadings([
      { ranked: rankedBy({ boats: 0.8 }), weight: 1 },
      { ranked: rankedBy({ boats: 0.2, prices: 0.6 }), weight: 0.5 },
    ]);
    const shares = sharesOf(weighed);
    expect(shares.boats).toBeCloseTo(0.6);
    expect(shares.prices).toBeCloseTo(0.2);
    expect(weighed[0]?.entry.id).toBe('boats');
  });

  it('are one where there is one', () => {
    const shares = sharesOf(weighReadings([{ ranked: rankedBy({ boats: 0.7 }), weight: 0.3 }]));
    expect(shares.boats).toBeCloseTo(0.7);
  });

  it('leave at least a little to chance', () => {
    const certain = rankedBy({ boats: 1 - 1e-9 });
    expect(sharesOf(weighReadings([{ ranked: certain, weight: 1 }])).boats).toBeLessThan(1);
  });
});
