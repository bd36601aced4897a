import { type Operation, operations } from '@kindling/protocol';
import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';
import {
  credentialTable,
  memberTable,
  phoneNumberTable,
} from '../../platform/database/platform-tables.ts';
import { orgTable, tokenTable } from '../../platform/database/schema.ts';

/** What each would make, if a session could. */
const ATTEMPTS = {
  'token.create': {},
  'token.update': { role: 'admin', expiresAt: null },
  'org.create': { name: 'Mine' },
  'org.invite': { emails: ['eve@evil.example'], role: 'admin' },
  'org.updateRole': { userId: '00000000-0000-4000-8000-000000000000', role: 'admin' },
  'credential.create': { provider: 'openai', apiKey: 'sk-eve' },
  'credential.update': { apiKey: 'sk-eve' },
  'credential.session': {},
  'phoneNumber.create': { provider: 'vapi', name: 'Line' },
  'phoneNumber.update': { name: 'Line' },
  'phoneNumber.importTwilio': {},
  'phoneNumber.importVonage': {},
  'room.createToken': { properties: { is_owner: true } },
  'webhook.secret': undefined,
} as const;

describeWithServer('a session of an admin key', (server, database) => {
  const openSession = async () => {
    const answer = await server().send('GET', `/org/${server().orgId}/auth`);
    return String(answer.json.accessToken);
  };
  const tokenId = async () => (await server().send('GET', '/token')).json[0].id as string;
  const attempt = async (name: keyof typeof ATTEMPTS, key: string) => {
    const { method, path }: Operation = operations[name];
    const id = path.startsWith('/org/') ? server().orgId : await tokenId();
    const body = ATTEMPTS[name];
    const options = body === undefined ? { key } : { key, body };
    return server().send(method, path.replace('{id}', id), options);
  };

  it('is refused wherever the table says so, and the table says so of all of these', () => {
    const refused = Object.entries(operations as Record<string, Operation>)
      .filter(([, { bySession }]) => bySession === 'refused')
      .map(([name]) => name);
    expect(refused.sort()).toEqual(Object.keys(ATTEMPTS).sort());
    const secret = Object.entries(operations as Record<string, Operation>)
      .filter(([, operation]) => operation.answersSecret === true)
      .map(([name]) => name);
    expect(refused).toEqual(expect.arrayContaining(secret));
  });

  it.each(Object.keys(ATTEMPTS) as (keyof typeof ATTEMPTS)[])('cannot %s', async (name) => {
    const count = () =>
      Promise.all(
        [tokenTable, orgTable, memberTable, credentialTable, phoneNumberTable].map((table) =>
          database().db.$count(table),
        ),
      );
    const before = await count();
    const answer = await attempt(name, await openSession());
    expect([answer.status, answer.json.code]).toEqual([403, 'forbidden']);
    expect(answer.json.message).toContain('Send the key itself');
    expect(await count()).toEqual(before);
  });

  it('is not given the key that its owner made, by repeating the request', async () => {
    const headers = { 'Idempotency-Key': 'first' };
    const made = await server().send('POST', '/token', { body: {}, headers });
    expect(made.status).toBe(201);
    const key = await openSession();
    const again = await server().send('POST', '/token', { key, body: {}, headers });
    expect([again.status, again.json.value]).toEqual([403, undefined]);
  });

  it('does the rest of what its key may', async () => {
    const key = await openSession();
    const made = await server().send('POST', '/assistant', { key, body: { name: 'Ada' } });
    expect(made.status).toBe(201);
    expect((await server().send('GET', '/token', { key })).status).toBe(200);
    const revoked = await server().addToken({ kind: 'private', name: 'Lost' });
    const [lost] = (await server().send('GET', '/token', { key: revoked })).json;
    expect((await server().send('DELETE', `/token/${lost.id}`, { key })).status).toBe(200);
  });
});
