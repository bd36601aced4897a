import { beforeAll, describe, expect, it } from 'vitest';
import { createPassageIndex, type PassageIndex } from '../../retrieval/passages/passage-index.ts';
import { searchTurn } from '../../retrieval/search-turn.ts';
import {
  heldOut,
  outOfDomain,
  paraphrases,
  productKnowledge,
} from '../../testing/guide-content.ts';
import { groundModel } from '../grounded-model.ts';
import type { Model } from '../model.ts';
import { STATEMENT_REPLIES } from './dialogue/phrases.ts';
import { createGuideModel } from './guide-model.ts';

const UNKNOWN = /do not know that|not among the facts|no good answer/;
/** To what asks nothing, as far as is heard: “they told us it would be free”. */
const REACTIONS: readonly string[] = STATEMENT_REPLIES;
const facts = productKnowledge.entries.filter(({ kind }) => kind === 'fact');
const wanted = new Set([...paraphrases, ...heldOut].flatMap(([, ...expected]) => expected));
/** What the questions ask for and nothing else, so that facts which are added later do not move the measure. */
const askedFacts = facts.filter(({ id }) => wanted.has(id));
const ids = new Set(askedFacts.map(({ id }) => id));

const indexOf = (entries: typeof facts): Promise<PassageIndex> =>
  createPassageIndex(
    entries.map(({ id, label, answer, more = '' }) => ({
      id,
      text: `${label === undefined ? '' : `# ${label}\n\n`}${answer} ${more}`,
    })),
  );

/** The product's facts as a school would upload them: headings and answers, none of the phrasings. */
describe('a guide that has read the facts of the product', () => {
  let asked: PassageIndex;
  let guide: Model;
  beforeAll(async () => {
    asked = await indexOf(askedFacts);
    const index = await indexOf(facts);
    guide = groundModel(
      createGuideModel({ knowledge: { mode: 'replace', entries: [] } }),
      { find: async ({ messages }) => ({ say: null, passages: searchTurn(index, messages) }) },
      'passages',
    );
  });

  async function ask(content: string): Promise<string> {
    let said = '';
    for await (const piece of guide.respond({ messages: [{ role: 'user', content }] }))
      said += piece;
    return said;
  }

  it.each([
    ['paraphrases', paraphrases, 0.77],
    ['questions of strangers', heldOut, 0.75],
  ])('finds what answers %s among five passages', (_, questions, least) => {
    const answered = questions.filter(([, ...expected]) => expected.some((id) => ids.has(id)));
    const found = answered.filter(([question, ...expected]) =>
      asked.search(question).some(({ documentId }) => expected.includes(documentId ?? '')),
    );
    expect(found.length / answered.length).toBeGreaterThan(least);
  });

  it('seldom answers what its files say nothing about', async () => {
    const answered: string[] = [];
    for (const question of outOfDomain) {
      const said = await ask(question);
      if (!UNKNOWN.test(said) && !REACTIONS.includes(said)) answered.push(question);
    }
    expect(answered.length / outOfDomain.length).toBeLessThan(0.02);
  });
});
