import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Call } from '@kindling/protocol';
import { expect, it } from 'vitest';
import { canHaveMachines } from '../support/network/other-machine.ts';
import { hasEspeak } from '../support/sound/microphone.ts';

const missing = [
  canHaveMachines ? [] : ['network namespaces (root and Linux: unshare, iproute2)'],
  existsSync('/usr/lib/postgresql') ? [] : ['PostgreSQL'],
  hasEspeak ? [] : ['espeak-ng'],
].flat();

interface Result {
  /** Whether the machine that was cut off had let go when the other was heard. */
  readonly fenced: boolean;
  /** Of the call, after the machine was back for a while: node, epoch and status. */
  readonly holder: string;
  readonly calls: readonly Call[];
  readonly lines: readonly string[];
}

it('a machine is cut off: its call goes on elsewhere, and when it is back it leaves that alone', async (context) => {
  if (missing.length > 0) {
    console.warn(`SKIPPED: needs ${missing.join(', ')}`);
    return context.skip();
  }
  const script = fileURLToPath(new URL('./lost-machine-call.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(
    'unshare',
    ['--net', 'sh', '-c', 'ip link set lo up && exec "$0" "$1"', process.execPath, script],
    { timeout: 240_000, maxBuffer: 10_000_000 },
  );
  const { fenced, holder, calls, lines } = JSON.parse(
    stdout.trim().split('\n').at(-1) ?? '{}',
  ) as Result;
  expect([fenced, holder]).toEqual([true, 'here 1 in-progress']);
  expect(calls).toMatchObject([{ endedReason: 'customer-ended-call' }]);
  const said = calls[0]?.messages?.map(({ role, message }) => `${role}: ${message}`) ?? [];
  for (const once of [/^bot: .*I am Ember/, /^bot: Sorry, we were cut off/, /^user: /])
    expect(said.filter((line) => once.test(line))).toHaveLength(1);
  expect(lines.filter((line) => /cut off/.test(line))).toHaveLength(1);
}, 260_000);
