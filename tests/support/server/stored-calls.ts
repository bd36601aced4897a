import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Call, CallStatus } from '@kindling/protocol';
import type { SharedKindling } from './shared-kindling.ts';

/** Calls as the operator reads them over the REST API, newest first. */
export async function storedCalls(kindling: SharedKindling, status?: CallStatus): Promise<Call[]> {
  const answer = await fetch(`${kindling.url}/call?limit=1000`, {
    headers: { authorization: `Bearer ${privateToken(kindling.dataFolder)}` },
  });
  if (!answer.ok) throw new Error(`GET /call answered ${answer.status}: ${await answer.text()}`);
  const calls = (await answer.json()) as Call[];
  return calls.filter((call) => status === undefined || call.status === status);
}

/** Calls since a moment that are over, newest first, once there are so many: a page leaves without waiting. */
export async function endedCalls(
  kindling: SharedKindling,
  count: number,
  since = new Date(0),
): Promise<Call[]> {
  for (const deadline = performance.now() + 20_000; ; ) {
    const stored = await storedCalls(kindling, 'ended');
    const calls = stored.filter(({ createdAt }) => Date.parse(createdAt) >= since.getTime());
    if (calls.length >= count) return calls;
    if (performance.now() > deadline)
      throw new Error(`of ${count} calls only ${calls.length} are over`);
    await delay(50);
  }
}

/** The private token that the first start left in the data folder. */
export function privateToken(dataFolder: string): string {
  return readFileSync(join(dataFolder, 'private-key'), 'utf8').trim();
}

/** Starts a web call with the operator's key; answers what was created. */
export async function startWebCall(kindling: SharedKindling, form: object): Promise<Call> {
  const answer = await fetch(`${kindling.url}/call/web`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${privateToken(kindling.dataFolder)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(form),
  });
  if (!answer.ok)
    throw new Error(`POST /call/web answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Call;
}
