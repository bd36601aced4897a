import type { PeerParticipant } from '@kindling/media/rooms';
import type { Clock } from '@kindling/protocol/clock';
import type { LivekitApi, MemberGrants } from '../api/livekit-api.ts';
import type { RoomLinkEvents } from '../rtc/room-link.ts';
import { grantsInToken, grantsOf } from './member-grants.ts';

/** How long those who come back from the room before have for it, ms: after that a page would listen unseen. */
const LEFTOVER_TIMEOUT = 60_000;

export interface MemberAccessOptions {
  readonly room: string;
  readonly clock: Clock;
  /** Session ids of those who come back from the room before: they are heard until they do. */
  readonly returning: ReadonlySet<string>;
  readonly api: Pick<LivekitApi, 'updateMember' | 'muteTrack' | 'removeParticipant'>;
  readonly onFault: (stage: string, error: unknown) => void;
}

/** Holds LiveKit to what participants may do, by the connections that they have. */
export interface MemberAccess
  extends Pick<RoomLinkEvents, 'onPresent' | 'onArrived' | 'onPublished'> {
  /** A participant is about to connect under this identity; answers what their token grants. */
  expect(identity: string, participant: PeerParticipant): MemberGrants;
  forget(identity: string): void;
  /** Level or permissions of this participant changed. */
  refresh(sessionId: string): void;
  /** LiveKit passes these tracks on no more. */
  mute(sessionId: string, tracks: readonly string[]): void;
  close(): void;
}

interface Member {
  readonly participant: PeerParticipant;
  /** Ids by track name. */
  readonly tracks: Map<string, string>;
  /** Whether LiveKit knows them. */
  present: boolean;
  /** The last grants that LiveKit was given, as JSON. */
  granted: string;
  updating: boolean;
}

export function createMemberAccess(options: MemberAccessOptions): MemberAccess {
  const { room, api, onFault } = options;
  const members = new Map<string, Member>();
  const cancels: (() => void)[] = [];

  /** Until LiveKit has the newest: they may change while it is asked. */
  const update = async (identity: string, member: Member): Promise<void> => {
    if (member.updating || !member.present) return;
    member.updating = true;
    try {
      for (;;) {
        const grants = grantsOf(member.participant);
        const wanted = JSON.stringify(grants);
        if (wanted === member.granted || members.get(identity) !== member) return;
        await api.updateMember(room, identity, grants);
        member.granted = wanted;
      }
    } catch (error) {
      if (members.get(identity) !== member) return;
      onFault('livekit-permissions', error);
      // Better out than in with more than they may do.
      await api.removeParticipant(room, identity);
    } finally {
      member.updating = false;
    }
  };

  const ofSession = (sessionId: string) =>
    [...members].filter(([, { participant }]) => participant.sessionId === sessionId);

  return {
    expect(identity, participant) {
      const grants = grantsInToken(grantsOf(participant));
      members.set(identity, {
        ...{ participant, tracks: new Map(), granted: JSON.stringify(grants) },
        ...{ present: false, updating: false },
      });
      return grants;
    },
    forget: (identity) => void members.delete(identity),
    onPresent(identity) {
      const removeStranger = () => {
        if (!members.has(identity)) void api.removeParticipant(room, identity);
      };
      const [sessionId = ''] = identity.split(':');
      if (options.returning.has(sessionId))
        cancels.push(options.clock.schedule(LEFTOVER_TIMEOUT, removeStranger));
      else removeStranger();
    },
    onArrived(identity) {
      const member = members.get(identity);
      if (member !== undefined) {
        member.present = true;
        void update(identity, member);
        // Tokens outlive sessions: who was removed must not come back by theirs.
      } else void api.removeParticipant(room, identity);
    },
    onPublished: (identity, { name, sid }) => void members.get(identity)?.tracks.set(name, sid),
    refresh(sessionId) {
      for (const [identity, member] of ofSession(sessionId)) void update(identity, member);
    },
    mute(sessionId, tracks) {
      for (const [identity, member] of ofSession(sessionId))
        for (const name of tracks) {
          const sid = member.tracks.get(name);
          if (sid === undefined) continue;
          api.muteTrack(room, identity, sid).catch((error: unknown) => {
            if (members.get(identity) === member) onFault('livekit-mute', error);
          });
        }
    },
    close() {
      for (const cancel of cancels.splice(0)) cancel();
    },
  };
}
