import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { openPglite } from '../storage/engines/pglite.ts';
import { describeError } from './logger.ts';

it('keeps the values of a failed query out of the log', { timeout: 30_000 }, async () => {
  const database = await openPglite(null);
  const secret = 'what a visitor said';
  const error: unknown = await database.db
    .execute(sql`insert into org (id, name) values (gen_random_uuid(), ${secret})`)
    .then(
      () => null,
      (reason: unknown) => reason,
    );
  await database.close();
  expect(String(error)).toContain(secret);
  const text = JSON.stringify(describeError(new Error('call end not stored', { cause: error })));
  expect(text).toContain('23502');
  expect(text).not.toContain(secret);
});
