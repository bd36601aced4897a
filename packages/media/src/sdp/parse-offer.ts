import { SDP_MAX_CHARACTERS } from '@kindling/protocol/constants';
import { invalidSdp, type SdpDocument, type SdpSection, splitSdp } from './sdp-section.ts';

export type MediaDirection = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

/** What the transport needs to know of the offerer; every value is checked against its grammar. */
export interface OfferTransport {
  readonly ufrag: string;
  readonly password: string;
  /** SHA-256, as in the SDP: 32 upper-case octets joined by colons. */
  readonly fingerprint: string;
  readonly setup: 'actpass' | 'active' | 'passive';
}

export interface OfferMedia {
  /** `rejected`: port 0, or of no kind we know; `inactive`: understood, not taken up. */
  readonly use: 'audio' | 'data' | 'inactive' | 'rejected';
  readonly kind: string;
  readonly mid: string;
  readonly protocol: string;
  readonly formats: readonly string[];
  /** `rtpmap` and `fmtp` attributes of the first format, echoed for what is answered inactive. */
  readonly codec: readonly string[];
}

export interface Offer {
  readonly transport: OfferTransport;
  /** In the order of the offer; an answer has the same number of m-lines. */
  readonly media: readonly OfferMedia[];
  readonly audio: {
    readonly mid: string;
    readonly payloadType: number;
    readonly direction: MediaDirection;
  };
  readonly data: {
    readonly mid: string;
    readonly sctpPort: number;
    readonly maxMessageSize: number;
  } | null;
}

