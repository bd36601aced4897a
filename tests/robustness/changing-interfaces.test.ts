import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const canIsolate = spawnSync('unshare', ['--net', 'ip', 'link', 'set', 'lo', 'up']).status === 0;

/** A laptop changes its network while the server runs. */
it('every answer announces the addresses that the machine has then', async (context) => {
  if (!canIsolate) {
    console.warn('SKIPPED: network namespaces need root and Linux (unshare, iproute2)');
    return context.skip();
  }
  const script = fileURLToPath(new URL('./changing-interfaces-run.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(
    'unshare',
    ['--net', 'sh', '-c', 'ip link set lo up && exec "$0" "$1"', process.execPath, script],
    { timeout: 60_000 },
  );
  expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}')).toEqual({
    'loopback alone': ['127.0.0.1'],
    'a network': ['10.9.1.2', '127.0.0.1', 'fd09::2'],
    'a VPN beside it': ['10.9.1.2', '10.9.2.2', '127.0.0.1', 'fd09::2'],
    'the network gone': ['10.9.2.2', '127.0.0.1'],
  });
});
