/** What a receiver reports about one stream. */
export interface ReportBlock {
  readonly ssrc: number;
  /** Part of the packets since the last report, 0 to 1. */
  readonly fractionLost: number;
}

export type RtcpMessage =
  | { readonly type: 'sender-report'; readonly ssrc: number; readonly ntpMiddle: number }
  | { readonly type: 'reports'; readonly blocks: readonly ReportBlock[] }
  | { readonly type: 'nack'; readonly ssrc: number; readonly sequences: readonly number[] }
  | { readonly type: 'key-frame'; readonly ssrcs: readonly number[] }
  /** Estimated bandwidth of the receiver, bits per second (REMB). */
  | { readonly type: 'estimate'; readonly bitrate: number };

/** More than browsers send in one packet. */
const MAX_PARTS = 32;
const MAX_LOST = 512;
const SENDER_REPORT = 200;
const RECEIVER_REPORT = 201;
const TRANSPORT_FEEDBACK = 205;
const PAYLOAD_FEEDBACK = 206;
const REMB = 0x52454d42;

/** Parses a compound RTCP packet; leaves out what is malformed or of no use here. */
export function readRtcp(bytes: Uint8Array): RtcpMessage[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const messages: RtcpMessage[] = [];
  let at = 0;
  for (let part = 0; part < MAX_PARTS && at + 8 <= bytes.length; part++) {
    const end = at + 4 + 4 * view.getUint16(at + 2);
    if (view.getUint8(at) >> 6 !== 2 || end > bytes.length) break;
    readPart(view, at, end, messages);
    at = end;
  }
  return messages;
}

function readPart(view: DataView, at: number, end: number, into: RtcpMessage[]): void {
  const count = view.getUint8(at) & 0x1f;
  const type = view.getUint8(at + 1);
  if (type === SENDER_REPORT && at + 28 <= end) {
    into.push({
      type: 'sender-report',
      ssrc: view.getUint32(at + 4),
      ntpMiddle: ((view.getUint16(at + 10) << 16) | view.getUint16(at + 12)) >>> 0,
    });
    readBlocks(view, at + 28, end, count, into);
  } else if (type === RECEIVER_REPORT) readBlocks(view, at + 8, end, count, into);
  else if (type === TRANSPORT_FEEDBACK && count === 1) readNack(view, at, end, into);
  else if (type === PAYLOAD_FEEDBACK) readPayloadFeedback(view, at, end, count, into);
}

function readBlocks(
  view: DataView,
  from: number,
  end: number,
  count: number,
  into: RtcpMessage[],
): void {
  const blocks: ReportBlock[] = [];
  for (let at = from; blocks.length < count && at + 24 <= end; at += 24)
    blocks.push({ ssrc: view.getUint32(at), fractionLost: view.getUint8(at + 4) / 256 });
  if (blocks.length > 0) into.push({ type: 'reports', blocks });
}

function readNack(view: DataView, at: number, end: number, into: RtcpMessage[]): void {
  if (at + 12 > end) return;
  const sequences: number[] = [];
  for (let item = at + 12; item + 4 <= end && sequences.length < MAX_LOST; item += 4) {
    const first = view.getUint16(item);
    sequences.push(first);
    for (let bit = 0, mask = view.getUint16(item + 2); mask !== 0; bit++, mask >>= 1)
      if ((mask & 1) !== 0) sequences.push((first + bit + 1) & 0xffff);
  }
  into.push({ type: 'nack', ssrc: view.getUint32(at + 8), sequences });
}

function readPayloadFeedback(
  view: DataView,
  at: number,
  end: number,
  format: number,
  into: RtcpMessage[],
): void {
  if (at + 12 > end) return;
  if (format === 1) into.push({ type: 'key-frame', ssrcs: [view.getUint32(at + 8)] });
  if (format === 4) {
    const ssrcs: number[] = [];
    for (let item = at + 12; item + 8 <= end; item += 8) ssrcs.push(view.getUint32(item));
    into.push({ type: 'key-frame', ssrcs });
  }
  if (format === 15 && at + 20 <= end && view.getUint32(at + 12) === REMB) {
    const value = view.getUint32(at + 16) & 0xffffff;
    into.push({ type: 'estimate', bitrate: (value & 0x3ffff) * 2 ** (value >> 18) });
  }
}
