import { randomUUID } from 'node:crypto';
import type { EvalRun } from '@kindling/protocol';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createScriptedModel } from '../../../testing/calls/scripted-model.ts';
import { createManualClock } from '../../../testing/server/manual-clock.ts';
import { conversationSettings } from '../assistants/runtime/conversation-settings.ts';
import type { RunProgress } from './eval-stores.ts';
import { createRunEval } from './run-eval.ts';

const stamp = '2026-01-01T00:00:00.000Z';

/** A run of one question, as a job whose server may stop. */
function prepare() {
  const clock = createManualClock();
  const model = createScriptedModel('openai');
  const kept: RunProgress[] = [];
  const run: EvalRun = {
    id: randomUUID(),
    orgId: randomUUID(),
    createdAt: stamp,
    updatedAt: stamp,
    type: 'eval',
    status: 'queued',
    target: { type: 'assistant', assistantId: randomUUID() },
    results: [],
    eval: {
      type: 'chat.mockConversation',
      messages: [
        { role: 'user', content: 'When?' },
        { role: 'assistant', judgePlan: { type: 'regex', content: 'nine' } },
      ],
    },
  };
  const runEval = createRunEval({
    clock,
    prices: {},
    runs: {
      find: async () => run,
      keep: async (_org, _id, progress) => {
        kept.push(progress);
        return true;
      },
    },
    openSubject: async () => ({
      first: { name: 'Bo', model, settings: conversationSettings({}, new Date(0)) },
      handOff: () => null,
      workflowTrace: () => null,
    }),
    openJudgeModel: () => Promise.reject(new Error('There is none.')),
    openBudget: async () => ({
      meter: (one) => one,
      onExhausted: () => undefined,
      spendTime: async () => 0,
      boundsTime: false,
    }),
  });
  const stop = new AbortController();
  const attempt = (attempt: number) =>
    runEval({
      id: randomUUID(),
      orgId: run.orgId,
      payload: { runId: run.id, tokenId: randomUUID() },
      attempt,
      last: attempt === 3,
      signal: stop.signal,
      log: pino({ level: 'silent' }),
    });
  return { model, kept, stop, attempt };
}

it('a run whose server stops is left to the next start', async () => {
  const { model, kept, stop, attempt } = prepare();
  const silent = model.hang('At ');
  const running = attempt(1);
  await silent;
  stop.abort(new Error('The server stops.'));
  await expect(running).rejects.toThrow('The server stops.');
  expect(kept.map(({ status }) => status)).toEqual(['running']);
});

it('one that stopped each time says so, unless the last time ends it', async () => {
  const { model, kept, attempt } = prepare();
  model.reply('At nine.');
  await attempt(3);
  expect(kept).toMatchObject([
    { status: 'ended', endedReason: 'aborted', endedMessage: expect.stringContaining('stopped') },
    { status: 'ended', endedReason: 'mockConversation.done', results: [{ status: 'pass' }] },
  ]);
  expect(kept[1]).not.toHaveProperty('endedMessage');
});

it('one whose server stops for the last time has been aborted', async () => {
  const { model, kept, stop, attempt } = prepare();
  const silent = model.hang('At ');
  const running = attempt(3);
  await silent;
  stop.abort(new Error('The server stops.'));
  await running;
  expect(kept.at(-1)).toMatchObject({
    status: 'ended',
    endedReason: 'aborted',
    results: [{ status: 'fail' }],
  });
});
