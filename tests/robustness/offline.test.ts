import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const canIsolate = spawnSync('unshare', ['--net', 'ip', 'link', 'set', 'lo', 'up']).status === 0;

/** A network namespace has no way out: what works in it needs nothing from elsewhere. */
it('a whole call with the network cut off, and no socket to anywhere', async (context) => {
  if (!canIsolate) {
    console.warn('SKIPPED: network namespaces need root and Linux (unshare, iproute2)');
    return context.skip();
  }
  const script = fileURLToPath(new URL('./offline-call.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(
    'unshare',
    ['--net', 'sh', '-c', 'ip link set lo up && exec "$0" "$1"', process.execPath, script],
    { timeout: 110_000 },
  );
  const result = JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as {
    lines: string[];
    elsewhere: string[];
    endedReason: string;
  };
  expect(result.lines.some((line) => /^AI: /.test(line))).toBe(true);
  expect(result.lines.some((line) => /^You: /.test(line))).toBe(true);
  expect(result.elsewhere).toEqual([]);
  expect(result.endedReason).toBe('customer-ended-call');
});
