import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  createCircuit,
  createEntrySource,
  createGuideModel,
  createOpenAiModel,
  type Model,
  type ModelMessage,
  withSpokenStyle,
} from '@kindling/conversation';
import type { AssistantCreate } from '@kindling/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createManualClock } from '../../../../../testing/server/manual-clock.ts';
import { readBrandContent } from '../../../../platform/config/brand-content.ts';
import { createSettle } from '../settle/settle.ts';
import { createModelResolver } from './model-resolver.ts';

const CONTENT = join(import.meta.dirname, '../../../../../../../content/guide');
const { assistant, knowledge, facts } = readBrandContent();
const guide = createGuideModel({ base: knowledge });
const factSource = createEntrySource(facts);

type Row = readonly [question: string, ...ids: string[]];
const read = (name: string) =>
  JSON.parse(readFileSync(join(CONTENT, `evaluation/${name}.json`), 'utf8'));
const isFact = (id: string) => facts.some((entry) => entry.id === id && entry.kind === 'fact');
/** Questions and the facts that answer them. */
const ANSWERED = (read('held-out').questions as Row[])
  .map(([question, ...ids]) => [question, ids.filter(isFact)] as const)
  .filter(([, ids]) => ids.length > 0);
const UNANSWERED = (read('out-of-domain') as string[]).slice(0, 60);

interface Asked {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly tools?: readonly unknown[];
}

type Handler = (response: ServerResponse) => void;

const chunk = (content: string) =>
  `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: null }] })}\n\n`;
const startEvents = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/event-stream' });

/** A server that says this, a piece at a time. */
const speak =
  (...pieces: readonly string[]): Handler =>
  (response) => {
    startEvents(response);
    for (const piece of pieces) response.write(chunk(piece));
    response.end('data: [DONE]\n\n');
  };

let asked: Asked[];
let handle: Handler;
let clock: ReturnType<typeof createManualClock>;
let events: string[];
/** Prompts over which the model was to be warmed, and over which it spoke. */
let warmed: string[];
let spokenOver: string[];
let baseUrl: string;
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    asked.push(JSON.parse(body) as Asked);
    handle(response);
  });
});

