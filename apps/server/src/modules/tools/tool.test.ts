import { randomUUID } from 'node:crypto';
import { toolSchema } from '@kindling/protocol';
import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';

const WEATHER = {
  type: 'function',
  server: { url: 'https://tools.example/weather', timeoutSeconds: 5 },
  function: {
    name: 'weather',
    description: 'How warm it is.',
    parameters: { type: 'object', properties: { place: { type: 'string' } } },
  },
};

describeWithServer('tools', (server) => {
  const create = async (body: unknown = WEATHER) =>
    (await server().send('POST', '/tool', { body })).json;

  it('creates, reads and lists newest first', async () => {
    const answer = await server().send('POST', '/tool', { body: { ...WEATHER, kept: [1] } });
    expect(answer.status).toBe(201);
    expect(toolSchema.parse(answer.json)).toMatchObject({ ...WEATHER, kept: [1] });
    const { warnings, ...stored } = answer.json;
    expect(warnings).toMatchObject([{ path: 'kept' }]);
    expect((await server().send('GET', `/tool/${stored.id}`)).json).toEqual(stored);
    expect((await server().send('GET', '/tool?limit=1')).json).toEqual([stored]);
  });

  it.each([
    { type: 'endCall' },
    { type: 'dtmf' },
    { type: 'output' },
    { type: 'apiRequest', method: 'GET', url: 'https://api.example/{{id}}' },
    { type: 'query', knowledgeBases: [{ name: 'School', fileIds: [] }] },
    { type: 'transferCall', destinations: [{ type: 'number', number: '+493012345' }] },
    { type: 'bash', subType: 'bash_20241022', name: 'bash' },
  ])('takes a tool of type $type', async (body) => {
    expect((await server().send('POST', '/tool', { body })).status).toBe(201);
  });

  it('changes the named fields, and takes one away for null', async () => {
    const { id } = await create();
    const messages = [{ type: 'request-start', content: 'One moment.' }];
    const changed = await server().send('PATCH', `/tool/${id}`, {
      body: { type: 'function', messages, server: null },
    });
    expect(changed.status).toBe(200);
    expect(changed.json).toMatchObject({ id, function: WEATHER.function, messages });
    expect(changed.json).not.toHaveProperty('server');
  });

  it('names files and credentials that the organisation does not have', async () => {
    const nobody = randomUUID();
    const query = { type: 'query', knowledgeBases: [{ name: 'School', fileIds: [nobody] }] };
    const made = await server().send('POST', '/tool', { body: query });
    expect([made.status, made.json.warnings[0].path]).toEqual([201, 'knowledgeBases.0.fileIds.0']);
    const { id } = await create();
    const body = { server: { ...WEATHER.server, credentialId: nobody } };
    const changed = await server().send('PATCH', `/tool/${id}`, { body });
    expect([changed.status, changed.json.warnings[0].path]).toEqual([200, 'server.credentialId']);
  });

  it('changes nothing that was changed meanwhile', async () => {
    const first = await server().send('POST', '/tool', { body: WEATHER });
    const path = `/tool/${first.json.id}`;
    const headers = { 'If-Match': first.headers.get('etag') ?? '' };
    expect((await server().send('PATCH', path, { body: { async: true }, headers })).status).toBe(
      200,
    );
    expect((await server().send('PATCH', path, { body: { async: true }, headers })).status).toBe(
      412,
    );
  });

  it('takes changes that come at once', async () => {
    const { id } = await create();
    const answers = await Promise.all(
      [1, 2, 3].map((n) => server().send('PATCH', `/tool/${id}`, { body: { [`note${n}`]: n } })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { json } = await server().send('GET', `/tool/${id}`);
    expect(json).toMatchObject({ note1: 1, note2: 2, note3: 3 });
  });

  it('deletes, but none that an assistant names', async () => {
    const { id } = await create();
    const body = { name: 'Ada', model: { provider: 'kindling', toolIds: [id] } };
    const assistant = (await server().send('POST', '/assistant', { body })).json;
    const refused = await server().send('DELETE', `/tool/${id}`);
    expect([refused.status, refused.json.code]).toEqual([409, 'conflict']);
    expect(refused.json.message).toContain(`Ada (${assistant.id})`);
    await server().send('DELETE', `/assistant/${assistant.id}`);
    const member = { assistant: { name: 'Bea', model: body.model } };
    const squad = await server().send('POST', '/squad', { body: { members: [member] } });
    expect((await server().send('DELETE', `/tool/${id}`)).json.message).toContain(squad.json.id);
    await server().send('DELETE', `/squad/${squad.json.id}`);
    expect((await server().send('DELETE', `/tool/${id}`)).json.id).toBe(id);
    expect((await server().send('GET', `/tool/${id}`)).status).toBe(404);
  });

  it.each([
    [{}, 'type'],
    [{ type: 'function' }, 'function'],
    [{ ...WEATHER, server: { url: 'ftp://x.example' } }, 'server.url'],
    [{ ...WEATHER, server: { headers: { 'a\nb': 'c' } } }, 'server.headers.a\nb'],
    [{ type: 'apiRequest', method: 'BREW', url: 'https://a.example' }, 'method'],
    [{ type: 'apiRequest', method: 'GET', url: 'javascript:alert(1)' }, 'url'],
    [
      { type: 'function', function: { name: 'x', parameters: { type: 'object', required: [{}] } } },
      'function.parameters.required.0',
    ],
  ])('refuses %j and names the field', async (body, field) => {
    const answer = await server().send('POST', '/tool', { body });
    expect([answer.status, answer.json.code]).toEqual([400, 'bad_request']);
    expect(answer.json.fields[0].path).toBe(field);
  });

  it.each([
    [{ type: 'slack.message.send' }, 'type'],
    [{ type: 'code', code: 'return 1', timeoutSeconds: 5 }, 'type'],
    [{ type: 'dtmf' }, 'type'],
    [{ ...WEATHER, server: { timeoutSeconds: 301 } }, 'server.timeoutSeconds'],
    [{ ...WEATHER, messages: [{ type: 'nonsense' }] }, 'messages.0.type'],
    [
      { type: 'transferCall', destinations: [{ type: 'number', number: '+14155550123' }] },
      'destinations.0.type',
    ],
    [{ type: 'mcp' }, 'server.url'],
    [{ type: 'handoff', destinations: [{ type: 'dynamic' }] }, 'destinations.0'],
    [{ ...WEATHER, colour: 'red' }, 'colour'],
    [{ type: 'function', name: 'bare', parameters: { type: 'object' } }, 'name'],
    [{ name: 'bare', parameters: { type: 'object', properties: { a: 'string' } } }, 'name'],
    [{ type: 'function', function: { name: 'has space' } }, 'function.name'],
    [{ type: 'function', function: { name: 'x', strict: true } }, 'function.strict'],
    [
      {
        type: 'function',
        function: { name: 'x', parameters: { type: 'object', properties: { a: { type: 'odd' } } } },
      },
      'function.parameters',
    ],
  ])('stores %j and names the field', async (body, field) => {
    const answer = await server().send('POST', '/tool', { body });
    expect([answer.status, answer.json.warnings?.[0]?.path]).toEqual([201, field]);
    const stored = (await server().send('GET', `/tool/${answer.json.id}`)).json;
    const type = 'type' in body ? body.type : 'function';
    expect([stored.type, stored.warnings]).toEqual([type, undefined]);
  });

  it('deletes none that only a hook or a node names', async () => {
    const { id } = await create();
    const hooks = [{ on: 'call.ending', do: [{ type: 'tool', toolId: id }] }];
    const name = 'Hooked';
    for (const [path, body] of [
      ['/assistant', { name, hooks }],
      ['/squad', { name, members: [{ assistant: { name: 'A', hooks } }] }],
      ['/squad', { name, members: [{ assistant: {} }], membersOverrides: { hooks } }],
      [
        '/workflow',
        { name, nodes: [{ type: 'conversation', name: 'a', toolIds: [id] }], edges: [] },
      ],
    ] as const) {
      const { json } = await server().send('POST', path, { body });
      const refused = await server().send('DELETE', `/tool/${id}`);
      expect([refused.status, refused.json.message]).toEqual([
        409,
        expect.stringContaining(json.id),
      ]);
      await server().send('DELETE', `${path}/${json.id}`);
    }
    expect((await server().send('DELETE', `/tool/${id}`)).status).toBe(200);
  });

  it('refuses a change after which it would fit no longer', async () => {
    const { id } = await create();
    for (const [body, field] of [
      [{ type: 'endCall' }, 'type'],
      [{ function: { name: '' } }, 'function.name'],
      [{ function: null }, 'function'],
    ] as const) {
      const answer = await server().send('PATCH', `/tool/${id}`, { body });
      expect([answer.status, answer.json.fields[0].path]).toEqual([400, field]);
    }
  });

  it('checks the tools that an assistant brings along', async () => {
    const broken = { type: 'object', properties: { a: { type: 'odd' } } };
    const tools = [
      { type: 'endCall' },
      { ...WEATHER, function: { name: 'x', parameters: broken } },
    ];
    const body = { model: { provider: 'kindling', tools } };
    const answer = await server().send('POST', '/assistant', { body });
    expect([answer.status, answer.json.warnings]).toMatchObject([
      201,
      [{ path: 'model.tools.1.function.parameters' }],
    ]);
    const twice = { model: { provider: 'kindling', tools: [WEATHER, WEATHER] } };
    const second = await server().send('POST', '/assistant', { body: twice });
    expect([second.status, second.json.warnings]).toMatchObject([201, [{ path: 'model.tools.1' }]]);
  });

  const rows = [
    ['POST', '/tool'],
    ['GET', '/tool'],
    ['GET', `/tool/${randomUUID()}`],
    ['PATCH', `/tool/${randomUUID()}`],
    ['DELETE', `/tool/${randomUUID()}`],
    ['GET', '/webhook/secret'],
  ] as const;

  it.each(rows)('%s %s needs a key, and not a public one', async (method, path) => {
    expect((await server().send(method, path, { key: null })).status).toBe(401);
    const answer = await server().send(method, path, { key: server().publicKey });
    expect([answer.status, answer.json.code]).toEqual([403, 'forbidden']);
  });

  it.each(rows.slice(2, 5))('%s %s answers 404 for what is missing', async (method, path) => {
    const body = method === 'PATCH' ? { async: true } : undefined;
    expect((await server().send(method, path, { body })).status).toBe(404);
  });

  it('tells admins what requests are signed with, and nobody else', async () => {
    const { status, json } = await server().send('GET', '/webhook/secret');
    expect([status, json.secret]).toEqual([200, expect.stringMatching(/^whsec_.{40,}$/)]);
    expect(json.standardSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const key = await server().addToken({ kind: 'private', name: 'editor', role: 'editor' });
    expect((await server().send('GET', '/webhook/secret', { key })).status).toBe(403);
  });
});
