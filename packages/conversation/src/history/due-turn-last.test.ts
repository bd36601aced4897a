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

  it('leaves a conversation without a turn', () => {
    expect(dueTurnLast([assistant('Hello.')])).toEqual([assistant('Hello.')]);
  });
});
