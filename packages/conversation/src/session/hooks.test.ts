import { describe, expect, it } from 'vitest';
import type { ToolRunner } from '../generation/tools.ts';
import { createConversationKit, type KitOptions } from '../testing/conversation-kit.ts';
import type { Hook } from './hooks.ts';

const LONG = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen.';

const say = (...texts: string[]) => ({ type: 'say', texts }) as const;

function startKit(hooks: readonly Hook[], options: KitOptions = {}) {
  const kit = createConversationKit({ ...options, settings: { ...options.settings, hooks } });
  kit.conversation.start();
  return kit;
}

/** What was asked, and how it answers. */
function createTools(): ToolRunner & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    definitions: [],
    async run({ id, name, arguments: args }) {
      asked.push(`${name} ${args}`);
      return { toolCallId: id, name, content: 'done', failed: false, say: 'i have noted it.' };
    },
  };
}

describe('hooks', () => {
  it('speak to who is silent, so often as they say (HOOK-4)', async () => {
    const timeout = { after: 8_000, most: 2, countAnew: false };
    const kit = startKit([
      { on: 'customer.speech.timeout', timeout, actions: [say('are you there?', 'hello?')] },
    ]);
    await kit.runDeaf(7_900);
    expect(kit.finals('assistant')).toEqual([]);
    await kit.runDeaf(28_000);
    expect(kit.finals('assistant')).toEqual(['are you there?', 'hello?']);
  });

  it('use tools in a silence, again after as long (HOOK-4)', async () => {
    const tools = createTools();
    const hookTools: ToolRunner = {
      ...tools,
      run: async (call, options) => ({ ...(await tools.run(call, options)), say: '' }),
    };
    const timeout = { after: 6_000, most: 2, countAnew: false };
    const actions = [{ type: 'tool', name: 'note', arguments: '{"n":1}' }] as const;
    const kit = startKit([{ on: 'customer.speech.timeout', timeout, actions }], { hookTools });
    await kit.runDeaf(25_000);
    expect(tools.asked).toEqual(['note {"n":1}', 'note {"n":1}']);
    expect(kit.of('tool-calls-result')).toHaveLength(2);
  });

  it('answer who interrupted before the turn is answered (HOOK-1)', async () => {
    const kit = startKit(
      [{ on: 'assistant.speech.interrupted', actions: [say('sorry about that.')] }],
      { settings: { firstMessage: LONG } },
    );
    await kit.run(1_000);
    await kit.say('what does it cost?');
    await kit.run(6_000);
    expect(kit.finals('assistant').slice(-2)).toEqual(['sorry about that.', 'Here it is.']);
  });

  it('say nothing of an interruption that never was (HOOK-1)', async () => {
    const kit = startKit([
      { on: 'assistant.speech.interrupted', actions: [say('sorry about that.')] },
    ]);
    await kit.say('what does it cost?');
    await kit.run(5_000);
    expect(kit.finals('assistant')).toEqual(['Here it is.']);
  });

  it('speak before the end for their reasons alone (HOOK-3)', async () => {
    const hooks: readonly Hook[] = [
      { on: 'call.ending', reasons: ['silence-timed-out'], actions: [say('nobody is there.')] },
      { on: 'call.ending', reasons: ['exceeded-max-duration'], actions: [say('time is up.')] },
    ];
    const settings = { silenceTimeoutSeconds: 10, endCallMessage: 'goodbye.' };
    const kit = startKit(hooks, { settings });
    await kit.runDeaf(20_000);
    expect(kit.finals('assistant').join(' ')).toBe('nobody is there. goodbye.');
  });

  it('use tools once the call has ended, whichever side ended it (HOOK-3)', async () => {
    const hookTools = createTools();
    const kit = startKit(
      [{ on: 'call.ending', actions: [{ type: 'tool', name: 'file', arguments: '{}' }] }],
      { hookTools },
    );
    await kit.end();
    expect(hookTools.asked).toEqual(['file {}']);
    expect(kit.of('tool-calls')).toEqual([]);
  });
});

it('says the words of a tool to who interrupted once they have spoken (HOOK-1)', async () => {
  const asked: string[] = [];
  const hookTools: ToolRunner = {
    definitions: [],
    async run({ id, name }, { onSay }) {
      asked.push(name);
      onSay('i am writing this down for them.');
      return { toolCallId: id, name, content: 'done', failed: false, say: 'i have noted it.' };
    },
  };
  const actions = [{ type: 'tool', name: 'note', arguments: '{}' }] as const;
  const kit = startKit([{ on: 'assistant.speech.interrupted', actions }], {
    hookTools,
    settings: { firstMessage: LONG },
  });
  await kit.run(1_000);
  await kit.say('what does it cost for a school with more than a thousand pupils in it?');
  await kit.run(9_000);
  expect(asked).toEqual(['note']);
  expect(kit.of('user-interrupted')).toHaveLength(1);
  expect(kit.finals('assistant').slice(1)).toEqual([
    ...['i am writing this down for them.', 'i have noted it.', 'Here it is.'],
  ]);
});
