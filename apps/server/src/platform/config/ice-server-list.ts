import { type IceServer, iceServerSchema } from '@kindling/protocol/room';
import { z } from 'zod';
import { ConfigError } from '../errors/config-error.ts';
import { type IceServerSettings, needsCredentials } from './ice-servers.ts';

/** RFC 7064 and 7065. A browser that is given anything else makes no connection at all. */
const STUN_URL = /^stuns?:(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;
const TURN_URL = /^turns?:(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?(?:\?transport=(?:udp|tcp))?$/i;
const EXAMPLE = '[{"urls":"turns:turn.school.example:443?transport=tcp"}]';

/** What `ICE_SERVERS` holds. */
export const iceServerList = z.string().transform((text, context) => {
  const listed = z.array(iceServerSchema).safeParse(parseJson(text));
  if (!listed.success) {
    context.addIssue(`must be a JSON list such as ${EXAMPLE}.`);
    return z.NEVER;
  }
  for (const { urls, username, credential } of listed.data) {
    const wrong = [urls].flat().find((url) => !STUN_URL.test(url) && !TURN_URL.test(url));
    if (wrong !== undefined)
      context.addIssue(
        `holds “${wrong}”, which is not an address such as stun:stun.example.org or turns:turn.school.example:443?transport=tcp.`,
      );
    if ((username === undefined) !== (credential === undefined))
      context.addIssue(
        `gives ${[urls].flat()[0]} a username or a credential alone: it takes both.`,
      );
  }
  return listed.data;
});

/** @throws a `ConfigError` for a TURN server that browsers would have no credentials for */
export function pairIceServers(
  servers: readonly IceServer[],
  turnSecret: string | undefined,
): IceServerSettings {
  const bare = servers.find(needsCredentials);
  if (bare !== undefined && turnSecret === undefined) {
    const url = [bare.urls].flat()[0];
    throw new ConfigError([
      `ICE_SERVERS: ${url} needs TURN_SECRET (better), or a username and a credential beside it.`,
    ]);
  }
  return { servers, turnSecret: turnSecret ?? null };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
