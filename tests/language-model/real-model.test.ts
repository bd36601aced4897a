import { text } from 'node:stream/consumers';
import {
  createCircuit,
  createEntrySource,
  createGuardedModel,
  createOpenAiModel,
  groundModel,
  type Model,
  type ModelMessage,
  type ModelRequest,
  type ModelUsage,
  withDefaultRules,
  withSpokenStyle,
} from '@kindling/conversation';
import type { Chat } from '@kindling/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBrandContent } from '../../apps/server/src/platform/config/brand-content.ts';
import { createManualClock } from '../../apps/server/testing/server/manual-clock.ts';
import { provideLanguageModel } from '../../scripts/test-language-model.ts';
import { type RunningKindling, startKindling } from '../support/server/kindling.ts';
import { askAsOperator } from '../support/server/operator.ts';
import { privateToken } from '../support/server/stored-calls.ts';

/** A small model with real weights, which babbles: what is said of it holds for any. */

const server = await provideLanguageModel();
const counts = async () => {
  const counted = await server?.counts();
  if (!counted) throw new Error('This server does not count.');
  return counted;
};
const { baseUrl = '', model = '' } = server ?? {};
const { assistant, facts } = readBrandContent();
const PROMPT = assistant.model?.messages?.[0]?.content ?? '';
const SHORT: readonly ModelMessage[] = [
  { role: 'system', content: 'You are a guide. The demo takes 30 minutes.' },
  { role: 'user', content: 'Tell me all about the demo.' },
];
/** A machine that runs tests beside it reads and writes slowly. */
const PATIENT = { firstTokenTimeout: 100_000, totalTimeout: 110_000 };

afterAll(() => server?.stop());

const openModel = () => createOpenAiModel({ baseUrl, model, ...PATIENT });

async function read(of: Model, request: ModelRequest): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of of.respond(request)) if (typeof piece === 'string') pieces.push(piece);
  return pieces;
}

/** Keeps the only slot of the model's server, until it is given up. */
async function occupy(): Promise<() => void> {
  const stop = new AbortController();
  const answer = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ messages: SHORT, stream: true, max_tokens: 3_000, ignore_eos: true }),
    signal: stop.signal,
  });
  const reading = text(answer.body ?? new ReadableStream()).catch(() => '');
  return () => {
    stop.abort();
    void reading;
  };
}

