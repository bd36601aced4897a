import { deserialize, serialize } from 'node:v8';

const LENGTH_BYTES = 4;

/** Serializes messages; each batch is preceded by its length. */
export function encodeBatch(messages: readonly unknown[]): Uint8Array<ArrayBuffer> {
  const body = serialize(messages);
  const frame = new Uint8Array(LENGTH_BYTES + body.length);
  new DataView(frame.buffer).setUint32(0, body.length);
  frame.set(body, LENGTH_BYTES);
  return frame;
}

/** Reassembles batches from chunks of any size. */
export function createBatchReader<M>(): (piece: Uint8Array) => M[] {
  let pieces: Uint8Array[] = [];
  let length = 0;

  const take = (wanted: number): Buffer | null => {
    if (length < wanted) return null;
    const whole = pieces.length === 1 ? (pieces[0] ?? new Uint8Array()) : Buffer.concat(pieces);
    const rest = whole.subarray(wanted);
    pieces = rest.length === 0 ? [] : [rest];
    length = rest.length;
    return Buffer.from(whole.buffer, whole.byteOffset, wanted);
  };

  let bodyLength: number | null = null;
  return (piece) => {
    pieces.push(piece);
    length += piece.length;
    const messages: M[] = [];
    for (;;) {
      bodyLength ??= take(LENGTH_BYTES)?.readUInt32BE(0) ?? null;
      if (bodyLength === null) break;
      const body = take(bodyLength);
      if (body === null) break;
      bodyLength = null;
      messages.push(...(deserialize(body) as M[]));
    }
    return messages;
  };
}
