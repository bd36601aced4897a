import { describe, expect, it } from 'vitest';
import type { KnowledgeEntry } from '../../retrieval/entries/knowledge-schema.ts';
import { toSentences } from '../../retrieval/language/sentences.ts';
import { normalise } from '../../retrieval/language/words.ts';
import { productKnowledge } from '../../testing/guide-content.ts';
import { smallTalkKnowledge } from './extend-knowledge.ts';

const { entries } = productKnowledge;
const ids = new Set(entries.map((entry) => entry.id));
const spoken = (entry: KnowledgeEntry) => [entry.answer, ...(entry.more ? [entry.more] : [])];

describe('the product knowledge', () => {
  it('has facts enough, each asked for in several ways', () => {
    expect(entries.filter((entry) => entry.kind === 'fact').length).toBeGreaterThanOrEqual(80);
    for (const entry of entries) expect(entry.questions.length, entry.id).toBeGreaterThanOrEqual(3);
  });

  it('points only to entries that exist', () => {
    for (const entry of entries) {
      const next = entry.followUps.map(({ id }) => id);
      const offered = entry.offer ? [entry.offer] : [];
      for (const id of [...entry.related, ...entry.lists, ...offered, ...next]) {
        expect(ids, `${entry.id} -> ${id}`).toContain(id);
      }
    }
    expect(ids).toContain(productKnowledge.unknown?.offer);
  });

  it('is spoken: one to three sentences, short, plain letters', () => {
    for (const entry of entries) {
      for (const text of spoken(entry)) {
        const sentences = toSentences(text);
        expect(sentences.length, entry.id).toBeLessThanOrEqual(3);
        for (const sentence of sentences) {
          expect(sentence.split(' ').length, sentence).toBeLessThanOrEqual(34);
          expect(sentence).toMatch(/[.?!]$/);
        }
        expect(text, entry.id).toMatch(/^[A-Za-z0-9 ,.?!'@+()-]+$/);
      }
    }
  });

  it('says no two things alike, so that what was said can be told from the words', () => {
    const answers = entries
      .filter((entry) => entry.kind === 'fact')
      .flatMap(spoken)
      .map(normalise);
    expect(new Set(answers).size).toBe(answers.length);
  });

  it('asks no question twice', () => {
    const seen = new Map<string, string>();
    for (const entry of entries) {
      for (const question of entry.questions) {
        const key = normalise(question);
        expect(seen.get(key) ?? entry.id, question).toBe(entry.id);
        seen.set(key, entry.id);
      }
    }
  });

  it('claims no certificate and no compliance, and names no price', () => {
    const all = entries.flatMap(spoken).join(' ');
    expect(all).not.toMatch(
      /\b(?:is|are|fully) (?:FERPA|COPPA|GDPR)|\bcompliant\b|guarantee|[$€%]/i,
    );
  });
});

it('keeps the product out of the small talk', () => {
  const all = smallTalkKnowledge.entries.flatMap(spoken).join(' ');
  expect(all).not.toMatch(/kindling|ember|tutor|school|demo/i);
});
