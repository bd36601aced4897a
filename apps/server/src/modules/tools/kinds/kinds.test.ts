import type { AssistantCreate, ToolCreate } from '@kindling/protocol';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { answerWith, createToolKit } from '../../../../testing/kits/tool-kit.ts';

const kit = await createToolKit();
const { logged, receiver, searched, toolbox, use, weather } = kit;
afterAll(kit.close);
beforeEach(kit.reset);

describe('an API request', () => {
  const request = (more: object = {}): ToolCreate => ({
    type: 'apiRequest',
    name: 'book',
    method: 'POST',
    url: `${receiver.url}/{{team}}/book`,
    body: {
      type: 'object',
      properties: {
        day: { type: 'string' },
        source: { type: 'string', value: 'kindling {{team}}' },
      },
      required: ['day', 'source'],
    },
    headers: {
      type: 'object',
      properties: { Authorization: { type: 'string', value: 'Bearer k' } },
    },
    ...more,
  });
  const variables = { team: 'a/b' };
  beforeEach(() => {
    receiver.reply = () => ({ body: '{"id":42}' });
  });

  it('sends what the model says and what the tool fixes', async () => {
    const { result, definition } = await use({ tool: request(), args: { day: 'Mo' }, variables });
    expect(definition?.parameters).toEqual({
      type: 'object',
      properties: { day: { type: 'string' } },
      required: ['day'],
    });
    expect(result).toMatchObject({ failed: false, content: '{"id":42}' });
    expect(receiver.received).toMatchObject([
      { method: 'POST', url: '/a%2Fb/book', headers: { authorization: 'Bearer k' } },
    ]);
    expect(logged).toMatchObject([
      { webhookType: 'api-request', requestPath: receiver.url, requestHttpCode: 200 },
    ]);
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toEqual({
      day: 'Mo',
      source: 'kindling a/b',
    });
  });

  it('asks with a query where it is a GET', async () => {
    await use({ tool: request({ method: 'GET' }), args: { day: 'Mo & Tu' }, variables });
    expect(receiver.received).toMatchObject([
      { method: 'GET', url: '/a%2Fb/book?day=Mo+%26+Tu&source=kindling+a%2Fb', body: '' },
    ]);
  });

  it('fails with what was answered', async () => {
    receiver.reply = () => ({ status: 404, body: 'no such team' });
    const { result } = await use({ tool: request(), args: { day: 'Mo' }, variables });
    expect(result).toMatchObject({
      failed: true,
      content: expect.stringContaining('no such team'),
    });
  });

  it('keeps what its plan names for later tools', async () => {
    const variableExtractionPlan = { schema: { type: 'object', properties: { id: {} } } };
    const later = request({ name: 'later', url: `${receiver.url}/{{id}}` });
    const first = request({ variableExtractionPlan });
    const model = { provider: 'openai', tools: [first, later] };
    const runner = await toolbox().open({ model } as AssistantCreate, { orgId: 'org' });
    const options = { signal: new AbortController().signal, messages: [], onSay: () => {} };
    for (const name of ['book', 'later']) {
      const call = { type: 'tool-call', id: name, name, arguments: '{"day":"Mo"}' } as const;
      await runner?.run(call, options);
    }
    expect(receiver.received[1]?.url).toBe('/42');
  });
});

describe('tools of the call itself', () => {
  it('end it, hand it over, and refuse what needs a telephone', async () => {
    expect((await use({ tool: { type: 'endCall' } })).result.effect).toEqual({ type: 'end-call' });
    expect((await use({ tool: { type: 'dtmf' }, args: { dtmf: '1#' } })).result).toMatchObject({
      failed: true,
      content: expect.stringContaining('no telephony is configured'),
    });
    const tool: ToolCreate = {
      type: 'transferCall',
      destinations: [
        { type: 'assistant', assistantName: 'Billing', message: 'One moment.' },
        { type: 'number', number: '+493012345' },
      ],
    };
    expect((await use({ tool, args: { destination: 'Billing' } })).result).toMatchObject({
      say: 'One moment.',
      effect: { type: 'handoff', destination: 'Billing' },
    });
    const byPhone = (await use({ tool, args: { destination: '+493012345' } })).result;
    expect([byPhone.failed, byPhone.effect]).toEqual([true, undefined]);
    expect((await use({ tool, args: { destination: 'Nobody' } })).result.failed).toBe(true);
  });
});

