import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';
import { credentialTable } from '../../platform/database/platform-tables.ts';
import { createVault } from '../../platform/secrets/create-vault.ts';
import { createCredentialStore } from './credential-store.ts';

const key = 'sk-very-secret-1234';

describeWithServer('credentials', (server, database) => {
  const create = async (body: object) => {
    const answer = await server().send('POST', '/credential', { body });
    expect(answer.status, JSON.stringify(answer.json)).toBe(201);
    return answer.json;
  };
  const store = (fill = 9) =>
    createCredentialStore(database().db, createVault(Buffer.alloc(32, fill)));
  const rowOf = async (id: string) => {
    const [row] = await database()
      .db.select()
      .from(credentialTable)
      .where(eq(credentialTable.id, id));
    return row;
  };

  it('answers what may be shown, and never a secret', async () => {
    const made = await create({
      provider: '11labs',
      name: 'Voices',
      apiKey: key,
      somethingNew: key,
    });
    expect(made).toMatchObject({ provider: '11labs', name: 'Voices', orgId: server().orgId });
    const path = `/credential/${made.id}`;
    const answers = [
      made,
      (await server().send('GET', path)).json,
      (await server().send('GET', '/credential')).json,
      (await server().send('PATCH', path, { body: { name: 'Other' } })).json,
      (await server().send('DELETE', path)).json,
    ];
    for (const answer of answers) expect(JSON.stringify(answer)).not.toContain(key);
    expect((await server().send('GET', path)).status).toBe(404);
  });

  it('are the newest of their provider, of those that are named', async () => {
    const made = [];
    for (const name of ['first', 'second', 'third'])
      made.push(await create({ provider: 'groq', name, apiKey: name }));
    const [first, second, third] = made.map(({ id }) => id);
    const of = async (...ids: string[]) =>
      (await store().openFor(server().orgId, 'groq', ids))?.fields.apiKey;
    expect(await of()).toBe('third');
    expect(await of(first)).toBe('first');
    expect(await of(first, second, 'no id')).toBe('second');
    expect(await of(randomUUID())).toBe('third');
    expect(await store().openFor(randomUUID(), 'groq', [first])).toBeNull();
    expect(await store().unknown(server().orgId, [first, 'no id', third])).toEqual(['no id']);
    expect(await store().unknown(randomUUID(), [first])).toEqual([first]);
    for (const id of [first, second, third]) await server().send('DELETE', `/credential/${id}`);
  });

  it('keeps secrets sealed, each to its own row and key', async () => {
    const { id } = await create({ provider: 'openai', apiKey: key });
    const row = await rowOf(id);
    expect(JSON.stringify(row?.body)).not.toContain(key);
    expect(Buffer.from(row?.sealed ?? '').includes(key)).toBe(false);
    expect((await store().open(server().orgId, id))?.fields).toMatchObject({ apiKey: key });
    expect(await store().open(randomUUID(), id)).toBeNull();
    await expect(store(1).open(server().orgId, id)).rejects.toThrow(/CREDENTIAL_KEY/);
    const other = await create({ provider: 'openai', apiKey: 'sk-another' });
    await database()
      .db.update(credentialTable)
      .set({ sealed: Buffer.from(row?.sealed ?? '') })
      .where(eq(credentialTable.id, other.id));
    await expect(store().open(server().orgId, other.id)).rejects.toThrow('cannot be read');
    await server().send('DELETE', `/credential/${other.id}`);
  });

  it('changes what is named and keeps the secrets that are not', async () => {
    const made = await create({
      provider: 'webhook',
      authenticationPlan: { type: 'hmac', secretKey: key, algorithm: 'sha256' },
    });
    expect(made.authenticationPlan).toEqual({ type: 'hmac', algorithm: 'sha256' });
    const path = `/credential/${made.id}`;
    const changed = await server().send('PATCH', path, {
      body: { ...made, authenticationPlan: { type: 'hmac', algorithm: 'sha512' } },
    });
    expect(changed.status, JSON.stringify(changed.json)).toBe(200);
    expect(changed.json.authenticationPlan).toEqual({ type: 'hmac', algorithm: 'sha512' });
    expect((await store().open(server().orgId, made.id))?.fields).toEqual({
      provider: 'webhook',
      authenticationPlan: { type: 'hmac', secretKey: key, algorithm: 'sha512' },
    });
    const stale = await server().send('PATCH', path, {
      body: { name: 'Late' },
      headers: { 'If-Match': `"${made.updatedAt}"` },
    });
    expect(stale.status).toBe(412);
  });

  it.each([
    ['POST', { provider: 'openai' }, 'apiKey'],
    ['POST', { provider: 'nobody', apiKey: key }, 'provider'],
    ['POST', { provider: 'make', teamId: '7', region: 'evil.example/', apiKey: key }, 'region'],
    ['POST', { provider: 'openai', apiKey: 'x'.repeat(10_001) }, 'apiKey'],
    ['POST', { provider: 'openai', apiKey: key, name: 'x'.repeat(41) }, 'name'],
    ['PATCH', { apiKey: null }, 'apiKey'],
    ['PATCH', { provider: 'groq' }, 'provider'],
    ['PATCH', {}, ''],
  ])('%s refuses %j and names the field', async (method, body, field) => {
    const { id } = await create({ provider: 'openai', apiKey: key });
    const path = method === 'POST' ? '/credential' : `/credential/${id}`;
    const answer = await server().send(method, path, { body });
    expect([answer.status, answer.json.fields?.[0]?.path]).toEqual([400, field]);
    expect(JSON.stringify(answer.json)).not.toContain(key);
  });

  it.each([
    ['GET', '/credential'],
    ['POST', '/credential'],
    ['GET', `/credential/${randomUUID()}`],
    ['PATCH', `/credential/${randomUUID()}`],
    ['DELETE', `/credential/${randomUUID()}`],
    ['POST', '/credential/session'],
    ['POST', '/credential/trigger'],
  ])('%s %s is for administrators', async (method, path) => {
    expect((await server().send(method, path, { key: null })).status).toBe(401);
    const editor = await server().addToken({ kind: 'private', name: 'editor', role: 'editor' });
    for (const used of [server().publicKey, editor]) {
      const answer = await server().send(method, path, { key: used });
      expect([answer.status, answer.json.code]).toEqual([403, 'forbidden']);
    }
  });

  it.each(['GET', 'PATCH', 'DELETE'])('%s answers 404 for what is missing', async (method) => {
    const body = method === 'PATCH' ? { name: 'x' } : undefined;
    const answer = await server().send(method, `/credential/${randomUUID()}`, { body });
    expect([answer.status, answer.json.code]).toEqual([404, 'not_found']);
  });

  describe('connected accounts', () => {
    const provider = 'slack.oauth2-authorization';
    const begin = async () => {
      const answer = await server().send('POST', '/credential/session', { body: { provider } });
      expect(answer.status).toBe(201);
      return answer.json.sessionToken as string;
    };
    const tell = (endUserId: string, changes: object = {}) =>
      server().send('POST', '/credential/webhook', {
        key: null,
        body: {
          type: 'auth',
          operation: 'creation',
          from: 'broker',
          connectionId: 'con-1',
          authMode: 'OAUTH2',
          providerConfigKey: 'slack',
          provider: 'slack',
          environment: 'prod',
          success: true,
          endUser: { endUserId, organizationId: server().orgId },
          ...changes,
        },
      });
    const connected = async () =>
      (await server().send('GET', '/credential')).json.filter(
        (one: { provider: string }) => one.provider === provider,
      );

    it('come with the session they were begun with, once', async () => {
      const session = await begin();
      const refused = { success: false, error: { type: 'denied', description: 'They said no.' } };
      expect((await tell(session, refused)).json).toEqual({ accepted: false });
      expect(await connected()).toEqual([]);
      expect((await tell(session)).json).toEqual({ accepted: true });
      expect((await tell(session, { operation: 'refresh' })).json).toEqual({ accepted: true });
      expect(await connected()).toMatchObject([{ provider, authorizationId: 'con-1' }]);
    });

    it('are not believed of anybody else, nor later', async () => {
      const session = await begin();
      const [head, payload] = session.split('.');
      const before = (await connected()).length;
      for (const wrong of ['', 'x', `${head}.${payload}.${'A'.repeat(43)}`])
        expect((await tell(wrong)).json.code).toBe('unauthenticated');
      const elsewhere = { endUser: { endUserId: session, organizationId: randomUUID() } };
      expect((await tell(session, elsewhere)).status).toBe(401);
      server().clock.advance(31 * 60_000);
      expect((await tell(session, { connectionId: 'con-2' })).status).toBe(401);
      expect(await connected()).toHaveLength(before);
    });

    it('have nobody here who runs actions with them', async () => {
      const body = { action_name: 'send', input: {} };
      const answer = await server().send('POST', '/credential/trigger', { body });
      expect([answer.status, answer.json.code]).toEqual([409, 'not_configured']);
      const bad = await server().send('POST', '/credential/trigger', { body: { input: {} } });
      expect([bad.status, bad.json.fields[0].path]).toEqual([400, 'action_name']);
    });
  });
});
