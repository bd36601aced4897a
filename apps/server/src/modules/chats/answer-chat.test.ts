import {
  type ActiveAssistant,
  type Handoff,
  TOOL_ROUNDS_MAX,
  type ToolCall,
  type ToolResult,
} from '@kindling/conversation';
import { describe, expect, it } from 'vitest';
import { createScriptedModel } from '../../../testing/calls/scripted-model.ts';
import { conversationSettings } from '../assistants/runtime/conversation-settings.ts';
import { answerChat, type ChatEvent, type ChatTurn } from './answer-chat.ts';

const promptOf = (content: string) =>
  conversationSettings(
    { model: { provider: 'kindling', messages: [{ role: 'system', content }] } },
    new Date(0),
  );
const settings = promptOf('Be Ada.');

const call = (name: string, id = name): ToolCall => ({
  type: 'tool-call',
  id,
  name,
  arguments: '{}',
});

function turnWith(results: Record<string, Partial<ToolResult>>, turn: Partial<ChatTurn> = {}) {
  const model = createScriptedModel('kindling');
  const asked: string[] = [];
  const first: ActiveAssistant = {
    name: 'Ada',
    settings,
    model,
    tools: {
      definitions: [{ name: 'look', description: 'Looks.', parameters: {} }],
      async run({ id, name }) {
        asked.push(name);
        return { toolCallId: id, name, content: 'done', failed: false, ...results[name] };
      },
    },
  };
  const whole: ChatTurn = {
    first,
    handOff: () => null,
    before: [],
    input: [{ role: 'user', content: 'Hi.' }],
    signal: new AbortController().signal,
    ...turn,
  };
  return { model, asked, run: () => collect(answerChat(whole)) };
}

async function collect(events: AsyncIterable<ChatEvent>) {
  const all: ChatEvent[] = [];
  for await (const event of events) all.push(event);
  const output = all.flatMap((event) => (event.type === 'message' ? [event.message] : []));
  return { all, output };
}

describe('answering a chat', () => {
  it('carries out the tools the model asks for, and asks it again', async () => {
    const { model, asked, run } = turnWith({ look: { content: '7' } });
    model.reply('Let me look.', call('look'));
    model.reply('It is 7.');
    const { output } = await run();
    expect(asked).toEqual(['look']);
    expect(output).toMatchObject([
      { role: 'assistant', content: 'Let me look.', tool_calls: [{ id: 'look' }] },
      { role: 'tool', content: '7', tool_call_id: 'look' },
      { role: 'assistant', content: 'It is 7.' },
    ]);
    expect(model.requests[1]?.messages.slice(2)).toMatchObject([
      { role: 'assistant', toolCalls: [{ name: 'look' }] },
      { role: 'tool', content: '7', toolCallId: 'look' },
    ]);
  });

  it('counts the pieces by the message they belong to', async () => {
    const { model, run } = turnWith({});
    model.reply(call('look'));
    model.reply('Done', '.');
    const deltas = (await run()).all.filter((event) => event.type === 'delta');
    expect(deltas).toEqual([
      { type: 'delta', index: 2, text: 'Done' },
      { type: 'delta', index: 2, text: '.' },
    ]);
  });

  it('says a tool’s own words instead of asking again', async () => {
    const { model, run } = turnWith({ look: { say: 'All set.' } });
    model.reply(call('look'));
    expect((await run()).output.at(-1)).toEqual({ role: 'assistant', content: 'All set.' });
    expect(model.requests).toHaveLength(1);
  });

  it('ends with a tool that ends the conversation', async () => {
    const { model, run } = turnWith({ bye: { effect: { type: 'end-call' } } });
    model.reply('Goodbye.', call('bye'));
    expect((await run()).output).toHaveLength(2);
    expect(model.requests).toHaveLength(1);
  });

  it('stops a model that only calls tools', async () => {
    const { model, asked, run } = turnWith({});
    for (let round = 0; round <= TOOL_ROUNDS_MAX; round++) model.reply(call('look'));
    await expect(run()).rejects.toMatchObject({ code: 'provider_failed' });
    expect(asked).toHaveLength(TOOL_ROUNDS_MAX);
    expect(model.requests.at(-1)?.tools).toBeUndefined();
  });

  it('tells the model that a tool it made up is not there', async () => {
    const model = createScriptedModel('kindling');
    model.reply(call('nothing'));
    model.reply('Sorry.');
    const { run } = turnWith({}, { first: { name: null, settings, model } });
    expect((await run()).output[1]).toMatchObject({ content: 'There is no tool named nothing.' });
  });

  it.each([
    ['replace-prompt', ['Be Bea.', 'Hi.', '', 'done']],
    ['keep-prompts', ['Be Bea.', 'Be Ada.', 'Hi.', '', 'done']],
    ['forget', ['Be Bea.', 'Hi.']],
  ] as const)('hands over with the history "%s"', async (history, sent) => {
    const bea = createScriptedModel('kindling');
    bea.reply('I am Bea.');
    const to = { name: 'Bea', model: bea, settings: promptOf('Be Bea.') };
    const handOff = (destination: string): Handoff | null =>
      destination === 'Bea' ? { to, history } : null;
    const effect = { type: 'handoff', destination: 'Bea' } as const;
    const { model, run } = turnWith({ over: { effect } }, { handOff });
    model.reply(call('over'));
    const { all, output } = await run();
    expect(output.at(-1)?.content).toBe('I am Bea.');
    expect(all).toContainEqual({ type: 'handoff', destination: 'Bea' });
    expect(bea.requests[0]?.messages.map((one) => one.content)).toEqual(sent);
  });
});
