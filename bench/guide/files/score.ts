import { createGuides } from '../../../apps/server/src/modules/assistants/runtime/models/guides.ts';
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
  readonly failures: readonly string[];
}

/** Answers one question of an unknown visitor from some documents. */
export type Ask = (question: string) => Promise<string>;

const UNKNOWN = /do not know that|not among the facts|no good answer/;

/** The guide as a call has it, over documents. */
export async function openGuide(documents: readonly KnowledgeDocument[]): Promise<Ask> {
  const index = await createPassageIndex(documents);
  const guide = groundModel(
    createGuides(createGuideModel).overFiles({ name: 'Ada', mode: 'replace' }),
    { find: async ({ messages }) => ({ say: null, passages: searchTurn(index, messages) }) },
    'passages',
  );
  return async (question) => {
    let said = '';
    for await (const piece of guide.respond({ messages: [{ role: 'user', content: question }] })) {
      said += String(piece);
    }
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
      verdicts.push(judge(asked, await ask(asked), answers));
    }
    scores.set(kind, tally(verdicts));
  }
  const refused: Verdict[] = [];
  for (const asked of questions.unanswerable) refused.push(judge(asked, await ask(asked), []));
  scores.set('unanswerable', tally(refused));
  return scores;
}

interface Verdict {
  readonly kind: 'right' | 'wrong' | 'unknown';
  readonly detail: string;
}

function judge(asked: string, reply: string, answers: readonly string[]): Verdict {
  const detail = `${asked} -> ${reply}`;
  if (UNKNOWN.test(reply)) return { kind: 'unknown', detail };
  const plain = reply.toLowerCase();
  const right = answers.some((answer) => plain.includes(answer.toLowerCase()));
  return { kind: right ? 'right' : 'wrong', detail };
}

function tally(verdicts: readonly Verdict[]): FileScore {
  const count = (kind: Verdict['kind']) => verdicts.filter((one) => one.kind === kind).length;
  return {
    asked: verdicts.length,
    right: count('right'),
    wrong: count('wrong'),
    unknown: count('unknown'),
    failures: verdicts.flatMap(({ kind, detail }) =>
      kind === 'right' ? [] : [`${kind}: ${detail}`],
    ),
  };
}
