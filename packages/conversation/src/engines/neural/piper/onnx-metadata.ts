/** `metadata_props` of an ONNX `ModelProto`, and the fields of one entry; all of them have a length. */
const METADATA_TAG = 0x72;
const KEY_TAG = 0x0a;
const VALUE_TAG = 0x12;

/**
 * Metadata of an ONNX model, to be appended to its file: fields of a message may come in any order, so
 * that the rest of it need not be understood.
 */
export function encodeMetadata(metadata: Readonly<Record<string, string>>): Buffer {
  const entries = Object.entries(metadata).map(([key, value]) =>
    field(
      METADATA_TAG,
      Buffer.concat([field(KEY_TAG, Buffer.from(key)), field(VALUE_TAG, Buffer.from(value))]),
    ),
  );
  return Buffer.concat(entries);
}

function field(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.of(tag, ...varint(content.length)), content]);
}

/** Seven bits a byte, the lowest first; the highest bit says that more follow. */
function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)];
}
