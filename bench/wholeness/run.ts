/**
 * Learns from whole utterances, each cut off at every word, what whole ones look like, and prints how that does on
 * utterances that were left out. `--write` puts the weights into `recognition/wholeness`.
 *
 *   node bench/wholeness/run.ts [--write]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  wholenessFeatures,
  wordsOfTurn,
} from '../../packages/conversation/src/recognition/wholeness/features.ts';
import { printTable } from '../support/table.ts';

const WEIGHTS = '../../packages/conversation/src/recognition/wholeness/weights.json';
const EPOCHS = 8;
const RATE = 0.1;
/** A cut-off utterance counts for less: there are ten of them for each whole one. */
const CUT_WORTH = 0.35;
/** Features seen more seldom say nothing. */
const MIN_COUNT = 3;
/** What an epoch takes off every weight: those that say little go. */
const SHRINK = 0.03;
const MIN_WEIGHT = 0.15;

/** Nobody stops for long after one word or two, but many turns are no longer. */
const CUT_FROM = 4;

interface Sample {
  readonly features: readonly string[];
  readonly whole: 0 | 1;
  readonly worth: number;
}

const read = (name: string) =>
  readFileSync(join(import.meta.dirname, 'utterances', name), 'utf8')
    .trim()
    .split('\n')
    .map(wordsOfTurn);

function cutEverywhere(words: readonly string[]): Sample[] {
  return words.map((_, index) => ({
    features: wholenessFeatures(words.slice(0, index + 1)),
    ...(index === words.length - 1
      ? { whole: 1, worth: 1 }
      : { whole: 0, worth: CUT_WORTH * Math.min(1, (index + 1) / CUT_FROM) ** 2 }),
  }));
}

/** The same order each time. */
function createShuffle(seed: number) {
  let state = seed;
  return <T>(list: T[]) => {
    for (let index = list.length - 1; index > 0; index -= 1) {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      const other = state % (index + 1);
      [list[index], list[other]] = [list[other] as T, list[index] as T];
    }
  };
}

function countFeatures(samples: readonly Sample[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { features } of samples)
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  return counts;
}

/** Logistic regression with a step size of its own for each weight (AdaGrad). */
function learn(samples: Sample[]): Map<string, number> {
  const counts = countFeatures(samples);
  const known = samples.map(({ features, ...sample }) => ({
    ...sample,
    features: ['bias', ...features.filter((name) => (counts.get(name) ?? 0) >= MIN_COUNT)],
  }));
  const weights = new Map<string, number>();
  const steps = new Map<string, number>();
  const shuffle = createShuffle(7);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    shuffle(known);
    for (const { features, whole, worth } of known) {
      const score = features.reduce((sum, name) => sum + (weights.get(name) ?? 0), 0);
      const error = worth * (1 / (1 + Math.exp(-score)) - whole);
      for (const name of features) {
        const step = (steps.get(name) ?? 1e-6) + error * error;
        steps.set(name, step);
        weights.set(name, (weights.get(name) ?? 0) - (RATE * error) / Math.sqrt(step));
      }
    }
    for (const [name, weight] of weights)
      if (name !== 'bias')
        weights.set(name, Math.sign(weight) * Math.max(0, Math.abs(weight) - SHRINK));
  }
  return new Map(
    [...weights]
      .filter(([name, weight]) => name === 'bias' || Math.abs(weight) >= MIN_WEIGHT)
      .map(([name, weight]) => [name, Math.round(weight * 100) / 100]),
  );
}

const fitted = learn(read('fit.txt').flatMap(cutEverywhere));
const score = (words: readonly string[]) =>
  ['bias', ...wholenessFeatures(words)].reduce((sum, name) => sum + (fitted.get(name) ?? 0), 0);

const heldOut = read('held-out.txt');
const whole = heldOut.map(score).sort((left, right) => left - right);
const cut = heldOut
  .filter((words) => words.length >= 5)
  .flatMap((words) => words.slice(2).map((_, index) => score(words.slice(0, index + 2))));

console.log(
  `${fitted.size} weights; ${whole.length} utterances that were left out, ${cut.length} cuts of them\n`,
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
  const sorted = Object.fromEntries([...fitted].sort(([left], [right]) => (left < right ? -1 : 1)));
  writeFileSync(join(import.meta.dirname, WEIGHTS), `${JSON.stringify(sorted, null, 1)}\n`);
}
