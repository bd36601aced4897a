import { expect, test } from 'vitest';
import { parseRtp } from '../rtp/packet.ts';
import { readRtcp } from '../rtp/read-rtcp.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { addLines, CHROMIUM_OFFER, EXTENSION_IDS } from '../testing/offers.ts';
import { parseOffer } from '../transport/sdp/parse-offer.ts';
import { createPublication } from '../uplink/publication.ts';
import { createDownTracks } from './down-tracks.ts';

const WATCH = ['v1', 'v2'].map((mid) => ({ mid, media: 'video', direction: 'recvonly' }) as const);

function setUp() {
  const clock = createManualClock();
  const packets: Buffer[] = [];
  const downTracks = createDownTracks({ clock, transmit: (packet) => packets.push(packet) > 0 });
  const plan = downTracks.plan(parseOffer(addLines(CHROMIUM_OFFER, WATCH)));
  plan.apply();
  const publish = (name: string) =>
    createPublication({
      name,
      media: 'video',
      on: true,
      onFault: (stage, error) => {
        throw new Error(stage, { cause: error });
      },
    });
  const film = (publication: ReturnType<typeof publish>, sequence: number, layer = 0) =>
    publication.deliver(
      {
        payload: Uint8Array.of(0x90, 0x80, 0x81, 0x00, 0x00, layer),
        sequence,
        timestamp: sequence * 3_000,
        marker: true,
        arrivedAt: clock.now(),
      },
      layer,
    );
  return { clock, downTracks, packets, plan, publish, film };
}

const wish = (sessionId: string, publication: ReturnType<typeof createPublication>) => ({
  sessionId,
  publication,
  layer: null,
});

test('lines keep their tracks while they are wanted, and their SSRCs in later offers', () => {
  const { downTracks, plan, publish } = setUp();
  const [ada, bob, eve] = [publish('video'), publish('video'), publish('video')];
  const all = [wish('ada', ada), wish('bob', bob), wish('eve', eve)];
  const mids = () => ['ada', 'bob', 'eve'].map((id) => downTracks.midOf(id, 'video'));
  expect([...downTracks.assign(all, null)]).toEqual(['ada', 'bob']);
  expect(mids()).toEqual(['v1', 'v2', null]);
  expect(downTracks.flowing).toBe(2);
  bob.setOn(false);
  expect(downTracks.flowing).toBe(1);
  bob.setOn(true);
  expect([...downTracks.assign(all.slice(1), null)]).toEqual(['ada', 'eve']);
  expect(mids()).toEqual([null, 'v2', 'v1']);
  const again = downTracks.plan(parseOffer(addLines(CHROMIUM_OFFER, WATCH.slice(1))));
  expect(again.ssrcOf('v2')).toBe(plan.ssrcOf('v2'));
  expect(again.ssrcOf('0')).toBe(plan.ssrcOf('0'));
  expect(again.ssrcOf('v1')).toBeNull();
  again.apply();
  expect(mids()).toEqual([null, 'v2', null]);
  expect(ada.sinkCount).toBe(0);
  downTracks.close();
  expect([bob.sinkCount, eve.sinkCount, downTracks.flowing]).toEqual([0, 0, 0]);
});

test('packets carry when they left, and are sent again to who missed them', () => {
  const { clock, downTracks, packets, plan, publish, film } = setUp();
  const ada = publish('video');
  downTracks.assign([wish('ada', ada)], null);
  film(ada, 7);
  const ssrc = plan.ssrcOf('v1') ?? 0;
  const sent = parseRtp(packets[0] ?? Buffer.alloc(0));
  expect(sent).toMatchObject({ payloadType: 96, ssrc, marker: true });
  expect(packets[0]?.[16]).toBe((EXTENSION_IDS.sendTime << 4) | 2);
  const sendTime = () => packets.at(-1)?.readUIntBE(17, 3);
  const before = sendTime();
  clock.advance(1_000);
  downTracks.handleRtcp({ type: 'nack', ssrc, sequences: [sent?.sequence ?? 0, 1_234] });
  expect(packets.length).toBe(2);
  expect(sendTime()).not.toBe(before);
  downTracks.handleRtcp({ type: 'nack', ssrc: 1, sequences: [sent?.sequence ?? 0] });
  expect(packets.length).toBe(2);
});

test('sends reports of what it sent, and a smaller encoding to who cannot take more', () => {
  const { clock, downTracks, packets, plan, publish, film } = setUp();
  const ada = publish('video');
  downTracks.assign([wish('ada', ada)], null);
  const layers = () => packets.map((packet) => packet.at(-1));
  let sequence = 0;
  const second = (bitrate: number) => {
    for (const layer of [0, 1, 2]) film(ada, sequence++, layer);
    downTracks.handleRtcp({ type: 'estimate', bitrate });
    clock.advance(1_000);
    return downTracks.review(clock.now());
  };
  const reports = second(1_000_000);
  expect(reports.length).toBe(1);
  expect(readRtcp(reports[0] ?? Buffer.alloc(0))).toMatchObject([
    { type: 'sender-report', ssrc: plan.ssrcOf('v1') },
  ]);
  // The first of each came alone; the best is followed from then on.
  expect(layers()).toEqual([0, 1, 2]);
  packets.length = 0;
  for (let at = 0; at < 3; at++) second(1);
  expect(layers()).toEqual([2, 1, 1]);
  packets.length = 0;
  for (let at = 0; at < 20; at++) second(1_000_000);
  expect(layers().at(-1)).toBe(2);
});
