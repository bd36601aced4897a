import type { RoomEvent, WireParticipant } from '@kindling/protocol/room';
import type { WantedTrack, WantedVoice } from '../downlink/outgoing-lines.ts';
import type { AgentSeat } from '../server-participants/agent-seat.ts';
import type { SourceSeat } from '../server-participants/source-seat.ts';
import { describeParticipant } from './describe-participant.ts';
import { mayReceive } from './permissions.ts';
import { isVisibleTo, type Present } from './present.ts';
import type { Seat } from './seat.ts';

/** Who is in a room, what each receives of the others, and what each was told of them. */
export interface Members {
  /** By participant key. */
  readonly seats: ReadonlyMap<string, Seat>;
  readonly agents: ReadonlyMap<string, AgentSeat>;
  /** Who waits in the lobby is not counted. */
  readonly count: number;
  addSeat(seat: Seat): void;
  /** False when the seat was not there any more. */
  removeSeat(seat: Seat, reason: string): boolean;
  addAgent(agent: AgentSeat): void;
  addSource(source: SourceSeat): void;
  /** Of an agent or a source. */
  remove(sessionId: string): void;
  isIn(seat: Seat): boolean;
  /** Agents and sources. */
  others(): (AgentSeat | SourceSeat)[];
  findSeat(sessionId: string): Seat | undefined;
  find(sessionId: string): Present | undefined;
  /** Somebody the reader knows of. */
  findVisible(sessionId: string, reader: Present): Present | undefined;
  describeTo(reader: Seat): WireParticipant[];
  /** The same, noted as told. */
  introduceTo(reader: Seat): WireParticipant[];
  /** Puts tracks on lines and tells everybody what is new to them: of `sessionId`, or of all. */
  sync(sessionId?: string): void;
  /** The same for one reader, whose wishes changed. */
  syncReader(reader: Seat): void;
  /** Tells a reader of everybody again. */
  retell(reader: Seat): void;
  /** To everybody who is let in. */
  broadcast(event: RoomEvent, except?: Seat): void;
  /** Those to whom the voice of this agent is sent. */
  listenersOf(agent: AgentSeat): Seat[];
}

