import type { RoomEvent, WireParticipant } from '@kindling/protocol/room';
import type { WantedTrack, WantedVoice } from '../downlink/down-tracks.ts';
import type { AgentSession } from '../server-participants/agent-session.ts';
import type { PlayerSession } from '../server-participants/player-session.ts';
import { describeParticipant } from './describe-participant.ts';
import type { ParticipantSession } from './participant-session.ts';
import { mayReceive } from './permissions.ts';
import { isVisibleTo, type RoomParticipant } from './room-participant.ts';

/** Who is in a room, what each receives of the others, and what each was told of them. */
export interface ParticipantRegistry {
  /** By participant key. */
  readonly sessions: ReadonlyMap<string, ParticipantSession>;
  readonly agents: ReadonlyMap<string, AgentSession>;
  /** Who waits in the lobby is not counted. */
  readonly count: number;
  addSession(session: ParticipantSession): void;
  /** False when the seat was not there any more. */
  removeSession(session: ParticipantSession, reason: string): boolean;
  addAgent(agent: AgentSession): void;
  addPlayer(source: PlayerSession): void;
  /** Of an agent or a source. */
  remove(sessionId: string): void;
  isIn(session: ParticipantSession): boolean;
  /** Agents and sources. */
  others(): (AgentSession | PlayerSession)[];
  findSession(sessionId: string): ParticipantSession | undefined;
  find(sessionId: string): RoomParticipant | undefined;
  /** Somebody the reader knows of. */
  findVisible(sessionId: string, reader: RoomParticipant): RoomParticipant | undefined;
  describeTo(reader: ParticipantSession): WireParticipant[];
  /** The same, noted as told. */
  introduceTo(reader: ParticipantSession): WireParticipant[];
  /** Puts tracks on lines and tells everybody what is new to them: of `sessionId`, or of all. */
  sync(sessionId?: string): void;
  /** The same for one reader, whose wishes changed. */
  syncReader(reader: ParticipantSession): void;
  /** Tells a reader of everybody again. */
  retell(reader: ParticipantSession): void;
  /** To everybody who is let in. */
  broadcast(event: RoomEvent, except?: ParticipantSession): void;
  /** Those to whom the voice of this agent is sent. */
  listenersOf(agent: AgentSession): ParticipantSession[];
}

export function createParticipantRegistry(): ParticipantRegistry {
  const sessions = new Map<string, ParticipantSession>();
  const agents = new Map<string, AgentSession>();
  const players = new Map<string, PlayerSession>();
  const bySession = new Map<string, ParticipantSession>();

  const everybody = (): RoomParticipant[] => [
    ...agents.values(),
    ...players.values(),
    ...sessions.values(),
  ];
  const find = (sessionId: string): RoomParticipant | undefined =>
    bySession.get(sessionId) ?? agents.get(sessionId) ?? players.get(sessionId);

  const findVisible = (sessionId: string, reader: RoomParticipant): RoomParticipant | undefined => {
    const found = find(sessionId);
    return found !== undefined && isVisibleTo(found, reader) ? found : undefined;
  };

  /** The first agent asked for speaks on the microphone's line; it is kept for the first there is. */
  const voiceOf = (reader: ParticipantSession): WantedVoice | null => {
    if (reader.level !== 'full') return null;
    const wants = (sessionId: string) => reader.subscriptions.wants(sessionId, 'audio');
    const heard = [...reader.subscriptions.sessionIds].find((id) => agents.has(id) && wants(id));
    const agent = agents.get(heard ?? '') ?? agents.values().next().value;
    const publication = agent?.publications.get('audio');
    if (agent === undefined || publication === undefined) return null;
    const { sessionId } = agent;
    return { sessionId, publication, subscribed: heard === sessionId };
  };

  const assign = (reader: ParticipantSession): ReadonlySet<string> => {
    const voice = voiceOf(reader);
    const hasVoiceLine = reader.downTracks.receivesVoice;
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
    return reader.downTracks.assign(wanted, hasVoiceLine ? voice : null);
  };

  const tell = (reader: ParticipantSession, one: RoomParticipant): void => {
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

  const syncReader = (reader: ParticipantSession): void => {
    assign(reader);
    for (const one of everybody()) if (one !== reader) tell(reader, one);
  };

  const sync = (sessionId?: string): void => {
    const changed = sessionId === undefined ? undefined : find(sessionId);
    for (const reader of sessions.values()) {
      const downTracks = assign(reader);
      for (const one of changed === undefined ? everybody() : [changed])
        if (one !== reader) tell(reader, one);
      for (const id of downTracks) {
        const one = id === sessionId ? undefined : find(id);
        if (one !== undefined) tell(reader, one);
      }
    }
  };

  const forget = (sessionId: string, reason: string): void => {
    for (const reader of sessions.values()) {
      reader.subscriptions.forget(sessionId);
      if (reader.told.delete(sessionId))
        reader.send({ type: 'participant-left', sessionId, reason });
    }
    for (const reader of sessions.values())
      for (const id of assign(reader)) {
        const one = find(id);
        if (one !== undefined) tell(reader, one);
      }
  };

  const describeTo = (reader: ParticipantSession): WireParticipant[] =>
    everybody()
      .filter((one) => isVisibleTo(one, reader))
      .map((one) => describeParticipant(one, reader));

  return {
    sessions,
    agents,
    get count() {
      const inside = [...sessions.values()].filter(({ level }) => level === 'full').length;
      return inside + agents.size + players.size;
    },
    addSession(session) {
      sessions.set(session.key, session);
      bySession.set(session.sessionId, session);
    },
    removeSession(session, reason) {
      if (!sessions.delete(session.key)) return false;
      bySession.delete(session.sessionId);
      forget(session.sessionId, reason);
      return true;
    },
    addAgent: (agent) => void agents.set(agent.sessionId, agent),
    addPlayer: (source) => void players.set(source.sessionId, source),
    remove(sessionId) {
      const removed = agents.delete(sessionId) || players.delete(sessionId);
      if (removed) forget(sessionId, 'left');
    },
    isIn: (session) => sessions.get(session.key) === session,
    others: () => [...agents.values(), ...players.values()],
    findSession: (sessionId) => bySession.get(sessionId),
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
      for (const session of sessions.values())
        if (session !== except && session.level === 'full') session.send(event);
    },
    listenersOf(agent) {
      const publication = agent.publications.get('audio');
      if (publication === undefined) return [];
      return [...sessions.values()].filter((session) =>
        session.downTracks.carries(agent.sessionId, publication),
      );
    },
  };
}
