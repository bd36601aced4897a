import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AssistantCreate, Call } from '@kindling/protocol';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSpans } from '../../../platform/telemetry/open-spans.ts';
import type { OpenSpan } from '../../../platform/telemetry/spans.ts';
import { type CallReporter, SILENT_REPORTER } from '../webhooks/call-reporter.ts';
import { traceCall } from './trace-call.ts';

interface SentSpan {
  readonly name: string;
  readonly spanId: string;
  readonly traceId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status: { readonly code?: number };
  readonly attributes: readonly {
    readonly key: string;
    readonly value: Readonly<Record<string, unknown>>;
  }[];
}

const NOW = Date.UTC(2026, 10, 24, 12);
const CALL = { id: 'call-1', orgId: 'org-1', assistantId: 'assistant-1' } as Call;
const ASSISTANT: AssistantCreate = {
  name: 'Ada',
  model: { provider: 'openai', model: 'gpt-4o' },
  observabilityPlan: { tags: ['school'], metadata: { grade: 7 } },
};
const TIMING = {
  turn: 1,
  endpointing: 300,
  transcriber: 40,
  model: 200,
  voice: 100,
  transport: 7,
  total: 647,
};
const message = (role: 'user' | 'bot', text: string) => ({
  ...{ role, message: text, time: NOW, endTime: NOW, secondsFromStart: 0 },
});
const REPORT = {
  endReason: 'customer-ended-call',
  startedAt: NOW,
  endedAt: NOW,
  messages: [message('user', 'a secret'), message('bot', 'an answer')],
  transcript: '',
  turnTimings: [],
} as const;

