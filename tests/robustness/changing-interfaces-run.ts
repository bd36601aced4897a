import { execFileSync } from 'node:child_process';
import { createMediaEngine } from '@kindling/media';
import { PeerConnection } from 'node-datachannel';

/**
 * Run inside a network namespace by `changing-interfaces.test.ts`: what one engine announces while
 * interfaces come and go; prints one line of JSON.
 */

const engine = await createMediaEngine({ udpPort: 0, announceLoopback: true });
const announced: Record<string, string[]> = {};
try {
  announced['loopback alone'] = await join();
  addInterface('wifi', '10.9.1.2/24', 'fd09::2/64');
  announced['a network'] = await join();
  addInterface('vpn', '10.9.2.2/24');
  announced['a VPN beside it'] = await join();
  ip('link', 'del', 'wifi');
  announced['the network gone'] = await join();
  console.log(JSON.stringify(announced));
} finally {
  await engine.close();
}

/** Joins a room as a browser would; returns the addresses it was given. */
async function join(): Promise<string[]> {
  const peer = new PeerConnection('visitor', {
    iceServers: [],
    bindAddress: '127.0.0.1',
    disableAutoNegotiation: true,
  });
  const channel = peer.createDataChannel('kindling');
  const offer = await new Promise<string>((resolve) => {
    peer.onGatheringStateChange((state) => {
      const sdp = state === 'complete' ? peer.localDescription()?.sdp : undefined;
      if (sdp !== undefined) resolve(sdp);
    });
    peer.setLocalDescription('offer');
  });
  const room = engine.createRoom({ name: 'r', path: '/room/r', maxParticipants: 2 });
  const { sdp } = await room.join({ sdp: withAudio(offer), userName: 'Ada' });
  await room.close('over');
  channel.close();
  peer.close();
  return [...sdp.matchAll(/^a=candidate:(.*)$/gm)]
    .map(([, fields]) => fields?.split(' ')[4] ?? '')
    .toSorted();
}

/** The server refuses an offer without an audio m-line. */
function withAudio(offer: string): string {
  const common = offer.split('\r\n').filter((line) => /^a=(ice-|fingerprint|setup)/.test(line));
  const audio = ['m=audio 9 UDP/TLS/RTP/SAVPF 111', 'c=IN IP4 0.0.0.0', 'a=mid:a', ...common];
  const codec = ['a=sendrecv', 'a=rtcp-mux', 'a=rtpmap:111 opus/48000/2', ''];
  return offer.replace('BUNDLE 0', 'BUNDLE 0 a') + [...audio, ...codec].join('\r\n');
}

function addInterface(name: string, ...addresses: readonly string[]): void {
  ip('link', 'add', name, 'type', 'veth', 'peer', 'name', `${name}-end`);
  for (const address of addresses)
    ip('addr', 'add', address, 'dev', name, ...(address.includes(':') ? ['nodad'] : []));
  ip('link', 'set', name, 'up');
  ip('link', 'set', `${name}-end`, 'up');
}

function ip(...args: readonly string[]): void {
  execFileSync('ip', args);
}
