import { expect, it } from 'vitest';
import type { ToolRunner } from '../generation/tools.ts';
import { createConversationKit, type KitOptions } from '../testing/conversation-kit.ts';

const start = (options: KitOptions = {}) => {
  const kit = createConversationKit(options);
  kit.conversation.start();
  return kit;
};

it('rests between turns alone: not before the start, nor while anybody speaks or an answer is due', async () => {
  const kit = createConversationKit({ settings: { firstMessage: 'Hello there.' } });
  expect(kit.conversation.isAtRest).toBe(false);
  kit.conversation.start();
  expect(kit.conversation.isAtRest).toBe(false);
  await kit.until(() => kit.conversation.isAtRest);
  expect(kit.finals('assistant')).toEqual(['Hello there.']);
  await kit.say('what is a lesson');
  expect(kit.conversation.isAtRest).toBe(false);
  // Of the words, of the pause behind them and of the answer, none is rest.
  await kit.until(() => kit.conversation.isAtRest);
  expect(kit.finals('user')).toHaveLength(1);
  expect(kit.finals('assistant')).toEqual(['Hello there.', 'Here it is.']);
});

it('does not rest while a tool runs whose answer was spoken over', async () => {
  const done = Promise.withResolvers<void>();
  const tools: ToolRunner = {
    definitions: [{ name: 'book', description: '', parameters: { type: 'object' } }],
    async run({ id: toolCallId, name }) {
      await done.promise;
      return { toolCallId, name, content: 'booked', failed: false };
    },
  };
  let asked = 0;
  const kit = start({
    tools,
    reply() {
      asked += 1;
      if (asked > 1) return 'Done.';
      return ['One moment. ', { type: 'tool-call', id: 'a', name: 'book', arguments: '{}' }];
    },
  });
  await kit.say('book it please');
  await kit.until(() => kit.finals('assistant').length > 0);
  kit.conversation.handleMessage({ type: 'control', control: 'mute-assistant' });
  await kit.run(1_000);
  expect(kit.conversation.isAtRest).toBe(false);
  done.resolve();
  await kit.until(() => kit.conversation.isAtRest);
});

it('let go of, it says nothing more, reports nothing and runs no hook of its end', async () => {
  const ran: string[] = [];
  const hookTools: ToolRunner = {
    definitions: [],
    async run({ id: toolCallId, name }) {
      ran.push(name);
      return { toolCallId, name, content: '', failed: false };
    },
  };
  const actions = [{ type: 'tool', name: 'note', arguments: '{}' }] as const;
  const kit = start({ hookTools, settings: { hooks: [{ on: 'call.ending', actions }] } });
  await kit.say('what is a lesson');
  kit.conversation.release();
  const said = kit.messages.length;
  await kit.run(40_000);
  expect(kit.messages).toHaveLength(said);
  expect(kit.reports).toEqual([]);
  expect(ran).toEqual([]);
  expect(kit.conversation.isAtRest).toBe(false);
});
