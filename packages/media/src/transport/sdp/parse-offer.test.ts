import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRoomError } from '../../room-error.ts';
import { addLines, CHROMIUM_OFFER, VIDEO_SECTION } from '../../testing/offers.ts';
import { composeAnswer } from './compose-answer.ts';
import { parseOffer } from './parse-offer.ts';
import { composePeerOffer } from './peer-offer.ts';

const withVideo = CHROMIUM_OFFER.replace('BUNDLE 0 1', 'BUNDLE 0 1 v') + VIDEO_SECTION;
const manyLines = addLines(withVideo, [
  { mid: 'cam', media: 'video', direction: 'sendonly', rids: ['0', '1', '2'] },
  { mid: 'a2', media: 'audio', direction: 'recvonly' },
]);
const drop = (pattern: RegExp) =>
  CHROMIUM_OFFER.split('\r\n')
    .filter((line) => !pattern.test(line))
    .join('\r\n');

const localSdp = [
  'v=0',
  'a=fingerprint:sha-256 AA',
  'm=audio 4000 UDP/TLS/RTP/SAVPF 111',
  'a=setup:active',
  'a=ice-ufrag:abcd',
  'a=ice-pwd:secret',
  'a=candidate:1 1 UDP 2114977791 10.0.0.5 4000 typ host',
  'a=candidate:2 1 UDP 2116026111 fd00::2 4000 typ host',
  '',
].join('\r\n');
const options = {
  localSdp,
  udpPort: 4_000,
  publicAddress: undefined,
  announceLoopback: false,
  ssrcOf: () => null,
  maxMessageSize: 65_536,
};

function codeOf(sdp: string): string {
  try {
    parseOffer(sdp);
    return 'accepted';
  } catch (error) {
    return isRoomError(error) ? error.code : `crash: ${String(error)}`;
  }
}

describe('parseOffer', () => {
  test('reads what a browser offers', () => {
    expect(parseOffer(CHROMIUM_OFFER)).toMatchObject({
      transport: { ufrag: 'MFaQ', password: 'YZVPnRUWmg+ENHYfUJh1B9Iz', setup: 'actpass' },
      audio: { mid: '0', payloadType: 111, direction: 'sendrecv' },
      data: { mid: '1', sctpPort: 5_000, maxMessageSize: 262_144 },
    });
    expect(codeOf(CHROMIUM_OFFER.replaceAll('\r\n', '\n'))).toBe('accepted');
  });

  test('a data channel is not needed, further m-lines are kept in order', () => {
    expect(parseOffer(withVideo).media.map((media) => media.use)).toEqual([
      'stream',
      'data',
      'stream',
    ]);
    const rejected = withVideo.replace('m=video 9', 'm=video 0');
    expect(parseOffer(rejected).media.at(-1)?.use).toBe('rejected');
    const alone = CHROMIUM_OFFER.slice(0, CHROMIUM_OFFER.indexOf('m=application'));
    expect(parseOffer(alone.replace('BUNDLE 0 1', 'BUNDLE 0')).data).toBeNull();
  });

  test('reads simulcast, header extensions and SSRCs; what is not spoken is refused', () => {
    const sdp = addLines(CHROMIUM_OFFER, [
      { mid: 'cam', media: 'video', direction: 'sendonly', rids: ['low', 'high'] },
      { mid: 'screen', media: 'video', direction: 'sendonly', ssrc: 77 },
      { mid: 'more', media: 'audio', direction: 'recvonly' },
    ]);
    const group = 'a=ssrc-group:FID 77 78\r\na=ssrc:78 cname:extra\r\n';
    const [, , cam, screen, more] = parseOffer(sdp.replace('a=ssrc:77', `${group}a=ssrc:77`)).media;
    expect(cam?.stream).toMatchObject({
      media: 'video',
      payloadType: 96,
      direction: 'sendonly',
      rids: ['low', 'high'],
      extensions: new Map(Object.entries({ sendTime: 2, transport: 3, mid: 4, rid: 10 })),
    });
    expect(screen?.stream).toMatchObject({ rids: [], ssrcs: [77] });
    expect(more?.stream).toMatchObject({ media: 'audio', direction: 'recvonly' });
    const uses = (text: string) => parseOffer(text).media.map(({ use }) => use);
    expect(uses(sdp.replaceAll('VP8', 'H264'))).toEqual([
      ...['stream', 'data', 'rejected', 'rejected', 'stream'],
    ]);
    const unbundled = sdp.replace(' cam screen more', ' screen more');
    expect(uses(unbundled)).toEqual(['stream', 'data', 'rejected', 'stream', 'stream']);
  });

  test.each([
    ['nothing', ''],
    ['text', 'hello'],
    ['JSON', '{"sdp":"v=0"}'],
    ['session only', 'v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\n'],
    ['another version', CHROMIUM_OFFER.replace('v=0', 'v=1')],
    ['no ufrag', drop(/^a=ice-ufrag/)],
    ['no password', drop(/^a=ice-pwd/)],
    ['a short password', CHROMIUM_OFFER.replaceAll(/a=ice-pwd:.*/g, 'a=ice-pwd:short')],
    ['no fingerprint', drop(/^a=fingerprint/)],
    ['a SHA-1 fingerprint', CHROMIUM_OFFER.replaceAll('sha-256', 'sha-1')],
    ['a short fingerprint', CHROMIUM_OFFER.replaceAll(/:95:F4/g, '')],
    ['no setup', drop(/^a=setup/)],
    ['setup holdconn', CHROMIUM_OFFER.replaceAll('actpass', 'holdconn')],
    ['no Opus', CHROMIUM_OFFER.replaceAll('opus', 'speex')],
    ['an Opus type outside the m-line', CHROMIUM_OFFER.replace('SAVPF 111', 'SAVPF 112')],
    ['a type that looks like RTCP', CHROMIUM_OFFER.replaceAll('111', '72')],
    ['no rtcp-mux', drop(/^a=rtcp-mux/)],
    ['no bundle', drop(/^a=group/)],
    ['data outside the bundle', CHROMIUM_OFFER.replace('BUNDLE 0 1', 'BUNDLE 0')],
    ['no mid', drop(/^a=mid:0/)],
    ['the same mid twice', CHROMIUM_OFFER.replace('a=mid:1', 'a=mid:0')],
    ['a mid that is no token', CHROMIUM_OFFER.replace('a=mid:0', 'a=mid:0 1')],
    ['a port out of range', CHROMIUM_OFFER.replace('m=audio 9', 'm=audio 99999')],
    ['plain RTP', CHROMIUM_OFFER.replace('UDP/TLS/RTP/SAVPF', 'RTP/AVP')],
    ['an SCTP port of zero', CHROMIUM_OFFER.replace('sctp-port:5000', 'sctp-port:0')],
    ['a message size that is none', CHROMIUM_OFFER.replace(':262144', ':many')],
    ['too many m-lines', CHROMIUM_OFFER + 'm=video 0 X 0\r\n'.repeat(40)],
    ['too long', CHROMIUM_OFFER + 'a=x\r\n'.repeat(20_000)],
    ['zero bytes', CHROMIUM_OFFER.replace('s=-', 's=\0')],
  ])('refuses %s', (_name, sdp) => {
    expect(codeOf(sdp)).toBe('invalid_sdp');
  });

  test('no mutation of an offer crashes, or passes more to the transport than its grammar', () => {
    const mutation = fc.record({
      at: fc.nat(manyLines.length),
      cut: fc.nat(60),
      insert: fc.oneof(
        fc.string({ unit: 'binary', maxLength: 20 }),
        fc.constantFrom('\r\n', '\n', 'm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n', 'a=mid:0\r\n'),
      ),
    });
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 6 }), (mutations) => {
        let sdp = manyLines;
        for (const { at, cut, insert } of mutations)
          sdp = sdp.slice(0, at) + insert + sdp.slice(at + cut);
        if (codeOf(sdp) !== 'accepted') {
          expect(codeOf(sdp)).toBe('invalid_sdp');
          return;
        }
        const answer = composeAnswer(parseOffer(sdp), { ...options, ssrcOf: () => 7 });
        expect(answer).toMatch(/^[\x20-\x7e\r\n]+$/);
        const composed = composePeerOffer(parseOffer(sdp));
        expect(composed).toMatch(/^[\x20-\x7e\r\n]+$/);
        expect(composed.match(/^m=/gm)?.length).toBeLessThanOrEqual(2);
        expect(composed).not.toContain('candidate');
      }),
      { numRuns: 500 },
    );
  });
});

