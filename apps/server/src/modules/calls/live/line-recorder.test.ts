import type { CallMessage } from '@kindling/protocol';
import { expect, it } from 'vitest';
import type { PlacedLine } from '../store/call-lines.ts';
import { createLineRecorder } from './line-recorder.ts';

const line = (message: string): CallMessage => ({
  role: 'user',
  message,
  time: 0,
  endTime: 0,
  secondsFromStart: 0,
});

/** A store whose writes end when the test says so. */
function slowStore() {
  const writes: ({ lines: readonly PlacedLine[] } & PromiseWithResolvers<void>)[] = [];
  const failures: unknown[] = [];
  const recorder = createLineRecorder({
    store(lines) {
      const write = { lines, ...Promise.withResolvers<void>() };
      writes.push(write);
      return write.promise;
    },
    onFailed: (error) => failures.push(error),
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const add = (position: number, text: string | null) =>
    recorder.write({ position, line: text === null ? null : line(text) });
  const said = () =>
    writes.map(({ lines }) =>
      lines.map((one) => `${one.position}: ${one.line?.message ?? 'withdrawn'}`),
    );
  return { add, writes, failures, settle, said };
}

it('writes each line once, one write at a time', async () => {
  const { add, writes, settle, said } = slowStore();
  for (const [position, text] of ['a', 'b', 'c'].entries()) add(position, text);
  expect(said()).toEqual([['0: a']]);
  writes[0]?.resolve();
  await settle();
  expect(said().at(-1)).toEqual(['1: b', '2: c']);
  writes[1]?.resolve();
  await settle();
  add(3, 'd');
  expect(said().at(-1)).toEqual(['3: d']);
});

it('writes of each place what stands there last', async () => {
  const { add, writes, settle, said } = slowStore();
  add(0, 'a');
  add(1, 'b');
  add(0, 'a and more');
  add(1, null);
  writes[0]?.resolve();
  await settle();
  expect(said()).toEqual([['0: a'], ['1: withdrawn', '0: a and more']]);
});

it('tries again with the next line, and tells of the first failure only', async () => {
  const { add, writes, failures, settle, said } = slowStore();
  add(0, 'a');
  writes[0]?.reject(new Error('away'));
  await settle();
  add(1, 'b');
  writes[1]?.reject(new Error('away'));
  await settle();
  add(2, 'c');
  expect(said().at(-1)).toEqual(['0: a', '1: b', '2: c']);
  expect(failures).toHaveLength(1);
});
