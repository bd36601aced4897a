import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RtpPacket } from '../rtp/packet.ts';
import { createJitterBuffer, type JitterItem } from '../uplink/jitter-buffer.ts';

const packet = (sequence: number, ssrc = 1): RtpPacket => ({
  payloadType: 111,
  marker: false,
  sequence: sequence & 0xffff,
  timestamp: (sequence * 960) >>> 0,
  ssrc,
  payload: Uint8Array.of(sequence & 0xff),
});

/** Sequence numbers in order, a loss as `-n`. */
const summary = (items: readonly JitterItem[]): number[] =>
  items.map((item) => (item.kind === 'packet' ? item.packet.sequence : -item.count));

/** Feeds one packet each 20 ms and gives everything that came out. */
function run(sequences: readonly number[]): JitterItem[] {
  const buffer = createJitterBuffer();
  const out = sequences.flatMap((sequence, at) => {
    buffer.push(packet(sequence), at * 20);
    return buffer.pull(at * 20);
  });
  return [...out, ...buffer.pull(sequences.length * 20 + 1_000)];
}

describe('jitter buffer', () => {
  test('packets in order come out at once, across the wrap of the sequence number', () => {
    fc.assert(
      fc.property(fc.nat(0xffff), fc.integer({ min: 1, max: 200 }), (start, count) => {
        const buffer = createJitterBuffer();
        for (let index = 0; index < count; index++) {
          buffer.push(packet(start + index), index * 20);
          expect(summary(buffer.pull(index * 20))).toEqual([(start + index) & 0xffff]);
        }
      }),
    );
  });

  test('neighbours that swapped places are put back without a loss', () => {
    fc.assert(
      fc.property(fc.nat(0xffff), fc.array(fc.boolean(), { maxLength: 40 }), (start, swaps) => {
        const order = [0];
        swaps.forEach((swap, pair) => {
          const first = 1 + 2 * pair;
          order.push(...(swap ? [first + 1, first] : [first, first + 1]));
        });
        const expected = [...order].sort((a, b) => a - b).map((index) => (start + index) & 0xffff);
        expect(summary(run(order.map((index) => start + index)))).toEqual(expected);
      }),
    );
  });

  test('every packet comes out once, in order, and losses count exactly what is missing', () => {
    fc.assert(
      fc.property(
        fc.nat(0xffff),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 120 }),
        (start, kept) => {
          const sent = [0, ...kept.flatMap((keep, index) => (keep ? [index + 1] : []))];
          const gaps = sent.map((value, index) => value - (sent[index - 1] ?? value));
          fc.pre(Math.max(...gaps) <= 50);
          const expected = sent.flatMap((value, index) => {
            const gap = (gaps[index] ?? 0) - 1;
            const sequence = (start + value) & 0xffff;
            return gap > 0 ? [-gap, sequence] : [sequence];
          });
          expect(summary(run(sent.map((value) => start + value)))).toEqual(expected);
        },
      ),
    );
  });

  test('duplicates and packets past their time are dropped', () => {
    expect(summary(run([10, 10, 11, 13, 14, 15, 12, 16]))).toEqual([10, 11, -1, 13, 14, 15, 16]);
  });

  test('a missing packet is waited for no longer than the timeout', () => {
    const buffer = createJitterBuffer({ timeout: 60 });
    buffer.push(packet(1), 0);
    buffer.push(packet(3), 40);
    expect(summary(buffer.pull(40))).toEqual([1]);
    expect(buffer.waiting).toBe(true);
    expect(summary(buffer.pull(99))).toEqual([]);
    expect(summary(buffer.pull(100))).toEqual([-1, 3]);
    expect(buffer.waiting).toBe(false);
  });

  test('the packet behind a loss is named, for its copy of the lost one', () => {
    const [, lost] = run([1, 3]);
    expect(lost).toMatchObject({ kind: 'lost', count: 1, next: { sequence: 3 } });
  });

  test('a gap over 50 packets and another source begin anew', () => {
    const items = run([1, 2, 60, 61]);
    expect(summary(items)).toEqual([1, 2, 60, 61]);
    expect(items.map((item) => item.kind === 'packet' && item.fresh)).toEqual([
      true,
      false,
      true,
      false,
    ]);
    const buffer = createJitterBuffer();
    buffer.push(packet(5, 1), 0);
    buffer.push(packet(6, 2), 20);
    expect(buffer.pull(20).map((item) => item.kind === 'packet' && item.fresh)).toEqual([
      true,
      true,
    ]);
  });
});