export function createMembers(): Members {
  const seats = new Map<string, Seat>();
  const agents = new Map<string, AgentSeat>();
  const sources = new Map<string, SourceSeat>();
  const bySession = new Map<string, Seat>();

  const everybody = (): Present[] => [...agents.values(), ...sources.values(), ...seats.values()];
  const find = (sessionId: string): Present | undefined =>
    bySession.get(sessionId) ?? agents.get(sessionId) ?? sources.get(sessionId);

  const findVisible = (sessionId: string, reader: Present): Present | undefined => {
    const found = find(sessionId);
    return found !== undefined && isVisibleTo(found, reader) ? found : undefined;
  };

  /** The first agent asked for speaks on the microphone's line; it is kept for the first there is. */
  const voiceOf = (reader: Seat): WantedVoice | null => {
    if (reader.level !== 'full') return null;
    const wants = (sessionId: string) => reader.subscriptions.wants(sessionId, 'audio');
    const heard = [...reader.subscriptions.sessionIds].find((id) => agents.has(id) && wants(id));
    const agent = agents.get(heard ?? '') ?? agents.values().next().value;
    const publication = agent?.publications.get('audio');
    if (agent === undefined || publication === undefined) return null;
    const { sessionId } = agent;
    return { sessionId, publication, subscribed: heard === sessionId };
  };

  const assign = (reader: Seat): ReadonlySet<string> => {
    const voice = voiceOf(reader);
    const hasVoiceLine = reader.lines.receivesVoice;
    const wanted: WantedTrack[] = [];
    for (const sessionId of reader.subscriptions.sessionIds) {
      const one = findVisible(sessionId, reader);
      if (one === undefined) continue;
      for (const publication of one.publications.values()) {
        if (!reader.subscriptions.wants(sessionId, publication.name)) continue;
        if (!mayReceive(reader.permissions, one, publication)) continue;
        if (hasVoiceLine && publication === voice?.publication) continue;
        const layer = reader.subscriptions.layerOf(sessionId, publication.name);
        wanted.push({ sessionId, publication, layer });
      }
    }
    return reader.lines.assign(wanted, hasVoiceLine ? voice : null);
  };

  const tell = (reader: Seat, one: Present): void => {
    const former = reader.told.get(one.sessionId);
    const visible = isVisibleTo(one, reader);
    if (!visible) {
      if (reader.told.delete(one.sessionId))
        reader.send({ type: 'participant-left', sessionId: one.sessionId, reason: 'hidden' });
      return;
    }
    const participant = describeParticipant(one, reader);
    const text = JSON.stringify(participant);
    if (text === former) return;
    reader.told.set(one.sessionId, text);
    const type = former === undefined ? 'participant-joined' : 'participant-updated';
    reader.send({ type, participant });
  };

  const syncReader = (reader: Seat): void => {
    assign(reader);
    for (const one of everybody()) if (one !== reader) tell(reader, one);
  };

  const sync = (sessionId?: string): void => {
    const changed = sessionId === undefined ? undefined : find(sessionId);
    for (const reader of seats.values()) {
      const lines = assign(reader);
      for (const one of changed === undefined ? everybody() : [changed])
        if (one !== reader) tell(reader, one);
      for (const id of lines) {
        const one = id === sessionId ? undefined : find(id);
        if (one !== undefined) tell(reader, one);
      }
    }
  };

  const forget = (sessionId: string, reason: string): void => {
    for (const reader of seats.values()) {
      reader.subscriptions.forget(sessionId);
      if (reader.told.delete(sessionId))
        reader.send({ type: 'participant-left', sessionId, reason });
    }
    for (const reader of seats.values())
      for (const id of assign(reader)) {
        const one = find(id);
        if (one !== undefined) tell(reader, one);
      }
  };

  const describeTo = (reader: Seat): WireParticipant[] =>
    everybody()
      .filter((one) => isVisibleTo(one, reader))
      .map((one) => describeParticipant(one, reader));

  return {
    seats,
    agents,
    get count() {
      const inside = [...seats.values()].filter(({ level }) => level === 'full').length;
      return inside + agents.size + sources.size;
    },
    addSeat(seat) {
      seats.set(seat.key, seat);
      bySession.set(seat.sessionId, seat);
    },
    removeSeat(seat, reason) {
      if (!seats.delete(seat.key)) return false;
      bySession.delete(seat.sessionId);
      forget(seat.sessionId, reason);
      return true;
    },
    addAgent: (agent) => void agents.set(agent.sessionId, agent),
    addSource: (source) => void sources.set(source.sessionId, source),
    remove(sessionId) {
      const removed = agents.delete(sessionId) || sources.delete(sessionId);
      if (removed) forget(sessionId, 'left');
    },
    isIn: (seat) => seats.get(seat.key) === seat,
    others: () => [...agents.values(), ...sources.values()],
    findSeat: (sessionId) => bySession.get(sessionId),
    find,
    findVisible,
    describeTo,
    introduceTo(reader) {
      assign(reader);
      const participants = describeTo(reader);
      for (const one of participants) reader.told.set(one.sessionId, JSON.stringify(one));
      return participants;
    },
    sync,
    syncReader,
    retell(reader) {
      for (const sessionId of reader.told.keys()) reader.told.set(sessionId, '');
      syncReader(reader);
    },
    broadcast(event, except) {
      for (const seat of seats.values())
        if (seat !== except && seat.level === 'full') seat.send(event);
    },
    listenersOf(agent) {
      const publication = agent.publications.get('audio');
      if (publication === undefined) return [];
      return [...seats.values()].filter((seat) => seat.lines.carries(agent.sessionId, publication));
    },
  };
}
