import { randomUUID } from 'node:crypto';
import type { LivekitApi } from './livekit-api.ts';

/** Of a caller who never connects: a data channel, and an address of RFC 5737 that nobody has. */
const OFFER = [
  'v=0',
  'o=- 1 1 IN IP4 192.0.2.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0',
  'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
  'c=IN IP4 192.0.2.1',
  'a=candidate:1 1 udp 2122194687 192.0.2.1 9 typ host',
  'a=ice-ufrag:kindling',
  'a=ice-pwd:anOfferThatNeverConnects',
  `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => '00').join(':')}`,
  'a=setup:actpass',
  'a=mid:0',
  'a=sctp-port:5000',
  '',
].join('\r\n');

type Api = Pick<LivekitApi, 'exchange' | 'deleteRoom'>;

/**
 * How long LiveKit takes to answer an offer, in a room of its own, ms.
 *
 * @throws RoomError when it does not answer
 */
export async function timeAnswer({ exchange, deleteRoom }: Api): Promise<number> {
  const room = `kindling-check-${randomUUID()}`;
  const before = performance.now();
  try {
    await exchange({ room, identity: 'caller', sdp: OFFER, hears: null });
    return performance.now() - before;
  } finally {
    await deleteRoom(room);
  }
}
