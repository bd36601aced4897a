import { RoomError } from '@kindling/media/room-error';
import {
  AccessToken,
  RoomServiceClient,
  type TrackSource,
  type VideoGrant,
} from 'livekit-server-sdk';

/** How a LiveKit server, or the load balancer before several, is reached and asked. */
export interface LivekitAccess {
  /** `ws`, `wss`, `http` or `https`: the same address either way. */
  readonly url: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** What this server asks LiveKit for by HTTP. */
export interface LivekitApi {
  /** @throws when LiveKit does not answer, or refuses the key */
  check(): Promise<void>;
  /** A room that exists is left as it is. */
  createRoom(room: string): Promise<void>;
  /** Best effort: one that nobody is in ends by itself. */
  deleteRoom(room: string): Promise<void>;
  /** For the server's own participant in the room. */
  createHostToken(room: string, identity: string): Promise<string>;
  /** Whether sound of the participant's track with this id has arrived there. */
  hasTrack(room: string, identity: string, sid: string): Promise<boolean>;
  /**
   * One exchange of WHIP for a caller, who receives a track from the start: nothing can be added to the
   * connection later. The host's must be heard already: LiveKit would wait for it, and after three seconds
   * begin a second session. Which track of the room it is, the answer says: LiveKit offers all of them, in
   * any order, to an offer that has place for one.
   *
   * @throws a `RoomError`
   */
  exchange(offer: WhipOffer): Promise<string>;
  /** For a client that connects by itself, as `grants` say. */
  createMemberToken(room: string, identity: string, grants: MemberGrants): Promise<string>;
  /** Takes effect at once; tracks that may not be sent any more are taken away. */
  updateMember(room: string, identity: string, grants: MemberGrants): Promise<void>;
  /** Nothing of it is passed on until its sender unmutes it. */
  muteTrack(room: string, identity: string, sid: string): Promise<void>;
  /** Best effort: who has gone already is gone. */
  removeParticipant(room: string, identity: string): Promise<void>;
}

/** What LiveKit lets a participant do; messages go to the host in any case. */
export interface MemberGrants {
  readonly canSubscribe: boolean;
  readonly canPublish: boolean;
  /** Empty: every one. */
  readonly sources: readonly TrackSource[];
}

export interface WhipOffer {
  readonly room: string;
  readonly identity: string;
  readonly sdp: string;
  /** Of whom which track is received; null: nothing is. */
  readonly hears: { readonly identity: string; readonly track: string } | null;
}

/** Longer than any exchange takes; a connection outlives its token. */
const TOKEN_SECONDS = 120;
const REQUEST_SECONDS = 5;
/** Rooms nobody is in any more, s: long enough for another node to take one up. */
const EMPTY_TIMEOUT = 60;

export function createLivekitApi(access: LivekitAccess): LivekitApi {
  const { apiKey, apiSecret } = access;
  const base = toHttp(access.url);
  const rooms = new RoomServiceClient(base, apiKey, apiSecret, {
    requestTimeout: REQUEST_SECONDS,
    failover: false,
  });

  const createToken = (identity: string, grant: VideoGrant): Promise<string> => {
    const token = new AccessToken(apiKey, apiSecret, { identity, ttl: TOKEN_SECONDS });
    token.addGrant(grant);
    return token.toJwt();
  };

  return {
    async check() {
      await rooms.listRooms(['kindling-check']);
    },
    async createRoom(room) {
      const times = { emptyTimeout: EMPTY_TIMEOUT, departureTimeout: EMPTY_TIMEOUT };
      await rooms.createRoom({ name: room, ...times });
    },
    async deleteRoom(room) {
      await rooms.deleteRoom(room).catch(() => undefined);
    },
    createHostToken: (room, identity) =>
      createToken(identity, {
        roomJoin: true,
        room,
        canPublish: true,
        canPublishData: true,
        canSubscribe: true,
      }),
    async hasTrack(room, identity, sid) {
      const { tracks } = await rooms.getParticipant(room, identity);
      return tracks.some((track) => track.sid === sid);
    },
    async exchange({ room, identity, sdp, hears }) {
      const token = await createToken(identity, {
        roomJoin: true,
        room,
        canPublish: true,
        canPublishData: true,
        canSubscribe: true,
        canUpdateOwnMetadata: false,
      });
      const subscribed = hears === null ? {} : { [hears.identity]: [hears.track] };
      const { status, said } = await ask(`${base}/whip/v1`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/sdp',
          'x-livekit-clientinfo': JSON.stringify({ subscribedParticipantTrackNames: subscribed }),
        },
        body: sdp,
        signal: AbortSignal.timeout(REQUEST_SECONDS * 1_000),
      });
      if (status === 201) return said;
      const why = said.slice(0, 200);
      if (status === 400)
        throw new RoomError('invalid_sdp', `LiveKit cannot use the offer: ${why}`);
      throw unavailable(new Error(`LiveKit answered an offer with ${status}: ${why}`));
    },
    createMemberToken: (room, identity, { canSubscribe, canPublish, sources }) =>
      createToken(identity, {
        roomJoin: true,
        room,
        canSubscribe,
        canPublish,
        canPublishSources: [...sources],
        canPublishData: true,
        canUpdateOwnMetadata: false,
      }),
    async updateMember(room, identity, { canSubscribe, canPublish, sources }) {
      const permission = { canSubscribe, canPublish, canPublishSources: [...sources] };
      await rooms.updateParticipant(room, identity, {
        permission: { ...permission, canPublishData: true },
      });
    },
    async muteTrack(room, identity, sid) {
      await rooms.mutePublishedTrack(room, identity, sid, true);
    },
    async removeParticipant(room, identity) {
      await rooms.removeParticipant(room, identity).catch(() => undefined);
    },
  };
}

/** LiveKit cannot be reached, or cannot take the call. */
export function unavailable(cause: unknown): RoomError {
  return new RoomError('unavailable', 'The media server cannot be reached. Try again.', { cause });
}

interface Answer {
  readonly status: number;
  readonly said: string;
}

async function ask(url: string, request: RequestInit): Promise<Answer> {
  try {
    const answer = await fetch(url, request);
    return { status: answer.status, said: await answer.text() };
  } catch (cause) {
    if (!(cause instanceof Error && cause.name === 'TimeoutError')) throw unavailable(cause);
    throw unavailable(
      new Error(
        `LiveKit did not answer an offer within ${REQUEST_SECONDS} s. Set rtc.node_ip in its configuration: with neither that nor use_external_ip LiveKit asks STUN servers on the internet before each answer.`,
        { cause },
      ),
    );
  }
}

export function toHttp(url: string): string {
  return url.replace(/^ws/i, 'http').replace(/\/+$/, '');
}

export function toWebSocket(url: string): string {
  return url.replace(/^http/i, 'ws').replace(/\/+$/, '');
}
