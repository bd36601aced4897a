import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { lossesOf } from '../../bench/takeover/outcome.ts';
import { readResults } from '../../bench/takeover/report.ts';
import { hasEspeak } from '../support/sound/microphone.ts';

/** As much of the bench as a test run has time for: one kill at each of these. */
const MOMENTS = ['first message', 'tool runs', 'squad', 'workflow', 'goodbye'];
/** Every kill meets a second call. */
const CALLS = 2 * MOMENTS.length;

const missing = [
  existsSync('/usr/lib/postgresql') ? [] : ['PostgreSQL'],
  hasEspeak ? [] : ['espeak-ng'],
].flat();

it('a node is killed at five moments of a call: each call goes on once, and is reported once', async (context) => {
  if (missing.length > 0) {
    console.warn(`SKIPPED: needs ${missing.join(', ')}`);
    return context.skip();
  }
  const folder = mkdtempSync(join(tmpdir(), 'kindling-kills-'));
  const out = join(folder, 'kills.jsonl');
  try {
    const bench = fileURLToPath(new URL('../../bench/takeover/run.ts', import.meta.url));
    const moment = MOMENTS.join('|');
    const options = { moment, kills: `${MOMENTS.length}`, nodes: '2', out };
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    await promisify(execFile)(process.execPath, [bench, ...args], { timeout: 600_000 });
    const results = readResults(out);
    expect(results).toHaveLength(CALLS);
    expect(new Set(results.map((one) => one.moment)).size).toBe(MOMENTS.length);
    for (const { moment, role, outcome } of results)
      expect(lossesOf(outcome), `${moment}, ${role}`).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 620_000);
