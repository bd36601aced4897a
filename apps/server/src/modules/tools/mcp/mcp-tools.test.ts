import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ToolCreate } from '@kindling/protocol';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createToolKit } from '../../../../testing/kits/tool-kit.ts';
import { createTestMcpServer } from '../../../../testing/receivers/test-mcp-server.ts';
import { createHttpOut } from '../../../platform/http-client/http-out.ts';
import { createMcpServers } from './mcp-servers.ts';

const kit = await createToolKit();
const server = await createTestMcpServer();
const other = await createTestMcpServer();
afterAll(() => Promise.all([kit.close(), server.close(), other.close()]));

const inputSchema = {
  type: 'object' as const,
  properties: { day: { type: 'string' } },
  required: ['day'],
};
const listed = (...names: string[]) =>
  names.map((name) => ({ name, description: `Does ${name}.`, inputSchema }));

beforeEach(() => {
  kit.reset();
  for (const one of [server, other]) {
    one.tools = listed('book', 'cancel');
    one.pageSize = 100;
    one.refuseWith = null;
    one.headers.length = 0;
    one.methods.length = 0;
    one.answer = (name) => ({ content: [{ type: 'text', text: `${name}: done` }] });
  }
});

const mcp = (more: object = {}): ToolCreate => ({
  type: 'mcp',
  server: { url: server.url, headers: { 'x-team': 'a' } },
  ...more,
});
const open = (tools: ToolCreate[], toolbox = kit.toolbox()) =>
  toolbox.open({ model: { provider: 'openai', tools } }, { orgId: 'org', callId: 'call' });
const names = async (...tools: ToolCreate[]) =>
  (await open(tools))?.definitions.map(({ name }) => name);

type Runner = Awaited<ReturnType<typeof open>>;
const run = (runner: Runner, name: string, args: object = { day: 'Monday' }) =>
  runner?.run(
    { type: 'tool-call', id: 'c1', name, arguments: JSON.stringify(args) },
    {
      signal: new AbortController().signal,
      messages: [],
      onSay: (words) => kit.said.push(words),
    },
  );

