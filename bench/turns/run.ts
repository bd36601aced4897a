/**
 * Whose turn it is: real sound through the real engines, on a virtual clock.
 *
 *   node bench/turns/run.ts [--questions 24] [--half unseen|fresh] [--turn-model <its folder>]
 *     [--only pauses,recordings,hesitations,backchannels,interruptions,room]
 *
 * Nothing is tuned on the questions of `unseen` (bench/dialogue) and of `fresh`, others by someone who had seen
 * nothing else of this bench: they are for figures alone.
 * Needs espeak-ng; human speech comes from Debian's package pocketsphinx-testdata.
 */
import { readFileSync } from 'node:fs';
import { join as joinPath, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createLocalEngines } from '@kindling/conversation';
import { createGuideModel } from '../../packages/conversation/src/generation/guide/guide-model.ts';
import { productKnowledge } from '../../packages/conversation/src/testing/guide-content.ts';
import { knowProductMeanings } from '../../packages/conversation/src/testing/product-meanings.ts';
import { readQuestions } from '../dialogue/read-questions.ts';
import { measureBackchannels, measureInterruptions } from './overlap.ts';
import { measureHesitations, measurePauses, measureRecordings } from './pauses.ts';
import { measureRoom } from './room.ts';

const { values } = parseArgs({
  options: {
    questions: { type: 'string', default: '24' },
    only: {
      type: 'string',
      default: 'pauses,recordings,hesitations,backchannels,interruptions,room',
    },
    half: { type: 'string', default: 'seen' },
    'turn-model': { type: 'string' },
  },
});

const MIN_WORDS = 6;
const MAX_WORDS = 14;

function readTexts(): string[] {
  if (values.half !== 'fresh') return readQuestions(values.half).map(({ say }) => say);
  const path = joinPath(import.meta.dirname, 'fresh-questions.txt');
  return readFileSync(path, 'utf8').trim().split('\n');
}

const lengthOf = (text: string) => text.split(' ').length;
const questions = readTexts()
  .filter((text) => lengthOf(text) >= MIN_WORDS && lengthOf(text) <= MAX_WORDS)
  .filter((_, index) => values.half === 'fresh' || index % 3 === 0)
  .slice(0, Number(values.questions));

const folder = values['turn-model'];
const engines = await createLocalEngines({
  // The bench takes what there is.
  maxSecondHearingShare: Number.POSITIVE_INFINITY,
  ...(folder !== undefined && {
    turnModels: [{ name: 'smart-turn', engine: 'smart-turn', folder: resolve(folder) }],
  }),
});
const meanings = await knowProductMeanings();
const model = createGuideModel({ base: productKnowledge, meanings: Promise.resolve(meanings) });
const wanted = new Set(values.only.split(','));
try {
  if (wanted.has('pauses')) await measurePauses({ engines, model }, questions);
  if (wanted.has('recordings')) await measureRecordings({ engines, model });
  if (wanted.has('hesitations')) await measureHesitations({ engines, model });
  if (wanted.has('backchannels')) await measureBackchannels({ engines, model });
  if (wanted.has('interruptions')) await measureInterruptions({ engines, model });
  if (wanted.has('room')) await measureRoom({ engines, model });
} finally {
  await engines.close();
}
