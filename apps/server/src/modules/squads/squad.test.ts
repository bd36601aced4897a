import { randomUUID } from 'node:crypto';
import { callSchema, squadSchema } from '@kindling/protocol';
import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';

const destination = (assistantName: string, more: object = {}) => ({
  type: 'assistant',
  assistantName,
  description: 'Billing and invoices',
  ...more,
});
const pair = (more: object = {}) => ({
  name: 'Front desk',
  members: [
    {
      assistant: { name: 'Ada', firstMessage: 'Ada here, {{visitor}}.' },
      assistantDestinations: [destination('Bea', more)],
    },
    {
      assistant: {
        name: 'Bea',
        firstMessage: 'Bea here.',
        voice: { provider: 'kindling', voiceId: 'rms' },
      },
    },
  ],
});

describeWithServer('squads', (server) => {
  const create = async (body: unknown = pair()) =>
    (await server().send('POST', '/squad', { body })).json;

  it('creates, reads, lists, changes and deletes', async () => {
    const answer = await server().send('POST', '/squad', { body: { ...pair(), note: { a: 1 } } });
    expect(answer.status).toBe(201);
    const squad = squadSchema.parse(answer.json);
    expect(squad).toMatchObject({ name: 'Front desk', note: { a: 1 } });
    const { warnings, ...stored } = answer.json;
    expect(warnings).toMatchObject([{ path: 'note' }]);
    expect((await server().send('GET', `/squad/${squad.id}`)).json).toEqual(stored);
    expect((await server().send('GET', '/squad?limit=1')).json).toEqual([stored]);
    const changed = await server().send('PATCH', `/squad/${squad.id}`, { body: { name: 'Desk' } });
    expect(changed.json).toMatchObject({ name: 'Desk', members: pair().members });
    const stale = await server().send('PATCH', `/squad/${squad.id}`, {
      body: { name: 'Late' },
      headers: { 'If-Match': `"${squad.updatedAt}"` },
    });
    expect([stale.status, stale.json.code]).toEqual([412, 'precondition_failed']);
    expect((await server().send('DELETE', `/squad/${squad.id}`)).status).toBe(200);
    expect((await server().send('GET', `/squad/${squad.id}`)).status).toBe(404);
  });

  it.each([
    [{ members: [] }, 'members'],
    [{ members: [{}] }, 'members.0.assistantId'],
    [{ members: [{ assistantId: randomUUID() }] }, 'members.0.assistantId'],
  ])('refuses %j and names the field', async (body, path) => {
    const answer = await server().send('POST', '/squad', { body });
    expect([answer.status, answer.json.fields?.[0].path]).toEqual([400, path]);
  });

  it.each([
    [
      { members: [{ assistant: { name: 'Ada' }, assistantDestinations: [destination('Nobody')] }] },
      'members.0.assistantDestinations.0.assistantName',
    ],
    [
      {
        members: [
          { assistant: { name: 'Ada' }, assistantDestinations: [destination('Bea')] },
          { assistant: { name: 'Bea' } },
          { assistant: { name: 'Bea' } },
        ],
      },
      'members.0.assistantDestinations.0.assistantName',
    ],
    [pair({ transferMode: 'somehow' }), 'members.0.assistantDestinations.0.transferMode'],
    [
      { members: [{ assistant: { name: 'Ada', voice: { provider: 'playht' } } }] },
      'members.0.assistant.voice.provider',
    ],
    [{ members: [{ assistant: { name: 'Ada' } }], shape: 'round' }, 'shape'],
  ])(
    'stores what cannot be as it is written, names the field, and starts: %j',
    async (body, path) => {
      const answer = await server().send('POST', '/squad', { body });
      expect([answer.status, answer.json.warnings]).toMatchObject([201, [{ path }]]);
      const { id } = answer.json;
      const call = await server().send('POST', '/call/web', { body: { squadId: id } });
      expect(call.status, JSON.stringify(call.json)).toBe(201);
      expect((await server().send('GET', `/squad/${id}`)).json).not.toHaveProperty('warnings');
    },
  );

  it('names the destination that a change leaves without its member', async () => {
    const { id } = await create();
    const members = pair().members.slice(0, 1);
    const answer = await server().send('PATCH', `/squad/${id}`, { body: { members } });
    expect([answer.status, answer.json.warnings]).toMatchObject([
      200,
      [{ path: 'members.0.assistantDestinations.0.assistantName' }],
    ]);
  });

  it('keeps an assistant that a squad needs', async () => {
    const assistant = (await server().send('POST', '/assistant', { body: { name: 'Ada' } })).json;
    await create({ members: [{ assistantId: assistant.id }] });
    const answer = await server().send('DELETE', `/assistant/${assistant.id}`);
    expect([answer.status, answer.json.code]).toEqual([409, 'conflict']);
  });

  it('is kept while a phone number needs it', async () => {
    const { id } = await create();
    const line = {
      twilioAccountSid: 'AC1',
      twilioAuthToken: 'x',
      twilioPhoneNumber: '+14155550123',
    };
    const body = { ...line, squadId: id };
    const made = await server().send('POST', '/phone-number/import/twilio', { body });
    expect(made.status).toBe(201);
    const answer = await server().send('DELETE', `/squad/${id}`);
    expect([answer.status, answer.json.code]).toEqual([409, 'conflict']);
    expect(answer.json.message).toContain(made.json.id);
    await server().send('DELETE', `/phone-number/${made.json.id}`);
    expect((await server().send('DELETE', `/squad/${id}`)).status).toBe(200);
  });

  const rows = [
    ['POST', '/squad'],
    ['GET', '/squad'],
    ['GET', `/squad/${randomUUID()}`],
    ['PATCH', `/squad/${randomUUID()}`],
    ['DELETE', `/squad/${randomUUID()}`],
  ] as const;

  it.each(rows)('%s %s needs a key, and not a public one', async (method, path) => {
    expect((await server().send(method, path, { key: null })).status).toBe(401);
    expect((await server().send(method, path, { key: server().publicKey })).status).toBe(403);
  });

  it.each(rows.slice(2))('%s %s answers 404 for what is missing', async (method, path) => {
    const body = method === 'PATCH' ? { name: 'Desk' } : undefined;
    expect((await server().send(method, path, { body })).status).toBe(404);
  });
});

