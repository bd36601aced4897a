import { it } from 'vitest';
import { callKindling } from '../support/calls/caller.ts';
import { startKindling } from '../support/server/kindling.ts';
import { storedCalls } from '../support/server/stored-calls.ts';

it.concurrent('kill -9 during a call: the next start closes it and says why', async ({
  expect,
}) => {
  const first = await startKindling();
  const caller = await callKindling(first.url);
  expect((await storedCalls(first))[0]?.status).toBe('in-progress');
  await first.kill();
  caller.vanish();

  const second = await startKindling({ dataFolder: first.dataFolder });
  try {
    const [call] = await storedCalls(second);
    expect(call?.id).toBe(caller.callId);
    expect(call?.status).toBe('ended');
    expect(call?.endedReason).toBe('kindling.server-crashed');
  } finally {
    await second.stop();
  }
});

it.concurrent('SIGTERM during a call: the caller is told, the call is stored, the exit is clean', async ({
  expect,
}) => {
  const first = await startKindling();
  const caller = await callKindling(first.url);
  expect(await first.stop()).toBe(0);
  await expect
    .poll(() => caller.messages)
    .toContainEqual(
      expect.objectContaining({
        type: 'status-update',
        status: 'ended',
        endedReason: 'kindling.server-shutdown',
      }),
    );
  caller.vanish();

  const second = await startKindling({ dataFolder: first.dataFolder });
  try {
    const [call] = await storedCalls(second);
    expect(call?.endedReason).toBe('kindling.server-shutdown');
  } finally {
    await second.stop();
  }
});

it.concurrent('a caller who vanishes ends the call, with its reason', async ({ expect }) => {
  const kindling = await startKindling();
  try {
    const caller = await callKindling(kindling.url);
    caller.vanish();
    await expect
      .poll(async () => (await storedCalls(kindling))[0]?.endedReason, {
        timeout: 40_000,
        interval: 500,
      })
      .toMatch(/^(kindling\.connection-lost|customer-ended-call)$/);
  } finally {
    await kindling.stop();
  }
});
