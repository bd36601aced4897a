import type { WireParticipant, WireTrack } from '@kindling/protocol/room';
import type { AgentSeat } from './agent-seat.ts';
import type { Seat } from './seat.ts';

/** An agent as `reader` sees it; the reader's own m-line carries its voice. */
export function describeAgent(agent: AgentSeat, reader: Seat, mid: string | null): WireParticipant {
  return {
    sessionId: agent.sessionId,
    userName: agent.userName,
    owner: true,
    joinedAt: agent.joinedAt,
    tracks: { audio: describeTrack(true, reader.subscriptions.has(agent.sessionId), mid) },
  };
}

/** A person as `reader` sees them. Their audio goes to agents; no m-line carries it to people. */
export function describePerson(seat: Seat, reader: Seat): WireParticipant {
  return {
    sessionId: seat.sessionId,
    userName: seat.userName,
    ...(seat.userData === undefined ? {} : { userData: seat.userData }),
    owner: false,
    joinedAt: seat.joinedAt,
    tracks: {
      audio: describeTrack(seat.audioOn, reader.subscriptions.has(seat.sessionId), null),
    },
  };
}

function describeTrack(on: boolean, subscribed: boolean, mid: string | null): WireTrack {
  if (!on) return { state: 'off', subscribed, mid };
  return { state: subscribed && mid !== null ? 'playable' : 'sendable', subscribed, mid };
}
