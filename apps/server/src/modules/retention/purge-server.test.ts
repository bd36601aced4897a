import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '../../../testing/databases/describe-databases.ts';
import { jobTable, memberTable, userTable } from '../../platform/database/platform-tables.ts';
import { mailTable } from '../../platform/database/schema.ts';
import { createMailStore } from '../../platform/mail/mail-store.ts';
import { purgeServer } from './purge-server.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 5, 1);
const EDGE = NOW - 30 * DAY;

describeOnBothDatabases('what the server needs no more', (server, database) => {
  const db = () => database().db;
  const purge = () =>
    purgeServer(
      {
        db: db(),
        idempotency: { purge: async () => 2 },
        outbox: { removeOlder: async (instant) => (instant.getTime() === EDGE ? 3 : 0) },
      },
      NOW,
    );

  it('are mails, 30 days after they left or were given up, but none that is owed', async () => {
    const to = { name: 'Ada', address: 'ada@school.example' };
    const mail = async (row: Partial<typeof mailTable.$inferInsert>) => {
      const id = randomUUID();
      await db()
        .insert(mailTable)
        .values({
          id,
          message: { to, subject: '', text: '' },
          createdAt: new Date(EDGE - DAY),
          ...row,
        });
      return id;
    };
    await mail({ sentAt: new Date(EDGE - 1) });
    await mail({ createdAt: new Date(EDGE - 1), lastError: 'refused' });
    const kept = [
      await mail({ sentAt: new Date(EDGE) }),
      await mail({ createdAt: new Date(EDGE), lastError: 'refused' }),
      await mail({ createdAt: new Date(EDGE - DAY) }),
    ];
    const waits = { kind: 'mail', payload: {}, createdAt: new Date(EDGE - DAY) };
    await db()
      .insert(jobTable)
      .values({ ...waits, id: kept.at(-1) ?? '', dueAt: new Date(NOW) });
    // Two rows and three files of the outbox.
    expect(await purge()).toEqual({ idempotency: 2, mails: 5, invitations: 0 });
    const left = await db().select({ id: mailTable.id }).from(mailTable);
    expect(left.map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
  });

  it('is what a sent mail said, and to whom by name', async () => {
    await db().delete(mailTable);
    const store = createMailStore(db());
    const message = {
      to: { name: 'Ada', address: 'ada@school.example' },
      subject: 'Call of Ada',
      text: 'Your code: 123',
      html: '<p>123',
    };
    const mail = { id: randomUUID(), message, createdAt: new Date(NOW) };
    await db().insert(mailTable).values(mail);
    await store.markSent(mail, 1, new Date(NOW));
    const [row] = await db().select().from(mailTable);
    expect(row?.message).toEqual({
      to: { name: '', address: 'ada@school.example' },
      subject: '',
      text: '',
    });
  });

  it('are invitations that nobody accepted, with the person where nobody else knows them', async () => {
    const invite = async (expires: number | null) => {
      const userId = randomUUID();
      const dates = { createdAt: new Date(EDGE), updatedAt: new Date(EDGE) };
      await db()
        .insert(userTable)
        .values({ id: userId, email: `${userId}@school.example`, ...dates });
      await db()
        .insert(memberTable)
        .values({
          orgId: server().orgId,
          userId,
          role: 'viewer',
          ...dates,
          ...(expires === null
            ? { acceptedAt: new Date(EDGE - DAY) }
            : { inviteHash: userId, inviteExpiresAt: new Date(expires) }),
        });
      return userId;
    };
    await invite(EDGE - 1);
    const kept = [await invite(EDGE), await invite(null)];
    expect((await purge()).invitations).toBe(1);
    const left = await db().select({ id: userTable.id }).from(userTable);
    expect(left.map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
  });
});
