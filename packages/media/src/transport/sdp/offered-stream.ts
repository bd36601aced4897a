import type { SdpSection } from './sdp-section.ts';

export type MediaDirection = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

/** URIs of the supported header extensions. */
const EXTENSIONS = {
  mid: 'urn:ietf:params:rtp-hdrext:sdes:mid',
  rid: 'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id',
  level: 'urn:ietf:params:rtp-hdrext:ssrc-audio-level',
  sendTime: 'http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time',
  transport: 'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01',
} as const;
export type ExtensionName = keyof typeof EXTENSIONS;

export function extensionUri(name: ExtensionName): string {
  return EXTENSIONS[name];
}

/** An audio or video m-line with a supported codec. */
export interface OfferedStream {
  readonly media: 'audio' | 'video';
  readonly mid: string;
  readonly payloadType: number;
  readonly direction: MediaDirection;
  /** Ids of the offered header extensions; none above 14. */
  readonly extensions: ReadonlyMap<ExtensionName, number>;
  /** Simulcast encodings, the smallest first; empty without simulcast. */
  readonly rids: readonly string[];
  /** SSRCs in the offer, without those of retransmissions. */
  readonly ssrcs: readonly number[];
}

const CODECS = { audio: /^(\d{1,3}) opus\/48000\/2$/i, video: /^(\d{1,3}) VP8\/90000$/i } as const;
const DIRECTIONS = ['sendrecv', 'sendonly', 'recvonly', 'inactive'] as const;
const RID = /^[A-Za-z0-9_-]{1,16}$/;
const MAX_ENCODINGS = 3;
const MAX_SSRCS = 8;

type Attributes = Pick<SdpSection, 'attributes'>;

/** Null when none of its codecs is supported. */
export function readStream(
  section: SdpSection,
  mid: string,
  session: Attributes,
): OfferedStream | null {
  const media = section.kind === 'audio' ? 'audio' : 'video';
  const payloadType = readPayloadType(section, CODECS[media]);
  if (payloadType === null) return null;
  return {
    media,
    mid,
    payloadType,
    direction: readDirection(section, session),
    extensions: readExtensions(section),
    rids: media === 'video' ? readRids(section) : [],
    ssrcs: readSsrcs(section),
  };
}

function readPayloadType(section: SdpSection, codec: RegExp): number | null {
  for (const mapping of section.attributes.get('rtpmap') ?? []) {
    const type = codec.exec(mapping)?.[1];
    // 64 to 95 would look like RTCP on a multiplexed port (RFC 5761).
    if (type === undefined || Number(type) > 127 || (Number(type) >= 64 && Number(type) <= 95))
      continue;
    if (section.formats.includes(type)) return Number(type);
  }
  return null;
}

function readDirection(section: SdpSection, session: Attributes): MediaDirection {
  const find = (place: Attributes) =>
    DIRECTIONS.find((direction) => place.attributes.has(direction));
  return find(section) ?? find(session) ?? 'sendrecv';
}

function readExtensions(section: SdpSection): Map<ExtensionName, number> {
  const found = new Map<ExtensionName, number>();
  for (const value of section.attributes.get('extmap') ?? []) {
    const [, id, uri] = /^(\d{1,3})(?:\/[a-z]+)? (\S+)/.exec(value) ?? [];
    for (const [name, known] of Object.entries(EXTENSIONS))
      if (uri === known && Number(id) >= 1 && Number(id) <= 14)
        found.set(name as ExtensionName, Number(id));
  }
  return found;
}

/** `a=simulcast:send 0;1;2`, alternatives by comma, paused ones behind a tilde. */
function readRids(section: SdpSection): string[] {
  const value = section.attributes.get('simulcast')?.[0] ?? '';
  const list = /(?:^| )send (\S+)/.exec(value)?.[1];
  if (list === undefined) return [];
  const rids = list.split(';').map((choice) => (choice.split(',')[0] ?? '').replace(/^~/, ''));
  return rids.filter((rid) => RID.test(rid)).slice(0, MAX_ENCODINGS);
}

function readSsrcs(section: SdpSection): number[] {
  const repairs = new Set<number>();
  for (const group of section.attributes.get('ssrc-group') ?? []) {
    const [semantics, , repair] = group.split(' ');
    if (semantics === 'FID') repairs.add(Number(repair));
  }
  const named = (section.attributes.get('ssrc') ?? [])
    .map((value) => /^(\d{1,10})(?: |$)/.exec(value)?.[1])
    .map(Number);
  const valid = named.filter((ssrc) => ssrc > 0 && ssrc < 2 ** 32 && !repairs.has(ssrc));
  return [...new Set(valid)].slice(0, MAX_SSRCS);
}
