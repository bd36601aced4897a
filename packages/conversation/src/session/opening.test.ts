import type { CallMessage } from '@kindling/protocol';
import { expect, it } from 'vitest';
import type { ModelRequest } from '../generation/model.ts';
import type { ToolRunner } from '../generation/tools.ts';
import { createConversationKit, type KitOptions } from '../testing/conversation-kit.ts';
import type { ResumedConversation } from './port.ts';

const STARTED_AT = 940_000;

function line(role: CallMessage['role'], message: string, at: number, more = {}): CallMessage {
  const time = STARTED_AT + at * 1_000;
  return { role, message, time, endTime: time, secondsFromStart: at, ...more };
}

const NAME = [line('bot', 'Hello there.', 1), line('user', 'My name is Ada.', 3)];

function resume(resumed: Partial<ResumedConversation>, options: KitOptions = {}) {
  const asked: ModelRequest[] = [];
  const kit = createConversationKit({
    reply(request) {
      asked.push(request);
      return 'Nice to meet you.';
    },
    ...options,
    settings: { firstMessage: 'Hello there.', ...options.settings },
    resumed: {
      generation: 1,
      startedAt: STARTED_AT,
      record: NAME,
      owesAnswer: false,
      ...resumed,
    },
  });
  kit.conversation.start();
  return { kit, asked };
}

it('says that it was cut off, greets nobody twice, and remembers', async () => {
  const record = [...NAME, line('bot', 'Nice to meet you.', 5)];
  const { kit, asked } = resume({ record });
  await kit.run(4_000);
  expect(kit.finals('assistant')).toEqual([
    'Sorry, we were cut off for a moment.',
    'Please go on.',
  ]);
  await kit.say('what is my name?');
  await kit.until(() => asked.length > 0);
  expect(asked.at(-1)?.messages.map(({ role, content }) => `${role}: ${content}`)).toEqual([
    'system: You are a guide.',
    'assistant: Hello there.',
    'user: My name is Ada.',
    'assistant: Nice to meet you. Sorry, we were cut off for a moment. Please go on.',
    'user: what is my name?',
  ]);
  await kit.run(3_000);
  const report = await kit.end();
  expect(report.startedAt).toBe(STARTED_AT);
  expect(report.messages.slice(0, 3)).toEqual(record);
  expect(report.messages[3]?.secondsFromStart).toBeGreaterThanOrEqual(60);
  expect(report.transcript.split('\n').slice(0, 3)).toEqual([
    'AI: Hello there.',
    'User: My name is Ada.',
    'AI: Nice to meet you.',
  ]);
});

it('says nothing of a handover at rest, greets nobody, and remembers', async () => {
  const record = [...NAME, line('bot', 'Nice to meet you.', 5)];
  const { kit, asked } = resume({ record, wasCutOff: false });
  await kit.run(4_000);
  expect(kit.finals('assistant')).toEqual([]);
  expect(asked).toEqual([]);
  await kit.say('what is my name?');
  await kit.until(() => kit.finals('assistant').length > 0);
  expect(asked.at(-1)?.messages.map(({ role, content }) => `${role}: ${content}`)).toEqual([
    'system: You are a guide.',
    'assistant: Hello there.',
    'user: My name is Ada.',
    'assistant: Nice to meet you.',
    'user: what is my name?',
  ]);
  expect(kit.finals('assistant')).toEqual(['Nice to meet you.']);
});

it('answers what it owed, and lines of the page keep their names apart', async () => {
  const { kit, asked } = resume({ owesAnswer: true });
  await kit.until(() => kit.finals('assistant').includes('Nice to meet you.'));
  expect(asked.at(-1)?.messages.at(-1)).toEqual({ role: 'user', content: 'My name is Ada.' });
  const ids = kit.of('transcript').map(({ utteranceId }) => utteranceId);
  expect(ids.every((id) => id?.includes('-r1-'))).toBe(true);
  await kit.say('and yours?');
  await kit.until(() => kit.finals('user').length > 0);
  expect(kit.of('transcript').findLast(({ role }) => role === 'user')?.utteranceId).toBe('user-2');
});

it('says the first message again that nobody heard, without an apology', async () => {
  const { kit } = resume({ record: [], owesAnswer: true });
  await kit.run(3_000);
  expect(kit.finals('assistant')).toEqual(['Hello there.']);
});

