import type { EvalAiPlan } from '@kindling/protocol';
import { expect, it } from 'vitest';
import { createScriptedModel } from '../../../../testing/calls/scripted-model.ts';
import { createManualClock } from '../../../../testing/server/manual-clock.ts';
import { judgeByModel } from './judge-by-model.ts';
import type { JudgedLine } from './verdict.ts';

const LINES: readonly JudgedLine[] = [
  { role: 'user', content: 'Book it.' },
  { role: 'assistant', content: 'Booked.', toolCalls: [{ name: 'book' }] },
];
const { signal } = new AbortController();
const clock = createManualClock();

async function judge(plan: Partial<EvalAiPlan>, ...answers: string[]) {
  const model = createScriptedModel('openai');
  for (const answer of answers) model.reply(answer);
  const failure = await judgeByModel({
    plan: { type: 'ai', ...plan },
    lines: LINES,
    clock,
    signal,
    openModel: async () => model,
  });
  return { failure, requests: model.requests };
}
const prompted = (...contents: string[]): Partial<EvalAiPlan> => ({
  model: {
    provider: 'openai',
    model: 'judge',
    messages: contents.map((content) => ({ role: 'system', content })),
  },
});

it.each<[string, string | null | RegExp]>([
  ['pass', null],
  ['Pass.', null],
  ['**PASS** It is booked.', null],
  ['fail', 'The model that judges says fail.'],
  ['Fail: it asks nothing.', /says: “Fail: it asks nothing\.”/],
  ['pass\nNothing here should fail.', null],
  ['I would say that it should fail', /says/],
])('an answer of %j is a verdict', async (answer, expected) => {
  const { failure, requests } = await judge(prompted('Judge.'), answer);
  if (expected instanceof RegExp) expect(failure).toMatch(expected);
  else expect(failure).toBe(expected);
  expect(requests).toHaveLength(1);
});

it('what is neither is asked for again, and has failed when it stays so', async () => {
  expect((await judge(prompted('Judge.'), 'Perhaps.', 'pass')).failure).toBeNull();
  const { failure, requests } = await judge(prompted('Judge.'), 'Perhaps.', 'pass or fail?');
  expect([failure, requests.length]).toEqual([expect.stringMatching(/^Not judged: .*neither/), 2]);
});

it('its messages hold the conversation where they name it', async () => {
  const plan = prompted(
    'All: {{messages}} Last: {{ messages[-1] }} Words: {{messages[0].content}}',
  );
  const { requests } = await judge(plan, 'pass');
  expect(requests[0]?.messages).toEqual([
    {
      role: 'system',
      content: `All: ${JSON.stringify(LINES)} Last: ${JSON.stringify(LINES[1])} Words: Book it.`,
    },
    { role: 'user', content: expect.stringContaining('pass or fail') },
  ]);
  expect(requests[0]?.temperature).toBe(0);
});

it('the conversation is added where they do not, unless it is not wanted', async () => {
  const added = (await judge(prompted('Polite?'), 'pass')).requests[0]?.messages.at(-1)?.content;
  expect(added).toContain(JSON.stringify(LINES));
  const plan = { ...prompted('Polite?'), autoIncludeMessageHistory: false };
  const left = (await judge(plan, 'pass')).requests[0]?.messages.at(-1)?.content;
  expect(left).not.toContain('Booked.');
});

it('without messages of its own it gets instructions', async () => {
  const [request] = (await judge({}, 'pass')).requests;
  expect(request?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  expect(request?.messages[0]?.content).toMatch(/evidence[\s\S]*pass or fail/);
});

it('what nobody could judge has failed, and says why', async () => {
  const failure = await judgeByModel({
    plan: { type: 'ai' },
    lines: LINES,
    clock,
    signal,
    openModel: () => Promise.reject(new Error('There is no model.')),
  });
  expect(failure).toBe('Not judged: There is no model.');
});

it('one who says nothing for a minute judges nothing', async () => {
  const model = createScriptedModel('openai');
  const silent = model.hang('pa');
  const judging = judgeByModel({
    plan: { type: 'ai' },
    lines: LINES,
    clock,
    signal,
    openModel: async () => model,
  });
  await silent;
  clock.advance(60_000);
  expect(await judging).toBe('Not judged: the model that judges took longer than 60 s.');
});
