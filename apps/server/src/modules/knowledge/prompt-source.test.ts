import { describe, expect, it } from 'vitest';
import { createPromptSource, joinSources, statementsOf } from './prompt-source.ts';

const PROMPT = `# Identity
You are Mia, the friendly receptionist of Greenfield Dental. Keep answers short.

## About us
- We are open Monday to Friday from nine to five. Never promise a discount.
- Our practice is at 12 Mill Lane, next to the library.
1. A check-up costs forty pounds.
Rules:
If the caller is in pain, ask for their number.`;
const ask = async (question: string) => {
  const messages = [{ role: 'user' as const, content: question }];
  const { passages } = await createPromptSource(PROMPT).find({ messages });
  return passages.map(({ sentences }) => sentences.join(' '));
};

describe('the facts of a prompt', () => {
  it('are what it states, without what it orders', () => {
    expect(statementsOf(PROMPT)).toEqual([
      'We are open Monday to Friday from nine to five.',
      'Our practice is at 12 Mill Lane, next to the library.',
      'A check-up costs forty pounds.',
    ]);
    expect(statementsOf('')).toEqual([]);
  });

  it('are found by a question', async () => {
    expect((await ask('how much is a check-up?'))[0]).toContain('forty pounds');
    expect((await ask('when are you open?'))[0]).toContain('Monday to Friday');
    expect(await ask('do you know a good recipe for soup?')).toEqual([]);
  });

  it('stand behind those of another source', async () => {
    const passage = { documentId: null, title: 'x', sentences: ['First.'] };
    const first = { find: async () => ({ say: null, passages: [passage] }) };
    const messages = [{ role: 'user' as const, content: 'how much is a check-up?' }];
    const found = await joinSources([first, createPromptSource(PROMPT)]).find({ messages });
    expect(found.passages[0]).toBe(passage);
    expect(found.passages.length).toBeGreaterThan(1);
  });
});
