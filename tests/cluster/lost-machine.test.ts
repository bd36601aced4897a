import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Call } from '@kindling/protocol';
import { expect, it } from 'vitest';
import { canHaveMachines, runInNamespace } from '../support/network/other-machine.ts';
import { hasEspeak } from '../support/sound/microphone.ts';

const missing = [
  canHaveMachines ? [] : ['network namespaces (root and Linux: unshare, iproute2)'],
  existsSync('/usr/lib/postgresql') ? [] : ['PostgreSQL'],
  hasEspeak ? [] : ['espeak-ng'],
].flat();

interface Result {
  /** Whether the machine that was cut off had fenced itself when the other node was heard. */
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
  const { fenced, holder, calls, lines } = (await runInNamespace(script)) as Result;
  expect([fenced, holder]).toEqual([true, 'here 1 in-progress']);
  expect(calls).toMatchObject([{ endedReason: 'customer-ended-call' }]);
  const said = calls[0]?.messages?.map(({ role, message }) => `${role}: ${message}`) ?? [];
  for (const once of [/^bot: .*I am Ember/, /^bot: Sorry, we were cut off/, /^user: /])
    expect(said.filter((line) => once.test(line))).toHaveLength(1);
  expect(lines.filter((line) => /cut off/.test(line))).toHaveLength(1);
}, 260_000);
