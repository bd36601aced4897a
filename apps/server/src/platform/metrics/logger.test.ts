import fs, { closeSync, existsSync, openSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openTestPglite } from '../../../testing/databases/test-pglite.ts';
import { catchLog } from '../../../testing/server/catch-log.ts';
import { runScript } from '../../../testing/server/run-script.ts';
import { createLogger } from './logger.ts';

it('keeps the values of a failed query out of the log', { timeout: 120_000 }, async () => {
  const database = await openTestPglite();
  const secret = 'what a visitor said';
  const error: unknown = await database.db
    .execute(sql`insert into org (id, name) values (gen_random_uuid(), ${secret})`)
    .then(
      () => null,
      (reason: unknown) => reason,
    );
  await database.close();
  expect(String(error)).toContain(secret);
  const written = catchLog();
  createLogger('warn').warn({ err: new Error('call end not stored', { cause: error }) }, 'failed');
  expect(written()).toContain('23502');
  expect(written()).not.toContain(secret);
});

it('writes again once there is room, however much was logged before', () => {
  let full = true;
  let written = '';
  const disk = vi.spyOn(fs, 'writeSync').mockImplementation((_, data) => {
    if (full) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    written += String(data);
    return Buffer.byteLength(String(data));
  });
  onTestFinished(() => disk.mockRestore());
  const log = createLogger('info');
  for (let line = 0; line < 2_000; line += 1) log.info('x'.repeat(1_000));
  // Until not even the shortest has a place.
  for (let line = 0; line < 100; line += 1) log.info('');
  full = false;
  log.info('the first that finds room');
  log.info('after');
  expect(written).toContain('x'.repeat(1_000));
  expect(written).toContain('"after"');
});

const missing = existsSync('/dev/full') ? '' : ' (SKIPPED: there is no /dev/full)';

describe.skipIf(missing !== '')(`a log that cannot be written${missing}`, () => {
  it('does not end the process', { timeout: 120_000 }, async () => {
    const ended = await logToFull(`
      setTimeout(() => log.info('one'), 1);
      setTimeout(() => { log.error('two'); console.log('went on'); }, 2);
    `);
    expect(ended).toEqual({ exitCode: 0, said: 'went on\n' });
  });

  it('does not fill the memory', { timeout: 120_000 }, async () => {
    const lines = 'for (let line = 0; line < 20_000; line += 1)';
    const ended = await logToFull(`${lines} log.info({ line }, String(line).repeat(1_000));`, [
      '--max-old-space-size=48',
    ]);
    expect(ended).toEqual({ exitCode: 0, said: '' });
  });
});

/** Runs `script` in a process whose standard error has no room. */
async function logToFull(script: string, options: readonly string[] = []) {
  const full = openSync('/dev/full', 'w');
  const start = `
    const { createLogger } = await import(${JSON.stringify(import.meta.resolve('./logger.ts'))});
    const log = createLogger('info');
  `;
  const { exitCode, said } = await runScript(start + script, { options, stderr: full });
  closeSync(full);
  return { exitCode, said };
}
