import { createGuides } from '../../../apps/server/src/modules/assistants/runtime/models/guides.ts';
import type { ModelMessage } from '../../../packages/conversation/src/generation/model.ts';
import {
  createGuideModel,
  createPassageIndex,
  groundModel,
  type KnowledgeDocument,
  searchTurn,
} from '../../../packages/conversation/src/index.ts';
import type { Questions } from './documents.ts';

/** How a kind of question went. */
export interface FileScore {
  readonly asked: number;
  readonly right: number;
  /** Something else was said as if it were the answer. */
  readonly wrong: number;
  /** The guide said that it does not know. */
  readonly unknown: number;
  /** The guide asked whether a word was misheard, and had a right answer after a yes. */
  readonly askedWell: number;
  /** It asked, and had none. */
  readonly askedBadly: number;
  readonly failures: readonly string[];
}

/** Answers the last of the turns of an unknown visitor from some documents. */
export type Ask = (...messages: ModelMessage[]) => Promise<string>;

const MISHEARD = /^(?:Did you mean|I may not have heard|I am not sure that I heard)/;
const UNKNOWN = /do not know that|not among the facts|no good answer/;

/** The guide as a call has it, over documents. */
export async function openGuide(documents: readonly KnowledgeDocument[]): Promise<Ask> {
  const index = await createPassageIndex(documents);
  const guide = groundModel(
    createGuides(createGuideModel).overFiles({ name: 'Ada', mode: 'replace' }),
    { find: async ({ messages }) => ({ say: null, passages: searchTurn(index, messages) }) },
    'passages',
  );
  return async (...messages) => {
    let said = '';
    for await (const piece of guide.respond({ messages })) said += String(piece);
    return said;
  };
}

/** Asks every question of a set; those that the documents do not answer have no right answer but none. */
export async function scoreFiles(
  ask: Ask,
  questions: Questions,
): Promise<ReadonlyMap<keyof Questions, FileScore>> {
  const scores = new Map<keyof Questions, FileScore>();
  for (const kind of ['plain', 'paraphrase', 'misheard'] as const) {
    const verdicts: Verdict[] = [];
    for (const [asked, ...answers] of questions[kind]) {
      verdicts.push(await judge(ask, asked, answers));
    }
    scores.set(kind, tally(verdicts));
  }
  const refused: Verdict[] = [];
  for (const asked of questions.unanswerable) refused.push(await judge(ask, asked, []));
  scores.set('unanswerable', tally(refused));
  return scores;
}

interface Verdict {
  readonly kind: 'right' | 'wrong' | 'unknown' | 'askedWell' | 'askedBadly';
  readonly detail: string;
}

async function judge(ask: Ask, asked: string, answers: readonly string[]): Promise<Verdict> {
  const question: ModelMessage = { role: 'user', content: asked };
  const reply = await ask(question);
  const detail = `${asked} -> ${reply}`;
  const isRight = (text: string) =>
    answers.some((answer) => text.toLowerCase().includes(answer.toLowerCase()));
  if (UNKNOWN.test(reply)) return { kind: 'unknown', detail };
  if (!MISHEARD.test(reply)) return { kind: isRight(reply) ? 'right' : 'wrong', detail };
  const yes: ModelMessage = { role: 'user', content: 'Yes.' };
  const then = await ask(question, { role: 'assistant', content: reply }, yes);
  return { kind: isRight(then) ? 'askedWell' : 'askedBadly', detail: `${detail} -> ${then}` };
}

function tally(verdicts: readonly Verdict[]): FileScore {
  const count = (kind: Verdict['kind']) => verdicts.filter((one) => one.kind === kind).length;
  return {
    asked: verdicts.length,
    right: count('right'),
    wrong: count('wrong'),
    unknown: count('unknown'),
    askedWell: count('askedWell'),
    askedBadly: count('askedBadly'),
    failures: verdicts.flatMap(({ kind, detail }) =>
      kind === 'right' ? [] : [`${kind}: ${detail}`],
    ),
  };
}
