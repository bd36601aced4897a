import type { TrackPacket } from '@kindling/media';
import { expect, it } from 'vitest';
import { vp8Packets } from './testing/track-packets.ts';
import { createVp8Frames, vp8Size } from './vp8-frames.ts';

/** A frame that says what it is in its first bytes, and nothing after. */
function frame(key: boolean, bytes: number): Uint8Array {
  const data = new Uint8Array(bytes).fill(7);
  data.set([key ? 0x10 : 0x11, 0, 0, 0x9d, 0x01, 0x2a, 0x40, 0x01, 0xb4, 0x00]);
  return data;
}

function receive(packets: readonly Omit<TrackPacket, 'arrivedAt'>[]) {
  const frames: { length: number; key: boolean; timestamp: number }[] = [];
  let broken = 0;
  let now = 0;
  const reader = createVp8Frames({
    onFrame: ({ data, key, timestamp }) => frames.push({ length: data.length, key, timestamp }),
    onBroken: () => {
      broken += 1;
    },
  });
  for (const packet of packets) {
    reader.push({ ...packet, arrivedAt: 0 }, now);
    now += 50;
  }
  reader.drain();
  return { frames, broken };
}

const sent = () => vp8Packets([true, false, false, true].map((key) => frame(key, 3_000)));

it('puts frames together, whatever the order of their packets', () => {
  const packets = sent().flat();
  const expected = [true, false, false, true].map((key, index) => ({
    key,
    length: 3_000,
    timestamp: 7_000 + index * 3_600,
  }));
  expect(receive(packets)).toEqual({ frames: expected, broken: 0 });
  const [first, ...rest] = packets;
  const swapped = rest
    .flatMap((packet, index) => (index % 2 === 0 ? [rest[index + 1] ?? [], packet] : []))
    .flat();
  expect(receive([first ?? [], ...swapped].flat())).toEqual({ frames: expected, broken: 0 });
});

it('leaves out what cannot be decoded after a loss, and says so once', () => {
  const packets = sent();
  packets[1]?.splice(1, 1);
  const { frames, broken } = receive(packets.flat());
  expect(frames.map(({ key, timestamp }) => [key, timestamp])).toEqual([
    [true, 7_000],
    [true, 17_800],
  ]);
  expect(broken).toBe(1);
});

it('lets go of a frame that does not end, as after a loss', () => {
  const endless = frame(false, 10_000 * 1_100);
  const { frames, broken } = receive(
    vp8Packets([frame(true, 3_000), endless, frame(true, 3_000)]).flat(),
  );
  expect(frames.map(({ key, timestamp }) => [key, timestamp])).toEqual([
    [true, 7_000],
    [true, 14_200],
  ]);
  expect(broken).toBe(1);
});

it('begins with a key frame', () => {
  expect(receive(sent().slice(1).flat()).frames).toHaveLength(1);
});

it('reads the size of a key frame', () => {
  expect(vp8Size(frame(true, 20))).toEqual({ width: 320, height: 180 });
});
