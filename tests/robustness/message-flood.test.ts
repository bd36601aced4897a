import { setTimeout as wait } from 'node:timers/promises';
import { CALL_LINES_MAX, CALL_LINES_MAX_BYTES } from '@kindling/protocol/constants';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, callKindling } from '../support/calls/caller.ts';
import { FLOODS, flood } from '../support/calls/message-flood.ts';
import { type RunningKindling, startKindling } from '../support/server/kindling.ts';
import { storedCalls } from '../support/server/stored-calls.ts';

let kindling: RunningKindling;
beforeAll(async () => {
  kindling = await startKindling();
});
afterAll(async () => {
  await kindling?.stop();
});

const codes = (caller: Caller) =>
  caller.messages.filter(({ type }) => type === 'error').map(({ code }) => code);

/** Asks whether the server is well, again and again, until `work` is done; every answer's status. */
async function askMeanwhile(work: Promise<unknown>): Promise<number[]> {
  const statuses: number[] = [];
  let done = false;
  const ended = work.finally(() => {
    done = true;
  });
  while (!done) {
    statuses.push((await fetch(`${kindling.url}/healthz`)).status);
    await wait(50);
  }
  await ended;
  return statuses;
}

const stored = async (callId: string) =>
  (await storedCalls(kindling)).find(({ id }) => id === callId);

it('400 typed turns of 3 kB in 4 s: the server answers, others are answered, the call stays small', async () => {
  const [bystander, caller] = [await callKindling(kindling.url), await callKindling(kindling.url)];
  const began = performance.now();
  const flooding = flood(caller, FLOODS['typed turns of 3 kB'], { count: 400, perSecond: 100 });
  const question = { role: 'user', content: 'What is Kindling?' };
  bystander.send(JSON.stringify({ type: 'add-message', message: question }));
  const statuses = await askMeanwhile(flooding);
  const seconds = (performance.now() - began) / 1_000;
  expect(new Set(statuses)).toEqual(new Set([200]));
  // Not only when all was over.
  expect(statuses.length).toBeGreaterThan(1);

  const answered = () =>
    bystander.messages.filter(({ type, role }) => type === 'transcript' && role === 'assistant');
  await expect.poll(() => answered().length, { timeout: 20_000 }).toBeGreaterThan(0);
  expect(codes(bystander)).toEqual([]);
  await expect.poll(() => codes(caller), { timeout: 20_000 }).toEqual(['rate_limited']);

  await Promise.all([caller.hangUp(), bystander.hangUp()]);
  await expect.poll(async () => (await stored(caller.callId))?.status).toBe('ended');
  const messages = (await stored(caller.callId))?.messages ?? [];
  const turns = messages.filter(({ role }) => role === 'user');
  expect(turns.length).toBeGreaterThanOrEqual(10);
  expect(turns.length).toBeLessThanOrEqual(10 + 2 * Math.ceil(seconds));
  expect(messages.length).toBeLessThanOrEqual(CALL_LINES_MAX);
  expect(Buffer.byteLength(JSON.stringify(messages))).toBeLessThanOrEqual(CALL_LINES_MAX_BYTES);
  expect(loggedOf(caller)).toBeLessThan(20);
});

/** Lines that the server's own log has about a call. */
const loggedOf = (caller: Caller) =>
  kindling
    .output()
    .split('\n')
    .filter((line) => line.includes(caller.callId)).length;

// At the same time, each in a separate call.
it.concurrent.for(Object.entries(FLOODS))(
  'a flood of %s is answered once, and harms nobody',
  async ([, message], { expect }) => {
    const caller = await callKindling(kindling.url);
    const statuses = await askMeanwhile(flood(caller, message, { count: 300, perSecond: 100 }));
    expect(new Set(statuses)).toEqual(new Set([200]));
    await expect
      .poll(() => codes(caller).filter((code) => code === 'rate_limited'), { timeout: 20_000 })
      .toEqual(['rate_limited']);
    await caller.hangUp();
    await expect
      .poll(async () => (await stored(caller.callId))?.endedReason)
      .toBe('customer-ended-call');
    expect(loggedOf(caller)).toBeLessThan(20);
  },
);

it('as many as the channel takes: the caller is removed, with a reason of its own', async () => {
  const caller = await callKindling(kindling.url);
  const statuses = await askMeanwhile(
    flood(caller, FLOODS['typed turns of 3 kB'], { count: 6_000, perSecond: 6_000 }),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  await expect
    .poll(async () => (await stored(caller.callId))?.endedReason, { timeout: 20_000 })
    .toBe('kindling.too-many-messages');
  caller.vanish();
  const other = await callKindling(kindling.url);
  await other.hangUp();
});
