import { randomUUID } from 'node:crypto';
import type { OpenPeer } from '@kindling/media/rooms';
import type { LivekitApi } from '../api/livekit-api.ts';
import { openHostedPeer } from '../room/hosted-peer.ts';
import type { RoomHost } from '../room/room-host.ts';
import type { MemberAccess } from './member-access.ts';

export interface MemberPeersOptions {
  readonly room: string;
  readonly host: RoomHost;
  readonly api: Pick<LivekitApi, 'createMemberToken' | 'removeParticipant'>;
  readonly access: MemberAccess;
  readonly onFault: (stage: string, error: unknown) => void;
}

/**
 * People who connect to LiveKit by its own client. The answer to their offer is a token. Each connection is a
 * participant of its own, so that the one before works until the new one does.
 */
export function createMemberPeers(options: MemberPeersOptions): OpenPeer {
  const { room, host, api, access, onFault } = options;
  return async ({ participant, events }) => {
    await host.ready();
    const identity = `${participant.sessionId}:${randomUUID()}`;
    let token = '';
    const peer = openHostedPeer({
      ...{ room, identity, host, api, events, onFault },
      answer: () => token,
      onClosed: () => access.forget(identity),
    });
    const grants = access.expect(identity, participant);
    try {
      token = await api.createMemberToken(room, identity, grants);
      return peer;
    } catch (error) {
      peer.close();
      throw error;
    }
  };
}