describe('tools of an MCP server', () => {
  it('are listed, checked and used', async () => {
    const runner = await open([mcp()]);
    expect(runner?.definitions[0]).toEqual({
      name: 'book',
      description: 'Does book.',
      parameters: inputSchema,
    });
    expect(await run(runner, 'book')).toMatchObject({ content: 'book: done', failed: false });
    expect(await run(runner, 'book', {})).toMatchObject({ failed: true });
    expect(server.methods.filter((method) => method === 'tools/call')).toHaveLength(1);
    expect(server.headers.every((headers) => headers['x-team'] === 'a')).toBe(true);
    expect(server.headers[0]?.accept).toContain('text/event-stream');
  });

  it('are listed over pages, once for a while', async () => {
    server.tools = listed('a', 'b', 'c', 'd', 'e');
    server.pageSize = 2;
    const toolbox = kit.toolbox();
    expect((await open([mcp()], toolbox))?.definitions).toHaveLength(5);
    expect((await open([mcp()], toolbox))?.definitions).toHaveLength(5);
    expect(server.methods.filter((method) => method === 'tools/list')).toHaveLength(3);
    kit.clock.advance(61_000);
    await open([mcp()], toolbox);
    expect(server.methods.filter((method) => method === 'tools/list')).toHaveLength(6);
  });

  it('are those of the allow-list alone, where there is one', async () => {
    expect(await names(mcp({ allowedTools: ['cancel', 'nothing'] }))).toEqual(['cancel']);
  });

  it('have the name of their server before them where two collide', async () => {
    other.tools = listed('book', 'weather');
    const second = mcp({ server: { url: other.url }, function: { name: 'desk' } });
    expect(await names(kit.weather(), mcp({ name: 'school' }), second)).toEqual([
      ...['weather', 'school_book', 'cancel', 'desk_book', 'desk_weather'],
    ]);
  });

  it('have names that models take, and are asked for by their own', async () => {
    server.tools = listed('calendar/book now');
    const asked: string[] = [];
    server.answer = (name) => {
      asked.push(name);
      return { content: [] };
    };
    const runner = await open([mcp()]);
    expect(await run(runner, 'calendar_book_now')).toMatchObject({ content: 'Done.' });
    expect(asked).toEqual(['calendar/book now']);
  });

  it('say the words for waiting that are written for them', async () => {
    const messages = [{ type: 'request-start', content: 'I am booking.' }];
    const runner = await open([mcp({ toolMessages: [{ name: 'book', messages }] })]);
    await run(runner, 'book');
    await run(runner, 'cancel');
    expect(kit.said).toEqual(['I am booking.']);
  });

  it('fail with what the server says, and answer what is no text by its kind', async () => {
    const runner = await open([mcp()]);
    server.answer = () => ({ content: [{ type: 'text', text: 'Full.' }], isError: true });
    expect(await run(runner, 'book')).toMatchObject({ content: 'Full.', failed: true });
    server.answer = () => {
      throw new Error('No such day.');
    };
    expect(await run(runner, 'book')).toMatchObject({
      content: expect.stringContaining('No such day.'),
      failed: true,
    });
    server.answer = () => ({
      content: [
        { type: 'image', data: 'AAAA', mimeType: 'image/png' },
        { type: 'resource', resource: { uri: 'file:///a', text: 'Inside.' } },
      ],
    });
    expect((await run(runner, 'book'))?.content).toBe('[image]\nInside.');
    server.answer = () => ({ content: [], structuredContent: { free: 3 } });
    expect((await run(runner, 'book'))?.content).toBe('{"free":3}');
  });

  it('are cut where they answer too much', async () => {
    const runner = await open([mcp()]);
    server.answer = () => ({ content: [{ type: 'text', text: 'x'.repeat(100_000) }] });
    expect((await run(runner, 'book'))?.content).toHaveLength(16_000);
    server.answer = () => ({ content: [{ type: 'text', text: 'x'.repeat(5_000_000) }] });
    expect(await run(runner, 'book')).toMatchObject({
      content: expect.stringContaining('longer than'),
      failed: true,
    });
  });

  it('begin a new session where the server forgot theirs, and are asked once', async () => {
    const runner = await open([mcp()]);
    server.forgetSessions();
    let count = 0;
    server.answer = () => {
      count += 1;
      return { content: [{ type: 'text', text: 'Again.' }] };
    };
    expect(await run(runner, 'book')).toMatchObject({ content: 'Again.', failed: false });
    expect(count).toBe(1);
  });

  it('are given up where the server does not answer in time', async () => {
    const url = server.url;
    const runner = await open([mcp({ server: { url, timeoutSeconds: 1 } })]);
    server.answer = () => new Promise(() => undefined);
    expect(await run(runner, 'book')).toMatchObject({
      content: expect.stringContaining('does not answer in time'),
      failed: true,
    });
  });

  it.each([
    ['is down', () => mcp({ server: { url: 'http://127.0.0.1:1/mcp' } }), 'cannot be reached'],
    ['has no address', () => mcp({ server: null }), 'no server.url'],
    [
      'refuses',
      () => {
        server.refuseWith = 401;
        return mcp();
      },
      'answered 401',
    ],
    [
      'speaks something else',
      () => {
        kit.receiver.reply = () => ({ body: '{"a":1}' });
        return mcp({ server: { url: kit.receiver.url } });
      },
      'does not speak',
    ],
  ])('are not there where it %s: the others are, and the log says so', async (_, tool, reason) => {
    expect(await names(tool(), kit.weather())).toEqual(['weather']);
    expect(kit.logged).toContainEqual(
      expect.objectContaining({
        callId: 'call',
        level: 'WARN',
        message: expect.stringContaining(reason),
      }),
    );
  });

  it('are not asked for at an address of this machine, unless the operator says so', async () => {
    const closed = kit.toolbox(false);
    expect((await open([mcp()], closed))?.definitions).toEqual([]);
    expect(server.methods).toEqual([]);
  });

  it('are reached by the older transport, where the tool says so', async () => {
    const url = server.url.replace('/mcp', '/sse');
    const runner = await open([mcp({ server: { url }, metadata: { protocol: 'sse' } })]);
    expect(await run(runner, 'book')).toMatchObject({ content: 'book: done', failed: false });
    expect(server.methods.filter((method) => method === 'initialize')).toHaveLength(2);
  });

  it('with a schema that cannot be checked take anything', async () => {
    server.tools = [
      { name: 'odd', inputSchema: { type: 'object', properties: { a: { $ref: '#/no' } } } },
    ];
    const runner = await open([mcp()]);
    expect(await run(runner, 'odd', { a: 1 })).toMatchObject({ failed: false });
  });

  it('are asked by the headers of the protocol, whatever a server sets beside', async () => {
    const headers = { 'Content-Type': 'text/plain', Accept: 'text/html', 'X-Team': 'b' };
    const runner = await open([mcp({ server: { url: server.url, headers } })]);
    expect(await run(runner, 'book')).toMatchObject({ content: 'book: done', failed: false });
    // The session's stream carries no body, and may be asked for meanwhile or not.
    const posted = server.headers.filter((sent) => sent['content-length'] !== undefined);
    expect(posted.length).toBeGreaterThan(1);
    for (const sent of posted)
      expect([sent['content-type'], sent.accept, sent['x-team']]).toEqual([
        'application/json',
        'application/json, text/event-stream',
        'b',
      ]);
  });

  it('are listed within bounds, whatever a server sends', async () => {
    const huge = { type: 'object' as const, description: 'x'.repeat(60_000) };
    const large = { type: 'object' as const, description: 'x'.repeat(40_000) };
    server.tools = [
      { name: 'huge', description: 'y'.repeat(10_000), inputSchema: huge },
      ...listed('book'),
      ...Array.from({ length: 20 }, (_, at) => ({ name: `large_${at}`, inputSchema: large })),
    ];
    const definitions = (await open([mcp()]))?.definitions ?? [];
    expect(definitions.slice(0, 2).map(({ name }) => name)).toEqual(['huge', 'book']);
    expect(JSON.stringify(definitions[0]).length).toBeLessThan(5_000);
    expect(JSON.stringify(definitions).length).toBeLessThan(420_000);
  });

  it('have sessions that are ended once nobody used them for a while', async () => {
    const toolbox = kit.toolbox();
    const own = await createTestMcpServer();
    own.tools = listed('book');
    const tool = mcp({ server: { url: own.url } });
    await run(await open([tool], toolbox), 'book');
    kit.clock.advance(61_000);
    await open([tool], toolbox);
    expect(own.methods.filter((method) => method === 'initialize')).toHaveLength(2);
    await expect.poll(() => own.ended).toBe(1);
    await own.close();
  });
});

it('a server that says nothing is let go of, by whichever transport', async () => {
  const ends: Promise<unknown>[] = [];
  const silent = createServer((request, response) => {
    ends.push(once(response, 'close'));
    if (request.method === 'GET')
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
  });
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  const servers = createMcpServers({
    http: createHttpOut({ allowPrivate: true }),
    clock: kit.clock,
    prove: async () => ({}),
    listTimeout: 200,
  });
  for (const protocol of ['sse', 'shttp'] as const) {
    const tool = { type: 'mcp', server: { url }, metadata: { protocol } } as const;
    const { signal } = new AbortController();
    await expect(servers.list({ orgId: 'org', tool, signal })).rejects.toThrow('in time');
  }
  expect(ends).toHaveLength(2);
  // Nor is it asked again.
  await Promise.all(ends);
  expect(ends).toHaveLength(2);
  silent.close();
});
