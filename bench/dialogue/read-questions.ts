import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Expected } from './score.ts';

/** A single question, and what a right answer to it is. */
interface Question {
  readonly say: string;
  readonly kind: string;
  readonly expect: Expected;
}

/** @param set `seen` or `unseen`: tune on `seen` alone. @throws where there is no such set */
export function readQuestions(set: string): Question[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, set, 'questions.json'), 'utf8'));
}
