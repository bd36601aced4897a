import type { IceServer } from '@kindling/protocol/room';
import type { IceConfig } from '../port.ts';

/** The page's own servers and the room's, in the order that the page chose. */
export function iceConfiguration(
  config: IceConfig,
  ofRoom: readonly IceServer[],
): RTCConfiguration {
  const own = config.iceServers ?? [];
  const room = config.placement === 'replace' ? [] : ofRoom;
  const servers = config.placement === 'back' ? [...room, ...own] : [...own, ...room];
  return {
    iceServers: servers.map(toRtcIceServer),
    iceTransportPolicy: config.iceTransportPolicy ?? 'all',
  };
}

/**
 * Whether an offer waits for STUN and TURN servers: only where the page configured them, or nothing else may
 * be used. The room is reached at its own address; a relay candidate of its servers, found a moment
 * later, is tried from here without the room knowing of it.
 */
export function awaitsServers({ iceServers = [], iceTransportPolicy }: IceConfig): boolean {
  return iceServers.length > 0 || iceTransportPolicy === 'relay';
}

/** The optional fields of the protocol may be undefined, those of the browser may not. */
function toRtcIceServer({ urls, username, credential }: IceServer): RTCIceServer {
  return {
    urls,
    ...(username === undefined ? {} : { username }),
    ...(credential === undefined ? {} : { credential }),
  };
}
