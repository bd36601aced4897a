import { describe, expect, it } from 'vitest';
import { dueTurnLast } from './due-turn-last.ts';

const user = (content: string) => ({ role: 'user', content }) as const;
const assistant = (content: string) => ({ role: 'assistant', content }) as const;

describe('dueTurnLast', () => {
  it('leaves a conversation that ends in the turn as it is', () => {
    const messages = [assistant('Hello.'), user('Hi.')];
    expect(dueTurnLast(messages)).toEqual(messages);
  });

  it('moves the turn behind what was said since', () => {
    expect(dueTurnLast([assistant('Hello.'), user('Hi.'), assistant('A notice.')])).toEqual([
      assistant('Hello. A notice.'),
      user('Hi.'),
    ]);
  });

  it('leaves the tools that were called for the turn behind it', () => {
    const call = { type: 'tool-call', id: 'a', name: 'book', arguments: '{}' } as const;
    const called = { role: 'assistant', content: '', toolCalls: [call] } as const;
    const result = { role: 'tool', content: 'Table four.', toolCallId: 'a' } as const;
    const cutOff = assistant('Sorry, we were cut off.');
    expect(dueTurnLast([user('A table.'), called, result, cutOff])).toEqual([
      cutOff,
      user('A table.'),
      called,
      result,
    ]);
  });

  it('leaves a conversation without a turn', () => {
    expect(dueTurnLast([assistant('Hello.')])).toEqual([assistant('Hello.')]);
  });
});
