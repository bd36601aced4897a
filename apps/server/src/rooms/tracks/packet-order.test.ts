import type { TrackPacket } from '@kindling/media';
import { describe, expect, it } from 'vitest';
import { createPacketOrder } from './packet-order.ts';

/** One packet every 20 ms. */
function receive(sequences: readonly number[], patience = 60): [number, number][] {
  const out: [number, number][] = [];
  const order = createPacketOrder({
    patience,
    onPacket: (packet, _, lost) => out.push([packet.sequence, lost]),
  });
  sequences.forEach((sequence, index) => void order.push({ sequence } as TrackPacket, index * 20));
  order.drain();
  return out;
}

const none = (...sequences: number[]) => sequences.map((sequence) => [sequence, 0]);

describe('createPacketOrder', () => {
  it.each([
    ['in order', [1, 2, 3], none(1, 2, 3)],
    ['swapped', [1, 3, 2, 4], none(1, 2, 3, 4)],
    ['twice', [1, 2, 2, 1, 3], none(1, 2, 3)],
    ['over the end of the numbers', [65_534, 0, 65_535, 1], none(65_534, 65_535, 0, 1)],
    ['with one missing', [1, 3, 4, 5, 6], [[1, 0], [3, 1], ...none(4, 5, 6)]],
    ['with one too late', [1, 3, 4, 5, 6, 2, 7], [[1, 0], [3, 1], ...none(4, 5, 6, 7)]],
    ['from another sender', [1, 2, 30_000, 30_001], none(1, 2, 30_000, 30_001)],
  ])('%s', (_, sequences, expected) => {
    expect(receive(sequences)).toEqual(expected);
  });

  it('lets go at the end of what waits', () => {
    expect(receive([1, 3], 1_000)).toEqual([
      [1, 0],
      [3, 1],
    ]);
  });

  it('follows another sender that counts a little lower', () => {
    const before = Array.from({ length: 5 }, (_, index) => 500 + index);
    const after = Array.from({ length: 20 }, (_, index) => 400 + index);
    expect(receive([...before, ...after]).map(([sequence]) => sequence)).toEqual([
      ...before,
      ...after.slice(9),
    ]);
  });
});
