import { createRequire } from 'node:module';
import { wholenessFeatures, wordsOfTurn } from './features.ts';

/** Written by `bench/wholeness/run.ts`. */
const weights: Readonly<Record<string, number>> = createRequire(import.meta.url)('./weights.json');

/**
 * How much the words look like all that is to come: the logarithm of the odds, above zero rather yes. Of words alone:
 * the recogniser puts a full stop behind every piece.
 */
export function wholeness(text: string): number {
  const features = ['bias', ...wholenessFeatures(wordsOfTurn(text))];
  return features.reduce((sum, feature) => sum + (weights[feature] ?? 0), 0);
}
