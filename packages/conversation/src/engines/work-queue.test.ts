import { expect, it } from 'vitest';
import { createWorkQueue } from './work-queue.ts';

function gate() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { promise, open: () => resolve('done') };
}

it('runs in order and never more at once than it may', async () => {
  const queue = createWorkQueue(2);
  const gates = [gate(), gate(), gate()];
  const begun: number[] = [];
  const work = gates.map((one, index) =>
    queue.run(() => {
      begun.push(index);
      return one.promise;
    }),
  );
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
  gates[1]?.open();
  await work[1];
  await new Promise(setImmediate);
  expect(begun).toEqual([0, 1, 2]);
  for (const one of gates) one.open();
  expect(await Promise.all(work)).toEqual(['done', 'done', 'done']);
});

it('drops aborted work that has not begun, and goes on after a failure', async () => {
  const queue = createWorkQueue(1);
  const first = gate();
  const running = queue.run(() => first.promise);
  const controller = new AbortController();
  let begun = false;
  const dropped = queue.run(async () => {
    begun = true;
  }, controller.signal);
  const failing = queue.run(() => Promise.reject(new Error('broken')));
  const last = queue.run(async () => 'last');
  controller.abort(new Error('cut'));
  await expect(dropped).rejects.toThrow('cut');
  first.open();
  expect(await running).toBe('done');
  await expect(failing).rejects.toThrow('broken');
  expect(await last).toBe('last');
  expect(begun).toBe(false);
});

it('rejects an aborted task that runs at once but keeps its place until it ends', async () => {
  const queue = createWorkQueue(1);
  const first = gate();
  const controller = new AbortController();
  const running = queue.run(() => first.promise, controller.signal);
  let begun = false;
  const next = queue.run(async () => {
    begun = true;
  });
  await Promise.resolve();
  controller.abort(new Error('cut'));
  await expect(running).rejects.toThrow('cut');
  expect(begun).toBe(false);
  first.open();
  await next;
  expect(begun).toBe(true);
});

it('close lets the running finish and rejects the rest', async () => {
  const queue = createWorkQueue(1);
  const first = gate();
  const running = queue.run(() => first.promise);
  const waiting = queue.run(async () => 'never');
  const closing = queue.close();
  await expect(waiting).rejects.toMatchObject({ code: 'engine_closed' });
  first.open();
  await closing;
  expect(await running).toBe('done');
  await expect(queue.run(async () => 'late')).rejects.toMatchObject({ code: 'engine_closed' });
});

it('does spare work only where a place is left beside it, and rests for twice as long', async () => {
  let now = 0;
  const queue = createWorkQueue(2, () => now);
  const [urgent, spare] = [gate(), gate()];
  const running = queue.run(() => urgent.promise);
  expect(await queue.runSpare(async () => 'spare')).toBeNull();
  urgent.open();
  await running;
  await new Promise(setImmediate);

  const glance = queue.runSpare(() => spare.promise);
  expect(await queue.runSpare(async () => 'second')).toBeNull();
  expect(await queue.run(async () => 'beside it')).toBe('beside it');
  now = 100;
  spare.open();
  expect(await glance).toBe('done');
  await new Promise(setImmediate);
  now = 299;
  expect(await queue.runSpare(async () => 'too soon')).toBeNull();
  now = 300;
  expect(await queue.runSpare(async () => 'rested')).toBe('rested');
});

it('refuses spare work that was aborted, and goes on with the next', async () => {
  const queue = createWorkQueue(1);
  const aborted = AbortSignal.abort(new Error('cut'));
  await expect(queue.runSpare(async () => 'late', aborted)).rejects.toThrow('cut');
  expect(await queue.runSpare(async () => 'next')).toBe('next');
});
