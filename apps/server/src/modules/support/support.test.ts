import { beforeEach, expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';
import { supportTicketTable } from '../../platform/database/platform-tables.ts';
import { mailTable } from '../../platform/database/schema.ts';

const ticket = {
  category: 'bug-report',
  bugSubcategory: 'latency',
  subject: 'Slow\nSubject: forged',
  message: 'It takes\nfour seconds.',
  callDetails: 'call 7',
};

describeWithServer('support tickets', (server, database) => {
  const rows = () => database().db.select().from(supportTicketTable);
  const mails = () => database().db.select().from(mailTable);
  beforeEach(async () => {
    await database().db.delete(supportTicketTable);
    await database().db.delete(mailTable);
  });
  const send = (body: unknown, key?: string | null) =>
    server().send('POST', '/support/ticket', { body, ...(key !== undefined && { key }) });

  it('are kept and mailed to the operator', async () => {
    const viewer = await server().addToken({ kind: 'private', name: 'viewer', role: 'viewer' });
    const answer = await send(ticket, viewer);
    expect(answer.status).toBe(201);
    expect(await rows()).toMatchObject([
      { id: answer.json.id, orgId: server().orgId, body: ticket },
    ]);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.message).toMatchObject({
      to: { address: 'hello@kindling.example' },
      subject: 'Support ticket: Slow Subject: forged',
    });
    for (const part of ['> four seconds.', '> call 7', answer.json.id, server().orgId])
      expect(mail?.message.text).toContain(part);
  });

  it.each([
    [{ ...ticket, category: 'complaint' }, 'category'],
    [{ ...ticket, subject: '' }, 'subject'],
    [{ ...ticket, message: 'too short' }, 'message'],
    [{ ...ticket, callDetails: 'x'.repeat(1_001) }, 'callDetails'],
  ])('refuses %j and keeps nothing', async (body, field) => {
    const answer = await send(body);
    expect([answer.status, answer.json.fields[0].path]).toEqual([400, field]);
    expect([await rows(), await mails()]).toEqual([[], []]);
  });

  it('needs a private key', async () => {
    expect((await send(ticket, null)).status).toBe(401);
    expect((await send(ticket, server().publicKey)).status).toBe(403);
  });
});
