import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { describeMigration } from '../../../testing/databases/describe-migration.ts';

describeMigration(
  '0016_held_by_nodes',
  'lets the release before go on beside this one',
  async ({ db, migrate }) => {
    await migrate();
    const org = '00000000-0000-4000-8000-000000000001';
    const call = '00000000-0000-4000-8000-000000000002';
    await db.execute(sql`insert into org (id, name, created_at, updated_at)
      values (${org}, 'School', now(), now())`);
    // What it writes: it knows nothing of the new columns.
    await db.execute(sql`insert into call (id, org_id, type, status, created_at, updated_at)
      values (${call}, ${org}, 'webCall', 'queued', now(), now())`);
    await db.execute(sql`insert into idempotency (id, org_id, request_hash, created_at)
      values ('a', ${org}, 'b', now())`);
    const { rows } = (await db.execute(
      sql`select node_id, epoch, has_slot from call`,
    )) as unknown as { readonly rows: readonly object[] };
    expect(rows).toEqual([{ node_id: null, epoch: 0, has_slot: false }]);
  },
);
