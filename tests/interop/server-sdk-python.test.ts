import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningKindling, startKindling } from '../support/server/kindling.ts';
import { privateToken, startWebCall } from '../support/server/stored-calls.ts';

/** The published Python library (PyPI `vapi_server_sdk`), unmodified and pinned with all it needs. */

const run = promisify(execFile);
const folder = new URL('./python/', import.meta.url).pathname;
const python = spawnSync('python3', ['-c', 'import venv, ensurepip']).status === 0;
if (!python) console.warn('python3 with venv is not installed: its library is SKIPPED.');

/** Its models of assistants take Python a minute to build, and its packages come from the network. */
const PATIENCE = 600_000;

describe.skipIf(!python)('the Python server library', () => {
  let kindling: RunningKindling;
  let environment: string;
  let given: Readonly<Record<string, unknown>>;

  beforeAll(async () => {
    environment = mkdtempSync(join(tmpdir(), 'kindling-python-'));
    await run('python3', ['-m', 'venv', environment]);
    const pinned = ['--no-deps', '--requirement', join(folder, 'requirements.txt')];
    await run(join(environment, 'bin/pip'), ['install', '--quiet', ...pinned]);
    kindling = await startKindling();
    const { id } = await startWebCall(kindling, { assistant: { firstMessage: 'Hi.' } });
    const { stdout } = await run(join(environment, 'bin/python'), [join(folder, 'walk.py')], {
      env: {
        ...process.env,
        KINDLING_URL: kindling.url,
        KINDLING_TOKEN: privateToken(kindling.dataFolder),
        KINDLING_CALL: id,
      },
    });
    const lines = stdout.trim().split('\n');
    given = Object.fromEntries(
      lines.map((line) => {
        const { step, given: value } = JSON.parse(line) as { step: string; given: unknown };
        return [step, value];
      }),
    );
  }, PATIENCE);
  afterAll(async () => {
    await kindling?.stop();
    rmSync(environment, { recursive: true, force: true });
  });

  it('creates, reads, lists, changes and deletes', () => {
    const whole = { read: true, listed: true, changed: true, deleted: true };
    const gone = { status: 404, code: 'not_found' };
    for (const name of ['assistants', 'squads', 'sessions'])
      expect([given[name], given[`${name} that are gone`]]).toEqual([whole, gone]);
  });

  it('chats, uploads, and reads campaigns and calls', () => {
    expect(given).toMatchObject({ chat: true, chats: true, response: ['response', 'completed'] });
    expect(given).toMatchObject({ files: true, file: true, campaigns: true });
    expect(given).toMatchObject({ calls: true, call: true });
  });

  it('downloads the log of a call; one that nobody joined has no recordings', () => {
    expect(given).toHaveProperty('log of a call', null);
    const refusals = [
      // Where Python took its time, the call is over by then.
      { status: 409, code: 'conflict' },
      { status: 404, code: 'not_found' },
    ];
    for (const part of ['mono', 'stereo', 'video', 'customer', 'assistant']) {
      expect(refusals).toContainEqual(given[`${part} recording`]);
      expect(given[`${part} recording that is missing`]).toEqual(refusals[1]);
    }
  });

  it('is refused as its users expect it', () => {
    expect(given['a call that is missing']).toEqual({ status: 404, code: 'not_found' });
    expect(given['a wrong key']).toEqual({ status: 401, code: 'unauthenticated' });
  });
});
