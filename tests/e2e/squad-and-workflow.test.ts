import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Call, WebCall } from '@kindling/protocol';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installCallRecorder, readRecording } from '../support/browser/call-recorder.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { openPerson } from '../support/meeting/person.ts';
import { type RunningKindling, startKindling } from '../support/server/kindling.ts';
import { askAsOperator } from '../support/server/operator.ts';
import { loudness } from '../support/sound/listening.ts';
import { recordMicrophone } from '../support/sound/microphone.ts';
import { medianPitch } from '../support/sound/pitch.ts';

let kindling: RunningKindling;
let browser: Browser;
let outside: Server;
let outsideUrl: string;
/** What servers of the organisation were asked: a model and a tool. */
const asked: { readonly url: string; readonly body: string }[] = [];

const api = <T>(path: string, body?: object) =>
  askAsOperator<T>(kindling, [body === undefined ? 'GET' : 'POST', path], body);

/** A browser in a call with the assistants under test. */
async function callUp(form: object) {
  const { id, webCallUrl } = await api<WebCall>('/call/web', form);
  const context = await browser.newContext();
  context.on('page', (page) => void installCallRecorder(page));
  const page = await openPerson(context, kindling.url);
  await page.evaluate(async (url) => {
    const { call } = window.watching;
    await call.join({ url, videoSource: false });
    call.sendAppMessage('playable');
  }, webCallUrl);
  return {
    page,
    /** What is stored of the call after its end. */
    async report() {
      for (;;) {
        const call = await api<Call>(`/call/${id}`);
        if (call.status === 'ended') return call;
        await page.waitForTimeout(100);
      }
    },
    async messages(): Promise<Record<string, unknown>[]> {
      const sent = await page.evaluate(() => window.watching.messages.map(({ data }) => data));
      return sent.flatMap((data) =>
        typeof data === 'string' && data.startsWith('{') ? [JSON.parse(data)] : [],
      );
    },
  };
}

/** Until the assistant has said this to its end. */
async function untilSaid(page: Page, words: string): Promise<void> {
  await page.waitForFunction(
    (text) =>
      window.watching.messages.some(
        ({ data }) => String(data).includes('"final"') && String(data).includes(text),
      ),
    words,
    { timeout: 20_000 },
  );
}

async function type(page: Page, content: string): Promise<void> {
  await page.evaluate((text) => {
    const message = { type: 'add-message', message: { role: 'user', content: text } };
    window.watching.call.sendAppMessage(JSON.stringify(message));
  }, content);
}

/** The last second and a half that the agent was heard; what is on its way arrives first. */
async function lastHeard(page: Page): Promise<Int16Array> {
  await page.waitForTimeout(500);
  const { agent, sampleRate } = await readRecording(page);
  const end = agent.findLastIndex((sample) => Math.abs(sample) > 300) + 1;
  return agent.subarray(Math.max(0, end - 1.5 * sampleRate), end);
}

const member = (name: string, voiceId: string, more: object) => ({
  assistant: { name, voice: { provider: 'kindling', voiceId }, ...more },
});

