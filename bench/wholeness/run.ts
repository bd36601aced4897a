/**
 * Learns from whole utterances, each cut off at every word, what whole ones look like, and prints how that does on
 * utterances that were left out. `--write` puts the weights into `recognition/wholeness`.
 *
 *   node bench/wholeness/run.ts [--write]
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGuideModel } from '../../packages/conversation/src/generation/guide/guide-model.ts';
import {
  wholenessFeatures,
  wordsOfTurn,
} from '../../packages/conversation/src/recognition/wholeness/features.ts';
import { productKnowledge } from '../../packages/conversation/src/testing/guide-content.ts';
import { readQuestions } from '../dialogue/read-questions.ts';
import { printTable } from '../support/table.ts';
import { learn, type Sample } from './learn.ts';

const WEIGHTS = '../../packages/conversation/src/recognition/wholeness/weights.json';
const UTTERANCES = join(import.meta.dirname, 'utterances');
const LEFT_OUT = 'held-out.txt';
/** A cut-off utterance counts for less: there are ten of them for each whole one. */
const CUT_WORTH = 0.35;
/** Nobody stops for long after one word or two, but many turns are no longer. */
const CUT_FROM = 4;

/** Whole ones of so many words at most count for more: people say them more often than they are written here. */
const SHORT_WORTH = [
  [4, 1.6],
  [6, 1.3],
] as const;

type Words = readonly string[];

function readUtterances(name: string): Words[] {
  return readFileSync(join(UTTERANCES, name), 'utf8').trim().split('\n').map(wordsOfTurn);
}

/** The ways to ask the guide, without those that are questions of a bench. */
function readPhrases(): Words[] {
  const phrases = createGuideModel({ base: productKnowledge }).expects?.phrases ?? [];
  const questions = [...readQuestions('seen'), ...readQuestions('unseen')];
  const asked = new Set(questions.map(({ say }) => wordsOfTurn(say).join(' ')));
  const said = new Map(phrases.map((phrase) => [wordsOfTurn(phrase).join(' '), phrase]));
  return [...said.keys()].filter((text) => !asked.has(text)).map((text) => text.split(' '));
}

function cutEverywhere(words: Words): Sample[] {
  return words.map((_, index) => ({
    features: wholenessFeatures(words.slice(0, index + 1)),
    ...(index === words.length - 1
      ? { whole: 1, worth: SHORT_WORTH.find(([most]) => words.length <= most)?.[1] ?? 1 }
      : { whole: 0, worth: CUT_WORTH * Math.min(1, (index + 1) / CUT_FROM) ** 2 }),
  }));
}

const samples = [
  ...readdirSync(UTTERANCES)
    .filter((name) => name !== LEFT_OUT)
    .sort()
    .flatMap((name) => readUtterances(name).flatMap(cutEverywhere)),
  ...readPhrases().flatMap(cutEverywhere),
];
const learned = learn(samples, {
  epochs: 8,
  orders: 4,
  rate: 0.05,
  minCount: 4,
  shrink: 0.05,
  minWeight: 0.15,
});
const score = (words: Words) =>
  ['bias', ...wholenessFeatures(words)].reduce((sum, name) => sum + (learned.get(name) ?? 0), 0);

const heldOut = readUtterances(LEFT_OUT);
const whole = heldOut.map(score).sort((left, right) => left - right);
const cut = heldOut
  .filter((words) => words.length >= 5)
  .flatMap((words) => words.slice(2).map((_, index) => score(words.slice(0, index + 2))));

console.log(
  `${learned.size} weights; ${whole.length} utterances that were left out, ${cut.length} cuts of them\n`,
);
printTable(
  ['whole ones taken for whole, %', 'from a score of', 'cut-off ones taken for whole, %'],
  [0.95, 0.9, 0.85, 0.8, 0.7, 0.6, 0.5].map((share) => {
    const least = whole[Math.floor((1 - share) * whole.length)] ?? 0;
    const mistaken = cut.filter((value) => value >= least).length / cut.length;
    return [String(100 * share), least, 100 * mistaken];
  }),
);

if (process.argv.includes('--write')) {
  const sorted = Object.fromEntries(
    [...learned].sort(([left], [right]) => (left < right ? -1 : 1)),
  );
  writeFileSync(join(import.meta.dirname, WEIGHTS), `${JSON.stringify(sorted, null, 1)}\n`);
}
