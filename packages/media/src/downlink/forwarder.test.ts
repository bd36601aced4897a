import { describe, expect, test } from 'vitest';
import { createPublication, type MediaPacket } from '../uplink/publication.ts';
import { createForwarder, type ForwardedPacket } from './forwarder.ts';

const KEY = [0x90, 0x80, 0x81, 0x00, 0x00];
const DELTA = [0x90, 0x80, 0x81, 0x00, 0x01];

function setUp(media: 'audio' | 'video') {
  const sent: ForwardedPacket[] = [];
  const asked: [string, number][] = [];
  let reachable = true;
  const forwarder = createForwarder({
    media,
    emit(packet) {
      if (reachable) sent.push(packet);
      return reachable;
    },
  });
  const publish = (name: string) =>
    createPublication({
      name,
      media,
      on: true,
      onKeyFrameWanted: (layer) => void asked.push([name, layer]),
      onFault: (stage, error) => {
        throw new Error(stage, { cause: error });
      },
    });
  return {
    forwarder,
    sent,
    asked,
    publish,
    setReachable: (next: boolean) => {
      reachable = next;
    },
  };
}

const packet = (
  sequence: number,
  timestamp: number,
  arrivedAt: number,
  payload: number[] = [1],
): MediaPacket => ({
  sequence: sequence & 0xffff,
  timestamp: timestamp >>> 0,
  arrivedAt,
  marker: false,
  payload: Uint8Array.from(payload),
});

/** Sequence numbers and timestamps as differences to the first. */
function steps(sent: readonly ForwardedPacket[]) {
  const [first] = sent;
  return sent.map(({ sequence, timestamp }) => [
    ((sequence - (first?.sequence ?? 0)) << 16) >> 16,
    (timestamp - (first?.timestamp ?? 0)) | 0,
  ]);
}

describe('audio', () => {
  test('of another source goes on in number and time; the first packet is marked', () => {
    const { forwarder, sent, publish } = setUp('audio');
    const [ada, bob] = [publish('ada'), publish('bob')];
    forwarder.setSource(ada, 0);
    ada.deliver(packet(65_535, 2 ** 32 - 960, 1_000), 0);
    ada.deliver(packet(0, 0, 1_020), 0);
    forwarder.setSource(bob, 1_030);
    ada.deliver(packet(1, 960, 1_040), 0);
    bob.deliver(packet(7_000, 5, 1_120), 0);
    bob.deliver(packet(7_002, 5 + 1_920, 1_160), 0);
    // Late, but of this source.
    bob.deliver(packet(7_001, 5 + 960, 1_161), 0);
    // Late, and of before the change.
    bob.deliver(packet(6_999, 5 - 960, 1_162), 0);
    expect(steps(sent)).toEqual([
      [0, 0],
      [1, 960],
      [2, 960 + 4_800],
      [4, 960 + 4_800 + 1_920],
      [3, 960 + 4_800 + 960],
    ]);
    expect(sent.map(({ marker }) => marker)).toEqual([true, false, true, false, false]);
    expect([ada.sinkCount, bob.sinkCount]).toEqual([0, 1]);
  });

  test('has no gap after a time without connection', () => {
    const { forwarder, sent, publish, setReachable } = setUp('audio');
    const ada = publish('ada');
    forwarder.setSource(ada, 0);
    ada.deliver(packet(10, 0, 0), 0);
    setReachable(false);
    ada.deliver(packet(11, 960, 20), 0);
    ada.deliver(packet(12, 1_920, 40), 0);
    setReachable(true);
    ada.deliver(packet(13, 2_880, 60), 0);
    expect(steps(sent)).toEqual([
      [0, 0],
      [1, 2_880],
    ]);
    expect(sent[1]?.marker).toBe(true);
  });

  test('that is off is not forwarded', () => {
    const { forwarder, sent, publish } = setUp('audio');
    const ada = publish('ada');
    forwarder.setSource(ada, 0);
    ada.setOffReason('permission');
    ada.deliver(packet(10, 0, 0), 0);
    ada.setOffReason('remote-request');
    ada.setOn(false);
    ada.deliver(packet(11, 0, 0), 0);
    expect(sent).toEqual([]);
    ada.setOn(true);
    ada.deliver(packet(12, 0, 0), 0);
    expect(sent.length).toBe(1);
  });
});