describe.skipIf(server === null)('a model with real weights', () => {
  it('is read as it writes, up to its limit, and says what it took', async () => {
    const used: ModelUsage[] = [];
    const onUsage = (usage: ModelUsage) => used.push(usage);
    const pieces = await read(openModel(), { messages: SHORT, maxTokens: 12, onUsage });
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.join('')).toMatch(/\p{L}{3}/u);
    expect(used).toHaveLength(1);
    expect(used[0]?.promptTokens).toBeGreaterThan(20);
    expect(used[0]?.completionTokens).toBeLessThanOrEqual(12);
  });

  it('stops, and is free for the next, when the caller speaks over it', async () => {
    const stop = new AbortController();
    const pieces = openModel()
      .respond({ messages: SHORT, maxTokens: 3_000, temperature: 1.5, signal: stop.signal })
      [Symbol.asyncIterator]();
    await pieces.next();
    expect((await counts()).answering).toBe(1);
    stop.abort(new Error('barge-in'));
    await expect(pieces.next()).rejects.toThrow('barge-in');
    await expect.poll(counts).toMatchObject({ answering: 0, waiting: 0 });
    expect(await read(openModel(), { messages: SHORT, maxTokens: 3 })).not.toEqual([]);
  });

  it('answers a conversation that is longer than its context, without what is oldest', async () => {
    const old = (role: 'user' | 'assistant'): ModelMessage => ({
      role,
      content: 'We talked about schools for a while. '.repeat(300),
    });
    const [prompt, turn] = SHORT;
    if (prompt === undefined || turn === undefined) throw new Error('A conversation has a turn.');
    const brief: ModelMessage = { role: 'assistant', content: 'Yes.' };
    const messages = [prompt, old('user'), old('assistant'), brief, turn];
    const { asked } = await counts();
    expect(await read(openModel(), { messages, maxTokens: 5 })).not.toEqual([]);
    expect((await counts()).asked).toBe(asked + 2);
  });

  describe('behind the API', () => {
    let kindling: RunningKindling;
    beforeAll(async () => {
      kindling = await startKindling({ env: { LLM_BASE_URL: baseUrl, LLM_MODEL: model } });
    });
    afterAll(() => kindling?.stop());

    it('is loaded when the server starts', async () => {
      await expect
        .poll(() => kindling.output(), { timeout: PATIENT.firstTokenTimeout })
        .toContain('the language model is loaded');
    });

    it('holds a chat of an own assistant, as it writes', async () => {
      const answer = await fetch(`${kindling.url}/chat`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${privateToken(kindling.dataFolder)}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          stream: true,
          input: 'How long is the demo?',
          assistant: {
            model: {
              ...{ provider: 'custom-llm', defaultRulesEnabled: false, maxTokens: 16 },
              messages: [{ role: 'system', content: SHORT[0]?.content }],
            },
          },
        }),
      });
      expect(answer.status).toBe(200);
      const deltas = (await answer.text()).match(/"delta":"(?:[^"\\]|\\.)+"/g) ?? [];
      expect(deltas.length).toBeGreaterThan(1);
    });

    it('gives a turn to the guide while it is busy with another, and is not left a question', async () => {
      await expect
        .poll(counts, { timeout: PATIENT.firstTokenTimeout })
        .toMatchObject({ answering: 0, waiting: 0 });
      const free = await occupy();
      try {
        const chat = await askAsOperator<Chat>(kindling, ['POST', '/chat'], {
          assistant: { ...assistant, firstMessage: undefined },
          input: 'How long is the demo?',
        });
        expect(JSON.stringify(chat.output)).toMatch(/30 minutes/);
        expect(kindling.output()).toContain('the guide answered for the language model');
      } finally {
        free();
      }
      await expect.poll(counts, { timeout: 100_000 }).toMatchObject({ answering: 0, waiting: 0 });
    });
  });

  // Last: the server above has had the prompt read, and one that was read is not read again.
  it('is given what it needs in a prompt of bounded size, and names nothing that is not in it', async () => {
    const clock = createManualClock();
    let given: readonly ModelMessage[] = [];
    const seen = withDefaultRules({
      ...openModel(),
      respond(request) {
        given = request.messages;
        return openModel().respond(request);
      },
    });
    const guarded = createGuardedModel({
      model: withSpokenStyle(seen),
      guide: { provider: 'kindling', async *respond() {} },
      circuit: createCircuit({ now: clock.now }),
      // It stands still: the model has all the time it needs.
      clock,
      onTakeover() {},
      onWithheld() {},
      onCutShort() {},
    });
    const grounded = groundModel(guarded, createEntrySource(facts), 'prompt');
    const messages: ModelMessage[] = [
      { role: 'system', content: PROMPT },
      { role: 'user', content: 'What does it cost for 450 students?' },
    ];
    const used: ModelUsage[] = [];
    const onUsage = (usage: ModelUsage) => used.push(usage);
    const request = { messages, temperature: 0.3, maxTokens: 40, onUsage };
    const said = (await read(grounded, request)).join('');
    const prompt = given.map((one) => one.content).join('\n');
    const numbers = said.match(/\d[\d.,]*\d|\d/g) ?? [];
    expect(numbers.filter((number) => !prompt.includes(number))).toEqual([]);
    expect(said).not.toMatch(/@|www\.|https?:/);
    expect(used[0]?.promptTokens).toBeGreaterThan(500);
    expect(used[0]?.promptTokens).toBeLessThan(2_000);
  });
});
