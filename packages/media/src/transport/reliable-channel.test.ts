import { expect, it } from 'vitest';
import { createReliableChannel } from './reliable-channel.ts';

function setUp(confirms: boolean) {
  const channel = createReliableChannel({ confirms });
  const given: number[] = [];
  const drain = (maxLayer = Number.POSITIVE_INFINITY) =>
    channel.drain((text) => {
      if (maxLayer-- <= 0) return false;
      given.push((JSON.parse(text) as { seq: number }).seq);
      return true;
    });
  const push = () => channel.push({ type: 'pong', sentAt: 0 });
  return { channel, given, drain, push };
}

it('numbers events and hands them over once, in order', () => {
  const { given, drain, push } = setUp(true);
  push();
  push();
  drain(1);
  push();
  drain();
  drain();
  expect(given).toEqual([1, 2, 3]);
});

it('another connection is given again what is not known to have arrived', () => {
  const { channel, given, drain, push } = setUp(true);
  for (let count = 0; count < 3; count += 1) push();
  drain();
  channel.confirm(2);
  channel.rewind();
  drain();
  expect(given).toEqual([1, 2, 3, 3]);
});

it('without confirmations nothing is given twice', () => {
  const { channel, given, drain, push } = setUp(false);
  push();
  drain();
  channel.rewind();
  push();
  drain();
  expect(given).toEqual([1, 2]);
});

it('a reader who never confirms fills it without harm, one who never reads is refused', () => {
  const reading = setUp(true);
  for (let count = 0; count < 3_000; count += 1) {
    expect(reading.push()).toBe(true);
    reading.drain();
  }
  const away = setUp(true);
  const taken = Array.from({ length: 3_000 }, () => away.push()).filter(Boolean).length;
  expect(taken).toBe(1_024);
});
