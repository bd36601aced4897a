import { SDP_MAX_CHARACTERS } from '@kindling/protocol/constants';
import { type OfferedStream, readStream } from './offered-stream.ts';
import { invalidSdp, type SdpDocument, type SdpSection, splitSdp } from './sdp-section.ts';

/** Transport attributes of the offer; every value is checked against its grammar. */
export interface OfferTransport {
  readonly ufrag: string;
  readonly password: string;
  /** SHA-256, as in the SDP: 32 upper-case octets joined by colons. */
  readonly fingerprint: string;
  readonly setup: 'actpass' | 'active' | 'passive';
}

export interface OfferMedia {
  /** `rejected`: port 0, outside the bundle, or without a supported codec. */
  readonly use: 'stream' | 'data' | 'rejected';
  readonly kind: string;
  readonly mid: string;
  readonly protocol: string;
  readonly formats: readonly string[];
  readonly stream: OfferedStream | null;
}

export interface Offer {
  /** As it was sent. */
  readonly sdp: string;
  readonly transport: OfferTransport;
  /** In the order of the offer; the answer has the same m-lines. */
  readonly media: readonly OfferMedia[];
  /** The microphone's m-line: the first audio section. */
  readonly audio: OfferedStream;
  readonly data: {
    readonly mid: string;
    readonly sctpPort: number;
    readonly maxMessageSize: number;
  } | null;
}

const TOKEN = /^[A-Za-z0-9!#$%&'*+\-.^_`{|}~]{1,64}$/;

/**
 * Parses a browser's offer strictly.
 *
 * @throws RoomError `invalid_sdp` that says what is wrong.
 */
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
  const bundle = readBundle(document, dataMid === undefined ? [audioMid] : [audioMid, dataMid]);
  const source = document.sections[mids.indexOf(bundle[0] ?? '')] ?? audio;
  const microphone = readAudio(audio, audioMid, document);
  return {
    sdp,
    transport: readTransport(document, [source, audio]),
    media: document.sections.map((section, at) => {
      const mid = mids[at] ?? '';
      const usable = live[at] === true && bundle.includes(mid) && isMedia(section);
      const other = usable && at !== audioAt ? readStream(section, mid, document) : null;
      const stream = at === audioAt ? microphone : other;
      const use = at === dataAt ? 'data' : stream === null ? 'rejected' : 'stream';
      const { kind, protocol, formats } = section;
      return { use, kind, mid, protocol, formats, stream };
    }),
    audio: microphone,
    data: data === undefined || dataMid === undefined ? null : readData(data, dataMid),
  };
}

function isLive(section: SdpSection): boolean {
  return section.port !== 0 || section.attributes.has('bundle-only');
}

function isMedia(section: SdpSection): boolean {
  const isKnown = section.kind === 'audio' || section.kind === 'video';
  return isKnown && section.protocol === 'UDP/TLS/RTP/SAVPF' && section.attributes.has('rtcp-mux');
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

/** All media share one transport; the first mid's section describes it. */
function readBundle(document: SdpDocument, needed: readonly string[]): string[] {
  for (const group of document.attributes.get('group') ?? []) {
    const [semantics, ...mids] = group.split(' ');
    if (semantics === 'BUNDLE' && needed.every((mid) => mids.includes(mid))) return mids;
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

function readAudio(section: SdpSection, mid: string, document: SdpDocument): OfferedStream {
  if (section.protocol !== 'UDP/TLS/RTP/SAVPF')
    throw invalidSdp('audio must be UDP/TLS/RTP/SAVPF.');
  if (!section.attributes.has('rtcp-mux')) throw invalidSdp('audio must offer a=rtcp-mux.');
  const stream = readStream(section, mid, document);
  if (stream === null) throw invalidSdp('audio must offer opus/48000/2.');
  return stream;
}

function readData(section: SdpSection, mid: string): NonNullable<Offer['data']> {
  const number = (name: string, fallback: number, max: number): number => {
    const value = section.attributes.get(name)?.[0];
    if (value === undefined) return fallback;
    if (!/^\d{1,10}$/.test(value)) throw invalidSdp(`a=${name} is malformed.`);
    return Math.min(Number(value), max);
  };
  const sctpPort = number('sctp-port', 5_000, 65_536);
  if (sctpPort < 1 || sctpPort > 65_535) throw invalidSdp('a=sctp-port is out of range.');
  return { mid, sctpPort, maxMessageSize: number('max-message-size', 65_536, 1_048_576) };
}
