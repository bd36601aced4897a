/**
 * Whose turn it is: real sound through the real engines, on a virtual clock.
 *
 *   node bench/turns/run.ts [--questions 24] [--half unseen] [--turn-model <its folder>]
 *     [--only pauses,recordings,hesitations,backchannels,interruptions,room]
 *
 * The half `unseen` of the questions is for figures alone: nothing is tuned on it.
 * Needs espeak-ng; human speech comes from Debian's package pocketsphinx-testdata.
 */
import { readFileSync } from 'node:fs';
import { join as joinPath, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createLocalEngines } from '@kindling/conversation';
import { createGuideModel } from '../../packages/conversation/src/generation/guide/guide-model.ts';
import { productKnowledge } from '../../packages/conversation/src/testing/guide-content.ts';
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

const LEAST_WORDS = 6;
const written = JSON.parse(
  readFileSync(joinPath(import.meta.dirname, '../dialogue', values.half, 'questions.json'), 'utf8'),
) as { readonly say: string }[];
const questions = written
  .map(({ say }) => say)
  .filter((text) => text.split(' ').length >= LEAST_WORDS && text.split(' ').length <= 14)
  .filter((_, index) => index % 3 === 0)
  .slice(0, Number(values.questions));

const folder = values['turn-model'];
const engines = await createLocalEngines(
  folder === undefined
    ? {}
    : { turnModels: [{ name: 'smart-turn', engine: 'smart-turn', folder: resolve(folder) }] },
);
const model = createGuideModel({ base: productKnowledge });
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
