/**
 * What the guide makes of questions as the recogniser hears them: once; by what several hearings agree on (TURN-43), as
 * where memory is short; with what may be asked in mind beside what was heard once (TURN-42); and by both. Each is
 * said by two voices, of Flite and of espeak-ng (Debian's package) with its accents.
 * `node bench/spoken/run.ts [--words] [--failures] [--every 1]`; `--words`: without meanings; `--every 3`: a third of the
 * questions.
 *
 * `names`: questions that name a product or a rare word. The seen half may be read, of the other the failures are
 * there to be counted.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createLocalEngines } from '@kindling/conversation';
import { createAnswerer } from '../../packages/conversation/src/generation/guide/dialogue/answer.ts';
import type { Reply } from '../../packages/conversation/src/generation/guide/dialogue/reply.ts';
import { createGuideModel } from '../../packages/conversation/src/generation/guide/guide-model.ts';
import {
  createHearAgain,
  type HearAgainOptions,
} from '../../packages/conversation/src/recognition/hear-again.ts';
import { createOtherHearings } from '../../packages/conversation/src/recognition/other-hearings.ts';
import { searchWithMeanings } from '../../packages/conversation/src/retrieval/meaning/search-with-meanings.ts';
import { productKnowledge } from '../../packages/conversation/src/testing/guide-content.ts';
import { knowProductMeanings } from '../../packages/conversation/src/testing/product-meanings.ts';
import { readQuestions } from '../dialogue/read-questions.ts';
import { type Expected, judgeReply, offersRight, type Verdict } from '../dialogue/score.ts';
import { printTable } from '../support/table.ts';
import { hearQuestions } from './hear.ts';

interface Question {
  readonly say: string;
  readonly expect: Expected;
}

const { values } = parseArgs({
  options: {
    words: { type: 'boolean', default: false },
    failures: { type: 'boolean', default: false },
    every: { type: 'string', default: '1' },
  },
});
const every = Number(values.every);

const HALVES = ['seen', 'unseen'] as const;
const SHORT_TURN = 25;
const names = JSON.parse(readFileSync(join(import.meta.dirname, 'names.json'), 'utf8')) as [
  string,
  ...string[],
][];

const named = names.map(
  ([say, ...ids]): Question => ({ say, expect: { do: 'answer', must: [], mustNot: [], ids } }),
);
/** The seen questions first: which voices say one goes by its place. */
const written = HALVES.map((half) =>
  readQuestions(half).filter(
    ({ say, expect }) =>
      (expect.do === 'answer' || expect.do === 'decline') && say.split(' ').length <= SHORT_TURN,
  ),
);

const engines = await createLocalEngines({
  preparedCalls: 0,
  // The bench takes what there is.
  maxSecondHearingShare: Number.POSITIVE_INFINITY,
});
const heard = await hearQuestions(
  engines,
  [...named, ...written.flat()].map(({ say }) => say),
);
const meanings = values.words ? null : await knowProductMeanings();
const answerNow = createAnswerer(productKnowledge, () => meanings);
const { secondHearing } = engines;
if (secondHearing === undefined) throw new Error('There is nothing that hears again.');
const otherHearings = createOtherHearings();
const hearing: Omit<HearAgainOptions, 'secondHearing'> = {
  transcriber: engines.transcriber,
  model: createGuideModel({
    base: productKnowledge,
    ...(meanings && { meanings: Promise.resolve(meanings) }),
  }),
  messagesWith: (content) => [{ role: 'user', content }],
  otherHearings,
  mayHear: () => true,
  onError(error) {
    throw error;
  },
};
const ways = {
  agreed: createHearAgain(hearing),
  expected: createHearAgain({ ...hearing, secondHearing, transcriber: {} }),
  both: createHearAgain({ ...hearing, secondHearing }),
} as const;
const WAYS = ['agreed', 'expected', 'both'] as const;
const TIMES = ['once', ...WAYS] as const;

interface Judged {
  readonly question: Question;
  readonly heard: string;
  readonly times: (typeof TIMES)[number];
  readonly reply: Reply;
  readonly verdict: Verdict;
  readonly isOffered: boolean;
}

function judge(reply: Reply, expect: Expected): Verdict {
  const [first] = reply.entries;
  // Of those that name something it is only known which entry answers.
  if (expect.must.length === 0 && expect.do === 'answer' && reply.part === 'answer')
    return first !== undefined && expect.ids.includes(first.id) ? 'right' : 'wrong';
  if (expect.must.length === 0 && reply.part === 'unsure')
    return first !== undefined && expect.ids.includes(first.id) ? 'right' : 'doubted';
  return judgeReply(reply, expect);
}

async function answerTo(question: Question, content: string, times: Judged['times']) {
  const messages = [{ role: 'user', content }] as const;
  const otherHearing = otherHearings.of(content);
  const reply = await searchWithMeanings(() => answerNow(messages, { otherHearing }), meanings);
  const verdict = judge(reply, question.expect);
  const isOffered = offersRight(reply, question.expect);
  return { question, heard: content, times, reply, verdict, isOffered };
}

async function ask(all: readonly Question[]): Promise<Judged[]> {
  const judged: Judged[] = [];
  const questions = all.filter((_, place) => place % every === 0);
  for (const question of questions)
    for (const { text, sound } of heard.get(question.say) ?? []) {
      otherHearings.forget();
      const once = await answerTo(question, text, 'once');
      const pcm = await sound();
      judged.push(once);
      for (const times of WAYS) {
        otherHearings.forget();
        let words = text;
        await ways[times]
          .begin({ whole: () => pcm, newest: () => pcm, withKept: async (last) => last })
          ?.finish(
            { text, newest: text, goesOn: false },
            {
              onGoodEnough() {},
              onOtherWords: (other) => {
                words = other.text;
              },
            },
          );
        judged.push(await answerTo(question, words, times));
      }
    }
  return judged;
}

const rows: string[][] = [];
function count(name: string, all: readonly Judged[]): void {
  for (const times of TIMES) {
    const judged = all.filter((one) => one.times === times);
    const share = (counts: (one: Judged) => boolean) =>
      `${((100 * judged.filter(counts).length) / Math.max(1, judged.length)).toFixed(0)} %`;
    rows.push([
      name,
      times,
      String(judged.length),
      ...(['right', 'wrong', 'doubted', 'declined'] as const).map((verdict) =>
        share((one) => one.verdict === verdict),
      ),
      share(({ verdict, isOffered }) => verdict === 'asked' && isOffered),
      share(({ verdict, isOffered }) => verdict === 'asked' && !isOffered),
    ]);
  }
}

for (const [index, half] of HALVES.entries()) {
  const names = await ask(named.filter((_, place) => place % 2 === index));
  const questions = await ask(written[index] ?? []);
  count(`${half}: names`, names);
  count(
    `${half}: that the facts answer`,
    questions.filter(({ question }) => question.expect.do === 'answer'),
  );
  count(
    `${half}: to be declined`,
    questions.filter(({ question }) => question.expect.do === 'decline'),
  );
  if (half === 'seen' && values.failures)
    for (const { question, heard: text, times, reply, verdict } of [...names, ...questions])
      if (times === 'both' && verdict !== 'right')
        console.log(`${verdict}: ${question.say}\n    heard: ${text}\n    → ${reply.text}`);
}
printTable(
  [
    '',
    'heard',
    'turns',
    'right',
    'wrong',
    'doubted',
    'declined',
    'asked, of the right',
    'asked, of others',
  ],
  rows,
);
await engines.close();
