import { describe, expect, test } from 'vitest';
import { createMissingPackets } from '../uplink/missing-packets.ts';
import { createReception } from '../uplink/reception.ts';
import { createArrivalLog } from '../uplink/transport-feedback.ts';
import { readRtcp } from './read-rtcp.ts';
import {
  writeKeyFrameRequest,
  writeNack,
  writeReceiverReport,
  writeSenderReport,
} from './write-rtcp.ts';

describe('RTCP', () => {
  test('what is written is read again, also several in one packet', () => {
    const block = {
      ssrc: 7,
      fractionLost: 64,
      lost: 3,
      highest: 70_000,
      jitter: 12.5,
      lastReport: 1,
      delay: 2,
    };
    const packet = Buffer.concat([
      writeSenderReport({ ssrc: 5, time: 1_500, timestamp: 9, packets: 1, bytes: 2 }),
      writeReceiverReport(1, [block]),
      writeNack(1, 6, [65_534, 65_535, 0, 14, 15, 400]),
      writeKeyFrameRequest(1, 8),
    ]);
    expect(readRtcp(packet)).toEqual([
      // The middle of the NTP time: 2 208 988 801.5 s.
      { type: 'sender-report', ssrc: 5, ntpMiddle: 0x7e818000 },
      { type: 'reports', blocks: [{ ssrc: 7, fractionLost: 0.25 }] },
      { type: 'nack', ssrc: 6, sequences: [65_534, 65_535, 0, 14, 15, 400] },
      { type: 'key-frame', ssrcs: [8] },
    ]);
  });

  test('reads the bandwidth a browser believes in, and full intra requests', () => {
    const remb = Buffer.from(
      '8fce00050000000100000000' + '52454d42' + '010bd090' + '00000007',
      'hex',
    );
    expect(readRtcp(remb)).toEqual([{ type: 'estimate', bitrate: 0x3d090 * 2 ** 2 }]);
    const fir = Buffer.from('84ce0004000000010000000000000009' + '05000000', 'hex');
    expect(readRtcp(fir)).toEqual([{ type: 'key-frame', ssrcs: [9] }]);
  });

  test('no garbage crashes it', () => {
    const valid = writeNack(1, 6, [1, 2, 3, 900]);
    for (let length = 0; length <= valid.length; length++)
      expect(readRtcp(valid.subarray(0, length)).length).toBeLessThanOrEqual(1);
    for (let type = 192; type < 224; type++)
      for (let first = 0; first < 256; first++)
        readRtcp(Uint8Array.of(first, type, 0, 2, 1, 2, 3, 4, 5, 6, 7, 8));
  });
});

describe('what is missing', () => {
  test('is asked for at once, again after a while, and no more once it came', () => {
    const missing = createMissingPackets();
    expect(missing.note(65_534, 0).packets).toEqual([]);
    expect(missing.note(1, 10).packets).toEqual([65_535, 0]);
    expect(missing.note(2, 20).packets).toEqual([]);
    expect(missing.note(65_535, 30).packets).toEqual([]);
    expect(missing.note(3, 100).packets).toEqual([0]);
    expect(missing.note(0, 110)).toEqual({ packets: [], keyFrame: false });
    expect(missing.note(4, 900)).toEqual({ packets: [], keyFrame: false });
  });

  test('for good is answered with the wish for a key frame', () => {
    const missing = createMissingPackets();
    missing.note(0, 0);
    let asked = 0;
    let keyFrame = false;
    for (let sequence = 2; !keyFrame; sequence++) {
      const wanted = missing.note(sequence, sequence * 100);
      asked += wanted.packets.length;
      keyFrame = wanted.keyFrame;
    }
    expect(asked).toBe(6);
    expect(missing.note(5_000, 10_000)).toEqual({ packets: [], keyFrame: true });
  });
});

test('a receiver report counts what did not come', () => {
  const reception = createReception(9, 48_000);
  expect(reception.report(0)).toBeNull();
  for (const sequence of [65_534, 65_535, 0, 2]) reception.note(sequence, sequence * 960, 0);
  reception.noteSenderReport(77, 500);
  expect(reception.report(1_500)).toMatchObject({
    ssrc: 9,
    lost: 1,
    highest: 65_538,
    fractionLost: 51,
    lastReport: 77,
    delay: 65_536,
  });
  expect(reception.report(2_000)).toBeNull();
});

test('transport feedback reports when each packet arrived', () => {
  const log = createArrivalLog();
  expect(log.take(1, 2)).toBeNull();
  log.note(65_535, 6_400);
  log.note(1, 6_410.25);
  log.note(0, 6_500);
  const packet = log.take(1, 2);
  expect(packet?.toString('hex')).toBe(
    // Header, who and whom, from 65535 three packets, 100 × 64 ms, first message of its kind.
    '8fcd0006' +
      '0000000100000002' +
      'ffff0003' +
      '00006400' +
      // Small, large, large (the third came before the second).
      'da00' +
      '00' +
      '0190' +
      'fe99' +
      '00',
  );
  expect(log.empty).toBe(true);
  log.note(3, 6_600);
  expect(log.take(1, 2)?.readUInt16BE(12)).toBe(2);
});
