import { describe, expect, it } from 'vitest';
import { readTalkAddress, talkUrl } from './talk-address.ts';

const assistantId = '4f0c2c0e-4b1f-4c7e-9a53-0d6c3f6f2a11';
const key = `kd_pub_${'aZ0-_'.repeat(8)}abc`;

describe('the address of the page where an assistant answers', () => {
  it('is read as it was written', () => {
    const url = talkUrl('https://kindling.example', { assistantId, key });
    expect(url).toBe(`https://kindling.example/talk#assistant=${assistantId}&key=${key}`);
    expect(readTalkAddress(new URL(url).hash)).toEqual({ assistantId, key });
  });

  it.each([
    ['nothing', ''],
    ['no key', `#assistant=${assistantId}`],
    ['half a key', `#assistant=${assistantId}&key=${key.slice(0, -1)}`],
    ['a private key', `#assistant=${assistantId}&key=${key.replace('pub', 'prv')}`],
    ['no assistant', `#key=${key}`],
    ['half an assistant', `#assistant=${assistantId.slice(1)}&key=${key}`],
  ])('with %s is not whole', (_, fragment) => {
    expect(readTalkAddress(fragment)).toBeNull();
  });
});
