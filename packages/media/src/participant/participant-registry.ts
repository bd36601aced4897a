import type { RoomEvent, WireParticipant } from '@kindling/protocol/room';
import { assignDownTracks } from './assign-down-tracks.ts';
import { describeParticipant } from './describe-participant.ts';
import type { ParticipantSession } from './participant-session.ts';
import {
  type AgentSession,
  isVisibleTo,
  type PlayerSession,
  type RoomParticipant,
} from './room-participant.ts';

/** The participants of a room. Keeps each of them informed about the others. */
export interface ParticipantRegistry {
  /** By participant key. */
  readonly sessions: ReadonlyMap<string, ParticipantSession>;
  /** By session id. */
  readonly agents: ReadonlyMap<string, AgentSession>;
  /** Without those in the lobby. */
  readonly count: number;
  addSession(session: ParticipantSession): void;
  /** False when it had been removed before. */
  removeSession(session: ParticipantSession, reason: string): boolean;
  addAgent(agent: AgentSession): void;
  addPlayer(player: PlayerSession): void;
  /** Nobody is to know this one any more, who is not here. */
  forget(sessionId: string, reason: string): void;
  /** Removes an agent or a player. */
  remove(sessionId: string): void;
  isIn(session: ParticipantSession): boolean;
  /** Agents and players. */
  serverParticipants(): (AgentSession | PlayerSession)[];
  findSession(sessionId: string): ParticipantSession | undefined;
  find(sessionId: string): RoomParticipant | undefined;
  /** A participant that the reader can see. */
  findVisible(sessionId: string, reader: RoomParticipant): RoomParticipant | undefined;
  describeTo(reader: ParticipantSession): WireParticipant[];
  /** Like `describeTo`, and counts the descriptions as sent. */
  introduceTo(reader: ParticipantSession): WireParticipant[];
  /** Assigns down tracks and sends what changed of one participant, or of all. */
  sync(sessionId?: string): void;
  /** The same for one reader, whose subscriptions or permissions changed. */
  syncReader(reader: ParticipantSession): void;
  /** Sends every description again. */
  resendAll(reader: ParticipantSession): void;
  /** To everyone with full access. */
  broadcast(event: RoomEvent, except?: ParticipantSession): void;
  /** The participants that receive the voice of an agent. */
  listenersOf(agent: AgentSession): ParticipantSession[];
}

export function createParticipantRegistry(): ParticipantRegistry {
  const store = createParticipantStore();
  const { sessions, agents, all, find, findVisible } = store;

  const assign = (reader: ParticipantSession) => assignDownTracks(reader, { agents, findVisible });

  const syncReader = (reader: ParticipantSession): void => {
    assign(reader);
    for (const one of all()) if (one !== reader) sendDescription(reader, one);
  };

  const sync = (sessionId?: string): void => {
    const changed = sessionId === undefined ? undefined : find(sessionId);
    for (const reader of sessions.values()) {
      const moved = assign(reader);
      for (const one of changed === undefined ? all() : [changed])
        if (one !== reader) sendDescription(reader, one);
      for (const id of moved) {
        const one = id === sessionId ? undefined : find(id);
        if (one !== undefined) sendDescription(reader, one);
      }
    }
  };

  const forget = (sessionId: string, reason: string): void => {
    for (const reader of sessions.values()) {
      reader.subscriptions.forget(sessionId);
      if (reader.sentDescriptions.delete(sessionId))
        reader.send({ type: 'participant-left', sessionId, reason });
    }
    for (const reader of sessions.values())
      for (const id of assign(reader)) {
        const one = find(id);
        if (one !== undefined) sendDescription(reader, one);
      }
  };

  const describeTo = (reader: ParticipantSession): WireParticipant[] =>
    all()
      .filter((one) => isVisibleTo(one, reader))
      .map((one) => describeParticipant(one, reader));

  return {
    sessions,
    agents,
    get count() {
      const inside = [...sessions.values()].filter(({ level }) => level === 'full').length;
      return inside + store.serverParticipants().length;
    },
    addSession: store.addSession,
    removeSession(session, reason) {
      const removed = store.deleteSession(session);
      if (removed) forget(session.sessionId, reason);
      return removed;
    },
    addAgent: store.addAgent,
    addPlayer: store.addPlayer,
    forget,
    remove(sessionId) {
      if (store.deleteServerParticipant(sessionId)) forget(sessionId, 'left');
    },
    isIn: (session) => sessions.get(session.key) === session,
    serverParticipants: store.serverParticipants,
    findSession: store.findSession,
    find,
    findVisible,
    describeTo,
    introduceTo(reader) {
      assign(reader);
      const participants = describeTo(reader);
      for (const one of participants)
        reader.sentDescriptions.set(one.sessionId, JSON.stringify(one));
      return participants;
    },
    sync,
    syncReader,
    resendAll(reader) {
      for (const sessionId of reader.sentDescriptions.keys())
        reader.sentDescriptions.set(sessionId, '');
      syncReader(reader);
    },
    broadcast(event, except) {
      for (const session of sessions.values())
        if (session !== except && session.level === 'full') session.send(event);
    },
    listenersOf(agent) {
      const publication = agent.publications.get('audio');
      if (publication === undefined) return [];
      return [...sessions.values()].filter(({ downTracks }) =>
        downTracks.carries(agent.sessionId, publication),
      );
    },
  };
}

/** The participants of a room, by key and by session id. */
function createParticipantStore() {
  const sessions = new Map<string, ParticipantSession>();
  const sessionsById = new Map<string, ParticipantSession>();
  const agents = new Map<string, AgentSession>();
  const players = new Map<string, PlayerSession>();

  const all = (): RoomParticipant[] => [
    ...agents.values(),
    ...players.values(),
    ...sessions.values(),
  ];
  const find = (sessionId: string): RoomParticipant | undefined =>
    sessionsById.get(sessionId) ?? agents.get(sessionId) ?? players.get(sessionId);

  const findVisible = (sessionId: string, reader: RoomParticipant): RoomParticipant | undefined => {
    const found = find(sessionId);
    return found !== undefined && isVisibleTo(found, reader) ? found : undefined;
  };

  return {
    sessions,
    agents,
    all,
    find,
    findVisible,
    findSession: (sessionId: string) => sessionsById.get(sessionId),
    serverParticipants: () => [...agents.values(), ...players.values()],
    addSession(session: ParticipantSession): void {
      sessions.set(session.key, session);
      sessionsById.set(session.sessionId, session);
    },
    deleteSession(session: ParticipantSession): boolean {
      if (!sessions.delete(session.key)) return false;
      return sessionsById.delete(session.sessionId);
    },
    addAgent: (agent: AgentSession) => void agents.set(agent.sessionId, agent),
    addPlayer: (player: PlayerSession) => void players.set(player.sessionId, player),
    deleteServerParticipant: (sessionId: string) =>
      agents.delete(sessionId) || players.delete(sessionId),
  };
}

/** Sends how a participant looks to the reader, if that differs from what was sent last. */
function sendDescription(reader: ParticipantSession, one: RoomParticipant): void {
  const { sessionId } = one;
  const sent = reader.sentDescriptions.get(sessionId);
  if (!isVisibleTo(one, reader)) {
    if (reader.sentDescriptions.delete(sessionId))
      reader.send({ type: 'participant-left', sessionId, reason: 'hidden' });
    return;
  }
  const participant = describeParticipant(one, reader);
  const text = JSON.stringify(participant);
  if (text === sent) return;
  reader.sentDescriptions.set(sessionId, text);
  const type = sent === undefined ? 'participant-joined' : 'participant-updated';
  reader.send({ type, participant });
}
