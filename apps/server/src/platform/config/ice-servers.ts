import { createHmac, randomBytes } from 'node:crypto';
import type { IceServer } from '@kindling/protocol/room';

/** The longest call. A participant who is connected for longer receives new servers with each ICE restart. */
const CREDENTIAL_SECONDS = 12 * 3_600;

export interface IceServerSettings {
  /** As the operator wrote them. */
  readonly servers: readonly IceServer[];
  /** What TURN servers check credentials with; null: only those written beside a server. */
  readonly turnSecret: string | null;
}

/** The STUN and TURN servers for one visitor. */
export type IceServersFor = () => IceServer[];

/**
 * Gives TURN servers that have no credentials ones that end by themselves, as coturn takes them with
 * `use-auth-secret`: the name says until when, the password is signed with the shared secret.
 */
export function createIceServers(
  { servers, turnSecret }: IceServerSettings,
  now: () => number,
): IceServersFor {
  return () => {
    if (turnSecret === null) return [...servers];
    const until = Math.floor(now() / 1_000) + CREDENTIAL_SECONDS;
    // A name of one's own: TURN servers count their quotas by it.
    const username = `${until}:${randomBytes(9).toString('base64url')}`;
    const credential = createHmac('sha1', turnSecret).update(username).digest('base64');
    return servers.map((server) =>
      needsCredentials(server) ? { ...server, username, credential } : server,
    );
  };
}

/** A TURN server that was written down without any. */
export function needsCredentials(server: IceServer): boolean {
  return server.username === undefined && isTurnServer(server);
}

export function isTurnServer({ urls }: IceServer): boolean {
  return [urls].flat().some((url) => /^turns?:/i.test(url));
}
