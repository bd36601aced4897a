import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { addressOctets } from './address-octets.ts';
import {
  BINDING_REQUEST,
  BINDING_SUCCESS,
  composeStun,
  ICE_CONTROLLING,
  isSignedWith,
  parseStun,
  type StunMessage,
  USERNAME,
  XOR_MAPPED_ADDRESS,
  xorAddress,
} from './stun-message.ts';

/** Browsers renew consent every few seconds (RFC 7675). */
const IDLE_TIMEOUT = 60_000;
const SWEEP_INTERVAL = 15_000;
/** Relays that one connection may use at once. */
const MAX_PATHS = 8;
const TIEBREAKER = Buffer.from('0000000000000001', 'hex');

/** A second entrance to the media port, for browsers that connect through a TURN server. */
export interface RelayGate {
  readonly port: number;
  /** Admits the client of a connection; the returned function revokes that. */
  admit(ufrag: string, password: string): () => void;
  close(): Promise<void>;
}

export interface RelayGateOptions {
  /** 0 for a free one. */
  readonly port: number;
  /** Undefined: all interfaces. */
  readonly bindAddress: string | undefined;
  /** Port of the native library. */
  readonly mediaPort: number;
}

interface Path {
  readonly ufrag: string;
  readonly password: string;
  readonly remote: RemoteInfo;
  readonly inner: Socket;
  heardAt: number;
}

/**
 * Chromium sends connectivity checks through TURN with a tie-breaker of 0 (direct checks have a
 * random one). The native library takes that for a missing tie-breaker and answers 400, so Chromium
 * gives up on TURN. This port accepts only such checks, replaces the tie-breaker, signs them again
 * and forwards them with all that follows. Direct packets do not pass through here.
 */
export async function openRelayGate(options: RelayGateOptions): Promise<RelayGate> {
  const outer = await bindSocket(options);
  const passwords = new Map<string, string>();
  const paths = new Map<string, Path>();

  const drop = (key: string, path: Path) => {
    paths.delete(key);
    path.inner.close();
  };
  const dropWhere = (isOver: (path: Path) => boolean) => {
    for (const [key, path] of paths) if (isOver(path)) drop(key, path);
  };
  const open = (key: string, ufrag: string, password: string, remote: RemoteInfo): Path | null => {
    if ([...paths.values()].filter((path) => path.ufrag === ufrag).length >= MAX_PATHS) return null;
    const inner = createSocket(target.family);
    const path: Path = { ufrag, password, remote, inner, heardAt: Date.now() };
    inner.on('message', (data) => {
      outer.send(withRemoteAddress(data, path), remote.port, remote.address, ignore);
    });
    // The media port belongs to this process: there is nothing to do about errors here.
    inner.on('error', ignore);
    paths.set(key, path);
    return path;
  };
  const target = mediaTarget(options);

  outer.on('message', (data, remote) => {
    const key = `${remote.address} ${remote.port}`;
    const message = parseStun(data);
    const check = message === null ? null : readCheck(data, message, passwords);
    const known = paths.get(key);
    const path = check === null ? known : (known ?? open(key, check.ufrag, check.password, remote));
    // Neither a check through a relay, nor a sender of an earlier one.
    if (path === undefined || path === null) return;
    path.heardAt = Date.now();
    const passed = check === null ? data : check.rewritten;
    path.inner.send(passed, target.port, target.address, ignore);
  });
  outer.on('error', ignore);
  const sweeping = setInterval(
    () => dropWhere((path) => Date.now() - path.heardAt > IDLE_TIMEOUT),
    SWEEP_INTERVAL,
  );
  sweeping.unref();

  return {
    port: outer.address().port,
    admit(ufrag, password) {
      passwords.set(ufrag, password);
      return () => {
        passwords.delete(ufrag);
        dropWhere((path) => path.ufrag === ufrag);
      };
    },
    close() {
      clearInterval(sweeping);
      dropWhere(() => true);
      return new Promise((resolve) => outer.close(resolve));
    },
  };
}

interface RelayCheck {
  readonly ufrag: string;
  readonly password: string;
  readonly rewritten: Buffer;
}

/** Null unless it is a check with tie-breaker 0 that is signed with the password of a connection. */
function readCheck(
  data: Buffer,
  message: StunMessage,
  passwords: ReadonlyMap<string, string>,
): RelayCheck | null {
  if (message.type !== BINDING_REQUEST) return null;
  const find = (type: number) => message.attributes.find(([kind]) => kind === type)?.[1];
  const tieBreaker = find(ICE_CONTROLLING);
  if (tieBreaker?.length !== 8 || tieBreaker.some((octet) => octet !== 0)) return null;
  const ufrag = find(USERNAME)?.toString().split(':')[0] ?? '';
  const password = passwords.get(ufrag);
  if (password === undefined || !isSignedWith(data, message, password)) return null;
  const attributes = message.attributes.map(
    ([type, value]) => [type, type === ICE_CONTROLLING ? TIEBREAKER : value] as const,
  );
  return { ufrag, password, rewritten: composeStun({ ...message, attributes }, password) };
}

/** Replaces this gate's address, which the library saw, by that of the browser's relay. */
function withRemoteAddress(data: Buffer, { remote, password }: Path): Buffer {
  const message = parseStun(data);
  if (message?.type !== BINDING_SUCCESS) return data;
  const octets = addressOctets(remote.address);
  const attributes = message.attributes.map(
    ([type, value]) =>
      [
        type,
        type === XOR_MAPPED_ADDRESS ? xorAddress(octets, remote.port, message.cookie) : value,
      ] as const,
  );
  return composeStun({ ...message, attributes }, password);
}

function mediaTarget({ bindAddress, mediaPort }: RelayGateOptions) {
  const address = bindAddress ?? '127.0.0.1';
  return { address, port: mediaPort, family: isIPv6(address) ? 'udp6' : 'udp4' } as const;
}

/** Like the media port: without an address, IPv4 and IPv6 on one socket. */
async function bindSocket({ port, bindAddress }: RelayGateOptions): Promise<Socket> {
  if (bindAddress !== undefined)
    return bind(isIPv6(bindAddress) ? 'udp6' : 'udp4', port, bindAddress);
  return bind('udp6', port, '::').catch(() => bind('udp4', port, '0.0.0.0'));
}

function bind(family: 'udp4' | 'udp6', port: number, address: string): Promise<Socket> {
  const socket = createSocket(family);
  return new Promise((resolve, reject) => {
    socket.once('error', (error) => {
      socket.close();
      reject(error);
    });
    socket.bind({ port, address, exclusive: true }, () => {
      socket.removeAllListeners('error');
      resolve(socket);
    });
  });
}

const ignore = (): void => {};
