/**
 * Learns what speaks for an entry in the middle of a conversation (`generation/guide/dialogue/context.ts`), from
 * conversations whose turns name the entries that answer them, and from questions of others put behind them, which
 * change the subject. Prints, for conversations that were left out, how often the likeliest entry is right, and how often
 * it is at least as likely as not and right or wrong; the guide's own bounds are in `decide.ts`. `--write` puts the
 * weights beside the code.
 *
 *   node bench/follow-ups/run.ts [--write] [--models <the folder models of a data folder>]
 *
 * `--models`: of the sentence encoder that is installed there, alone; the others stay as they were.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  gatherInContext,
  type LearnedContext,
} from '../../packages/conversation/src/generation/guide/dialogue/context.ts';
import { createHistoryReader } from '../../packages/conversation/src/generation/guide/dialogue/history.ts';
import { nameTopics } from '../../packages/conversation/src/generation/guide/dialogue/name-topics.ts';
import {
  createNameOdds,
  type Ranker,
} from '../../packages/conversation/src/generation/guide/dialogue/readings.ts';
import type { ModelMessage } from '../../packages/conversation/src/generation/model.ts';
import { createEntryRetriever } from '../../packages/conversation/src/retrieval/entries/entry-retriever.ts';
import { createFollowing } from '../../packages/conversation/src/retrieval/entries/follow-ups.ts';
import { rememberSearches } from '../../packages/conversation/src/retrieval/entries/remember-searches.ts';
import { withoutOpening } from '../../packages/conversation/src/retrieval/language/segments.ts';
import type { KnownMeanings } from '../../packages/conversation/src/retrieval/meaning/known-meanings.ts';
import { searchWithMeanings } from '../../packages/conversation/src/retrieval/meaning/search-with-meanings.ts';
import {
  type Asked,
  conversations,
  productKnowledge,
  visitors,
} from '../../packages/conversation/src/testing/guide-content.ts';
import { knowProductMeanings } from '../../packages/conversation/src/testing/product-meanings.ts';
import { type Case, learn, type Option, probabilities, type Weights } from '../likelihood/learn.ts';
import { findInstalledEncoder } from '../support/installed-encoder.ts';
import { printTable } from '../support/table.ts';

const WEIGHTS = '../../packages/conversation/src/generation/guide/dialogue/context-weights.json';
const FOLDS = 5;
/** Probability from which an entry counts as said here. */
const SURE = 0.5;
/** What was said to a turn that nothing answers. */
const NOT_KNOWN = 'That is not among the facts I have.';

const { entries: all, unknown } = productKnowledge;
const entries = new Map(all.map((entry) => [entry.id, entry]));
const readHistory = createHistoryReader(entries, unknown ?? { says: [NOT_KNOWN] });

interface Source extends Ranker {
  readonly meanings: KnownMeanings | null;
}

function createSource(meanings: KnownMeanings | null): Source {
  const retriever = rememberSearches(createEntryRetriever(all, () => meanings));
  const oddsByName = createNameOdds(retriever, () => meanings);
  const findFollowing = createFollowing(all, () => meanings);
  return { retriever, entries, oddsByName, findFollowing, topics: nameTopics(all), meanings };
}

/** What a conversation says until a turn, each turn answered as it should be, and that turn. */
function messagesUntil(turns: readonly Asked[], place: number): ModelMessage[] {
  const before = turns.slice(0, place).flatMap(({ say, ids: [id] }): ModelMessage[] => [
    { role: 'user', content: say },
    { role: 'assistant', content: entries.get(id ?? '')?.answer ?? NOT_KNOWN },
  ]);
  return [...before, { role: 'user', content: turns[place]?.say ?? '' }];
}

async function toCase(
  set: string,
  turns: readonly Asked[],
  { place, base }: { readonly place: number; readonly base: Source },
): Promise<Case> {
  const { say = '', ids = [] } = turns[place] ?? {};
  const history = readHistory(messagesUntil(turns, place));
  const gathered = await searchWithMeanings(() => {
    const question = withoutOpening(say);
    const alone = base.retriever.search(question);
    return gatherInContext({ question, alone }, history, base) ?? [];
  }, base.meanings);
  const options = gathered
    .filter(({ entry }) => entry.kind !== 'small-talk')
    .map(
      ({ entry, evidence }): Option => ({
        name: entry.id,
        sort: 'entry',
        evidence: { ...evidence },
        right: ids.length === 0 ? evidence.away === 1 : ids.includes(entry.id),
      }),
    );
  // Where nothing that was brought up is right, it is best to say that nothing is known.
  const none = { name: null, sort: 'none', evidence: { bias: 1 } };
  const isNone = ids.length === 0 || !options.some(({ right }) => right);
  return { set, worth: 1, question: say, options: [...options, { ...none, right: isNone }] };
}

