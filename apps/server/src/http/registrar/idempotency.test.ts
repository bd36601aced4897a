import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '../../../testing/databases/describe-databases.ts';
import { uploadText } from '../../../testing/requests/upload-text.ts';
import { idempotencyTable } from '../../platform/database/platform-tables.ts';
import { createVault } from '../../platform/secrets/create-vault.ts';
import { createIdempotency } from './idempotency.ts';

const DAY = 86_400_000;

describeOnBothDatabases('creations with an Idempotency-Key', (server, database) => {
  const create = (key: string, body: object = { type: 'endCall' }, token?: string) =>
    server().send('POST', '/tool', {
      body,
      headers: { 'Idempotency-Key': key },
      ...(token === undefined ? {} : { key: token }),
    });
  const tools = async () => (await server().send('GET', '/tool?limit=1000')).json.length;
  const idempotency = () =>
    createIdempotency({
      db: database().db,
      vault: createVault(Buffer.alloc(32, 9)),
      now: () => server().clock.now(),
    });

  it('make one thing, however many come at the same time', async () => {
    const before = await tools();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(key)));
    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made.map(({ json }) => json.id)).size).toBe(1);
    for (const { status, json, headers } of answers.filter((answer) => !made.includes(answer))) {
      expect([status, json.code]).toEqual([409, 'conflict']);
      expect(headers.get('retry-after')).toBe('1');
    }
    expect(await tools()).toBe(before + 1);
    expect((await create(key)).json).toEqual(made[0]?.json);
  });

  it('are refused with another body, and say so', async () => {
    const key = randomUUID();
    await create(key);
    const answer = await create(key, { type: 'dtmf' });
    expect([answer.status, answer.json.code]).toEqual([409, 'idempotency_mismatch']);
    expect(answer.json.message).toContain('Use a new one');
  });

  it('are distinguished by what is in a file, not by its size', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const send = (text: string) => uploadText(server(), { text, name: 'a.txt', headers });
    const first = await send('The yard is open.');
    expect((await send('The yard is open.')).json.id).toBe(first.json.id);
    expect((await send('The yard is shut.')).json.code).toBe('idempotency_mismatch');
  });

  it('are the key’s own: another key of the organisation makes its own thing', async () => {
    const other = await server().addToken({ kind: 'private', name: 'other' });
    const key = randomUUID();
    const [one, two] = [await create(key), await create(key, undefined, other)];
    expect(two.status).toBe(201);
    expect(two.json.id).not.toBe(one.json.id);
  });

  it('may be tried again when they failed', async () => {
    const key = randomUUID();
    expect((await create(key, { type: '' })).status).toBe(400);
    expect((await create(key)).status).toBe(201);
  });

  it('are forgotten after a day, in the table too', async () => {
    const key = randomUUID();
    const first = await create(key);
    server().clock.advance(DAY);
    expect((await create(key)).json.id).toBe(first.json.id);
    server().clock.advance(1);
    const [{ count = 0 } = {}] = await database()
      .db.select({ count: sql<number>`count(*)::int` })
      .from(idempotencyTable);
    expect(count).toBeGreaterThan(0);
    expect(await idempotency().purge(server().clock.now())).toBe(count);
    expect((await create(key)).json.id).not.toBe(first.json.id);
  });

  it('that a crash interrupted are neither carried out twice nor said to be under way', async () => {
    const key = randomUUID();
    await create(key);
    await database().db.update(idempotencyTable).set({ answer: null });
    const waiting = await create(key);
    expect(waiting.json.message).toContain('under way');
    await idempotency().recover();
    const before = await tools();
    const answer = await create(key);
    expect([answer.status, answer.json.code]).toEqual([409, 'conflict']);
    expect(answer.json.message).toContain('new key');
    expect(answer.headers.get('retry-after')).toBeNull();
    expect(await tools()).toBe(before);
    expect((await create(randomUUID())).status).toBe(201);
  });

  it('whose answer could not be stored are not said to be under way for ever', async () => {
    const key = randomUUID();
    await create(key);
    await database().db.update(idempotencyTable).set({ answer: null });
    const before = await tools();
    server().clock.advance(10 * 60_000);
    const waiting = await create(key);
    expect([waiting.status, waiting.headers.get('retry-after')]).toEqual([409, '1']);
    expect(waiting.json.message).toContain('under way');
    server().clock.advance(1);
    const answer = await create(key);
    expect([answer.status, answer.json.code]).toEqual([409, 'conflict']);
    expect(answer.json.message).toContain('new key');
    expect(answer.headers.get('retry-after')).toBeNull();
    expect(await tools()).toBe(before);
  });

  it.each([0, 256])('are refused with a key of %i characters', async (length) => {
    const key = 'x'.repeat(length);
    expect((await create(key)).json.code).toBe('bad_request');
  });
});
