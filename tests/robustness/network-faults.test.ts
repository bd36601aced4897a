import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const canIsolate = spawnSync('unshare', ['--net', 'ip', 'link', 'set', 'lo', 'up']).status === 0;

interface Result {
  readonly rows: readonly {
    readonly fault: string;
    readonly answered: boolean;
    readonly lost: number;
    readonly concealed: number;
    readonly energy: number;
    readonly roundTrip: number | null;
  }[];
  readonly kept: boolean;
  readonly notified: boolean;
  readonly toasts: number;
  readonly endedReason: string | null;
}

it('a call lives through loss, delay, other addresses and ten seconds of nothing', async (context) => {
  if (!canIsolate) {
    console.warn('SKIPPED: network namespaces need root and Linux (unshare, iproute2)');
    return context.skip();
  }
  const script = fileURLToPath(new URL('./network-faults-call.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(
    'unshare',
    ['--net', 'sh', '-c', 'ip link set lo up && exec "$0" "$1"', process.execPath, script],
    { timeout: 240_000 },
  );
  const result = JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as Result;
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  console.table(
    result.rows.map((row) => ({
      ...row,
      lost: percent(row.lost),
      concealed: percent(row.concealed),
      energy: row.energy.toFixed(3),
    })),
  );
  expect(result.rows.map(({ fault, answered }) => ({ fault, answered }))).toEqual(
    [
      'none',
      'loss 5 %',
      'loss 20 %',
      'delay 300 ms',
      'other ports',
      'other address',
      'outage 10 s',
    ].map((fault) => ({ fault, answered: true })),
  );
  // Answered aloud, not in writing alone.
  for (const { fault, energy } of result.rows) expect(energy, fault).toBeGreaterThan(0.001);
  expect(result.kept).toBe(true);
  expect({ notified: result.notified, toasts: result.toasts, reason: result.endedReason }).toEqual({
    notified: true,
    toasts: 1,
    reason: 'kindling.connection-lost',
  });
}, 260_000);
