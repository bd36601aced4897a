import {
  outOfDomain,
  paraphrases,
  productKnowledge,
} from '../../../packages/conversation/src/testing/guide-content.ts';
import { readDocuments, readQuestions } from './documents.ts';
import { type Case, gatherCases } from './fit.ts';

/** School documents count for more than the facts of the product, which are written to be spoken. */
const WEIGHTS = { seen: 2, product: 0.7 };

/** What the guide's trust in a passage is fitted to; neither the unseen half nor the held-out questions. */
export async function trainingCases(): Promise<Case[]> {
  const { plain, paraphrase, misheard, unanswerable } = await readQuestions('seen');
  const weight = WEIGHTS.seen;
  const seen = [...plain, ...paraphrase, ...misheard].map(([asked, ...answers]) => ({
    asked,
    weight,
    isAnswer: (text: string) =>
      answers.some((answer) => text.toLowerCase().includes(answer.toLowerCase())),
  }));
  const facts = productKnowledge.entries.filter(({ kind }) => kind === 'fact');
  const ids = new Set(facts.map(({ id }) => id));
  const product = paraphrases
    .filter(([, ...expected]) => expected.some((id) => ids.has(id)))
    .map(([asked, ...expected]) => ({
      asked,
      weight: WEIGHTS.product,
      isAnswer: (_: string, id: string) => expected.includes(id),
    }));
  const none = (questions: readonly string[], counts: number) =>
    questions.map((asked) => ({ asked, weight: counts, isAnswer: () => false }));
  const factDocuments = facts.map(({ id, label, answer, more = '' }) => ({
    id,
    text: `${label === undefined ? '' : `# ${label}\n\n`}${answer} ${more}`,
  }));
  return [
    ...gatherCases(await readDocuments('seen'), [...seen, ...none(unanswerable, weight)]),
    ...gatherCases(factDocuments, [...product, ...none(outOfDomain, WEIGHTS.product)]),
  ];
}
