const TRANSPORT = [
  'a=ice-ufrag:MFaQ',
  'a=ice-pwd:YZVPnRUWmg+ENHYfUJh1B9Iz',
  'a=ice-options:trickle',
  'a=fingerprint:sha-256 E1:6B:49:04:48:EE:9B:C2:FC:E8:19:60:49:41:3A:B5:8A:78:E4:B5:BF:2D:AC:21:24:8C:EB:C9:D8:44:95:F4',
  'a=setup:actpass',
];

const join = (lines: readonly string[]) => `${lines.join('\r\n')}\r\n`;

/** An offer of the shape Chromium makes: microphone and one data channel. */
export const CHROMIUM_OFFER = join([
  'v=0',
  'o=- 5535901088682126972 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0 1',
  'a=extmap-allow-mixed',
  'a=msid-semantic: WMS stream',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111 63 9 0',
  'c=IN IP4 0.0.0.0',
  'a=candidate:3637857984 1 udp 2122194687 192.0.2.2 34217 typ host generation 0 network-id 1',
  ...TRANSPORT,
  'a=mid:0',
  'a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level',
  'a=sendrecv',
  'a=msid:stream track',
  'a=rtcp-mux',
  'a=rtpmap:111 opus/48000/2',
  'a=rtcp-fb:111 transport-cc',
  'a=fmtp:111 minptime=10;useinbandfec=1',
  'a=rtpmap:63 red/48000/2',
  'a=fmtp:63 111/111',
  'a=rtpmap:9 G722/8000',
  'a=rtpmap:0 PCMU/8000',
  'a=ssrc:2879724173 cname:name',
  'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
  'c=IN IP4 0.0.0.0',
  ...TRANSPORT,
  'a=mid:1',
  'a=sctp-port:5000',
  'a=max-message-size:262144',
]);

/** A video m-line to append to it. */
export const VIDEO_SECTION = join([
  'm=video 9 UDP/TLS/RTP/SAVPF 96 97',
  'c=IN IP4 0.0.0.0',
  ...TRANSPORT,
  'a=mid:v',
  'a=recvonly',
  'a=rtcp-mux',
  'a=rtpmap:96 VP8/90000',
  'a=rtpmap:97 rtx/90000',
  'a=fmtp:97 apt=96',
]);

export interface ExtraLine {
  readonly mid: string;
  readonly media: 'audio' | 'video';
  readonly direction: 'sendonly' | 'recvonly' | 'inactive';
  /** Of what is sent; without rids. */
  readonly ssrc?: number;
  readonly rids?: readonly string[];
}

export const EXTENSION_IDS = { level: 1, sendTime: 2, transport: 3, mid: 4, rid: 10 } as const;

/** An offer with more m-lines on the same transport. */
export function addLines(offer: string, extra: readonly ExtraLine[]): string {
  const transport = offer
    .split(/\r?\n/)
    .filter((line) => /^a=(?:ice-ufrag|ice-pwd|fingerprint|setup):/.test(line));
  const sections = extra.map(({ mid, media, direction, ssrc, rids }) =>
    join([
      `m=${media} 9 UDP/TLS/RTP/SAVPF ${media === 'audio' ? 111 : 96}`,
      'c=IN IP4 0.0.0.0',
      ...transport.slice(0, 4),
      `a=mid:${mid}`,
      `a=extmap:${EXTENSION_IDS.sendTime} http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time`,
      `a=extmap:${EXTENSION_IDS.transport} http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01`,
      `a=extmap:${EXTENSION_IDS.mid} urn:ietf:params:rtp-hdrext:sdes:mid`,
      `a=extmap:${EXTENSION_IDS.rid} urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id`,
      `a=${direction}`,
      'a=rtcp-mux',
      media === 'audio' ? 'a=rtpmap:111 opus/48000/2' : 'a=rtpmap:96 VP8/90000',
      ...(ssrc === undefined ? [] : [`a=ssrc:${ssrc} cname:extra`]),
      ...(rids === undefined
        ? []
        : [...rids.map((rid) => `a=rid:${rid} send`), `a=simulcast:send ${rids.join(';')}`]),
    ]),
  );
  const mids = extra.map(({ mid }) => mid).join(' ');
  return offer.replace(/(a=group:BUNDLE [^\r\n]*)/, `$1 ${mids}`) + sections.join('');
}