/** What a collector understands of a trace: the spans themselves, as OTLP writes them in JSON. */
describe('the trace of a call', () => {
  const received: { readonly headers: unknown; readonly body: string }[] = [];
  const collector = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  beforeAll(() => new Promise<void>((done) => collector.listen(0, '127.0.0.1', done)));
  afterAll(() => void collector.close());
  beforeEach(() => void received.splice(0));

  const send = async (
    talk: (reporter: CallReporter, tick: (ms: number) => void) => Promise<void>,
    { assistant = ASSISTANT, capturesContent = false } = {},
  ) => {
    const spans = await openSpans(
      {
        url: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`,
        headers: { 'x-api-key': 'k' },
        timeout: 5_000,
        serviceName: 'school',
        resourceAttributes: { 'deployment.environment.name': 'test' },
        capturesContent,
      },
      pino({ level: 'silent' }),
    );
    let now = NOW;
    const call = { call: CALL, assistant, spans, now: () => now };
    await talk(traceCall(SILENT_REPORTER, call), (ms) => {
      now += ms;
    });
    await spans.close();
    const [{ resource, scopeSpans }] = received.flatMap(
      ({ body }) => JSON.parse(body).resourceSpans,
    );
    const sent: SentSpan[] = scopeSpans.flatMap((one: { spans: SentSpan[] }) => one.spans);
    return { resource, sent, find: (name: string) => sent.find((one) => one.name === name) };
  };
  const end = (reporter: CallReporter) => {
    const { endReason: endedReason } = REPORT;
    reporter.handle({ type: 'status-update', status: 'ended', endedReason });
    return reporter.ended(REPORT, null);
  };
  const values = (span: SentSpan | undefined) =>
    Object.fromEntries(
      span?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]) ?? [],
    );
  const at = (nanos = '0') => Number(BigInt(nanos) / 1_000_000n) - NOW;

  it('has the parts of each turn, which add up to it', async () => {
    const { find, sent, resource } = await send(async (reporter, tick) => {
      tick(5_000);
      reporter.handle({ type: 'turn-timing', timing: TIMING });
      tick(1_000);
      await end(reporter);
    });
    expect(received[0]?.headers).toMatchObject({ 'x-api-key': 'k' });
    expect(JSON.stringify(resource)).toContain('"school"');
    const root = find('invoke_agent Ada');
    expect(values(root)).toMatchObject({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'Ada',
      'gen_ai.agent.id': 'assistant-1',
      'gen_ai.conversation.id': 'call-1',
      'gen_ai.provider.name': 'openai',
      'kindling.call.ended_reason': 'customer-ended-call',
      'kindling.metadata.grade': '7',
    });
    const turn = find('turn 1');
    expect([turn?.parentSpanId, turn?.traceId]).toEqual([root?.spanId, root?.traceId]);
    expect([at(turn?.startTimeUnixNano), at(turn?.endTimeUnixNano)]).toEqual([4_353, 5_000]);
    const parts = sent
      .filter(({ parentSpanId }) => parentSpanId === turn?.spanId)
      .toSorted((a, b) => at(a.startTimeUnixNano) - at(b.startTimeUnixNano));
    expect(
      parts.map(({ name, startTimeUnixNano, endTimeUnixNano }) => [
        name,
        at(startTimeUnixNano),
        at(endTimeUnixNano),
      ]),
    ).toEqual([
      ['endpointing', 4_353, 4_653],
      ['transcriber', 4_653, 4_693],
      ['chat gpt-4o', 4_693, 4_893],
      ['voice', 4_893, 4_993],
      ['transport', 4_993, 5_000],
    ]);
    expect(values(parts[2])).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'gpt-4o',
    });
    expect(received.map(({ body }) => body).join()).not.toContain('a secret');
  });

  it('has the tools, with those that failed', async () => {
    const call = (id: string, name: string) =>
      ({ id, type: 'function', function: { name, arguments: '{"who":"a secret"}' } }) as const;
    const { find } = await send(async (reporter, tick) => {
      reporter.handle({
        type: 'tool-calls',
        toolCallList: [call('1', 'look_up'), call('2', 'ring')],
      });
      tick(250);
      const result = { toolCallId: '1', name: 'look_up', error: 'away' };
      reporter.handle({ type: 'tool-calls-result', toolCallResult: result });
      await end(reporter);
    });
    const failed = find('execute_tool look_up');
    expect(values(failed)).toMatchObject({
      'gen_ai.tool.name': 'look_up',
      'gen_ai.tool.call.id': '1',
      'error.type': 'tool_failed',
    });
    expect([at(failed?.startTimeUnixNano), at(failed?.endTimeUnixNano)]).toEqual([0, 250]);
    expect(values(find('execute_tool ring'))['error.type']).toBe('call_ended');
    expect(received.map(({ body }) => body).join()).not.toContain('a secret');
  });

  it('leaves the report what the call had of others', async () => {
    const costs = [{ type: 'voice', provider: '11labs', characters: 90, cost: 0.01 }] as const;
    const reported: unknown[] = [];
    const inner: CallReporter = {
      ...SILENT_REPORTER,
      ended: async (...outcome) => void reported.push(...outcome),
    };
    const spans = { capturesContent: false, start: () => SPAN, close: async () => {} };
    const options = { call: CALL, assistant: ASSISTANT, spans, now: () => NOW };
    await traceCall(inner, options).ended(REPORT, 0.01, costs as never);
    expect(reported).toEqual([REPORT, 0.01, costs]);
  });

  it('has the words where the operator says so, but not where nothing may be stored', async () => {
    const { find } = await send(end, { capturesContent: true });
    expect(values(find('invoke_agent Ada'))).toMatchObject({
      'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"a secret"}]}]',
      'gen_ai.output.messages':
        '[{"role":"assistant","parts":[{"type":"text","content":"an answer"}]}]',
    });
    received.length = 0;
    const assistant = { ...ASSISTANT, compliancePlan: { hipaaEnabled: true } };
    await send(end, { capturesContent: true, assistant });
    expect(received.map(({ body }) => body).join()).not.toContain('a secret');
  });
});

const SPAN: OpenSpan = { start: () => SPAN, set: () => {}, end: () => {} };

it('is none where nothing collects it', () => {
  const options = { call: CALL, assistant: ASSISTANT, spans: null, now: () => NOW };
  expect(traceCall(SILENT_REPORTER, options)).toBe(SILENT_REPORTER);
});
