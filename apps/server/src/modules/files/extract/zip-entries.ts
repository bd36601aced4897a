import { inflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly method: number;
  readonly packedSize: number;
  /** As the archive says. */
  readonly size: number;
  /** Of its own header, which its content follows. */
  readonly at: number;
}

const END_MARK = 0x06054b50;
const ENTRY_MARK = 0x02014b50;
const LOCAL_MARK = 0x04034b50;
const END_SIZE = 22;
const ENTRY_SIZE = 46;
const LOCAL_SIZE = 30;
const MAX_COMMENT_BYTES = 65_535;
const STORED = 0;
const DEFLATED = 8;

/** What is in a zip archive, by its list of contents. Null when that cannot be read. */
export function readZipEntries(archive: Buffer): ZipEntry[] | null {
  const lowest = Math.max(0, archive.length - END_SIZE - MAX_COMMENT_BYTES);
  let end = archive.length - END_SIZE;
  while (end >= lowest && archive.readUInt32LE(end) !== END_MARK) end -= 1;
  if (end < lowest) return null;
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  const entries: ZipEntry[] = [];
  while (entries.length < count) {
    if (at + ENTRY_SIZE > end || archive.readUInt32LE(at) !== ENTRY_MARK) return null;
    entries.push({
      method: archive.readUInt16LE(at + 10),
      packedSize: archive.readUInt32LE(at + 20),
      size: archive.readUInt32LE(at + 24),
      at: archive.readUInt32LE(at + 42),
    });
    const names = archive.readUInt16LE(at + 28) + archive.readUInt16LE(at + 30);
    at += ENTRY_SIZE + names + archive.readUInt16LE(at + 32);
  }
  return entries;
}

/**
 * Whether everything in an archive unpacks to what its list says. One that says less than is in it is
 * made to fill the memory of who trusts it.
 */
export function unpacksAsSaid(archive: Buffer, entries: readonly ZipEntry[]): boolean {
  return entries.every((entry) => entryIsAsSaid(archive, entry));
}

function entryIsAsSaid(archive: Buffer, { method, packedSize, size, at }: ZipEntry): boolean {
  if (method === STORED) return packedSize === size;
  if (method !== DEFLATED || at + LOCAL_SIZE > archive.length) return false;
  if (archive.readUInt32LE(at) !== LOCAL_MARK) return false;
  const start = at + LOCAL_SIZE + archive.readUInt16LE(at + 26) + archive.readUInt16LE(at + 28);
  try {
    const packed = archive.subarray(start, start + packedSize);
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, size) }).length === size;
  } catch {
    return false;
  }
}
