import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createCircuit,
  createEntrySource,
  createGuardedModel,
  groundModel,
  type Model,
  type ModelMessage,
} from '@kindling/conversation';
import { createSystemClock } from '@kindling/protocol/clock';
import { expect, it } from 'vitest';
import { readBrandContent } from '../../../../platform/config/brand-content.ts';

interface ModelAnswers {
  readonly true: readonly (readonly [question: string, ...sentences: string[]])[];
  readonly invented: readonly (readonly [question: string, sentence: string, kind: string])[];
}

const FILE = '../../../../../../../content/guide/evaluation/model-answers.json';
const answers: ModelAnswers = JSON.parse(readFileSync(join(import.meta.dirname, FILE), 'utf8'));
const { assistant, facts } = readBrandContent();
const source = createEntrySource(facts);
const prompt = assistant.model?.messages?.[0]?.content ?? '';

/** What is withheld of this answer to the question, over what is found for it. */
async function withheldOf(question: string, sentences: readonly string[]): Promise<string[]> {
  const clock = createSystemClock();
  const kinds: string[] = [];
  const model: Model = {
    provider: 'test',
    async *respond() {
      yield sentences.join(' ');
    },
  };
  const guide: Model = {
    provider: 'test',
    async *respond() {
      yield 'The guide.';
    },
  };
  const guarded = createGuardedModel({
    model,
    guide,
    clock,
    circuit: createCircuit({ now: clock.now }),
    onTakeover() {},
    onWithheld: (kind) => kinds.push(kind),
    onCutShort() {},
  });
  const messages: ModelMessage[] = [
    { role: 'system', content: prompt },
    { role: 'user', content: question },
  ];
  for await (const _ of groundModel(guarded, source, 'prompt').respond({ messages }));
  return kinds;
}

it('withholds what is made up, and little of what is true', async () => {
  const lost: string[] = [];
  let said = 0;
  for (const [question, ...sentences] of answers.true) {
    for (const sentence of sentences) {
      said += 1;
      const [kind] = await withheldOf(question, [sentence]);
      if (kind !== undefined) lost.push(`${kind}: ${question} ${sentence}`);
    }
  }
  const passed: string[] = [];
  for (const [question, sentence] of answers.invented) {
    if ((await withheldOf(question, [sentence])).length === 0) passed.push(sentence);
  }
  expect(said).toBeGreaterThan(100);
  expect(lost.length / said, lost.join('\n')).toBeLessThan(0.05);
  expect(passed.length / answers.invented.length, passed.join('\n')).toBeLessThan(0.05);
});
