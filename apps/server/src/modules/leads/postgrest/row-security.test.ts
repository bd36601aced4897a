import { type SQL, sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { describeOnBothDatabases } from '../../../../testing/databases/describe-databases.ts';
import type { Database } from '../../../platform/database/database.ts';
import { subscriptionTable } from '../../../platform/database/schema.ts';

const insert = (email: string, source = 'footer_contact_form') =>
  sql`insert into subscriptions (email, source) values (${email}, ${source})`;

/** No code of the server in between: what the database itself lets the anonymous role do. */
describeOnBothDatabases('rights of kindling_anon', (_server, database) => {
  beforeEach(async () => {
    await database().db.delete(subscriptionTable);
    await database().db.insert(subscriptionTable).values({ email: 'a@b.example', source: 'seed' });
  });

  async function run(statement: SQL): Promise<unknown> {
    await database().db.transaction(async (tx) => {
      await tx.execute(sql`set local role kindling_anon`);
      await tx.execute(statement);
    });
    return 'done';
  }

  const refusal = (statement: SQL) => run(statement).catch((error: unknown) => stateOf(error));
  const rows = async (db: Database) => (await db.select().from(subscriptionTable)).length;

  it('inserts', async () => {
    expect(await run(insert('ada@school.example'))).toBe('done');
    expect(await rows(database().db)).toBe(2);
  });

  it('passes over what is there, without a right to look', async () => {
    await run(insert('ada@school.example'));
    await run(sql`${insert('ADA@school.example')} on conflict do nothing`);
    expect(await rows(database().db)).toBe(2);
  });

  it.each([
    ['select', sql`select * from subscriptions`],
    ['select one column', sql`select email from subscriptions`],
    ['count', sql`select count(*) from subscriptions`],
    ['exists', sql`select exists (select from subscriptions where email = 'a@b.example')`],
    ['update', sql`update subscriptions set email = 'x@y.example'`],
    ['update unseen', sql`update subscriptions set source = 'x' where false`],
    ['delete', sql`delete from subscriptions`],
    ['truncate', sql`truncate subscriptions`],
    ['returning', sql`${insert('ada@school.example')} returning id`],
    ['returning what it gave', sql`${insert('ada@school.example')} returning email`],
    ['upsert', sql`${insert('ada@school.example')} on conflict (id) do nothing`],
    [
      'probe by the unique index',
      sql`${insert('a@b.example')} on conflict (lower(email), source) do nothing`,
    ],
    ['another source', insert('ada@school.example', 'elsewhere')],
    ['no address', insert('ada')],
    ['two addresses', insert('a@b, c@d')],
    ['a line break', insert('a@b.example\nBcc: c@d')],
    ['a long address', insert(`${'a'.repeat(250)}@b.example`)],
    ['null', sql`insert into subscriptions (source) values ('footer_contact_form')`],
    [
      'an id of its own',
      sql`insert into subscriptions (id, email, source) values (gen_random_uuid(), 'ada@school.example', 'footer_contact_form')`,
    ],
    [
      'a time of its own',
      sql`insert into subscriptions (created_at, email, source) values (now(), 'ada@school.example', 'footer_contact_form')`,
    ],
    ['copy', sql`create table stolen as select * from subscriptions`],
    ['no row security', sql`alter table subscriptions disable row level security`],
    ['contact requests', sql`select * from contact_request`],
    ['bookings', sql`select * from booking`],
    ['keys', sql`select * from token`],
    ['mail', sql`select * from mail`],
  ])('refuses: %s', async (_name, statement) => {
    expect(await refusal(statement)).toBe('42501');
    expect(await rows(database().db)).toBe(1);
  });

  it('leaves the connection its own role, after a commit and after a refusal', async () => {
    await run(insert('ada@school.example'));
    await refusal(sql`delete from subscriptions`);
    const answer = await database().db.execute(sql`select current_user = session_user as own`);
    expect((answer as unknown as { rows: unknown[] }).rows).toEqual([{ own: true }]);
  });
});

function stateOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  return 'code' in error && 'severity' in error ? error.code : stateOf(error.cause);
}
