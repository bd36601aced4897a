import { describe, expect, it } from 'vitest';
import { knowledgeSchema } from '../../../retrieval/entries/knowledge-schema.ts';
import { shareOut } from './decide.ts';
import { weighByTopic } from './turn-topics.ts';

const { entries } = knowledgeSchema.parse({
  entries: [
    ['berths', 'harbour'],
    ['tides', 'harbour'],
    ['meals', 'kitchen'],
  ].map(([id, topic]) => ({ id, topic, questions: ['one', 'two'], answer: `This is ${id}.` })),
});
const ranked = entries.map((entry, place) => ({
  entry,
  score: 0,
  odds: [0, -0.3, 0.2][place] ?? 0,
}));
const idsOf = (topics: Record<string, number>) =>
  weighByTopic(ranked, new Map(Object.entries(topics))).map(({ entry }) => entry.id);

describe('what a turn is about', () => {
  it('makes its facts likelier, and leaves their order', () => {
    expect(idsOf({})).toEqual(['meals', 'berths', 'tides']);
    expect(idsOf({ harbour: 0.9, kitchen: 0.1 })).toEqual(['berths', 'meals', 'tides']);
  });

  it('never makes likely what a question does not ask for', () => {
    const clear = ranked.map((one, place) => ({ ...one, odds: [-3, -3, 3][place] ?? 0 }));
    const [best] = shareOut(weighByTopic(clear, new Map([['harbour', 1]])));
    expect(best?.entry.id).toBe('meals');
    expect(best?.share).toBeGreaterThan(0.8);
  });

  it('leaves the odds as they are where half of it is of their topic', () => {
    const [best] = weighByTopic(ranked.slice(0, 1), new Map([['harbour', 0.5]]));
    expect(best?.odds).toBeCloseTo(0);
  });
});
