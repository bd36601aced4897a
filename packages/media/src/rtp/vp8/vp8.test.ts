import { expect, test } from 'vitest';
import { readPictureId, readVp8Descriptor, type Vp8Descriptor } from './descriptor.ts';
import { packetizeVp8 } from './packetize.ts';
import { createVp8Renumbering } from './renumber.ts';

function read(payload: Uint8Array): Vp8Descriptor {
  const descriptor = readVp8Descriptor(payload);
  if (descriptor === null) throw new Error('no descriptor');
  return descriptor;
}

test('reads the descriptors browsers send', () => {
  // Start of a key frame: 15 bit picture id, base layer number, temporal layer.
  const full = Uint8Array.of(0x90, 0xe0, 0x92, 0x34, 0x05, 0x20, 0x10, 1, 2);
  expect(read(full)).toEqual({
    length: 6,
    start: true,
    keyFrame: true,
    pictureIdAt: 2,
    pictureIdBits: 15,
    tl0At: 4,
  });
  expect(readPictureId(full, read(full))).toBe(0x1234);
  expect(read(Uint8Array.of(0x80, 0x80, 0x15, 0x10))).toMatchObject({
    length: 3,
    start: false,
    keyFrame: false,
    pictureIdBits: 7,
  });
  expect(read(Uint8Array.of(0x10, 0x01))).toMatchObject({ start: true, keyFrame: false });
  expect(readVp8Descriptor(Uint8Array.of(0x90, 0xe0, 0x92))).toBeNull();
  expect(readVp8Descriptor(new Uint8Array())).toBeNull();
});

test('pictures of two encodings count on as one', () => {
  const numbers = createVp8Renumbering();
  const packet = (id: number, tl0: number) =>
    Uint8Array.of(0x90, 0xe0, 0x80 | (id >> 8), id & 0xff, tl0, 0x20, 0x10);
  const numbersOf = (payload: Uint8Array) => [readPictureId(payload, read(payload)), payload[4]];
  const send = (payload: Uint8Array) => numbersOf(numbers.apply(payload, read(payload)));
  const first = packet(0x7ffe, 254);
  numbers.rebase(first, read(first));
  expect(send(first)).toEqual([0x7ffe, 254]);
  expect(send(packet(0x7fff, 255))).toEqual([0x7fff, 255]);
  const other = packet(500, 10);
  numbers.rebase(other, read(other));
  expect(send(other)).toEqual([0, 0]);
  expect(send(packet(502, 11))).toEqual([2, 1]);
  // Late, and does not move the count back.
  expect(send(packet(501, 10))).toEqual([1, 0]);
  expect(other[3]).toBe(500 & 0xff);
});

test('a frame is cut into packets that fit and begin right', () => {
  const frame = Uint8Array.from({ length: 3_000 }, (_, index) => index & 0xfe);
  const payloads = packetizeVp8(frame, 0x1234);
  expect(payloads.length).toBe(3);
  expect(Math.max(...payloads.map(({ length }) => length))).toBeLessThanOrEqual(1_100);
  expect(payloads.map((payload) => read(payload).start)).toEqual([true, false, false]);
  expect(payloads.map((payload) => readPictureId(payload, read(payload)))).toEqual([
    0x1234, 0x1234, 0x1234,
  ]);
  expect(Buffer.concat(payloads.map((payload) => payload.subarray(4)))).toEqual(Buffer.from(frame));
});
