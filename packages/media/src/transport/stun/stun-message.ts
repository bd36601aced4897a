import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** RFC 8489; the attributes of RFC 8445, 16.1. */
export const BINDING_REQUEST = 0x0001;
export const BINDING_SUCCESS = 0x0101;
export const USERNAME = 0x0006;
export const XOR_MAPPED_ADDRESS = 0x0020;
export const ICE_CONTROLLING = 0x802a;
const MESSAGE_INTEGRITY = 0x0008;
const FINGERPRINT = 0x8028;
const FINGERPRINT_MASK = 0x5354554e;
const MAGIC_COOKIE = 0x2112a442;
const HEADER_BYTES = 20;
const INTEGRITY_BYTES = 24;
const FINGERPRINT_BYTES = 8;

export interface StunMessage {
  readonly type: number;
  /** Magic cookie and transaction id: what XOR addresses are made with. */
  readonly cookie: Buffer;
  /** In order; integrity and fingerprint are not among them. */
  readonly attributes: readonly (readonly [type: number, value: Buffer])[];
  /** Where the integrity attribute is; null: the message has none. */
  readonly integrityAt: number | null;
}

/** Null for what is no STUN message. Whether it is genuine, `isSignedWith` says. */
export function parseStun(data: Buffer): StunMessage | null {
  if (data.length < HEADER_BYTES || data.readUInt32BE(4) !== MAGIC_COOKIE) return null;
  if (data.readUInt16BE(2) !== data.length - HEADER_BYTES || data.length % 4 !== 0) return null;
  const attributes: [number, Buffer][] = [];
  let integrityAt: number | null = null;
  let at = HEADER_BYTES;
  while (at < data.length) {
    const type = data.readUInt16BE(at);
    const length = data.readUInt16BE(at + 2);
    if (at + 4 + length > data.length) return null;
    if (type === MESSAGE_INTEGRITY) integrityAt ??= at;
    // What comes after the integrity is not covered by it.
    else if (integrityAt === null) attributes.push([type, data.subarray(at + 4, at + 4 + length)]);
    at += 4 + length + padding(length);
  }
  return { type: data.readUInt16BE(0), cookie: data.subarray(4, 20), attributes, integrityAt };
}

export function isSignedWith(data: Buffer, message: StunMessage, password: string): boolean {
  const at = message.integrityAt;
  if (at === null || data.readUInt16BE(at + 2) !== INTEGRITY_BYTES - 4) return false;
  const signed = data.subarray(at + 4, at + INTEGRITY_BYTES);
  return timingSafeEqual(signed, sign(data.subarray(0, at), password));
}

/** Signs with the password (null: not at all), and adds a fingerprint. */
export function composeStun(
  { type, cookie, attributes }: Omit<StunMessage, 'integrityAt'>,
  password: string | Buffer | null,
): Buffer {
  const parts = attributes.flatMap(([kind, value]) => [
    attributeHead(kind, value.length),
    value,
    Buffer.alloc(padding(value.length)),
  ]);
  const header = Buffer.alloc(4);
  header.writeUInt16BE(type, 0);
  const body = Buffer.concat([header, cookie, ...parts]);
  const integrity = attributeHead(MESSAGE_INTEGRITY, INTEGRITY_BYTES - 4);
  const signed = password === null ? body : Buffer.concat([body, integrity, sign(body, password)]);
  const fingerprint = Buffer.alloc(FINGERPRINT_BYTES);
  fingerprint.writeUInt16BE(FINGERPRINT, 0);
  fingerprint.writeUInt16BE(4, 2);
  signed.writeUInt16BE(signed.length + FINGERPRINT_BYTES - HEADER_BYTES, 2);
  fingerprint.writeUInt32BE((crc32(signed) ^ FINGERPRINT_MASK) >>> 0, 4);
  return Buffer.concat([signed, fingerprint]);
}

/** Magic cookie and a transaction id of its own, for a new request. */
export function newCookie(): Buffer {
  const cookie = randomBytes(16);
  cookie.writeUInt32BE(MAGIC_COOKIE);
  return cookie;
}

/** `octets` of an IPv4 or an IPv6 address. */
export function xorAddress(octets: Buffer, port: number, cookie: Buffer): Buffer {
  const value = Buffer.alloc(4 + octets.length);
  value.writeUInt8(octets.length === 4 ? 1 : 2, 1);
  value.writeUInt16BE(port ^ (MAGIC_COOKIE >>> 16), 2);
  for (const [index, octet] of octets.entries())
    value.writeUInt8(octet ^ cookie.readUInt8(index), 4 + index);
  return value;
}

function attributeHead(type: number, length: number): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(length, 2);
  return head;
}

/** Over everything before the integrity, with the length as if the message ended after it. */
function sign(before: Buffer, password: string | Buffer): Buffer {
  const covered = Buffer.from(before);
  covered.writeUInt16BE(before.length + INTEGRITY_BYTES - HEADER_BYTES, 2);
  return createHmac('sha1', password).update(covered).digest();
}

const padding = (length: number): number => -length & 3;
