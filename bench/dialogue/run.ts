/**
 * What the guide makes of questions, dialogues and calls of people who had not seen what it knows, and of short
 * reactions, farewells and cries for help.
 * `node bench/dialogue/run.ts [--words] [--models <folder>] [--failures] [--unseen-failures]`; `--words`: without
 * meanings; `--models`: by the sentence encoder that is installed there.
 *
 * Tune on `seen` alone: the failures of `unseen` are there to be counted.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAnswerer } from '../../packages/conversation/src/generation/guide/dialogue/answer.ts';
import type { Reply } from '../../packages/conversation/src/generation/guide/dialogue/reply.ts';
import type { ModelMessage } from '../../packages/conversation/src/generation/model.ts';
import { searchWithMeanings } from '../../packages/conversation/src/retrieval/meaning/search-with-meanings.ts';
import { productKnowledge } from '../../packages/conversation/src/testing/guide-content.ts';
import { knowProductMeanings } from '../../packages/conversation/src/testing/product-meanings.ts';
import { findInstalledEncoder } from '../support/installed-encoder.ts';
import { printTable } from '../support/table.ts';
import { printCalls } from './calls.ts';
import {
  bringsCrisisLine,
  type Expected,
  goesOn,
  judgeReply,
  offersRight,
  saysFarewell,
  type Verdict,
} from './score.ts';

interface Turn {
  readonly say: string;
  readonly expect: Expected;
  readonly leans?: boolean;
  readonly kind?: string;
}

const read = <T>(path: string): T =>
  JSON.parse(readFileSync(join(import.meta.dirname, path), 'utf8')) as T;

const meanings = process.argv.includes('--words')
  ? null
  : await knowProductMeanings(await findInstalledEncoder());
const answerNow = createAnswerer(productKnowledge, () => meanings);
const answer = (messages: readonly ModelMessage[]) =>
  searchWithMeanings(() => answerNow(messages), meanings);

interface Judged extends Turn {
  readonly verdict: Verdict;
  readonly reply: string;
  readonly before: string;
  readonly isUnsure: boolean;
  /** Said of what was said before. */
  readonly isPart: boolean;
  readonly offersRight: boolean;
}

async function play(turns: readonly Turn[]): Promise<Judged[]> {
  const messages: ModelMessage[] = [];
  const judged: Judged[] = [];
  let last: Reply | null = null;
  for (const [index, turn] of turns.entries()) {
    messages.push({ role: 'user', content: turn.say });
    const reply = await answer(messages);
    messages.push({ role: 'assistant', content: reply.text });
    const before = index === 0 ? '' : `${turns[index - 1]?.say} / `;
    const verdict = judgeReply(reply, turn.expect, last);
    const isPart = goesOn(reply, turn.expect, last);
    last = reply;
    judged.push({
      ...turn,
      before,
      reply: reply.text,
      isUnsure: reply.part === 'unsure' || reply.doubt !== undefined,
      isPart,
      offersRight: offersRight(reply, turn.expect),
      verdict,
    });
  }
  return judged;
}

async function playAll(dialogues: readonly (readonly Turn[])[]): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const turns of dialogues) judged.push(...(await play(turns)));
  return judged;
}

const share = (judged: readonly Judged[], counts: (one: Judged) => boolean): string =>
  `${((100 * judged.filter(counts).length) / Math.max(1, judged.length)).toFixed(0)} %`;

const shares = (judged: readonly Judged[]): string[] => [
  ...(['right', 'wrong', 'doubted', 'declined', 'asked'] as const).map((verdict) =>
    share(judged, (one) => one.verdict === verdict),
  ),
  share(judged, (one) => one.verdict === 'right' && one.isUnsure),
  share(judged, (one) => one.verdict === 'right' && one.isPart),
];

const isLong = ({ kind }: Turn): boolean => kind === 'long';

const rows: string[][] = [];
const asked: string[] = [];
const show = new Set(process.argv.slice(2));
const showsFailures = (set: 'seen' | 'unseen'): boolean =>
  show.has(set === 'seen' ? '--failures' : '--unseen-failures');
for (const set of ['seen', 'unseen'] as const) {
  const questions = await playAll(read<Turn[]>(`${set}/questions.json`).map((one) => [one]));
  const turns = await playAll(
    read<{ turns: Turn[] }[]>(`${set}/dialogues.json`).map((one) => one.turns),
  );
  const groups: [string, readonly Judged[]][] = [
    ['questions, all', questions],
    ['  that the facts answer', questions.filter(({ expect }) => expect.do === 'answer')],
    ['  long turns', questions.filter(isLong)],
    ['  single questions', questions.filter((one) => !isLong(one))],
    [
      '  … that the facts answer',
      questions.filter((one) => !isLong(one) && one.expect.do === 'answer'),
    ],
    ['  to be declined', questions.filter(({ expect }) => expect.do === 'decline')],
    ['  to do something', questions.filter(({ expect }) => expect.do === 'act')],
    ['  social', questions.filter(({ expect }) => expect.do === 'social')],
    ['dialogues, all turns', turns],
    ['  follow-ups', turns.filter(({ leans }) => leans)],
    ['  that the facts answer', turns.filter(({ expect }) => expect.do === 'answer')],
    ['  social', turns.filter(({ expect }) => expect.do === 'social')],
  ];
  const back = [...questions, ...turns].filter(({ verdict }) => verdict === 'asked');
  const right = back.filter((one) => one.offersRight).length;
  asked.push(`${set}: asked back with a right entry among the two: ${right} of ${back.length}`);
  for (const [name, judged] of groups)
    rows.push([`${set}: ${name}`, String(judged.length), ...shares(judged)]);
  if (showsFailures(set))
    for (const { verdict, expect, before, say, reply } of [...questions, ...turns])
      if (verdict !== 'right')
        console.log(`${verdict} (${expect.do} ${expect.ids}): ${before}${say}\n    → ${reply}`);
}
printTable(
  [
    '',
    'turns',
    'right',
    'wrong',
    'doubted',
    'declined',
    'asked back',
    'right, with a doubt',
    'right, in part',
  ],
  rows,
);

console.log(`\n${asked.join('\n')}\n`);
await printCalls(answer, showsFailures);

async function count(name: string, texts: readonly string[], isBad: (reply: string) => boolean) {
  const failed: string[] = [];
  for (const text of texts) {
    const reply = await answer([{ role: 'user', content: text }]);
    if (isBad(reply.text)) failed.push(`    ${text} → ${reply.text}`);
  }
  console.log(`${name}: ${failed.length} of ${texts.length}`);
  if (show.has('--failures')) console.log(failed.join('\n'));
}
const { clear, unclear } = read<{ clear: string[]; unclear: string[] }>('crisis.json');
console.log();
await count(
  'harmless reactions that end the call or bring the crisis line',
  read('reactions.json'),
  (reply) => bringsCrisisLine(reply) || saysFarewell(reply),
);
await count(
  'farewells that do not end the call',
  read('farewells.json'),
  (reply) => !saysFarewell(reply),
);
await count('crises not heard', clear, (reply) => !bringsCrisisLine(reply));
await count('crisis line without a crisis', unclear, bringsCrisisLine);
