import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';
import { createIdempotency } from '../../http/registrar/idempotency.ts';
import { credentialTable, phoneNumberTable } from '../database/platform-tables.ts';
import { checkVault } from './check-vault.ts';
import { createVault, VaultError } from './create-vault.ts';
import { sealAgain } from './seal-again.ts';

const OTHER = createVault(Buffer.alloc(32, 1));

describeWithServer('a server whose credential-key is lost', (server, database) => {
  const db = () => database().db;
  const warnings = async (vault: ReturnType<typeof createVault>) => {
    const lines: string[] = [];
    await checkVault(
      db(),
      vault,
      pino({ base: null }, { write: (line: string) => lines.push(line) }),
    );
    return lines.map((line) => JSON.parse(line));
  };
  const own = createVault(Buffer.alloc(32, 9));
  const post = async (path: string, body: object) => {
    const answer = await server().send('POST', path, { body });
    expect(answer.status).toBe(201);
    return answer.json;
  };
  const patch = (path: string, body: object) => server().send('PATCH', path, { body });
  /** As if everything had been sealed by a server of another key. */
  const lose = async () => {
    await db()
      .update(credentialTable)
      .set({ sealed: OTHER.seal('{}', 'x') });
    await db()
      .update(phoneNumberTable)
      .set({ sealed: OTHER.seal('{}', 'x') });
  };

  it('says nothing while there is no secret, or the key is the right one', async () => {
    expect(await warnings(OTHER)).toEqual([]);
    await post('/credential', { provider: 'openai', apiKey: 'sk-first' });
    expect(await warnings(own)).toEqual([]);
  });

  it('says so at the start, with what to do and without the secret', async () => {
    const [warning, ...more] = await warnings(OTHER);
    expect(more).toEqual([]);
    expect(warning).toMatchObject({ level: 40, credentialId: expect.any(String) });
    expect(warning.msg).toMatch(/CREDENTIAL_KEY/);
    expect(JSON.stringify(warning)).not.toContain('sk-first');
  });

  it('lists and deletes credentials, refuses to use them, and takes their secrets again', async () => {
    const { id } = await post('/credential', { provider: 'openai', apiKey: 'sk-second' });
    const gone = await post('/credential', { provider: 'openai', apiKey: 'sk-third' });
    await lose();
    expect((await server().send('GET', `/credential/${id}`)).status).toBe(200);
    expect((await server().send('DELETE', `/credential/${gone.id}`)).status).toBe(200);
    // A name alone must not throw away what the right key could still read.
    const renamed = await patch(`/credential/${id}`, { name: 'Renamed' });
    expect([renamed.status, renamed.json.code]).toEqual([409, 'not_configured']);
    expect((await patch(`/credential/${id}`, { apiKey: 'sk-again' })).status).toBe(200);
    expect((await patch(`/credential/${id}`, { name: 'Renamed' })).status).toBe(200);
    const rows = await db().select().from(credentialTable);
    const row = rows.find((one) => one.id === id);
    expect(own.open(row?.sealed ?? Buffer.alloc(0), id)).toContain('sk-again');
  });

  it('takes the secrets of a phone number again', async () => {
    const number = {
      provider: 'twilio',
      number: '+14155550170',
      twilioAccountSid: `AC${'0'.repeat(32)}`,
    };
    const { id } = await post('/phone-number', { ...number, twilioAuthToken: 'token-one' });
    await lose();
    expect((await patch(`/phone-number/${id}`, { name: 'Desk' })).status).toBe(200);
    const again = await patch(`/phone-number/${id}`, { twilioAuthToken: 'token-two' });
    expect([again.status, again.json.message]).toEqual([200, undefined]);
  });

  it('is given the key before and a new one, and needs the first no more', async () => {
    await db().delete(credentialTable);
    const { id } = await post('/credential', { provider: 'openai', apiKey: 'sk-rotated' });
    const lost = await post('/credential', { provider: 'openai', apiKey: 'sk-lost' });
    const sealed = OTHER.seal('{}', lost.id);
    await db().update(credentialTable).set({ sealed }).where(eq(credentialTable.id, lost.id));
    const key = Buffer.alloc(32, 77);
    const lines: string[] = [];
    const log = pino({ base: null }, { write: (line: string) => lines.push(line) });
    await sealAgain(db(), createVault(key, Buffer.alloc(32, 9)), log);
    const rows = await db().select().from(credentialTable);
    const of = (wanted: string) => rows.find((row) => row.id === wanted)?.sealed ?? Buffer.alloc(0);
    expect(createVault(key).open(of(id), id)).toContain('sk-rotated');
    expect(() => own.open(of(id), id)).toThrow(VaultError);
    // What neither opens is not touched: its key may be found again.
    expect(OTHER.open(of(lost.id), lost.id)).toBe('{}');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 40, unreadable: expect.any(Number) },
      { level: 30, sealed: expect.any(Number) },
    ]);
    expect(lines.join()).not.toContain('sk-');
    await db().delete(credentialTable);
  });

  it('says of an answer that it cannot be read any more', async () => {
    const token = await server().tokens.findByKey(server().privateKey);
    if (token === null) throw new Error('no key');
    const answer = (vault: ReturnType<typeof createVault>) =>
      createIdempotency({ vault, db: db(), now: () => server().clock.now() }).answer(
        {
          name: 'org.create',
          token,
          isSecret: true,
          request: { params: {}, body: {}, header: () => 'lost' },
        },
        async () => ({ privateKey: 'kd_prv_x' }),
      );
    expect(await answer(own)).toEqual(await answer(own));
    await expect(answer(OTHER)).rejects.toMatchObject({ code: 'conflict' });
  });
});
