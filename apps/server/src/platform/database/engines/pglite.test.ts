import { mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runScript } from '../../../../testing/server/run-script.ts';
import { openPglite } from './pglite.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindling-pglite-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

it('a-panic-ends-the-process: it does not hang, and what was stored stays', async () => {
  // A folder in the place of the next segment panics as a full disk does, on any machine.
  const segment = join(folder, 'pg_wal/000000010000000000000002');
  const { exitCode, said, complained } = await runScript(`
    const { openPglite } = await import(${JSON.stringify(import.meta.resolve('./pglite.ts'))});
    const { mkdirSync } = await import('node:fs');
    const { db } = await openPglite(${JSON.stringify(folder)});
    await db.execute('create table stored as select 7 as value');
    mkdirSync(${JSON.stringify(segment)});
    await db.execute('select pg_switch_wal()');
    console.log('switched');
    await db.execute('insert into stored values (8)').catch(() => undefined);
    await db.execute('select 1');
    console.log('went on');
  `);
  expect({ exitCode, said }).toEqual({ exitCode: 1, said: 'switched\n' });
  expect(complained).toMatch(/^Kindling ends: the embedded database .*could not open file.*\n$/);

  rmdirSync(segment);
  const database = await openPglite(folder);
  const stored = await database.db.execute('select value from stored');
  await database.close();
  expect(stored).toMatchObject({ rows: [{ value: 7 }] });
}, 120_000);
