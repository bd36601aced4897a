import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedKindling } from '../support/server/shared-kindling.ts';
import { privateToken, startWebCall } from '../support/server/stored-calls.ts';

/** The published Python library (PyPI `vapi_server_sdk`), unmodified and pinned with all it needs. */

const run = promisify(execFile);
const folder = new URL('./python/', import.meta.url).pathname;
const requirements = join(folder, 'requirements.txt');
const cache = new URL('../../node_modules/.cache/python/', import.meta.url).pathname;
const python = spawnSync('python3', ['-c', 'import venv, ensurepip, sys; print(sys.version)']);
const canRun = python.status === 0;
if (!canRun) console.warn('python3 with venv is not installed: its library is SKIPPED.');

/** Its models of assistants take Python a while to load, and its packages come from the network. */
const PATIENCE = 600_000;

/** An environment with what is pinned, made by the first run that needs it; resolves with its Python. */
async function installPinned(): Promise<string> {
  const pinned = createHash('sha256').update(python.stdout).update(readFileSync(requirements));
  const environment = join(cache, pinned.digest('hex').slice(0, 16));
  if (!existsSync(environment)) {
    await mkdir(cache, { recursive: true });
    const made = await mkdtemp(join(cache, 'made-'));
    try {
      await run('python3', ['-m', 'venv', made]);
      const options = ['--quiet', '--no-compile', '--no-deps', '--requirement', requirements];
      await run(join(made, 'bin/python'), ['-m', 'pip', 'install', ...options]);
      // Whole or not at all: a run that is stopped in between leaves nothing to be taken for it.
      await rename(made, environment);
    } finally {
      await rm(made, { recursive: true, force: true });
    }
  }
  return join(environment, 'bin/python');
}

describe.skipIf(!canRun)('the Python server library', () => {
  let given: Readonly<Record<string, unknown>>;

  beforeAll(async () => {
    const kindling = sharedKindling();
    const interpreter = await installPinned();
    const { id } = await startWebCall(kindling, { assistant: { firstMessage: 'Hi.' } });
    const { stdout } = await run(interpreter, [join(folder, 'walk.py')], {
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
