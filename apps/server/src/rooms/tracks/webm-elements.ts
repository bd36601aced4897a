/** The few elements of WebM (RFC 9559) that a file of one track needs. */
export type WebmTrack =
  | { readonly media: 'audio'; readonly channels: number; readonly preSkip: number }
  | { readonly media: 'video'; readonly width: number; readonly height: number };

const OPUS_RATE = 48_000;
const UNKNOWN_SIZE = Buffer.from('01ffffffffffffff', 'hex');

function element(id: string, ...content: readonly Buffer[]): Buffer {
  const data = Buffer.concat(content);
  return Buffer.concat([Buffer.from(id, 'hex'), size(data.length), data]);
}

/** Eight bytes always: simple, and files have few elements. */
function size(length: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(length));
  bytes[0] = 0x01;
  return bytes;
}

function uint(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(Math.round(value)));
  return bytes;
}

function float(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
}

const text = (value: string) => Buffer.from(value, 'utf8');

/** Everything before the first cluster, and where in it the duration (a double, ms) lies. */
export function webmHeader(track: WebmTrack): { bytes: Buffer; durationAt: number } {
  const ebml = element(
    '1a45dfa3',
    element('4286', uint(1)),
    element('42f7', uint(1)),
    element('42f2', uint(4)),
    element('42f3', uint(8)),
    element('4282', text('webm')),
    element('4287', uint(4)),
    element('4285', uint(2)),
  );
  const segment = Buffer.concat([Buffer.from('18538067', 'hex'), UNKNOWN_SIZE]);
  const duration = element('4489', float(0));
  const info = element(
    '1549a966',
    element('2ad7b1', uint(1_000_000)),
    element('4d80', text('Kindling')),
    element('5741', text('Kindling')),
    duration,
  );
  const tracks = element('1654ae6b', trackEntry(track));
  const bytes = Buffer.concat([ebml, segment, info, tracks]);
  return { bytes, durationAt: ebml.length + segment.length + info.length - 8 };
}

function trackEntry(track: WebmTrack): Buffer {
  const common = [element('d7', uint(1)), element('73c5', uint(1)), element('9c', uint(0))];
  if (track.media === 'video') {
    return element(
      'ae',
      ...common,
      element('83', uint(1)),
      element('86', text('V_VP8')),
      element('e0', element('b0', uint(track.width)), element('ba', uint(track.height))),
    );
  }
  return element(
    'ae',
    ...common,
    element('83', uint(2)),
    element('86', text('A_OPUS')),
    element('63a2', opusHead(track)),
    element('56aa', uint((track.preSkip * 1e9) / OPUS_RATE)),
    element('56bb', uint(80_000_000)),
    element('e1', element('b5', float(OPUS_RATE)), element('9f', uint(track.channels))),
  );
}

/** RFC 7845, section 5.1. */
function opusHead(track: { readonly channels: number; readonly preSkip: number }): Buffer {
  const head = Buffer.alloc(19);
  head.write('OpusHead');
  head[8] = 1;
  head[9] = track.channels;
  head.writeUInt16LE(track.preSkip, 10);
  head.writeUInt32LE(OPUS_RATE, 12);
  return head;
}

/** A whole cluster; blocks lie less than 32 s after it. */
export function webmCluster(time: number, blocks: readonly Buffer[]): Buffer {
  return element('1f43b675', element('e7', uint(time)), ...blocks);
}

export function webmBlock(offset: number, key: boolean, data: Uint8Array): Buffer {
  const head = Buffer.alloc(4);
  head[0] = 0x81;
  head.writeInt16BE(offset, 1);
  head[3] = key ? 0x80 : 0;
  return element('a3', head, Buffer.from(data.buffer, data.byteOffset, data.byteLength));
}
