import { randomUUID } from 'node:crypto';
import { erasureReportSchema } from '@kindling/protocol';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { storeCall } from '../../../testing/calls/stored-call.ts';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';
import {
  campaignCallTable,
  campaignTable,
  chatTable,
  logTable,
  sessionTable,
} from '../../platform/database/platform-tables.ts';
import {
  bookingTable,
  callTable,
  contactRequestTable,
  mailTable,
  orgTable,
  subscriptionTable,
} from '../../platform/database/schema.ts';

const ADA = { number: '+14155550142', email: 'Ada@School.Example', externalId: 'pupil-ada' };
const at = new Date(Date.UTC(2026, 0, 1));
const dates = { createdAt: at, updatedAt: at };
const NOTHING = {
  calls: 0,
  recordings: 0,
  chats: 0,
  sessions: 0,
  campaignCustomers: 0,
  logs: 0,
  supportTickets: 0,
  invitations: 0,
  traces: 0,
  leads: 0,
  contactRequests: 0,
  bookings: 0,
  mails: 0,
};

describeWithServer('deleting everything about a person', (server, database) => {
  const db = () => database().db;
  const erase = (body: unknown, key?: string | null) =>
    server().send('POST', '/person/erase', { body, ...(key === undefined ? {} : { key }) });
  const erased = async (body: unknown) => {
    const answer = await erase(body);
    expect(answer.status).toBe(200);
    return erasureReportSchema.parse(answer.json);
  };
  const call = (row: Parameters<typeof storeCall>[2] = {}) => storeCall(db(), server().orgId, row);
  const callIds = async () =>
    (await db().select({ id: callTable.id }).from(callTable)).map(({ id }) => id).sort();

  beforeEach(async () => {
    for (const table of [callTable, sessionTable, chatTable, logTable, campaignTable])
      await db().delete(table);
    for (const table of [subscriptionTable, contactRequestTable, bookingTable, mailTable])
      await db().delete(table);
  });

  it('finds calls by each address, and those of no other', async () => {
    await call({ customer: { number: ADA.number } });
    await call({ customer: { email: 'ada@school.example', name: 'Ada' } });
    await call({ customer: { externalId: ADA.externalId } });
    const byId = await call();
    const kept = [
      await call({ customer: { number: '+14155550143', email: 'bea@school.example' } }),
      await call({ customer: { name: ADA.email } }),
      await call(),
    ];
    const report = await erased({ ...ADA, callIds: [byId] });
    expect(report.deleted).toEqual({ ...NOTHING, calls: 4 });
    expect(await callIds()).toEqual(kept.sort());
  });

  it('takes a reference as a visitor reads it, of a call or of a conversation in writing', async () => {
    const { orgId } = server();
    const sessionId = randomUUID();
    await db()
      .insert(sessionTable)
      .values({
        id: sessionId,
        orgId,
        body: { messages: [] },
        ...dates,
        expiresAt: at,
        status: 'active',
      });
    await db()
      .insert(chatTable)
      .values({ id: randomUUID(), orgId, body: { input: 'Hi.' }, sessionId, ...dates });
    const [theirs, other] = [await call(), await call()];
    const { deleted } = await erased({ references: [theirs.toUpperCase(), sessionId] });
    expect(deleted).toEqual({ ...NOTHING, calls: 1, chats: 1, sessions: 1 });
    expect(await callIds()).toEqual([other]);
    const refused = await erase({ references: ['the call of yesterday'] });
    expect(refused).toMatchObject({ status: 400, json: { fields: [{ path: 'references.0' }] } });
  });

  it('takes sessions with their calls and chats along', async () => {
    const { orgId } = server();
    const sessionId = randomUUID();
    const body = { customer: { email: ADA.email }, messages: [] };
    const session = { id: sessionId, orgId, body, ...dates, expiresAt: at };
    await db()
      .insert(sessionTable)
      .values({ ...session, status: 'completed' });
    await db()
      .insert(chatTable)
      .values([
        { id: randomUUID(), orgId, body: { input: 'Hi.' }, sessionId, ...dates },
        { id: randomUUID(), orgId, body: { input: 'Somebody else.' }, ...dates },
      ]);
    await call({ sessionId });
    // Its session is said to be with nobody, and holds what was said all the same.
    const other = randomUUID();
    await db()
      .insert(sessionTable)
      .values({ ...session, id: other, body: { messages: [] }, status: 'completed' });
    await call({ sessionId: other, customer: { email: ADA.email } });
    await call({ sessionId: other });
    const { deleted } = await erased({ email: ADA.email });
    expect(deleted).toEqual({ ...NOTHING, calls: 3, chats: 1, sessions: 2 });
    const left = await db().select().from(chatTable);
    expect(left.map((chat) => chat.body)).toEqual([{ input: 'Somebody else.' }]);
  });

  it('takes a person off campaigns, and out of logs', async () => {
    const { orgId } = server();
    const id = randomUUID();
    await db()
      .insert(campaignTable)
      .values({ id, orgId, body: {}, status: 'scheduled', ...dates });
    const planned = { campaignId: id, status: 'scheduled', updatedAt: at } as const;
    await db()
      .insert(campaignCallTable)
      .values([
        { ...planned, position: 0, callId: randomUUID(), customer: { number: ADA.number } },
        { ...planned, position: 1, callId: randomUUID(), customer: { number: '+14155550143' } },
      ]);
    const log = (row: object) => ({
      id: randomUUID(),
      orgId,
      type: 'API' as const,
      body: {},
      ...dates,
      ...row,
    });
    await db()
      .insert(logTable)
      .values([
        log({ customerId: ADA.externalId }),
        log({ body: { requestQuery: 'number=%2B14155550142' } }),
        log({ body: { requestQuery: 'number=%2B14155550143' } }),
      ]);
    const { deleted } = await erased(ADA);
    expect(deleted).toEqual({ ...NOTHING, campaignCustomers: 1, logs: 2 });
    const [left, ...more] = await db().select().from(campaignCallTable);
    expect([left?.customer, more]).toEqual([{ number: '+14155550143' }, []]);
  });

  it('takes what they left on the website', async () => {
    const visitor = async (email: string) => {
      await db().insert(subscriptionTable).values({ email, source: 'footer_contact_form' });
      const form = { email, phoneNumber: '1', fullName: 'A', problemDescription: '' };
      await db()
        .insert(contactRequestTable)
        .values({
          id: randomUUID(),
          createdAt: at,
          form: { ...form, institution: '', numberOfStudents: '', serviceOfInterest: '' },
        });
      const to = { name: 'A', address: email };
      const us = { name: 'Us', address: 'us@kindling.example' };
      await db()
        .insert(mailTable)
        .values([
          { id: randomUUID(), message: { to, subject: '', text: '' }, createdAt: at },
          {
            id: randomUUID(),
            message: { to: us, replyTo: to, subject: '', text: '' },
            createdAt: at,
          },
        ]);
    };
    await visitor('ada@school.example');
    await visitor('bea@school.example');
    const { deleted } = await erased({ email: ADA.email });
    expect(deleted).toEqual({ ...NOTHING, leads: 1, contactRequests: 1, mails: 2 });
    const left = await db().select({ email: subscriptionTable.email }).from(subscriptionTable);
    expect(left).toEqual([{ email: 'bea@school.example' }]);
  });

  it('names calls of others where they are spoken of', async () => {
    const said = (transcript: string) => call({ artifact: { messages: [], transcript } });
    const spoken = await said('User: write to ada@school.example, please.');
    await said('User: write to somebody else.');
    // The server died during this one: it has lines and no artifact.
    const message = { role: 'user', message: `I am ${ADA.email}.` } as const;
    const times = { time: 0, endTime: 0, secondsFromStart: 0 };
    const crashed = await call({ artifact: null, messages: [{ ...message, ...times }] });
    const report = await erased({ email: ADA.email });
    expect(report.deleted).toEqual(NOTHING);
    expect(report.mentionedIn.toSorted()).toEqual([spoken, crashed].toSorted());
  });

  it('may be repeated', async () => {
    await call({ customer: { number: ADA.number } });
    expect((await erased(ADA)).deleted.calls).toBe(1);
    expect((await erased(ADA)).deleted).toEqual(NOTHING);
  });

  it('ends a call that goes on', async () => {
    await server().send('POST', '/call', {
      body: { assistantId: server().assistantId, customer: { externalId: ADA.externalId } },
    });
    const room = server().parts.media.last();
    expect((await erased({ externalId: ADA.externalId })).deleted.calls).toBe(1);
    expect(room.closedWith).not.toBeNull();
    expect(await callIds()).toEqual([]);
  });

  it('leaves other orgs, and the website to the first org', async () => {
    const orgId = randomUUID();
    const now = new Date();
    await db()
      .insert(orgTable)
      .values({ id: orgId, name: 'Other', createdAt: now, updatedAt: now });
    const theirs = await storeCall(db(), orgId, { customer: ADA });
    const mine = await call({ customer: ADA });
    await db().insert(subscriptionTable).values({ email: ADA.email, source: 'footer' });
    const { key } = await server().tokens.create({ orgId, kind: 'private', name: 'Other' });
    const answer = await erase({ ...ADA, callIds: [mine] }, key);
    expect(answer.json.deleted).toEqual({ ...NOTHING, calls: 1 });
    expect(await callIds()).toEqual([mine]);
    expect(await db().select().from(subscriptionTable)).toHaveLength(1);
    expect(theirs).not.toBe(mine);
    await db().execute(sql`delete from org where id = ${orgId}::uuid`);
  });

  it.each([
    [{}, ''],
    [{ name: 'Ada' }, 'name'],
    [{ email: 'a' }, 'email'],
    [{ number: '  ' }, 'number'],
    [{ callIds: ['x'] }, 'callIds.0'],
    [{ callIds: [] }, 'callIds'],
  ])('refuses %j', async (body, field) => {
    const answer = await erase(body);
    expect([answer.status, answer.json.fields[0].path]).toEqual([400, field]);
  });

  it('is for administrators', async () => {
    expect((await erase(ADA, null)).status).toBe(401);
    const editor = await server().addToken({ kind: 'private', name: 'editor', role: 'editor' });
    for (const key of [editor, server().publicKey])
      expect((await erase(ADA, key)).json.code).toBe('forbidden');
  });
});