describeWithServer('calls with a squad', (server) => {
  const store = async (body: unknown = pair()): Promise<string> =>
    (await server().send('POST', '/squad', { body })).json.id;
  const start = (body: object, key = server().privateKey) =>
    server().send('POST', '/call/web', { key, body });
  const join = async () => {
    await server().parts.media.last().join({ sdp: 'v=0' });
    return server().parts.conversations.last().options;
  };

  it('begin with the first member and hand over to the second, voice and all', async () => {
    const squadId = await store();
    const assistantOverrides = { variableValues: { visitor: 'Cy' } };
    const answer = await start({ squadId, assistantOverrides });
    expect(answer.status).toBe(201);
    expect(answer.json.assistant.name).toBe('Ada');
    const { settings, tools, handOff } = await join();
    expect(settings.firstMessage).toBe('Ada here, Cy.');
    const [tool] = tools?.definitions ?? [];
    expect(tool?.name).toBe('hand_over_to_Bea');
    const result = await tools?.run(
      { type: 'tool-call', id: 'call_1', name: tool?.name ?? '', arguments: '{}' },
      { signal: new AbortController().signal, messages: [], onSay: () => {} },
    );
    expect(result).toMatchObject({
      say: 'Transferring the call now.',
      effect: { type: 'handoff', destination: 'Bea' },
    });
    const handoff = handOff?.('Bea');
    expect(handoff).toMatchObject({
      history: 'keep-prompts',
      to: { name: 'Bea', settings: { firstMessage: 'Bea here.', voiceId: 'rms' } },
    });
    expect(handOff?.('Nobody')).toBeNull();
    const call = await server().send('GET', `/call/${answer.json.id}`);
    expect(callSchema.parse(call.json).squadId).toBe(squadId);
  });

  it('take a squad of the moment, and keep it with the call', async () => {
    const answer = await start({ squad: pair({ message: '', transferMode: 'delete-history' }) });
    expect(answer.status).toBe(201);
    const { tools, handOff } = await join();
    const result = await tools?.run(
      { type: 'tool-call', id: 'call_1', name: 'hand_over_to_Bea', arguments: '{}' },
      { signal: new AbortController().signal, messages: [], onSay: () => {} },
    );
    expect(result?.say).toBe('');
    expect(handOff?.('Bea')?.history).toBe('forget');
    const call = await server().send('GET', `/call/${answer.json.id}`);
    expect(call.json.squad.members).toHaveLength(2);
  });

  it('apply overrides of the member, then of the squad, then of the call', async () => {
    const assistant = { name: 'Ada', firstMessage: 'Plain.', endCallMessage: 'Plain.' };
    const squadId = await store({
      members: [
        {
          assistant: { ...assistant, silenceTimeoutSeconds: 11 },
          assistantOverrides: { firstMessage: 'Member.', endCallMessage: 'Member.' },
        },
      ],
      membersOverrides: { endCallMessage: 'Squad.', maxDurationSeconds: 60 },
    });
    await start({ squadId, assistantOverrides: { maxDurationSeconds: 120 } });
    const { settings } = await join();
    expect(settings).toMatchObject({
      silenceTimeoutSeconds: 11,
      firstMessage: 'Member.',
      endCallMessage: 'Squad.',
      maxDurationSeconds: 120,
    });
  });

  it('refuse what is missing, and what is given twice', async () => {
    expect((await start({ squadId: randomUUID() })).status).toBe(404);
    const both = await start({ squadId: await store(), assistantId: server().assistantId });
    expect([both.status, both.json.fields[0].path]).toEqual([400, 'squadId']);
  });

  it('speak with the voices of this server where they name others', async () => {
    const members = [{ assistant: { voice: { provider: 'elsewhere' } } }];
    const answer = await start({ squad: { members } });
    expect(answer.json.warnings).toMatchObject([
      { path: 'squad.members.0.assistant.voice.provider' },
    ]);
  });

  it('hold a public key to stored squads of assistants it may call', async () => {
    const { assistantId } = server();
    const own = await store({ members: [{ assistantId }] });
    const other = await store();
    const open = await server().addToken({ kind: 'public', name: 'open' });
    expect((await start({ squadId: other }, open)).status).toBe(201);
    expect((await start({ squadId: own }, server().publicKey)).status).toBe(201);
    const codes = [
      (await start({ squadId: other }, server().publicKey)).json.code,
      (await start({ squad: pair() }, open)).json.code,
    ];
    expect(codes).toEqual(['assistant_not_allowed', 'assistant_not_allowed']);
    const model = { provider: 'kindling' };
    const override = await start({ squadId: other, assistantOverrides: { model } }, open);
    expect([override.status, override.json.fields[0].path]).toEqual([
      400,
      'assistantOverrides.model',
    ]);
  });

  it('do the same in writing: who took over answers the next chat too', async () => {
    const squadId = await store();
    const first = await server().send('POST', '/chat', {
      body: { squadId, input: 'My invoice is wrong.' },
    });
    expect(first.status).toBe(201);
    const texts = first.json.output.map(({ content }: { content: string }) => content);
    expect(texts).toContain('Transferring the call now.');
    expect(texts.at(-1)).toBe('Bea here.');
    server().parts.model.reply('It will be mended.');
    const second = await server().send('POST', '/chat', {
      body: { previousChatId: first.json.id, input: 'When?' },
    });
    expect(second.status).toBe(201);
    expect(second.json.output.at(-1).content).toBe('It will be mended.');
    const tools = server().parts.model.requests.at(-1)?.tools ?? [];
    expect(tools).toEqual([]);
  });
});
