import { type AnnouncedOptions, announcedCandidates } from './announced-candidates.ts';
import { type ExtensionName, extensionUri, type OfferedStream } from './offered-stream.ts';
import type { Offer, OfferMedia } from './parse-offer.ts';
import { OPUS_PARAMETERS } from './peer-offer.ts';
import { splitSdp } from './sdp-section.ts';

export interface AnswerOptions extends AnnouncedOptions {
  /** The native library's answer; its transport attributes and candidates are used. */
  readonly localSdp: string;
  /** SSRC that is sent on an m-line, by mid; null when nothing is sent. */
  readonly ssrcOf: (mid: string) => number | null;
  readonly maxMessageSize: number;
}

const STREAM = 'kindling';
/** Header extensions that are accepted. Transport-wide numbers cost feedback, so only for video. */
const EXTENSIONS = {
  audio: ['mid', 'level'],
  video: ['mid', 'rid', 'sendTime', 'transport'],
} as const satisfies Record<'audio' | 'video', readonly ExtensionName[]>;
const VIDEO_FEEDBACK = ['nack', 'nack pli', 'ccm fir'];

/** The answer to an offer: one section for each of its m-lines, all on one transport. */
export function composeAnswer(offer: Offer, options: AnswerOptions): string {
  const local = readLocal(options);
  const taken = offer.media.filter((media) => media.use !== 'rejected');
  const lines = [
    'v=0',
    `o=- ${options.ssrcOf(offer.audio.mid) ?? 1} 2 IN IP4 127.0.0.1`,
    's=-',
    't=0 0',
    `a=group:BUNDLE ${taken.map((media) => media.mid).join(' ')}`,
    `a=msid-semantic: WMS ${STREAM}`,
  ];
  for (const media of offer.media) {
    lines.push(
      `m=${media.kind} ${media.use === 'rejected' ? 0 : 9} ${media.protocol} ${answerFormats(media)}`,
    );
    lines.push('c=IN IP4 0.0.0.0', `a=mid:${media.mid}`);
    if (media.use === 'rejected') lines.push('a=inactive');
    else lines.push(...local.transport);
    if (media.use === 'data')
      lines.push(
        `a=sctp-port:${offer.data?.sctpPort ?? 5_000}`,
        `a=max-message-size:${options.maxMessageSize}`,
      );
    if (media.stream !== null) lines.push(...describe(media.stream, options));
    if (media === taken[0]) lines.push(...local.candidates, 'a=end-of-candidates');
  }
  return `${lines.join('\r\n')}\r\n`;
}

function answerFormats(media: OfferMedia): string {
  if (media.stream !== null) return String(media.stream.payloadType);
  return (media.use === 'rejected' ? media.formats.slice(0, 1) : media.formats).join(' ');
}

/** Direction of an m-line as the server answers it: it receives what is offered, and sends when it has an SSRC. */
function answerDirection(stream: OfferedStream, sends: boolean): string {
  const receives = stream.direction === 'sendrecv' || stream.direction === 'sendonly';
  if (receives) return sends ? 'sendrecv' : 'recvonly';
  return sends ? 'sendonly' : 'inactive';
}

function describe(stream: OfferedStream, options: AnswerOptions): string[] {
  const { media, mid, payloadType: type } = stream;
  const ssrc = options.ssrcOf(mid);
  const direction = answerDirection(stream, ssrc !== null);
  const lines = [`a=${direction}`, 'a=rtcp-mux'];
  if (media === 'audio')
    lines.push(`a=rtpmap:${type} opus/48000/2`, `a=fmtp:${type} ${OPUS_PARAMETERS}`);
  else {
    const estimates = direction === 'sendonly' ? 'goog-remb' : 'transport-cc';
    lines.push(`a=rtpmap:${type} VP8/90000`);
    for (const feedback of [...VIDEO_FEEDBACK, estimates])
      lines.push(`a=rtcp-fb:${type} ${feedback}`);
  }
  for (const name of EXTENSIONS[media]) {
    const id = stream.extensions.get(name);
    if (id === undefined || (name === 'transport' && direction === 'sendonly')) continue;
    lines.push(`a=extmap:${id} ${extensionUri(name)}`);
  }
  if (stream.rids.length > 0 && direction === 'recvonly')
    lines.push(
      ...stream.rids.map((rid) => `a=rid:${rid} recv`),
      `a=simulcast:recv ${stream.rids.join(';')}`,
    );
  if (ssrc !== null) {
    const name = mid === '' ? media : `${media}-${mid}`;
    lines.push(`a=msid:${STREAM}-${name} ${STREAM}-${name}`, `a=ssrc:${ssrc} cname:${STREAM}`);
  }
  return lines;
}

function readLocal(options: AnswerOptions) {
  const document = splitSdp(options.localSdp);
  const places = [...document.sections, document];
  const read = (name: string): string => {
    const value = places.map((place) => place.attributes.get(name)?.[0]).find((found) => found);
    if (value === undefined) throw new Error(`The local description lacks a=${name}.`);
    return value;
  };
  const gathered = places.flatMap((place) => place.attributes.get('candidate') ?? []);
  return {
    transport: ['ice-ufrag', 'ice-pwd', 'fingerprint', 'setup'].map(
      (name) => `a=${name}:${read(name)}`,
    ),
    candidates: announcedCandidates(gathered, options).map(
      (candidate) => `a=candidate:${candidate}`,
    ),
  };
}