describe('video', () => {
  test('begins with a key frame, which is asked for', () => {
    const { forwarder, sent, asked, publish } = setUp('video');
    const ada = publish('ada');
    forwarder.setSource(ada, 0);
    expect(asked).toEqual([['ada', 0]]);
    ada.deliver(packet(1, 0, 10, DELTA), 0);
    ada.deliver(packet(2, 3_000, 500, DELTA), 0);
    expect(asked.length).toBe(2);
    expect(sent).toEqual([]);
    ada.deliver(packet(3, 6_000, 510, KEY), 0);
    ada.deliver(packet(4, 9_000, 540, DELTA), 0);
    expect(steps(sent)).toEqual([
      [0, 0],
      [1, 3_000],
    ]);
  });

  test('changes its encoding at a key frame of the other one, and counts on', () => {
    const { forwarder, sent, asked, publish } = setUp('video');
    const ada = publish('ada');
    forwarder.setMaxLayer(0);
    forwarder.setSource(ada, 0);
    ada.deliver(packet(1, 0, 0, KEY), 0);
    ada.deliver(packet(900, 77, 1, KEY), 2);
    forwarder.setMaxLayer(2);
    asked.length = 0;
    ada.deliver(packet(2, 3_000, 33, DELTA), 0);
    expect(asked).toEqual([['ada', 2]]);
    ada.deliver(packet(901, 77 + 3_000, 34, DELTA), 2);
    ada.deliver(packet(3, 6_000, 66, DELTA), 0);
    ada.deliver(packet(902, 77 + 6_000, 67, KEY), 2);
    ada.deliver(packet(4, 9_000, 99, DELTA), 0);
    ada.deliver(packet(903, 77 + 9_000, 100, DELTA), 2);
    expect(steps(sent)).toEqual([
      [0, 0],
      [1, 3_000],
      [2, 6_000],
      [3, 6_090],
      [4, 9_090],
    ]);
    const pictures = sent.map(({ payload }) => (payload[2] ?? 0) * 256 + (payload[3] ?? 0));
    expect(pictures).toEqual([0x8100, 0x8100, 0x8100, 0x8101, 0x8101]);
  });

  test('falls back to an encoding that still comes when the better one stops', () => {
    const { forwarder, sent, publish } = setUp('video');
    const ada = publish('ada');
    forwarder.setSource(ada, 0);
    ada.deliver(packet(1, 0, 0, KEY), 1);
    // Its sender's probes are no pictures.
    ada.deliver(packet(2, 90, 1, []), 1);
    for (let at = 100; at < 2_000; at += 100) ada.deliver(packet(at, at * 90, at, DELTA), 0);
    ada.deliver(packet(3, 90, 1_999, []), 1);
    expect(sent.length).toBe(1);
    ada.deliver(packet(2_000, 180_000, 2_000, KEY), 0);
    ada.deliver(packet(2_001, 183_000, 2_033, DELTA), 0);
    expect(steps(sent)).toEqual([
      [0, 0],
      [1, 180_000],
      [2, 183_000],
    ]);
  });

  test('closes over empty probes; what comes late finds its place all the same', () => {
    const { forwarder, sent, publish } = setUp('video');
    const ada = publish('ada');
    forwarder.setSource(ada, 0);
    const deliver = (sequence: number, payload: number[]) =>
      ada.deliver(packet(sequence, sequence, 0, payload), 0);
    deliver(65_533, KEY);
    deliver(65_534, []);
    deliver(65_535, []);
    // 0 is late.
    deliver(1, DELTA);
    deliver(2, []);
    deliver(3, DELTA);
    deliver(0, DELTA);
    expect(steps(sent).map(([sequence]) => sequence)).toEqual([0, 2, 3, 1]);
  });
});
