import { expect, it } from 'vitest';
import { countCandidates } from './candidate-kinds.ts';

const candidates = [
  'a=candidate:1 1 UDP 2122252543 192.0.2.7 50000 typ host',
  'a=candidate:2 1 udp 2122252543 0c0a9d4e-1c1b.local 50001 typ host generation 0',
  'a=candidate:3 1 TCP 2105524479 192.0.2.7 9 typ host tcptype active',
  'a=candidate:4 1 UDP 1686052863 198.51.100.2 50000 typ srflx raddr 0.0.0.0 rport 0',
  'a=candidate:5 1 UDP 41885439 203.0.113.9 61000 typ relay raddr 198.51.100.2 rport 50000',
];

it('counts candidates by kind, each once', () => {
  const section = ['m=audio 9 UDP/TLS/RTP/SAVPF 111', ...candidates, 'a=end-of-candidates'];
  const sdp = ['v=0', ...section, ...section, ''].join('\r\n');
  expect(countCandidates(sdp)).toEqual({ host: 3, mdns: 1, srflx: 1, relay: 1, tcp: 1 });
});

it('counts none where there is none', () => {
  const none = { host: 0, mdns: 0, srflx: 0, relay: 0, tcp: 0 };
  expect(countCandidates('v=0\r\na=candidate: what\r\n')).toEqual(none);
});
