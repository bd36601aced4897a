import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildRtp, parseRtp } from './packet.ts';

const packets = fc.record({
  payloadType: fc.integer({ min: 96, max: 127 }),
  marker: fc.boolean(),
  sequence: fc.nat(0xffff),
  timestamp: fc.nat(0xffffffff),
  ssrc: fc.nat(0xffffffff),
  payload: fc.uint8Array({ maxLength: 200 }),
});

test('what is built is parsed', () => {
  fc.assert(
    fc.property(packets, (packet) => {
      const parsed = parseRtp(buildRtp(packet));
      expect(parsed && { ...parsed, payload: [...parsed.payload] }).toEqual({
        ...packet,
        payload: [...packet.payload],
      });
    }),
  );
});

test('CSRCs, header extension and padding are left out', () => {
  fc.assert(
    fc.property(packets, fc.nat(15), fc.nat(5), fc.nat(20), (packet, csrcs, words, padding) => {
      const plain = buildRtp(packet);
      const extension = Buffer.alloc(words === 0 ? 0 : 4 + 4 * (words - 1));
      if (words > 0) extension.writeUInt16BE(words - 1, 2);
      const tail = Buffer.alloc(padding);
      if (padding > 0) tail[padding - 1] = padding;
      const bytes = Buffer.concat([
        plain.subarray(0, 12),
        Buffer.alloc(4 * csrcs, 7),
        extension,
        packet.payload,
        tail,
      ]);
      bytes[0] = 0x80 | csrcs | (words > 0 ? 0x10 : 0) | (padding > 0 ? 0x20 : 0);
      expect([...(parseRtp(bytes)?.payload ?? [])]).toEqual([...packet.payload]);
    }),
  );
});

test('anything else gives null or a packet, never an error', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      const parsed = parseRtp(bytes);
      if (parsed !== null) expect(parsed.payload.length).toBeLessThanOrEqual(bytes.length - 12);
    }),
  );
  expect(parseRtp(Buffer.from([0x80, 200, ...new Array(20).fill(0)]))).toBeNull();
  expect(parseRtp(Buffer.from([0xa0, 111, ...new Array(10).fill(0), 200]))).toBeNull();
});