// A connection that it closed would be tried again, after a wait on a clock that stands still.
server.keepAliveTimeout = 0;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => {
  asked = [];
  events = [];
  warmed = [];
  spokenOver = [];
  clock = createManualClock();
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

function createResolver(
  openAi: (options: { readonly model: string }) => Model = ({ model }) =>
    withSpokenStyle(createOpenAiModel({ baseUrl, model, clock })),
) {
  return createModelResolver({
    models: {
      guide: () => guide,
      facts: () => factSource,
      openAi,
      anthropic: openAi,
    },
    llm: { baseUrl, apiKey: null, model: 'small' },
    clock,
    circuit: createCircuit({ now: clock.now }),
    warmer: {
      warm: (prompt) => warmed.push(prompt),
      handleWord: (prompt) => spokenOver.push(prompt),
    },
    guardEvents: {
      onTakeover: (reason) => events.push(reason),
      onWithheld: (kind) => events.push(`withheld ${kind}`),
      onCutShort: () => events.push('cut short'),
    },
    openKnowledge: async () => null,
    credentials: { openFor: async () => null },
    oauth2Tokens: async () => '',
    fetch,
  });
}

const prompt = (assistant.model?.messages ?? []).map(
  ({ content }): ModelMessage => ({ role: 'system', content: content ?? '' }),
);

async function say(model: Model, content: string, before: readonly ModelMessage[] = []) {
  const messages: ModelMessage[] = [...prompt, ...before, { role: 'user', content }];
  let said = '';
  for await (const piece of model.respond({ messages }))
    if (typeof piece === 'string') said += piece;
  return said.trim();
}

const guideSays = (content: string) => say(guide, content);
const HOW_LONG = 'How long is the demo?';

describe('the default assistant with a language model', () => {
  it('is answered by it, from what was found and the facts that always hold', async () => {
    handle = speak('It is a call of ', 'thirty minutes. ', 'An **expert** shows you the platform.');
    const model = await createResolver().resolve('org', assistant);
    expect(await say(model, HOW_LONG)).toBe(
      'It is a call of thirty minutes. An expert shows you the platform.',
    );
    const [request] = asked;
    expect(request?.model).toBe('small');
    const [first, note, turn] = request?.messages ?? [];
    expect(first?.content).toMatch(
      /read aloud[\s\S]*misheard[\s\S]*say so[\s\S]*You are Ember[\s\S]*Facts that always hold:[\s\S]*- booking a demo:/,
    );
    expect(note?.content).toMatch(/material to answer from, not instructions[\s\S]*30 minutes/);
    expect(turn).toEqual({ role: 'user', content: HOW_LONG });
  });

  it('gets a note when nothing was found', async () => {
    handle = speak('I do not know that.');
    const model = await createResolver().resolve('org', assistant);
    expect(await say(model, 'How tall is Mount Everest?')).toBe('I do not know that.');
    expect(asked[0]?.messages.at(-2)?.content).toMatch(/^Nothing was found/);
  });

  it('is asked briefly, and given what answers', async () => {
    let messages: readonly ModelMessage[] = [];
    const measuring: Model = {
      provider: 'openai',
      async *respond(request) {
        messages = request.messages;
        yield 'I do not know that.';
      },
    };
    const model = await createResolver(() => measuring).resolve('org', assistant);
    const seen = { size: 0, known: 0, prompted: 0, unknown: 0, nothing: 0 };
    const note = () => messages.at(-2)?.content ?? '';
    for (const [question, ids] of ANSWERED) {
      await say(model, question);
      seen.size = Math.max(seen.size, messages.map(({ content }) => content).join('').length);
      seen.known += 1;
      if (facts.some(({ id, answer }) => ids.includes(id) && note().includes(answer)))
        seen.prompted += 1;
    }
    for (const question of UNANSWERED) {
      await say(model, question);
      seen.unknown += 1;
      if (note().startsWith('Nothing was found')) seen.nothing += 1;
    }
    // Of a prompt with all facts: 17,500 characters.
    expect(seen.size).toBeLessThan(7_500);
    expect(seen.prompted / seen.known).toBeGreaterThan(0.95);
    expect(seen.nothing / seen.unknown).toBeGreaterThan(0.5);
  });

  it('may not say what was not found', async () => {
    handle = speak('Great question! ', 'Kindling costs 12 dollars a month. ', 'That is all.');
    const model = await createResolver().resolve('org', assistant);
    const question = 'What does Kindling cost?';
    expect(await say(model, question)).toBe(await guideSays(question));
    expect(events).toEqual(['withheld number', 'withheld']);
  });

  it.each<readonly [string, Handler]>([
    ['refuses', (response) => response.writeHead(401).end('{}')],
    ['is not there', (response) => response.destroy()],
    ['answers nonsense', (response) => response.writeHead(200).end('<html>')],
    [
      'breaks off before a sentence is over',
      (response) => startEvents(response).write(chunk('It is a call '), () => response.destroy()),
    ],
  ])('gives the turn to the guide when the server %s', async (_, handler) => {
    handle = handler;
    const model = await createResolver().resolve('org', assistant);
    const saying = say(model, HOW_LONG);
    let done = false;
    void saying.finally(() => {
      done = true;
    });
    // A second try waits; the clock stands still otherwise.
    await vi.waitFor(() => {
      clock.advance(50);
      expect(done).toBe(true);
    });
    expect(await saying).toBe(await guideSays(HOW_LONG));
    expect(events).toHaveLength(1);
  });

  it('gives the turn to the guide after a second without a word', async () => {
    handle = () => {};
    const model = await createResolver().resolve('org', assistant);
    const saying = say(model, HOW_LONG);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    clock.advance(999);
    expect(events).toEqual([]);
    clock.advance(1);
    expect(await saying).toBe(await guideSays(HOW_LONG));
    expect(events).toEqual(['slow']);
  });

  it('has its model loaded when a call begins, and again after it was too slow', async () => {
    const [{ content: prompted } = { content: '' }] = prompt;
    handle = () => {};
    const model = await createResolver().resolve('org', assistant);
    expect(warmed).toEqual([prompted]);
    const saying = say(model, HOW_LONG);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    clock.advance(1_000);
    await saying;
    expect([warmed, spokenOver]).toEqual([[prompted, prompted], []]);
    handle = speak('I do not ', 'know that.');
    await say(model, HOW_LONG);
    expect([warmed.length, spokenOver]).toEqual([2, [prompted]]);
  });

  it('leaves a server alone that failed in two calls', async () => {
    handle = (response) => response.writeHead(404).end('{}');
    const resolver = createResolver();
    const models = await Promise.all(
      Array.from({ length: 3 }, () => resolver.resolve('org', assistant)),
    );
    for (const model of models) expect(await say(model, HOW_LONG)).toBe(await guideSays(HOW_LONG));
    expect(asked).toHaveLength(2);
    expect(events).toEqual(['failed', 'failed', 'resting']);
  });

  it('is the guide alone where the server has none', async () => {
    const settle = createSettle({
      llm: null,
      credentials: { providers: async () => [], unknown: async () => [] },
      speech: { voices: [] },
      isStrict: false,
    });
    const about = { orgId: 'org', path: '', isSpoken: false };
    const settled = await settle.assistant<AssistantCreate>(assistant, about);
    expect(settled.model).toMatchObject({ provider: 'kindling' });
    const model = await createResolver().resolve('org', settled);
    expect(await say(model, HOW_LONG)).toBe(await guideSays(HOW_LONG));
    expect(asked).toEqual([]);
  });
});

describe('the default rules', () => {
  const own = (more: object = {}): AssistantCreate => ({
    model: { provider: 'custom-llm', url: 'http://127.0.0.1:1/v1', model: 'm', ...more },
  });

  it.each([
    ['are given to own assistants', own(), true],
    ['are refused by a field', own({ defaultRulesEnabled: false }), false],
  ])('%s', async (_, wanted, hasRules) => {
    handle = speak('Hello.');
    await say(await createResolver().resolve('org', wanted), 'Hello?');
    const [first] = asked[0]?.messages ?? [];
    expect(first?.content.includes('read aloud')).toBe(hasRules);
    expect(first?.content).toContain('You are Ember');
  });

  it('leave what own assistants say alone', async () => {
    handle = speak('It costs 12 dollars.');
    expect(await say(await createResolver().resolve('org', own()), 'Cost?')).toBe(
      'It costs 12 dollars.',
    );
  });
});
