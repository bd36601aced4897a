import { createHash } from 'node:crypto';
import { addressOctets } from '../transport/stun/address-octets.ts';
import {
  composeStun,
  newCookie,
  type StunMessage,
  USERNAME,
  xorAddress,
} from '../transport/stun/stun-message.ts';
import { StunError } from './stun-error.ts';
import { openStunLink, type StunLink, type StunLinkOptions } from './stun-link.ts';
import { readXorAddress, type SocketAddress } from './xor-address.ts';

/** RFC 8656. */
const ALLOCATE = 0x0003;
const REFRESH = 0x0004;
const CREATE_PERMISSION = 0x0008;
const SUCCESS = 0x0100;
const CLASS = 0x0110;
const ERROR_CODE = 0x0009;
const LIFETIME = 0x000d;
const XOR_PEER_ADDRESS = 0x0012;
const REALM = 0x0014;
const NONCE = 0x0015;
const XOR_RELAYED_ADDRESS = 0x0016;
const REQUESTED_TRANSPORT = 0x0019;
/** Its protocol number, and three bytes that mean nothing. */
const UDP = Buffer.from([17, 0, 0, 0]);
const UNAUTHORIZED = 401;
const STALE_NONCE = 438;

export interface RelayOptions extends StunLinkOptions {
  readonly username: string;
  readonly credential: string;
  /** To whom it is to relay; null: that is not asked. */
  readonly peer: SocketAddress | null;
}

export interface RelayAllocation {
  readonly relayed: SocketAddress;
  /** Whether it relays to `peer`; the status it refuses that with, such as 403. Null: it was not asked. */
  readonly peerRefusal: number | null;
}

type Attributes = StunMessage['attributes'];
/** Addresses are written with the cookie of their message. */
type WriteAttributes = (cookie: Buffer) => Attributes;

/**
 * Takes an address of a TURN server with credentials, asks whether it relays to `peer`, and gives it back.
 *
 * @throws a `StunError`; `stun_refused` with the status 401 where the credentials are not those of the server
 */
export async function allocateRelay(options: RelayOptions): Promise<RelayAllocation> {
  const link = await openStunLink(options);
  try {
    const session = await openSession(link, options);
    const relayed = new Map(session.allocated.attributes).get(XOR_RELAYED_ADDRESS);
    const address =
      relayed === undefined ? null : readXorAddress(relayed, session.allocated.cookie);
    if (address === null)
      throw new StunError('stun_bad_answer', 'The server did not say what it relays from.');
    const peerRefusal = options.peer === null ? null : await refusalOf(session, options.peer);
    await session.ask(REFRESH, () => [[LIFETIME, Buffer.alloc(4)]]).catch(() => undefined);
    return { relayed: address, peerRefusal };
  } finally {
    link.close();
  }
}

/** @throws `stun_refused` */
type AskRelay = (
  method: number,
  attributes: WriteAttributes,
  isRepeated?: boolean,
) => Promise<StunMessage>;

interface Session {
  readonly allocated: StunMessage;
  readonly ask: AskRelay;
}

/** The first request goes without credentials: its refusal says for which realm they are to be. */
async function openSession(
  link: StunLink,
  { username, credential }: Pick<RelayOptions, 'username' | 'credential'>,
): Promise<Session> {
  const transport: WriteAttributes = () => [[REQUESTED_TRANSPORT, UDP]];
  let refused = await link.exchange(
    composeStun(
      { type: ALLOCATE, cookie: newCookie(), attributes: [[REQUESTED_TRANSPORT, UDP]] },
      null,
    ),
  );
  const ask: AskRelay = async (method, attributes, isRepeated = false) => {
    const challenge = new Map(refused.attributes);
    const realm = challenge.get(REALM) ?? Buffer.alloc(0);
    const key = createHash('md5').update(`${username}:${realm}:${credential}`).digest();
    const login: Attributes = [
      [USERNAME, Buffer.from(username)],
      [REALM, realm],
      [NONCE, challenge.get(NONCE) ?? Buffer.alloc(0)],
    ];
    const cookie = newCookie();
    const answer = await link.exchange(
      composeStun({ type: method, cookie, attributes: [...attributes(cookie), ...login] }, key),
    );
    if ((answer.type & CLASS) === SUCCESS) return answer;
    if (statusOf(answer) === STALE_NONCE && !isRepeated) {
      refused = answer;
      return ask(method, attributes, true);
    }
    throw refusal(answer);
  };
  const isOpen = (refused.type & CLASS) === SUCCESS;
  if (!isOpen && statusOf(refused) !== UNAUTHORIZED) throw refusal(refused);
  return { allocated: isOpen ? refused : await ask(ALLOCATE, transport), ask };
}

/** Null: it relays to the peer. */
async function refusalOf({ ask }: Session, { address, port }: SocketAddress) {
  const octets = addressOctets(address);
  try {
    await ask(CREATE_PERMISSION, (cookie) => [
      [XOR_PEER_ADDRESS, xorAddress(octets, port, cookie)],
    ]);
    return null;
  } catch (error) {
    if (error instanceof StunError && error.status !== undefined) return error.status;
    throw error;
  }
}

function refusal(answer: StunMessage): StunError {
  const status = statusOf(answer);
  const value = new Map(answer.attributes).get(ERROR_CODE);
  const reason = value?.subarray(4).toString('utf8') ?? '';
  return new StunError('stun_refused', `${status} ${reason}`.trim(), { status });
}

function statusOf(answer: StunMessage): number {
  const value = new Map(answer.attributes).get(ERROR_CODE);
  if (value === undefined || value.length < 4) return 0;
  return (value.readUInt8(2) & 7) * 100 + value.readUInt8(3);
}
