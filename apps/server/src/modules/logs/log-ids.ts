import { randomBytes } from 'node:crypto';

/**
 * Ids that sort as they were made: UUIDs of version 7 (RFC 9562), whose twelve bits below the
 * millisecond count up. So entries of one moment are read in the order in which they happened.
 */
export function createLogIds(): (time: number) => string {
  let count = 0;
  let last = Number.NaN;
  return (time) => {
    count = time === last ? (count + 1) % 0x1000 : 0;
    last = time;
    const bytes = randomBytes(16);
    bytes.writeUIntBE(Math.max(0, Math.floor(time)), 0, 6);
    bytes.writeUInt16BE(0x7000 | count, 6);
    bytes.writeUInt8(0x80 | ((bytes[8] ?? 0) & 0x3f), 8);
    const hex = bytes.toString('hex');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  };
}
