import { expect, it } from 'vitest';
import { fingerprint, withStereo } from './sdp.ts';

const sdp = [
  'v=0',
  'a=fingerprint:sha-256 AA:BB',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111',
  'a=mid:0',
  'a=rtpmap:111 opus/48000/2',
  'a=fmtp:111 minptime=10;useinbandfec=1',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111',
  'a=mid:2',
  'a=rtpmap:111 opus/48000/2',
  '',
].join('\r\n');

it('makes only the named lines stereo, once, whether they have parameters or not', () => {
  expect(withStereo(sdp, new Set())).toBe(sdp);
  const first = withStereo(sdp, new Set(['0']));
  expect(first).toContain('minptime=10;useinbandfec=1;stereo=1\r\n');
  expect(first.match(/stereo=1/g)).toHaveLength(1);
  expect(withStereo(first, new Set(['0']))).toBe(first);
  const second = withStereo(sdp, new Set(['2']));
  expect(second).toContain('a=rtpmap:111 opus/48000/2\r\na=fmtp:111 stereo=1\r\n');
  expect(second.match(/stereo=1/g)).toHaveLength(1);
});

it('reads the certificate', () => {
  expect(fingerprint(sdp)).toBe('sha-256 AA:BB');
  expect(fingerprint('v=0')).toBeUndefined();
});
