import { RoomError } from '@kindling/media/room-error';
import type { OpenPeer } from '@kindling/media/rooms';
import { expect, it } from 'vitest';
import { unavailable, type WhipOffer } from '../api/livekit-api.ts';
import type { HostedPeer } from './room-host.ts';
import { createWhipPeers } from './whip-peer.ts';

type Options = Parameters<OpenPeer>[0];
type Offer = Options['offer'];

const PERMISSIONS = {
  hasPresence: true,
  canSend: true,
  canReceive: { base: true },
  canAdmin: false,
};
const ADA = { sessionId: 'ada', level: 'full', permissions: PERMISSIONS } as const;

const offerOf = (sdp: string) => ({ sdp }) as Offer;
const answerWith = (track: string) =>
  `v=0\r\na=ssrc:1 msid:PA|${track} ${track}\r\na=msid:PA|${track} ${track}\r\na=sendrecv\r\n`;

interface Given {
  readonly refusal?: Error;
  /** The tracks that LiveKit answers with, the last one for all that follow. */
  readonly tracks?: readonly string[];
}

function setUp({ refusal, tracks = ['voice'] }: Given = {}) {
  const peers = new Map<string, HostedPeer>();
  const sent: Uint8Array[] = [];
  const events: string[] = [];
  const asked: WhipOffer[] = [];
  const removed: string[] = [];
  const faults: string[] = [];
  const open = createWhipPeers({
    room: 'quiet-lake',
    onFault: (stage, error) => void faults.push(`${stage}: ${error}`),
    host: {
      ready: async () => undefined,
      openVoice: () => ({ capture: () => undefined }),
      addPeer(identity, peer) {
        peers.set(identity, peer);
        return () => void peers.delete(identity);
      },
      send: async (_, bytes) => void sent.push(Buffer.from(bytes)),
      voiceId: 'voice',
      close: async () => undefined,
    },
    api: {
      async exchange(offer) {
        asked.push(offer);
        if (refusal !== undefined) throw refusal;
        return answerWith(tracks[Math.min(asked.length, tracks.length) - 1] ?? '');
      },
      removeParticipant: async (_, identity) => void removed.push(identity),
    },
  });
  const openPeer = (sdp: string, channelId: number | null = null) =>
    open({
      offer: offerOf(sdp),
      participant: ADA,
      channelId,
      events: {
        onState: (state) => void events.push(state),
        onPacket: () => undefined,
        onVoice: (pcm) => void events.push(`voice ${pcm.length}`),
        onChannelOpen: () => void events.push('open'),
        onText: (text) => void events.push(text),
        onBinary: () => undefined,
      },
    });
  const only = () => [...peers.values()][0];
  return { openPeer, peers, only, sent, events, asked, removed, faults };
}

it('is open from the first frame on, and gone when LiveKit says so', async () => {
  const { openPeer, only, sent, events, asked } = setUp();
  const peer = await openPeer('offer');
  expect(peer.answer(offerOf('offer'), () => null)).toBe(answerWith('voice'));
  expect(asked).toMatchObject([
    { room: 'quiet-lake', sdp: 'offer', hears: { identity: 'agent', track: 'agent' } },
  ]);
  expect([peer.state, peer.sendText('too early')]).toEqual(['connecting', false]);
  only()?.onData(Buffer.from('ping'));
  only()?.onVoice(new Int16Array(320));
  expect(events).toEqual(['connected', 'open', 'ping', 'voice 320']);
  expect(peer.sendText('pong')).toBe(true);
  expect(peer.bufferedAmount).toBe(4);
  expect(`${sent[0]}`).toBe(`${Buffer.from('pong')}`);
  only()?.onGone();
  expect([events.at(-1), peer.sendText('late')]).toEqual(['closed', false]);
});

it('texts beyond what a frame takes are split, and joined by a zero at the beginning', async () => {
  const { openPeer, only, sent } = setUp();
  const peer = await openPeer('offer');
  only()?.onData(Buffer.from('ping'));
  peer.sendText('ä'.repeat(20_000));
  expect(sent.map((frame) => [frame[0] === 0, frame.length])).toEqual([
    [true, 15_001],
    [true, 15_001],
    [false, 10_000],
  ]);
  const whole = Buffer.concat(sent.map((frame) => (frame[0] === 0 ? frame.subarray(1) : frame)));
  expect(whole.toString('utf8')).toBe('ä'.repeat(20_000));
});

it('a connection cannot be changed, nor its ICE restarted', async () => {
  const { openPeer } = setUp();
  const offer = ['v=0', 'o=- 1 2', 'm=audio 9 UDP', 'a=mid:0', 'a=sendrecv', 'a=candidate:1'];
  const peer = await openPeer(offer.join('\r\n'));
  const again = offer.with(1, 'o=- 1 3').with(2, 'm=audio 5000 UDP').join('\r\n');
  expect(peer.answer(offerOf(again), () => null)).toBe(answerWith('voice'));
  const more = [...offer, 'm=video 9 UDP', 'a=mid:1', 'a=sendonly'].join('\r\n');
  expect(() => peer.answer(offerOf(more), () => null)).toThrow(/cannot be changed/);
  await expect(openPeer('restart', 0)).rejects.toMatchObject({ code: 'bad_request' });
});

it('each connection is another participant, which is taken away when it closes', async () => {
  const { openPeer, peers, removed, asked } = setUp();
  const first = await openPeer('one');
  await openPeer('two');
  expect(new Set(asked.map(({ identity }) => identity)).size).toBe(2);
  first.close();
  first.close();
  expect([removed, peers.size]).toEqual([[asked[0]?.identity], 1]);
});

it('an offer that LiveKit refuses leaves nothing behind', async () => {
  const { openPeer, peers } = setUp({ refusal: new RoomError('invalid_sdp', 'no') });
  await expect(openPeer('offer')).rejects.toMatchObject({ code: 'invalid_sdp' });
  expect(peers.size).toBe(0);
});

it('the operator is notified why LiveKit cannot take a caller', async () => {
  const { openPeer, faults } = setUp({ refusal: unavailable(new Error('no answer')) });
  await expect(openPeer('offer')).rejects.toMatchObject({ code: 'unavailable' });
  expect(faults).toEqual(['livekit-join: Error: no answer']);
});

it('an answer with the microphone of an earlier connection is not taken', async () => {
  const { openPeer, peers, removed, asked } = setUp({ tracks: ['own', 'own', 'voice'] });
  const peer = await openPeer('offer');
  expect(peer.answer(offerOf('offer'), () => null)).toBe(answerWith('voice'));
  expect(asked).toHaveLength(3);
  expect(removed).toEqual(asked.slice(0, 2).map(({ identity }) => identity));
  expect([...peers.keys()]).toEqual([asked[2]?.identity]);
});

it('refuses a caller whom LiveKit never lets hear the host', async () => {
  const { openPeer, peers, removed, asked } = setUp({ tracks: ['own'] });
  await expect(openPeer('offer')).rejects.toMatchObject({ code: 'unavailable' });
  expect([removed.length, peers.size]).toEqual([asked.length, 0]);
});
