import type { Model, ModelRequest } from '@kindling/conversation';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../../testing/server/manual-clock.ts';
import { createServerModel } from './server-model.ts';

const LLM = { baseUrl: 'http://model.test/v1', apiKey: null, model: 'small' };

let asked: ModelRequest[];
let lines: string[];
let failure: Error | null;

function create(llm: typeof LLM | null) {
  const model: Model = {
    provider: 'openai',
    async *respond(request) {
      asked.push(request);
      if (failure !== null) throw failure;
      yield 'Hi';
    },
  };
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line).msg) });
  return createServerModel({
    llm,
    models: { writer: () => model },
    clock: createManualClock(),
    log,
  });
}

beforeEach(() => {
  asked = [];
  lines = [];
  failure = null;
});

describe('the language model of this server', () => {
  it('is loaded when the server starts, by a question with one word for an answer', async () => {
    create(LLM);
    await expect.poll(() => lines).toEqual(['the language model is loaded']);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.maxTokens).toBe(1);
    expect(asked[0]?.messages.at(-1)?.role).toBe('user');
  });

  it('is asked again in a call although it had failed, once it is loaded', async () => {
    const { circuit } = create(LLM);
    for (const _ of [1, 2]) circuit.enter()?.fail();
    expect(circuit.enter()).toBeNull();
    await expect.poll(() => lines).toHaveLength(1);
    expect(circuit.enter()).not.toBeNull();
  });

  it('is reported where it does not answer', async () => {
    failure = new Error('away');
    create(LLM);
    await expect.poll(() => lines).toEqual(['the language model does not answer: the guide does']);
  });

  it('is not asked where there is none', () => {
    create(null).warmer.warm('You are Ember.');
    expect(asked).toEqual([]);
  });
});
