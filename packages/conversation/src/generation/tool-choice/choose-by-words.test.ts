import { describe, expect, it } from 'vitest';
import type { Model, ModelMessage } from '../model.ts';
import type { ToolCall, ToolDefinition } from '../tools.ts';
import { chooseByWords } from './choose-by-words.ts';
import { fits } from './fits.ts';

const guide: Model = {
  provider: 'kindling',
  async *respond() {
    yield 'From the facts.';
  },
};
const tool = (name: string, when?: string, properties: object = {}): ToolDefinition => ({
  ...{ name, description: '', parameters: { type: 'object', properties } },
  ...(when === undefined ? {} : { when }),
});

async function ask(tools: readonly ToolDefinition[], said: string | readonly ModelMessage[]) {
  const messages = typeof said === 'string' ? [{ role: 'user', content: said } as const] : said;
  const pieces: (string | ToolCall)[] = [];
  for await (const piece of chooseByWords(guide).respond({ messages, tools })) pieces.push(piece);
  const [first] = pieces;
  return typeof first === 'object' ? first : null;
}

describe('choosing by words', () => {
  it.each([
    ['The user wants to book a demo', 'Can I book a demo, please?'],
    ['Questions about billing and invoices', 'I have a question about my invoice'],
    ['User agrees', 'Yes, please do'],
    ['The caller confirms the appointment', 'yeah that is right'],
    ['User declines the offer', 'No thanks'],
    ['the customer is not interested', 'nope'],
    ['technical support', 'I need some technical help, nothing works'],
  ])('finds "%s" in "%s"', (condition, said) => {
    expect(fits(condition, said)).toBeGreaterThanOrEqual(0.5);
  });

  it.each([
    ['The user wants to book a demo', 'How do you protect the data of students?'],
    ['The user wants to book a demo', 'I do not want a demo'],
    ['Questions about billing and invoices', 'Hello, who are you?'],
    ['User agrees', 'No'],
    ['User declines the offer', 'Yes please'],
    ['User agrees', 'What does it cost?'],
  ])('does not find "%s" in "%s"', (condition, said) => {
    expect(fits(condition, said)).toBeLessThan(0.5);
  });

  it('asks for the best of several, and for the open one when none fits', async () => {
    const tools = [
      tool('billing', 'billing and invoices'),
      tool('demo', 'wants a demo'),
      tool('else', ''),
    ];
    expect((await ask(tools, 'my invoice is wrong'))?.name).toBe('billing');
    expect((await ask(tools, 'a demo please'))?.name).toBe('demo');
    expect((await ask(tools, 'how is the weather?'))?.name).toBe('else');
  });

  it('never asks for a tool that does not say when, and answers itself', async () => {
    expect(await ask([tool('anything')], 'anything')).toBeNull();
    expect(await ask([], 'anything')).toBeNull();
  });

  it('asks once a turn: the answer of a tool is for the next words', async () => {
    const messages: ModelMessage[] = [
      { role: 'user', content: 'a demo please' },
      { role: 'tool', content: 'done', toolCallId: 'call_1' },
    ];
    expect(await ask([tool('demo', 'wants a demo')], messages)).toBeNull();
  });

  it('has the turn answered that a handoff left open', async () => {
    const asked: (readonly ModelMessage[])[] = [];
    const model: Model = {
      provider: 'kindling',
      async *respond({ messages }) {
        asked.push(messages);
        yield 'From the facts.';
      },
    };
    const call: ToolCall = { type: 'tool-call', id: 'call_1', name: 'bea', arguments: '{}' };
    const messages: ModelMessage[] = [
      { role: 'system', content: 'You are Bea.' },
      { role: 'user', content: 'What is the price?' },
      { role: 'assistant', content: '', toolCalls: [call] },
      { role: 'tool', content: 'Bea takes over.', toolCallId: 'call_1' },
      { role: 'assistant', content: 'Bea knows.' },
    ];
    for await (const piece of chooseByWords(model).respond({ messages })) {
      expect(piece).toBe('From the facts.');
    }
    expect(asked).toEqual([[messages[0], messages[4], messages[1]]]);
  });

  it('takes down what the properties ask for', async () => {
    const properties = {
      name: { type: 'string' },
      email: { type: 'string', format: 'email' },
      size: { type: 'integer' },
      plan: { type: 'string', enum: ['basic', 'school'] },
      pilot: { type: 'boolean' },
    };
    const said = 'My name is Ada Lovelace';
    expect(JSON.parse((await ask([tool('go', '', properties)], said))?.arguments ?? '')).toEqual({
      name: 'Ada Lovelace',
    });
    const { name: _, ...others } = properties;
    const many = 'Yes, the school plan for 1,200 students, write to ada@school.example';
    expect(JSON.parse((await ask([tool('go', '', others)], many))?.arguments ?? '')).toEqual({
      email: 'ada@school.example',
      size: 1200,
      plan: 'school',
      pilot: true,
    });
  });
});
