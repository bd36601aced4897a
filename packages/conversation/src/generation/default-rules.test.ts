import { expect, it } from 'vitest';
import { DEFAULT_RULES, withDefaultRules } from './default-rules.ts';
import type { Model, ModelMessage } from './model.ts';

async function promptOf(...messages: ModelMessage[]): Promise<readonly ModelMessage[]> {
  let asked: readonly ModelMessage[] = [];
  const model: Model = {
    provider: 'test',
    async *respond(request) {
      asked = request.messages;
      yield 'Hello.';
    },
  };
  for await (const _ of withDefaultRules(model).respond({ messages }));
  return asked;
}

const user: ModelMessage = { role: 'user', content: 'Hello?' };

it('are told in front of the prompt, as one message with it', async () => {
  expect(await promptOf({ role: 'system', content: 'Be Ada.' }, user)).toEqual([
    { role: 'system', content: `${DEFAULT_RULES}\n\nBe Ada.` },
    user,
  ]);
});

it('are told where there is no prompt', async () => {
  expect(await promptOf(user)).toEqual([{ role: 'system', content: DEFAULT_RULES }, user]);
});

it('are short, and say what they are for', () => {
  expect(DEFAULT_RULES.length).toBeLessThan(1_200);
  expect(DEFAULT_RULES).toMatch(/read aloud[\s\S]*misheard[\s\S]*If they do not answer it, say so/);
});
