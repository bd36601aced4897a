import { isIPv6 } from 'node:net';
import type { MediaDirection, Offer, OfferMedia } from './parse-offer.ts';
import { OPUS_PARAMETERS } from './peer-offer.ts';
import { splitSdp } from './sdp-section.ts';

export interface AnswerOptions {
  /** The native library's answer, of which transport values and candidates are used. */
  readonly localSdp: string;
  /** Announced in place of the bound addresses. */
  readonly publicAddress: string | undefined;
  readonly ssrc: number;
  readonly maxMessageSize: number;
}

const STREAM = 'kindling';

const REVERSED = {
  sendrecv: 'sendrecv',
  sendonly: 'recvonly',
  recvonly: 'sendonly',
  inactive: 'inactive',
} as const satisfies Record<MediaDirection, MediaDirection>;

/** What the server does on an m-line offered with this direction. */
export function reverseDirection(direction: MediaDirection): MediaDirection {
  return REVERSED[direction];
}

/** The answer to `offer`: one section for each of its m-lines, all on one transport. */
export function composeAnswer(offer: Offer, options: AnswerOptions): string {
  const local = readLocal(options.localSdp, options.publicAddress);
  const taken = offer.media.filter((media) => media.use !== 'rejected');
  const lines = [
    'v=0',
    `o=- ${options.ssrc} 2 IN IP4 127.0.0.1`,
    's=-',
    't=0 0',
    `a=group:BUNDLE ${taken.map((media) => media.mid).join(' ')}`,
    `a=msid-semantic: WMS ${STREAM}`,
  ];
  for (const media of offer.media) {
    lines.push(
      `m=${media.kind} ${media.use === 'rejected' ? 0 : 9} ${answerFormats(media, offer)}`,
    );
    lines.push('c=IN IP4 0.0.0.0', `a=mid:${media.mid}`);
    if (media.use === 'rejected') lines.push('a=inactive');
    else
      lines.push(
        ...local.transport,
        ...describe(media, offer, options.ssrc, options.maxMessageSize),
      );
    if (media === taken[0]) lines.push(...local.candidates, 'a=end-of-candidates');
  }
  return `${lines.join('\r\n')}\r\n`;
}

function answerFormats(media: OfferMedia, offer: Offer): string {
  if (media.use === 'audio') return `${media.protocol} ${offer.audio.payloadType}`;
  const formats = media.use === 'inactive' ? media.formats.slice(0, 1) : media.formats;
  return `${media.protocol} ${formats.join(' ')}`;
}

function describe(media: OfferMedia, offer: Offer, ssrc: number, maxMessageSize: number): string[] {
  if (media.use === 'data')
    return [`a=sctp-port:${offer.data?.sctpPort ?? 5_000}`, `a=max-message-size:${maxMessageSize}`];
  if (media.use === 'inactive')
    return ['a=inactive', 'a=rtcp-mux', ...media.codec.map((attribute) => `a=${attribute}`)];
  const type = offer.audio.payloadType;
  return [
    `a=${REVERSED[offer.audio.direction]}`,
    'a=rtcp-mux',
    `a=rtpmap:${type} opus/48000/2`,
    `a=fmtp:${type} ${OPUS_PARAMETERS}`,
    `a=msid:${STREAM} ${STREAM}-audio`,
    `a=ssrc:${ssrc} cname:${STREAM}`,
  ];
}

function readLocal(sdp: string, publicAddress: string | undefined) {
  const document = splitSdp(sdp);
  const places = [...document.sections, document];
  const read = (name: string): string => {
    const value = places.map((place) => place.attributes.get(name)?.[0]).find((found) => found);
    if (value === undefined) throw new Error(`The local description lacks a=${name}.`);
    return value;
  };
  const found = places.flatMap((place) => place.attributes.get('candidate') ?? []);
  const rewritten = found.map((candidate) => rewriteHost(candidate, publicAddress));
  return {
    transport: ['ice-ufrag', 'ice-pwd', 'fingerprint', 'setup'].map(
      (name) => `a=${name}:${read(name)}`,
    ),
    candidates: [...new Set(rewritten)].map((candidate) => `a=candidate:${candidate}`),
  };
}

/** `foundation component protocol priority address port typ host`; several interfaces become one. */
function rewriteHost(candidate: string, publicAddress: string | undefined): string {
  const fields = candidate.split(' ');
  if (publicAddress === undefined || fields[7] !== 'host') return candidate;
  fields[0] = isIPv6(publicAddress) ? '2' : '1';
  fields[3] = '2114977791';
  fields[4] = publicAddress;
  return fields.join(' ');
}
