import { randomUUID } from 'node:crypto';
import { ERROR_STATUS, phoneNumberSchema } from '@kindling/protocol';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';
import {
  campaignTable,
  credentialTable,
  phoneNumberTable,
} from '../../platform/database/platform-tables.ts';
import { orgTable } from '../../platform/database/schema.ts';

let digits = 0;
function nextNumber(): string {
  digits += 1;
  return `+1415555${String(digits).padStart(4, '0')}`;
}

describeWithServer('phone numbers', (server, database) => {
  const create = (body: object) => server().send('POST', '/phone-number', { body });
  const now = new Date();
  const dates = { createdAt: now, updatedAt: now };

  async function credential(provider: string, orgId = server().orgId): Promise<string> {
    const id = randomUUID();
    const sealed = Buffer.alloc(1);
    await database()
      .db.insert(credentialTable)
      .values({ id, orgId, provider, sealed, body: { provider }, ...dates });
    return id;
  }

  const own = async (body: object = {}) =>
    create({
      provider: 'byo-phone-number',
      number: nextNumber(),
      credentialId: await credential('byo-sip-trunk'),
      ...body,
    });
  const twilio = { provider: 'twilio', twilioAccountSid: 'AC1', twilioAuthToken: 'secret-token' };

  it('keeps a number of one’s own trunk with who answers it, and says that it does not ring yet', async () => {
    const { assistantId } = server();
    const made = await own({ name: 'Front desk', assistantId });
    expect(made.status).toBe(201);
    expect(phoneNumberSchema.parse(made.json)).toMatchObject({
      name: 'Front desk',
      assistantId,
      status: 'activating',
    });
    expect((await server().send('GET', `/phone-number/${made.json.id}`)).json).toEqual(made.json);
    expect((await server().send('GET', '/phone-number?limit=1')).json).toEqual([made.json]);
    const page = (await server().send('GET', '/v2/phone-number?limit=1')).json;
    expect(page.results).toEqual([made.json]);
  });

  it('seals the secrets of a carrier, and keeps those that a change does not name', async () => {
    const made = await create({ ...twilio, number: nextNumber(), twilioApiSecret: 'secret-two' });
    expect([made.status, JSON.stringify(made.json)]).toEqual([
      ...[201, expect.not.stringContaining('secret-')],
    ]);
    const { id } = made.json;
    const body = { twilioAuthToken: 'secret-new', name: 'Sales' };
    const changed = await server().send('PATCH', `/phone-number/${id}`, { body });
    expect(changed.json).toMatchObject({ name: 'Sales', twilioAccountSid: 'AC1' });
    expect(JSON.stringify(changed.json)).not.toContain('secret-');
    const [row] = await database()
      .db.select()
      .from(phoneNumberTable)
      .where(eq(phoneNumberTable.id, id));
    expect(JSON.stringify(row?.body)).not.toContain('secret-');
    expect(Buffer.from(row?.sealed ?? []).toString('latin1')).not.toContain('secret-');
  });

  it('takes numbers the older way', async () => {
    const { provider: _, ...keys } = twilio;
    const number = nextNumber();
    const made = await server().send('POST', '/phone-number/import/twilio', {
      body: { ...keys, twilioPhoneNumber: number },
    });
    expect([made.status, made.json.provider, made.json.number]).toEqual([201, 'twilio', number]);
    const credentialId = await credential('vonage');
    const vonage = await server().send('POST', '/phone-number/import/vonage', {
      body: { vonagePhoneNumber: nextNumber(), credentialId },
    });
    expect([vonage.status, vonage.json.provider]).toEqual([201, 'vonage']);
  });

  it('keeps a SIP address of this server, but buys no number', async () => {
    const made = await create({ provider: 'vapi', sipUri: `sip:${randomUUID()}@school.example` });
    expect(made.status).toBe(201);
    for (const body of [{}, { numberDesiredAreaCode: '415' }]) {
      const refused = await create({ provider: 'vapi', ...body });
      expect([refused.status, refused.json.code]).toEqual([
        ERROR_STATUS.not_configured,
        'not_configured',
      ]);
      expect(refused.json.message).toContain('No telephony is configured');
    }
  });

  it('has a number once in an org', async () => {
    const number = nextNumber();
    expect((await own({ number })).status).toBe(201);
    const again = await own({ number });
    expect([again.status, again.json.code, again.json.fields[0].path]).toEqual([
      ...[409, 'conflict', 'number'],
    ]);
  });

  it.each([
    [{ provider: 'elsewhere' }, 'provider'],
    [{ provider: 'byo-phone-number' }, 'credentialId'],
    [{ provider: 'twilio', number: '+14155550000', twilioAccountSid: 'AC1' }, 'twilioAuthToken'],
    [{ provider: 'vonage', number: '+14155550000' }, 'credentialId'],
    [{ provider: 'vonage', number: '+14155550000', credentialId: randomUUID() }, 'credentialId'],
    [{ ...twilio, number: '4155550000' }, 'number'],
    [{ ...twilio, number: '+14155550000', assistantId: randomUUID() }, 'assistantId'],
    [{ ...twilio, number: '+14155550000', squadId: randomUUID() }, 'squadId'],
    [{ ...twilio, number: '+14155550000', workflowId: randomUUID() }, 'workflowId'],
    [{ provider: 'vapi', sipUri: 'http://x' }, 'sipUri'],
    [{ ...twilio, number: '+14155550000', name: 'x'.repeat(41) }, 'name'],
  ])('refuses %j and names %s', async (body, field) => {
    const answer = await create(body);
    expect([answer.status, answer.json.fields[0].path]).toEqual([400, field]);
  });

  it('takes no credential of another provider or org', async () => {
    const orgId = randomUUID();
    await database()
      .db.insert(orgTable)
      .values({ id: orgId, name: 'Other', ...dates });
    for (const id of [await credential('openai'), await credential('byo-sip-trunk', orgId)]) {
      const refused = await own({ credentialId: id });
      expect([refused.status, refused.json.fields[0].path]).toEqual([400, 'credentialId']);
    }
  });

  it.each([
    ['twilio', { twilioPhoneNumber: '+14155550000', twilioAccountSid: 'AC1' }, 'twilioAuthToken'],
    ['vonage', { vonagePhoneNumber: '+14155550000' }, 'credentialId'],
    ['vonage', { vonagePhoneNumber: '+14155550000', credentialId: randomUUID() }, 'credentialId'],
  ])('imports nothing of %s without a credential: %j', async (provider, body, field) => {
    const answer = await server().send('POST', `/phone-number/import/${provider}`, { body });
    expect([answer.status, answer.json.fields[0].path]).toEqual([400, field]);
  });

  it('does not change its provider, and takes a field away with null', async () => {
    const { id } = (await own({ name: 'Desk' })).json;
    const refused = await server().send('PATCH', `/phone-number/${id}`, {
      body: { provider: 'vapi' },
    });
    expect([refused.status, refused.json.fields[0].path]).toEqual([400, 'provider']);
    const body = { provider: 'byo-phone-number', name: null };
    const changed = await server().send('PATCH', `/phone-number/${id}`, { body });
    expect(changed.json).not.toHaveProperty('name');
  });

  it('is not deleted while a campaign calls from it', async () => {
    const { id } = (await own()).json;
    const campaignId = randomUUID();
    await database()
      .db.insert(campaignTable)
      .values({
        id: campaignId,
        orgId: server().orgId,
        status: 'scheduled',
        ...dates,
        body: { phoneNumberId: id },
      });
    const refused = await server().send('DELETE', `/phone-number/${id}`);
    expect([refused.status, refused.json.code]).toEqual([409, 'conflict']);
    expect(refused.json.message).toContain(campaignId);
    await database().db.update(campaignTable).set({ status: 'ended' });
    expect((await server().send('DELETE', `/phone-number/${id}`)).status).toBe(200);
    expect((await server().send('GET', `/phone-number/${id}`)).status).toBe(404);
  });

  const rows = [
    ['POST', '/phone-number'],
    ['POST', '/phone-number/import/twilio'],
    ['POST', '/phone-number/import/vonage'],
    ['GET', '/phone-number'],
    ['GET', '/v2/phone-number'],
    ['GET', `/phone-number/${randomUUID()}`],
    ['PATCH', `/phone-number/${randomUUID()}`],
    ['DELETE', `/phone-number/${randomUUID()}`],
  ] as const;

  it.each(rows)('%s %s needs a private key', async (method, path) => {
    expect((await server().send(method, path, { key: null })).status).toBe(401);
    const answer = await server().send(method, path, { key: server().publicKey });
    expect([answer.status, answer.json.code]).toEqual([403, 'forbidden']);
  });

  it.each(rows.slice(5))('%s %s answers 404 for what is missing', async (method, path) => {
    const body = method === 'PATCH' ? { name: 'x' } : undefined;
    const answer = await server().send(method, path, { body });
    expect([answer.status, answer.json.code]).toEqual([404, 'not_found']);
  });
});
