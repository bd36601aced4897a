import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { describeMigration } from '../../../testing/databases/describe-migration.ts';
import { jobTable } from './platform-tables.ts';
import { mailTable } from './schema.ts';

describeMigration(
  '0012_mail_jobs',
  'leaves mail that waits where it stands in its schedule',
  async ({ db, migrate }) => {
    const message = { to: { name: 'Ada', address: 'ada@school.example' }, subject: 'S', text: 'T' };
    const add = async (waits: {
      attempts: number;
      dueAt: string | null;
      sentAt: string | null;
    }) => {
      const id = randomUUID();
      await db.execute(sql`
        insert into mail (id, message, attempts, next_attempt_at, sent_at, created_at)
        values (${id}, ${JSON.stringify(message)}::jsonb, ${waits.attempts}, ${waits.dueAt}::timestamptz,
          ${waits.sentAt}::timestamptz, '2026-01-01T00:00:00Z'::timestamptz)`);
      return id;
    };
    const first = '2026-01-01T00:00:00.000Z';
    const third = '2026-01-01T00:06:00.000Z';
    await add({ attempts: 1, dueAt: null, sentAt: first });
    await add({ attempts: 16, dueAt: null, sentAt: null });
    const untried = await add({ attempts: 0, dueAt: first, sentAt: null });
    const retried = await add({ attempts: 2, dueAt: third, sentAt: null });
    await migrate();
    const waiting = await db
      .select({ job: jobTable, message: mailTable.message })
      .from(jobTable)
      .innerJoin(mailTable, eq(mailTable.id, jobTable.id))
      .orderBy(asc(jobTable.dueAt));
    const unsaid = { orgId: null, uniqueKey: null, running: false, nodeId: null, finishedAt: null };
    const job = {
      ...unsaid,
      kind: 'mail',
      payload: {},
      lastError: null,
      createdAt: new Date(first),
    };
    expect(waiting).toEqual([
      { message, job: { ...job, id: untried, attempts: 0, dueAt: new Date(first) } },
      { message, job: { ...job, id: retried, attempts: 2, dueAt: new Date(third) } },
    ]);
    expect(await db.select().from(mailTable)).toHaveLength(4);
  },
);
