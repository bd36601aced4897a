import { describe, expect, it } from 'vitest';
import {
  type KnowledgeEntry,
  knowledgeSchema,
} from '../../../retrieval/entries/knowledge-schema.ts';
import { DEFAULT_THRESHOLDS, decide } from './decide.ts';
import type { Ranked } from './rank.ts';

const { entries } = knowledgeSchema.parse({
  entries: [
    { id: 'boats', label: 'the boats', answer: 'You can rent a boat at the pier.' },
    { id: 'prices', label: 'prices', answer: 'An hour costs ten coins.' },
    { id: 'pier', label: 'the pier', answer: 'At the pier you can rent a boat.' },
    { id: 'sails', topic: 'boats', label: 'sails', answer: 'Sails are white and made of linen.' },
    { id: 'sorry', label: 'what went wrong', answer: 'I am sorry.', onlyIfSure: true },
    { id: 'weather', kind: 'unanswered', answer: 'I do not know that.' },
  ].map((entry) => ({ topic: entry.id, questions: ['one', 'two'], ...entry })),
});
const decider = {
  thresholds: DEFAULT_THRESHOLDS,
  topics: new Map([['boats', 'the boats']]),
};

function entryOf(id: string): KnowledgeEntry {
  const found = entries.find((entry) => entry.id === id);
  if (found === undefined) throw new Error(`No entry ${id}`);
  return found;
}

/** Entries of these probabilities; what is left is for nothing. */
function rankedBy(
  shares: Record<string, number>,
  filled: readonly string[] = [],
  evidence: Partial<Ranked> = {},
): Ranked[] {
  const none = 1 - Object.values(shares).reduce((sum, share) => sum + share, 0);
  return Object.entries(shares).map(([id, share]) => {
    const match = { entry: entryOf(id), score: 0, odds: Math.log(share / none), ...evidence };
    return filled.includes(id) ? { ...match, filled: true } : match;
  });
}

/** Decides between them. */
function decideAmong(...given: Parameters<typeof rankedBy>) {
  const found = decide(rankedBy(...given), decider);
  if (found.kind === 'entries') return [found.kind, ...found.entries.map(({ id }) => id)];
  if (found.kind === 'unclear') return [found.kind, ...found.between.map(({ id }) => id)];
  if (found.kind === 'unsure') return [found.kind, found.entry.id];
  return [found.kind, found.near?.id ?? null];
}

describe('what was just said and is not likely enough to be said again', () => {
  const among = (shares: Record<string, number>) => {
    const ranked = rankedBy(shares).map((one): Ranked => {
      return { ...one, context: one.entry.id === 'boats' ? 'said' : 'other' };
    });
    const found = decide(ranked, decider);
    if (found.kind === 'unsure') return found.entry.id;
    return found.kind === 'unknown' ? (found.near?.id ?? null) : found.kind;
  };

  it('gives way to what else is known of its topic', () =>
    expect(among({ boats: 0.5, sails: 0.25 })).toBe('sails'));

  it('gives way to nothing of another topic, and to nothing that is unlikely', () => {
    expect(among({ boats: 0.5, prices: 0.2 })).toBe('boats');
    expect(among({ boats: 0.3, sails: 0.1 })).toBe('boats');
  });
});

describe('what is made of how likely the entries are', () => {
  it('answers what is likely', () =>
    expect(decideAmong({ boats: 0.6, prices: 0.1 })).toEqual(['entries', 'boats']));

  it('wants more where the meaning is known', () => {
    expect(decideAmong({ boats: 0.55 })).toEqual(['entries', 'boats']);
    expect(decideAmong({ boats: 0.55 }, [], { encoder: 'universal' })).toEqual(['unsure', 'boats']);
  });

  it('goes on with what was just said only where that is likely enough to say it again', () => {
    const weighed = (context: 'said' | 'other') => ({ encoder: 'universal' as const, context });
    expect(decideAmong({ boats: 0.55 }, [], weighed('other'))).toEqual(['entries', 'boats']);
    expect(decideAmong({ boats: 0.4 }, [], weighed('other'))).toEqual(['unsure', 'boats']);
    expect(decideAmong({ boats: 0.55 }, [], weighed('said'))).toEqual(['unsure', 'boats']);
    expect(decideAmong({ boats: 0.65 }, [], weighed('said'))).toEqual(['entries', 'boats']);
  });

  it('asks which of two that are about as likely', () =>
    expect(decideAmong({ boats: 0.36, prices: 0.3 })).toEqual(['unclear', 'boats', 'prices']));

  it('says the first of two where it leads, and names the other', () => {
    expect(decide(rankedBy({ boats: 0.4, prices: 0.3 }), decider)).toMatchObject({
      kind: 'unsure',
      entry: { id: 'boats' },
      other: { id: 'prices' },
    });
  });

  it('has a doubt where one alone is half likely', () =>
    expect(decideAmong({ boats: 0.4, prices: 0.1 })).toEqual(['unsure', 'boats']));

  it('names what else may be meant, where the answer is likely and not certain', () => {
    const doubtOf = (shares: Record<string, number>, context?: 'said' | 'other') => {
      const evidence = { encoder: 'universal' as const, ...(context && { context }) };
      const found = decide(rankedBy(shares, [], evidence), decider);
      if (found.kind === 'unsure') return found.other?.id;
      return found.kind === 'entries' ? found.doubt && (found.doubt.other?.id ?? null) : undefined;
    };
    expect(doubtOf({ boats: 0.65, prices: 0.3 })).toBe('prices');
    // Something is near, and seldom what was meant.
    expect(doubtOf({ boats: 0.7, prices: 0.15 })).toBeUndefined();
    expect(doubtOf({ boats: 0.85, prices: 0.1 })).toBeUndefined();
    // Nobody is asked whether they mean what says the same, or is not said as a guess.
    expect(doubtOf({ boats: 0.7, pier: 0.2, sorry: 0.06 })).toBeNull();
    expect(doubtOf({ boats: 0.7, prices: 0.03 })).toBeNull();
    expect(doubtOf({ boats: 0.4, prices: 0.1 })).toBeUndefined();
    expect(doubtOf({ boats: 0.45, prices: 0.3 }, 'said')).toBe('prices');
    expect(doubtOf({ boats: 0.7 }, 'said')).toBeUndefined();
  });

  it('says what comes close to what is not known', () =>
    expect(decideAmong({ weather: 0.5, boats: 0.2 })).toEqual(['unknown', 'boats']));

  it('says nothing of what is only chance', () =>
    expect(decideAmong({ weather: 0.5, boats: 0.1 })).toEqual(['unknown', null]));

  it('says what is for the certain only where it is certain', () => {
    expect(decideAmong({ sorry: 0.6 })).toEqual(['entries', 'sorry']);
    expect(decideAmong({ sorry: 0.45 })).toEqual(['unknown', null]);
    expect(decideAmong({ sorry: 0.3, boats: 0.3 })).toEqual(['unknown', null]);
  });

  it('does not ask about two that say the same', () =>
    expect(decideAmong({ boats: 0.4, pier: 0.3 })[0]).toBe('entries'));

  it('gives the overview where the other is a part of it', () =>
    expect(decideAmong({ sails: 0.4, boats: 0.3 })).toEqual(['entries', 'boats']));

  it('does not offer what only the turn before brings up', () =>
    expect(decideAmong({ boats: 0.4, prices: 0.3 }, ['prices'])).toEqual(['unsure', 'boats']));
});