describe('composeAnswer', () => {
  test('answers every m-line in its order; where nothing is sent it is inactive', () => {
    const answer = composeAnswer(parseOffer(withVideo), options);
    expect(answer.match(/^m=.*/gm)).toEqual([
      'm=audio 9 UDP/TLS/RTP/SAVPF 111',
      'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
      'm=video 9 UDP/TLS/RTP/SAVPF 96',
    ]);
    expect(answer).toContain('a=group:BUNDLE 0 1 v\r\n');
    expect(answer.slice(answer.indexOf('m=video'))).toContain('a=inactive\r\n');
    expect(answer.match(/a=candidate/g)?.length).toBe(2);
  });

  test('takes what is sent, with its encodings, and sends on the lines it was given SSRCs for', () => {
    const offer = addLines(CHROMIUM_OFFER, [
      { mid: 'cam', media: 'video', direction: 'sendonly', rids: ['low', 'high'] },
      { mid: 'v', media: 'video', direction: 'recvonly' },
      { mid: 'a', media: 'audio', direction: 'inactive' },
    ]);
    const answer = composeAnswer(parseOffer(offer), {
      ...options,
      ssrcOf: (mid) => (mid === 'v' ? 99 : null),
    });
    const [, microphone, , cam, v, a] = answer.split(/(?=^m=)/m);
    expect(microphone).toContain('a=recvonly\r\n');
    expect(cam).toContain('a=recvonly\r\n');
    expect(cam).toContain('a=rid:low recv\r\na=rid:high recv\r\na=simulcast:recv low;high\r\n');
    expect(cam).toContain('a=rtcp-fb:96 transport-cc\r\n');
    expect(cam).toContain('transport-wide-cc');
    expect(v).toContain('a=sendonly\r\n');
    expect(v).toMatch(/a=msid:(\S+) \1\r\na=ssrc:99 cname:/);
    expect(v).toContain('a=rtcp-fb:96 goog-remb\r\n');
    expect(v).not.toContain('transport');
    expect(a).toContain('a=inactive\r\n');
  });

  test('a rejected m-line stays rejected and outside the bundle', () => {
    const offer = parseOffer(withVideo.replace('m=video 9', 'm=video 0'));
    const answer = composeAnswer(offer, options);
    expect(answer).toContain('a=group:BUNDLE 0 1\r\n');
    expect(answer).toContain('m=video 0 ');
  });

  test('the public address replaces every bound one, with the same port', () => {
    const answer = composeAnswer(parseOffer(CHROMIUM_OFFER), {
      ...options,
      publicAddress: '203.0.113.9',
    });
    expect(answer.match(/a=candidate:.*/g)).toEqual([
      'a=candidate:1 1 UDP 2114977791 203.0.113.9 4000 typ host',
    ]);
    expect(answer).not.toContain('10.0.0.5');
  });
});