it('runs no tool again of which nobody knows whether it ran', async () => {
  const runs: string[] = [];
  const tools: ToolRunner = {
    definitions: [{ name: 'book', description: '', parameters: { type: 'object' } }],
    async run({ id: toolCallId, name }) {
      runs.push(toolCallId);
      return { toolCallId, name, content: 'booked', failed: false };
    },
  };
  const call = { id: 'a', type: 'function', function: { name: 'book', arguments: '{}' } } as const;
  const record = [...NAME, line('tool_calls', '', 4, { toolCalls: [call] })];
  const { kit, asked } = resume({ record, owesAnswer: true }, { tools });
  await kit.until(() => kit.finals('assistant').includes('Nice to meet you.'));
  const toolResult = asked.at(-1)?.messages.find(({ role }) => role === 'tool');
  expect(toolResult).toMatchObject({ toolCallId: 'a' });
  expect(toolResult?.content).toContain('not known whether this was done');
  // What was owed is asked for with the tool behind the turn, or a model would call it again.
  expect(
    asked
      .at(-1)
      ?.messages.map(({ role }) => role)
      .slice(-3),
  ).toEqual(['user', 'assistant', 'tool']);
  expect(runs).toEqual([]);
});

it('killed-as-a-tool-begins: runs a tool only once its call is recorded, or that takes too long', async () => {
  const runs: string[] = [];
  const recorded = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let calls = 0;
  const tools: ToolRunner = {
    definitions: [{ name: 'book', description: '', parameters: { type: 'object' } }],
    async run({ id: toolCallId, name }) {
      runs.push(toolCallId);
      return { toolCallId, name, content: 'booked', failed: false };
    },
  };
  const kit = createConversationKit({
    tools,
    onToolLines: ([line]) =>
      line?.role === 'tool_calls' ? recorded[calls - 1]?.promise : undefined,
    reply({ messages }) {
      if (messages.at(-1)?.role === 'tool') return 'Done.';
      calls += 1;
      return [{ type: 'tool-call', id: `call-${calls}`, name: 'book', arguments: '{}' }];
    },
  });
  kit.conversation.start();
  await kit.say('book it please');
  await kit.until(() => calls === 1);
  expect(runs).toEqual([]);
  recorded[0]?.resolve();
  await kit.until(() => kit.finals('assistant').includes('Done.'));
  expect(runs).toEqual(['call-1']);
  // The database is away.
  await kit.say('book another one please');
  await kit.until(() => runs.length === 2);
});

it('begins where nobody has heard it yet, as if nothing had been', async () => {
  const { kit } = resume({ startedAt: null, record: [] });
  await kit.run(3_000);
  expect(kit.finals('assistant')).toEqual(['Hello there.']);
});

it('tells of tools before they run and of what came of them', async () => {
  const lines: CallMessage[][] = [];
  const tools: ToolRunner = {
    definitions: [{ name: 'book', description: '', parameters: { type: 'object' } }],
    async run({ id: toolCallId, name }) {
      expect(lines).toMatchObject([[{ role: 'tool_calls', toolCalls: [{ id: 'b' }] }]]);
      return { toolCallId, name, content: 'booked', failed: false };
    },
  };
  const kit = createConversationKit({
    tools,
    onToolLines(added) {
      lines.push([...added]);
      return undefined;
    },
    reply: ({ messages }) =>
      messages.at(-1)?.role === 'tool'
        ? 'Done.'
        : [{ type: 'tool-call', id: 'b', name: 'book', arguments: '{}' }],
  });
  kit.conversation.start();
  await kit.say('book it please');
  await kit.until(() => kit.finals('assistant').includes('Done.'));
  expect(lines[1]).toMatchObject([{ role: 'tool_call_result', toolCallId: 'b', result: 'booked' }]);
});

it('lasts no longer in all than it may, and is given nothing of what was before another took over', async () => {
  const { kit, asked } = resume({ knownFrom: 2 }, { settings: { maxDurationSeconds: 70 } });
  await kit.say('hello again');
  await kit.until(() => asked.length > 0);
  expect(JSON.stringify(asked.at(-1)?.messages)).not.toContain('Ada');
  await kit.until(() => kit.reports.length > 0);
  expect(kit.reports[0]?.endReason).toBe('exceeded-max-duration');
  expect(kit.reports[0]?.messages[1]?.message).toBe('My name is Ada.');
});