const TOKEN = /^[A-Za-z0-9!#$%&'*+\-.^_`{|}~]{1,64}$/;
const OPUS = /^(\d{1,3}) opus\/48000\/2$/i;
const CODEC = /^[\x20-\x7e]{1,512}$/;
const DIRECTIONS = ['sendrecv', 'sendonly', 'recvonly', 'inactive'] as const;

/** Reads a browser's whole offer strictly. Throws a `RoomError` `invalid_sdp` that says what is wrong. */
export function parseOffer(sdp: string): Offer {
  if (typeof sdp !== 'string' || sdp.length > SDP_MAX_CHARACTERS)
    throw invalidSdp(`it must be a text of at most ${SDP_MAX_CHARACTERS} characters.`);
  const document = splitSdp(sdp);
  const mids = readMids(document.sections);
  const live = document.sections.map(isLive);
  const audioAt = document.sections.findIndex(
    (section, at) => live[at] && section.kind === 'audio',
  );
  const dataAt = document.sections.findIndex((section, at) => live[at] && isDataSection(section));
  const audio = document.sections[audioAt];
  const audioMid = mids[audioAt];
  if (audio === undefined || audioMid === undefined) throw invalidSdp('it has no audio m-line.');
  const data = document.sections[dataAt];
  const dataMid = mids[dataAt];
  const tagged = checkBundle(document, dataMid === undefined ? [audioMid] : [audioMid, dataMid]);
  const source = document.sections[mids.indexOf(tagged)] ?? audio;
  return {
    transport: readTransport(document, [source, audio]),
    media: document.sections.map((section, at) => ({
      use:
        at === audioAt
          ? 'audio'
          : at === dataAt
            ? 'data'
            : live[at] && isMedia(section)
              ? 'inactive'
              : 'rejected',
      kind: section.kind,
      mid: mids[at] ?? '',
      protocol: section.protocol,
      formats: section.formats,
      codec: readCodec(section),
    })),
    audio: readAudio(audio, audioMid, document),
    data: data === undefined || dataMid === undefined ? null : readData(data, dataMid),
  };
}

function isLive(section: SdpSection): boolean {
  return section.port !== 0 || section.attributes.has('bundle-only');
}

function isMedia(section: SdpSection): boolean {
  return /^(?:audio|video)$/.test(section.kind) && section.protocol === 'UDP/TLS/RTP/SAVPF';
}

function readCodec(section: SdpSection): string[] {
  return ['rtpmap', 'fmtp'].flatMap((name) => {
    const values = section.attributes.get(name) ?? [];
    const value = values.find((candidate) => candidate.startsWith(`${section.formats[0]} `));
    return value !== undefined && CODEC.test(value) ? [`${name}:${value}`] : [];
  });
}

function isDataSection(section: SdpSection): boolean {
  return section.kind === 'application' && /^(?:UDP|TCP)\/DTLS\/SCTP$/.test(section.protocol);
}

function readMids(sections: readonly SdpSection[]): string[] {
  const mids = sections.map((section) => section.attributes.get('mid')?.[0] ?? '');
  if (mids.some((mid) => !TOKEN.test(mid))) throw invalidSdp('every m-line needs a valid a=mid.');
  if (new Set(mids).size !== mids.length) throw invalidSdp('two m-lines have the same a=mid.');
  return mids;
}

/** All media share one transport; returns the mid whose section describes it. */
function checkBundle(document: SdpDocument, needed: readonly string[]): string {
  for (const group of document.attributes.get('group') ?? []) {
    const [semantics, ...mids] = group.split(' ');
    if (semantics === 'BUNDLE' && needed.every((mid) => mids.includes(mid))) return mids[0] ?? '';
  }
  throw invalidSdp('audio and data channel must share one transport (a=group:BUNDLE).');
}

function readTransport(document: SdpDocument, sections: readonly SdpSection[]): OfferTransport {
  const read = (name: string, grammar: RegExp): string => {
    const places = [...sections, document].map((place) => place.attributes.get(name)?.[0]);
    const value = places.find((place) => place !== undefined);
    if (value === undefined || !grammar.test(value))
      throw invalidSdp(`a=${name} is missing or malformed.`);
    return value;
  };
  const fingerprint = read('fingerprint', /^sha-256 [0-9A-F]{2}(?::[0-9A-F]{2}){31}$/i);
  const setup = read('setup', /^(?:actpass|active|passive)$/);
  return {
    ufrag: read('ice-ufrag', /^[A-Za-z0-9+/]{4,256}$/),
    password: read('ice-pwd', /^[A-Za-z0-9+/]{22,256}$/),
    fingerprint: fingerprint.slice('sha-256 '.length).toUpperCase(),
    setup: setup === 'active' || setup === 'passive' ? setup : 'actpass',
  };
}

function readAudio(section: SdpSection, mid: string, document: SdpDocument): Offer['audio'] {
  if (section.protocol !== 'UDP/TLS/RTP/SAVPF')
    throw invalidSdp('audio must be UDP/TLS/RTP/SAVPF.');
  if (!section.attributes.has('rtcp-mux')) throw invalidSdp('audio must offer a=rtcp-mux.');
  for (const codec of section.attributes.get('rtpmap') ?? []) {
    const type = OPUS.exec(codec)?.[1];
    // 64 to 95 would look like RTCP on a multiplexed port (RFC 5761).
    if (type === undefined || Number(type) > 127 || (Number(type) >= 64 && Number(type) <= 95))
      continue;
    if (section.formats.includes(type))
      return { mid, payloadType: Number(type), direction: readDirection(section, document) };
  }
  throw invalidSdp('audio must offer opus/48000/2.');
}

function readDirection(section: SdpSection, document: SdpDocument): MediaDirection {
  const has = (place: { attributes: ReadonlyMap<string, unknown> }) =>
    DIRECTIONS.find((direction) => place.attributes.has(direction));
  return has(section) ?? has(document) ?? 'sendrecv';
}

function readData(section: SdpSection, mid: string): NonNullable<Offer['data']> {
  const number = (name: string, fallback: number, most: number): number => {
    const value = section.attributes.get(name)?.[0];
    if (value === undefined) return fallback;
    if (!/^\d{1,10}$/.test(value)) throw invalidSdp(`a=${name} is malformed.`);
    return Math.min(Number(value), most);
  };
  const sctpPort = number('sctp-port', 5_000, 65_536);
  if (sctpPort < 1 || sctpPort > 65_535) throw invalidSdp('a=sctp-port is out of range.');
  return { mid, sctpPort, maxMessageSize: number('max-message-size', 65_536, 1_048_576) };
}
