import type { RoomEvent, WireParticipant } from '@kindling/protocol/room';
import type { AgentSeat } from './agent-seat.ts';
import { describeAgent, describePerson } from './describe-participant.ts';
import type { Seat } from './seat.ts';

/** Who is in a room, and who hears whom. */
export interface Members {
  /** By participant key. */
  readonly seats: ReadonlyMap<string, Seat>;
  readonly agents: ReadonlyMap<string, AgentSeat>;
  addSeat(seat: Seat): void;
  /** False when the seat was not there any more. */
  removeSeat(seat: Seat, reason: string): boolean;
  addAgent(agent: AgentSeat): void;
  removeAgent(agent: AgentSeat): boolean;
  findSeat(sessionId: string): Seat | undefined;
  has(sessionId: string): boolean;
  /** Everybody but `reader`, as they see them. */
  describeTo(reader: Seat): WireParticipant[];
  describe(sessionId: string, reader: Seat): WireParticipant | null;
  announce(type: 'participant-joined' | 'participant-updated', sessionId: string): void;
  broadcast(event: RoomEvent, except?: Seat): void;
  /** Those to whom the voice of this agent is sent. */
  listenersOf(agentId: string): Seat[];
}

export function createMembers(): Members {
  const seats = new Map<string, Seat>();
  const agents = new Map<string, AgentSeat>();

  const findSeat = (sessionId: string): Seat | undefined =>
    [...seats.values()].find((seat) => seat.sessionId === sessionId);

  /** A person has one m-line for audio so far: the first agent they asked for speaks on it. */
  const voiceOf = (reader: Seat): string | undefined =>
    [...reader.subscriptions].find((sessionId) => agents.has(sessionId));

  const midOf = (agentId: string, reader: Seat): string | null => {
    const heard = voiceOf(reader) ?? agents.keys().next().value;
    return heard === agentId ? reader.audioMid : null;
  };

  const describe = (sessionId: string, reader: Seat): WireParticipant | null => {
    const agent = agents.get(sessionId);
    if (agent !== undefined) return describeAgent(agent, reader, midOf(sessionId, reader));
    const seat = findSeat(sessionId);
    return seat === undefined ? null : describePerson(seat, reader);
  };

  const broadcast = (event: RoomEvent, except?: Seat): void => {
    for (const seat of seats.values()) if (seat !== except) seat.send(event);
  };

  return {
    seats,
    agents,
    addSeat: (seat) => void seats.set(seat.key, seat),
    removeSeat(seat, reason) {
      if (!seats.delete(seat.key)) return false;
      for (const other of seats.values()) other.subscriptions.delete(seat.sessionId);
      broadcast({ type: 'participant-left', sessionId: seat.sessionId, reason });
      return true;
    },
    addAgent: (agent) => void agents.set(agent.sessionId, agent),
    removeAgent(agent) {
      if (!agents.delete(agent.sessionId)) return false;
      for (const seat of seats.values()) seat.subscriptions.delete(agent.sessionId);
      broadcast({ type: 'participant-left', sessionId: agent.sessionId, reason: 'left' });
      return true;
    },
    findSeat,
    has: (sessionId) => agents.has(sessionId) || findSeat(sessionId) !== undefined,
    describeTo(reader) {
      const ids = [...agents.keys(), ...[...seats.values()].map((seat) => seat.sessionId)];
      const others = ids.filter((sessionId) => sessionId !== reader.sessionId);
      return others.map((id) => describe(id, reader)).filter((found) => found !== null);
    },
    describe,
    announce(type, sessionId) {
      for (const seat of seats.values()) {
        const participant = seat.sessionId === sessionId ? null : describe(sessionId, seat);
        if (participant !== null) seat.send({ type, participant });
      }
    },
    broadcast,
    listenersOf: (agentId) =>
      [...seats.values()].filter((seat) => seat.audioMid !== null && voiceOf(seat) === agentId),
  };
}