const createFolds = (): Case[][] => Array.from({ length: FOLDS }, () => []);

interface Collected {
  /** As if nobody knew what others asked. */
  readonly plain: readonly Case[][];
  /** Where that is known. */
  readonly followed: readonly Case[][];
}

const isFollowed = ({ options }: Case): boolean =>
  options.some(({ evidence }) => 'followed' in evidence);

/** Every turn behind its first, and as many questions of others as have their place behind one of them. */
async function collectCases(base: Source): Promise<Collected> {
  const [plain, followed] = [createFolds(), createFolds()];
  const alone: Source = { ...base, findFollowing: () => null };
  let stranger = 0;
  for (const [number, turns] of conversations.entries()) {
    const fold = number % FOLDS;
    for (let place = 1; place < turns.length; place += 1) {
      const [say = '', ...ids] = visitors[stranger++ % visitors.length] ?? [];
      const known = ids.filter((id) => entries.get(id)?.kind === 'fact');
      const left = [...turns.slice(0, place), { say, ids: known }];
      for (const [set, asked] of [
        ['goes on', turns],
        ['another subject', left],
      ] as const) {
        plain[fold]?.push(await toCase(set, asked, { place, base: alone }));
        const behind = await toCase(set, asked, { place, base });
        if (isFollowed(behind)) followed[fold]?.push(behind);
      }
    }
  }
  return { plain, followed };
}

function judge(one: Case, weights: Weights) {
  const shares = probabilities(one, weights);
  const facts = one.options.flatMap(({ name, evidence, right }, place) =>
    name === null || evidence.away === 1 ? [] : [{ right, share: shares[place] ?? 0 }],
  );
  facts.sort((left, right) => right.share - left.share);
  const [best] = facts;
  return { isFirst: best?.right === true, isSaid: (best?.share ?? 0) >= SURE };
}

type Learned<Kind extends keyof LearnedContext> = LearnedContext[Kind];

async function learnMeaning(name: string, meanings: KnownMeanings): Promise<Learned<'universal'>> {
  const { plain, followed } = await collectCases(createSource(meanings));
  return {
    ...learnFrom<Learned<'words'>>(name, plain),
    followed: learnFrom<Learned<'universal'>['followed']>(`${name}, follow-ups known`, followed),
  };
}

/** Prints what becomes of conversations that were left out; the weights of all. */
function learnFrom<Learnt>(name: string, folds: readonly Case[][]): Learnt {
  const judged = folds.flatMap((left, number) => {
    const weights = learn(folds.filter((_, other) => other !== number).flat());
    return left.map((one) => ({ ...one, ...judge(one, weights) }));
  });
  const rows = ['goes on', 'another subject'].map((set) => {
    const known = judged.filter(
      (one) => one.set === set && one.options.some(({ name, right }) => name !== null && right),
    );
    const share = (counts: (one: (typeof judged)[number]) => boolean) =>
      `${((100 * known.filter(counts).length) / known.length).toFixed(0)} %`;
    return [
      ...[set, String(known.length), share(({ isFirst }) => isFirst)],
      share(({ isFirst, isSaid }) => isFirst && isSaid),
      share(({ isFirst, isSaid }) => !isFirst && isSaid),
    ];
  });
  printTable([name, 'turns', 'likeliest is right', 'said, right', 'said, wrong'], rows);
  const { entry, none } = learn(folds.flat());
  return { entry, none } as Learnt;
}

const path = join(import.meta.dirname, WEIGHTS);
const known: LearnedContext = JSON.parse(readFileSync(path, 'utf8'));
const installed = await findInstalledEncoder();
const learned: LearnedContext =
  installed === null
    ? {
        ...known,
        words: learnFrom('by words', (await collectCases(createSource(null))).plain),
        universal: await learnMeaning('by meanings', await knowProductMeanings()),
      }
    : {
        ...known,
        [installed.engine]: await learnMeaning(
          `by meanings, ${installed.name}`,
          await knowProductMeanings(installed),
        ),
      };
if (process.argv.includes('--write')) writeFileSync(path, `${JSON.stringify(learned, null, 2)}\n`);
