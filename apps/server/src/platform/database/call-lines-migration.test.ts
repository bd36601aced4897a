import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { describeMigration } from '../../../testing/databases/describe-migration.ts';
import { linesOf } from '../../modules/calls/store/call-lines.ts';

describeMigration(
  '0006_call_lines',
  'takes over what was said in calls that are stored already',
  async ({ db, migrate }) => {
    const [orgId, spoken, silent] = [randomUUID(), randomUUID(), randomUUID()];
    const said = ['Hello.', 'Hi. What is it?', 'Nothing “much”.'].map((message, index) => ({
      role: index % 2 === 0 ? 'bot' : 'user',
      message,
      interrupted: index === 2,
      time: index,
      endTime: index + 1,
      secondsFromStart: index,
    }));
    await db.execute(
      sql`insert into org (id, name, created_at, updated_at) values (${orgId}, 'Org', now(), now())`,
    );
    for (const [id, messages] of [
      [spoken, said],
      [silent, []],
    ] as const)
      await db.execute(sql`
        insert into call (id, org_id, type, status, messages, created_at, updated_at)
        values (${id}, ${orgId}, 'webCall', 'in-progress', ${JSON.stringify(messages)}::jsonb, now(), now())`);
    await migrate();
    expect(await linesOf(db, spoken)).toEqual(said);
    expect(await linesOf(db, silent)).toEqual([]);
  },
);
