import { operations } from '@kindling/protocol';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';
import { operationTools } from './operation-tools.ts';

describe('the operations as tools', () => {
  const tools = operationTools();
  const names = tools.map(({ name }) => name);

  it('have names of their own that models take, and schemas that are not too long', () => {
    expect(new Set(names).size).toBe(names.length);
    for (const { name, inputSchema } of tools) {
      expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      expect(JSON.stringify(inputSchema).length, name).toBeLessThan(50_000);
    }
  });

  it('are none that answer a key, or make what outlasts the conversation', () => {
    for (const [name, operation] of Object.entries(operations)) {
      const { bySession, answersSecret } = { bySession: '', answersSecret: false, ...operation };
      if (bySession === 'refused' || answersSecret)
        expect(names).not.toContain(name.replaceAll('.', '_'));
    }
    expect(names).toEqual(expect.arrayContaining(['assistant_create', 'chat_create', 'call_get']));
  });
});

describeWithServer('the platform as an MCP server', (server) => {
  const connect = async (key: string, query = '') => {
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(`http://localhost/mcp${query}`), {
      fetch: async (input, init) => server().app.fetch(new Request(input, init)),
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    });
    await client.connect(transport as never);
    return client;
  };
  const call = async (client: Client, name: string, given: Record<string, unknown> = {}) => {
    const answer = await client.callTool({ name, arguments: given });
    const [{ text }] = answer.content as [{ text: string }];
    return { isError: answer.isError === true, text };
  };

  it('makes an assistant, writes to it and reads what was kept', async () => {
    const client = await connect(server().privateKey);
    const model = { provider: 'kindling' };
    const made = await call(client, 'assistant_create', { body: { name: 'Ada', model } });
    const { id } = JSON.parse(made.text);
    server().parts.model.reply('At nine.');
    const chat = await call(client, 'chat_create', {
      body: { assistantId: id, input: 'When do you open?', stream: true },
    });
    expect(JSON.parse(chat.text).output).toEqual([{ role: 'assistant', content: 'At nine.' }]);
    const started = await call(client, 'call_createWeb', { body: { assistantId: id } });
    const read = await call(client, 'call_get', { id: JSON.parse(started.text).id });
    expect(JSON.parse(read.text)).toMatchObject({ assistantId: id, type: 'webCall' });
    const listed = await call(client, 'call_list', { query: { assistantId: id, limit: 1 } });
    expect(JSON.parse(listed.text)).toHaveLength(1);
  });

  it('answers what is refused as an error of the tool', async () => {
    const client = await connect(server().privateKey);
    const refused = await call(client, 'assistant_create', { body: { server: { url: 'x' } } });
    expect([refused.isError, JSON.parse(refused.text).fields]).toMatchObject([
      true,
      [{ path: 'server.url' }],
    ]);
    expect(await call(client, 'assistant_get', {})).toEqual({
      isError: true,
      text: 'id is missing.',
    });
    expect(await call(client, 'assistant_get', { id: '..' })).toEqual({
      isError: true,
      text: 'An id cannot be a dot or two.',
    });
    expect(await call(client, 'assistant_get', { id: ['..'] })).toEqual({
      isError: true,
      text: 'id must be text.',
    });
    expect(await call(client, 'token_create', {})).toMatchObject({ isError: true });
  });

  it('has for a key what its role may do', async () => {
    const key = await server().addToken({ kind: 'private', name: 'reader', role: 'viewer' });
    const client = await connect(key);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain('assistant_list');
    expect(names).not.toContain('assistant_create');
    expect(await call(client, 'assistant_create', { body: {} })).toMatchObject({ isError: true });
  });

  it('has the tools of some resources where they are named', async () => {
    const client = await connect(server().privateKey, '?resources=chat');
    const { tools } = await client.listTools();
    expect(tools.every(({ name }) => name.startsWith('chat_'))).toBe(true);
    expect(tools.length).toBeGreaterThan(2);
  });

  it('carries out a few messages at once, and no flood of them', async () => {
    const list = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/list' });
    const send = (count: number) =>
      server().send('POST', '/mcp', {
        body: Array.from({ length: count }, (_, id) => list(id)),
        headers: { accept: 'application/json, text/event-stream' },
      });
    expect((await send(2)).json).toHaveLength(2);
    expect((await send(21)).json).toMatchObject({ code: 'bad_request' });
  });

  it('is for private keys alone', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    for (const [key, code] of [
      [null, 'unauthenticated'],
      [server().publicKey, 'forbidden'],
    ] as const)
      expect((await server().send('POST', '/mcp', { body, key })).json.code).toBe(code);
    expect((await server().send('GET', '/mcp')).status).toBe(405);
  });
});