/** Several assistants in one call: a real browser, real sound, typed words. */
describe('in one call', { concurrent: true }, () => {
  beforeAll(async () => {
    outside = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const body = Buffer.concat(parts).toString();
        const url = request.url ?? '';
        asked.push({ url, body });
        if (url.startsWith('/model')) {
          response.setHeader('content-type', 'text/event-stream');
          for (const content of ['You asked', ' for a price.'])
            response.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`);
          response.end('data: [DONE]\n\n');
          return;
        }
        const { message } = JSON.parse(body) as { message: { toolCallList?: { id: string }[] } };
        const results = (message.toolCallList ?? []).map(({ id }) => ({
          ...{ toolCallId: id, result: 'Table four.' },
        }));
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ results }));
      });
    });
    outside.listen(0, '127.0.0.1');
    await once(outside, 'listening');
    outsideUrl = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
    [kindling, browser] = await Promise.all([
      startKindling({ env: { TOOL_PRIVATE_ADDRESSES: 'true' } }),
      launchChromium({ microphone: recordMicrophone([{ pause: 60_000 }]) }),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    outside?.close();
    await kindling?.stop();
  });

  it('a squad hands a call over, with another voice and the same memory', async () => {
    const { page, messages } = await callUp({
      squad: {
        members: [
          {
            ...member('Ada', 'slt', { firstMessage: 'Ada is here, at the front desk.' }),
            assistantDestinations: [
              {
                ...{ type: 'assistant', assistantName: 'Bob' },
                ...{ description: 'wants a price', message: 'I pass you on.' },
              },
            ],
          },
          member('Bob', 'rms', {
            firstMessage: 'Bob is here, in the sales office.',
            model: { provider: 'custom-llm', model: 'm', url: `${outsideUrl}/model` },
          }),
        ],
      },
    });
    await untilSaid(page, 'front desk');
    const ada = medianPitch(await lastHeard(page));
    await type(page, 'I want a price, please.');
    await untilSaid(page, 'sales office');
    const heard = await lastHeard(page);
    const bob = medianPitch(heard);
    await type(page, 'What did I ask for?');
    await untilSaid(page, 'for a price.');

    expect(loudness(heard)).toBeGreaterThan(0.005);
    // A woman, then a man.
    expect(ada).toBeGreaterThan(145);
    expect(bob).toBeGreaterThan(70);
    expect(bob).toBeLessThan(135);
    const received = await messages();
    const transfer = received.findIndex((message) => message.type === 'transfer-update');
    expect(received[transfer]).toMatchObject({
      destination: { type: 'assistant', assistantName: 'Bob' },
      ...{ fromAssistant: { name: 'Ada' }, toAssistant: { name: 'Bob' } },
    });
    const words = (from: number, to?: number) =>
      received
        .slice(from, to)
        .flatMap(({ type: kind, input }) => (kind === 'voice-input' ? input : []));
    expect(words(0, transfer)).toEqual(['Ada is here, at the front desk.', 'I pass you on.']);
    expect(words(transfer)[0]).toBe('Bob is here, in the sales office.');
    const request = asked.find(({ url }) => url === '/model/chat/completions')?.body ?? '';
    for (const said of ['front desk', 'I want a price', 'sales office', 'What did I ask for?'])
      expect(request).toContain(said);
    expect(await page.evaluate(() => window.watching.faults)).toEqual([]);
    await page.context().close();
  });

  it('a workflow takes a branch, a name and a tool, and hangs up', async () => {
    const talk = (name: string, firstMessage: string, more: object = {}) => ({
      ...{ type: 'conversation', name, messagePlan: { firstMessage } },
      ...more,
    });
    const guest = {
      type: 'object',
      properties: { guest: { type: 'string' } },
      required: ['guest'],
    };
    const { page, messages, report } = await callUp({
      workflow: {
        name: 'Bookings',
        nodes: [
          talk('start', 'Table or menu?', { isStart: true }),
          talk('menu', 'There is soup.'),
          talk('who', 'Your name?', { variableExtractionPlan: { schema: guest } }),
          {
            ...{ type: 'tool', name: 'book' },
            tool: {
              ...{ type: 'function', function: { name: 'book_table', parameters: guest } },
              server: { url: `${outsideUrl}/tool` },
              messages: [{ type: 'request-complete', content: 'It is booked.' }],
            },
          },
          { type: 'hangup', name: 'end' },
        ],
        edges: [
          { from: 'start', to: 'menu', condition: { type: 'ai', prompt: 'wants the menu' } },
          { from: 'start', to: 'who', condition: { type: 'ai', prompt: 'wants a table' } },
          { from: 'who', to: 'book' },
          { from: 'book', to: 'end' },
        ],
      },
    });
    await untilSaid(page, 'Table or menu?');
    await type(page, 'A table, please.');
    await untilSaid(page, 'Your name?');
    await type(page, 'My name is Grace.');
    await untilSaid(page, 'It is booked.');
    const call = await report();

    expect(call.endedReason).toBe('assistant-ended-call');
    expect(call.artifact).toMatchObject({
      nodes: [{ nodeName: 'start' }, { nodeName: 'who' }, { nodeName: 'book' }],
      variables: { guest: 'Grace' },
    });
    expect(call.artifact?.transcript.split('\n')).toEqual([
      ...['AI: Table or menu?', 'User: A table, please.'],
      ...['AI: Your name?', 'User: My name is Grace.', 'AI: It is booked.'],
    ]);
    const [booked] = asked.filter(({ url }) => url === '/tool');
    expect(JSON.parse(booked?.body ?? '{}').message.toolCallList).toMatchObject([
      { function: { name: 'book_table', arguments: '{"guest":"Grace"}' } },
    ]);
    // It is stored first, and said then.
    await expect
      .poll(async () => (await messages()).at(-1))
      .toMatchObject({ type: 'status-update', status: 'ended' });
    const received = await messages();
    const nodes = received.flatMap(({ type: kind, node }) =>
      kind === 'workflow.node.started' ? [node] : [],
    );
    expect(nodes).toMatchObject([{ name: 'start' }, { name: 'who' }]);
    await page.context().close();
  });
});
