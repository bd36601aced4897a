import type { CallMessage } from '@kindling/protocol';
import { expect, it } from 'vitest';
import type { AddedLines } from '../store/call-lines.ts';
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
  const writes: (AddedLines & PromiseWithResolvers<void>)[] = [];
  const failures: unknown[] = [];
  const recorder = createLineRecorder({
    store(added) {
      const write = { ...added, ...Promise.withResolvers<void>() };
      writes.push(write);
      return write.promise;
    },
    onFailed: (error) => failures.push(error),
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const said = () =>
    writes.map(({ position, lines }) => [position, ...lines.map((l) => l.message)]);
  return { recorder, writes, failures, settle, said };
}

it('writes each line once, one write at a time', async () => {
  const { recorder, writes, settle, said } = slowStore();
  for (const text of ['a', 'b', 'c']) recorder.add(line(text));
  expect(said()).toEqual([[0, 'a']]);
  writes[0]?.resolve();
  await settle();
  expect(said()).toEqual([
    [0, 'a'],
    [1, 'b', 'c'],
  ]);
  writes[1]?.resolve();
  await settle();
  recorder.add(line('d'));
  expect(said().at(-1)).toEqual([3, 'd']);
});

it('tries again with the next line, and tells of the first failure only', async () => {
  const { recorder, writes, failures, settle, said } = slowStore();
  recorder.add(line('a'));
  writes[0]?.reject(new Error('away'));
  await settle();
  recorder.add(line('b'));
  writes[1]?.reject(new Error('away'));
  await settle();
  recorder.add(line('c'));
  expect(said().at(-1)).toEqual([0, 'a', 'b', 'c']);
  expect(failures).toHaveLength(1);
});