describe('a tool that opens a page', () => {
  const tool: ToolCreate = { type: 'openPage', page: 'booking' };

  it('asks the page of a call, at once', async () => {
    const { result, definition } = await use({ tool });
    expect(definition?.name).toBe('open_booking_page');
    expect(result).toMatchObject({ failed: false, openPage: 'booking' });
  });

  it('fails where there is no page', async () => {
    const { result } = await use({ tool, callId: null });
    expect(result).toMatchObject({ failed: true, content: expect.stringContaining('no page') });
    expect(result.openPage).toBeUndefined();
  });
});

describe('an assistant without a language model', () => {
  const run = async (tool: ToolCreate) => {
    const runner = await toolbox().open(
      { model: { provider: 'kindling', tools: [tool] } },
      { orgId: 'org' },
    );
    const result = await runner?.run(
      { type: 'tool-call', id: 'c1', name: 'weather', arguments: '{"place":"Kiel"}' },
      { signal: new AbortController().signal, messages: [], onSay: () => {} },
    );
    return { definition: runner?.definitions[0], say: result?.say };
  };

  it('says what a tool answered, of those that say when they are due', async () => {
    const when = 'asks about the weather';
    expect(await run(weather({ when }))).toMatchObject({ definition: { when }, say: '21 degrees' });
    expect((await run(weather())).say).toBeUndefined();
    receiver.reply = answerWith({ result: { degrees: 21 } });
    expect((await run(weather({ when }))).say).toBe('That is done.');
    receiver.reply = () => 500;
    expect((await run(weather({ when }))).say).toBe('I could not do that just now.');
  });
});

describe('a query', () => {
  it('looks into the files of its knowledge bases', async () => {
    const fileIds = ['f1', 'f2'];
    const tool: ToolCreate = { type: 'query', knowledgeBases: [{ name: 'School', fileIds }] };
    const { result } = await use({ tool, args: { query: 'opening hours' } });
    expect(result.content).toBe('[hours.txt] Open from nine.');
    expect(searched).toEqual([['org', fileIds, 'opening hours']]);
  });
});

describe('a handoff', () => {
  const handoff = (...destinations: object[]): ToolCreate => ({
    type: 'handoff',
    destinations: destinations as never,
  });

  it('to one needs no arguments', async () => {
    const { result, definition } = await use({
      tool: handoff({ type: 'assistant', assistantName: 'Bea', message: 'Bea knows.' }),
    });
    expect(definition?.name).toBe('handoff');
    expect(result).toMatchObject({
      say: 'Bea knows.',
      effect: { type: 'handoff', destination: 'Bea' },
    });
  });

  it('to several says to whom, by name or by id', async () => {
    const id = '6f4a3a0e-0000-4000-8000-000000000001';
    const tool = handoff(
      { type: 'assistant', assistantName: 'Bea', description: 'fees' },
      { type: 'assistant', assistantId: id },
      { type: 'dynamic' },
    );
    const { result, definition } = await use({ tool, args: { destination: id } });
    expect(definition?.parameters).toMatchObject({
      properties: { destination: { enum: ['Bea', id] } },
    });
    expect(definition?.description).toContain('Bea: fees');
    expect(result.effect).toEqual({ type: 'handoff', destination: id });
  });
});

describe('a transfer without destinations', () => {
  const tool: ToolCreate = { type: 'transferCall' };

  it('asks the server where to', async () => {
    const destination = { type: 'assistant', assistantName: 'Bea' };
    receiver.reply = () => ({ body: JSON.stringify({ destination }) });
    const { result } = await use({ tool });
    expect(result.effect).toEqual({ type: 'handoff', destination: 'Bea' });
    expect(JSON.parse(receiver.received[0]?.body ?? '').message).toMatchObject({
      type: 'transfer-destination-request',
      call: { id: 'call' },
    });
  });

  it.each([
    [{ body: '{"error":"Nobody is in."}' }, 'Nobody is in.'],
    [{ body: '{}' }, 'must answer {"destination"'],
    [{ body: '{"destination":{"type":"number","number":"+14155550123"}}' }, 'no telephone line'],
    [500, 'answered 500'],
  ])('answered %j fails', async (reply, reason) => {
    receiver.reply = () => reply;
    const { result } = await use({ tool });
    expect(result).toMatchObject({ failed: true, content: expect.stringContaining(reason) });
  });
});

it.each([
  ['code', 'code'],
  ['google.calendar.event.create', 'google_calendar_event_create'],
])('a tool of the type %s says that it is not available', async (type, name) => {
  const { result, definition } = await use({ tool: { type } as unknown as ToolCreate });
  expect(definition?.name).toBe(name);
  expect(result).toMatchObject({ failed: true, content: expect.stringContaining('not available') });
});
