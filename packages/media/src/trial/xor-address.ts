import { SocketAddress as NodeAddress } from 'node:net';
import { xorAddress } from '../transport/stun/stun-message.ts';

export interface SocketAddress {
  readonly address: string;
  readonly port: number;
}

const IPV4 = 1;
const IPV6 = 2;
const LENGTHS: Readonly<Record<number, number>> = { [IPV4]: 4, [IPV6]: 16 };

/** What an attribute such as XOR-MAPPED-ADDRESS says; null: nothing that can be read. */
export function readXorAddress(value: Buffer, cookie: Buffer): SocketAddress | null {
  const family = value.length < 4 ? 0 : value.readUInt8(1);
  const length = LENGTHS[family];
  if (length === undefined || value.length !== 4 + length) return null;
  // The same again gives back what it was made of.
  const plain = xorAddress(value.subarray(4), value.readUInt16BE(2), cookie);
  const octets = plain.subarray(4);
  const port = plain.readUInt16BE(2);
  if (family === IPV4) return { address: [...octets].join('.'), port };
  const groups = octets.toString('hex').match(/.{4}/g) ?? [];
  return { address: new NodeAddress({ address: groups.join(':'), family: 'ipv6' }).address, port };
}
