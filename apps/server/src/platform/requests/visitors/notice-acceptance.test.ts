import { randomUUID } from 'node:crypto';
import { callSchema, chatSchema } from '@kindling/protocol';
import { expect, it } from 'vitest';
import { describeWithServer } from '../../../../testing/databases/describe-databases.ts';

const DAY = 86_400_000;

describeWithServer('the notice that was accepted before a conversation', (server) => {
  const before = (time: number) => new Date(server().clock.now() - time).toISOString();
  const accepted = (change: object = {}) => ({
    acceptedAt: before(60_000),
    version: '4c5a1d0e9b2f7a36',
    language: 'en',
    ...change,
  });
  const call = (noticeAcceptance: unknown, path = '/call/web') =>
    server().send('POST', path, {
      ...(path === '/call/web' ? { key: server().publicKey } : {}),
      body: { assistantId: server().assistantId, noticeAcceptance },
    });
  const write = (noticeAcceptance: unknown, path = '/chat/web') => {
    server().parts.model.reply('Ok.');
    return server().send('POST', path, {
      ...(path.startsWith('/chat/web') ? { key: server().publicKey } : {}),
      body: {
        assistantId: server().assistantId,
        input: 'Hi.',
        stream: false,
        noticeAcceptance,
      },
    });
  };

  it.each(['/call/web', '/call'])(
    '%s keeps it with the call, and every list has it',
    async (path) => {
      const given = accepted({ language: 'pt-BR' });
      const made = await call(given, path);
      expect(made.status).toBe(201);
      const { id } = made.json;
      const read = await server().send('GET', `/call/${id}`);
      expect(callSchema.parse(read.json).noticeAcceptance).toEqual(given);
      for (const list of ['/call', '/v2/call', '/v2/call/metadata']) {
        const { json } = await server().send('GET', list);
        const rows: { id: string }[] = json.results ?? json;
        expect(rows.find((one) => one.id === id)).toMatchObject({ noticeAcceptance: given });
      }
      // With the call it goes.
      const body = { references: [id] };
      const { deleted } = (await server().send('POST', '/person/erase', { body })).json;
      expect([deleted.calls, (await server().send('GET', `/call/${id}`)).status]).toEqual([1, 404]);
    },
  );

  it.each(['/chat/web', '/chat'])('%s keeps it with the chat', async (path) => {
    const given = accepted();
    const made = await write(given, path);
    expect(made.status).toBe(201);
    const read = await server().send('GET', `/chat/${made.json.id}`);
    expect(chatSchema.parse(read.json).noticeAcceptance).toEqual(given);
  });

  it.each([undefined, null])('nobody needs to say so: %s', async (none) => {
    const made = await call(none);
    expect(made.status).toBe(201);
    const read = await server().send('GET', `/call/${made.json.id}`);
    expect(read.json.noticeAcceptance).toBeNull();
    expect((await write(none)).status).toBe(201);
  });

  const bad: [string, (valid: ReturnType<typeof accepted>) => unknown][] = [
    ['noticeAcceptance', () => true],
    ['noticeAcceptance.name', (valid) => ({ ...valid, name: randomUUID() })],
    ['noticeAcceptance.acceptedAt', ({ acceptedAt: _, ...rest }) => rest],
    ['noticeAcceptance.acceptedAt', (valid) => ({ ...valid, acceptedAt: 'yesterday' })],
    ['noticeAcceptance.acceptedAt', (valid) => ({ ...valid, acceptedAt: 1_700_000_000_000 })],
    ['noticeAcceptance.acceptedAt', (valid) => ({ ...valid, acceptedAt: '2026-02-30T09:00:00Z' })],
    [
      'noticeAcceptance.acceptedAt',
      (valid) => ({ ...valid, acceptedAt: `2026-02-20T09:00:00.${'0'.repeat(4_000)}Z` }),
    ],
    ['noticeAcceptance.version', ({ version: _, ...rest }) => rest],
    ['noticeAcceptance.version', (valid) => ({ ...valid, version: '' })],
    ['noticeAcceptance.version', (valid) => ({ ...valid, version: 'x'.repeat(65) })],
    ['noticeAcceptance.version', (valid) => ({ ...valid, version: 'a\u0000b' })],
    ['noticeAcceptance.language', ({ language: _, ...rest }) => rest],
    ['noticeAcceptance.language', (valid) => ({ ...valid, language: 'the English one' })],
    ['noticeAcceptance.language', (valid) => ({ ...valid, language: `en${'-x'.repeat(40)}` })],
  ];
  it.each(bad)('a wrong one is refused, and %s named', async (path, spoil) => {
    for (const send of [call, write]) {
      const refused = await send(spoil(accepted()));
      expect([refused.status, refused.json.fields?.[0]?.path]).toEqual([400, path]);
      expect(refused.json.message).toContain(path);
    }
  });

  it('a clock that is fast keeps nobody from calling, and is not believed', async () => {
    const given = accepted({ acceptedAt: before(-400 * DAY) });
    const kept = { ...given, acceptedAt: before(0) };
    for (const [send, path] of [
      [call, '/call'],
      [write, '/chat'],
    ] as const) {
      const made = await send(given);
      expect(made.status).toBe(201);
      const read = await server().send('GET', `${path}/${made.json.id}`);
      expect(read.json.noticeAcceptance).toEqual(kept);
    }
  });
});
