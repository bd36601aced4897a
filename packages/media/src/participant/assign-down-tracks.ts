import type { WantedTrack, WantedVoice } from '../downlink/down-tracks.ts';
import type { ParticipantSession } from './participant-session.ts';
import { mayReceive } from './permissions.ts';
import type { AgentSession, RoomParticipant } from './room-participant.ts';

/** The participants that a reader's subscriptions are resolved against. */
export interface SubscribableParticipants {
  readonly agents: ReadonlyMap<string, AgentSession>;
  findVisible(sessionId: string, reader: RoomParticipant): RoomParticipant | undefined;
}

/**
 * Puts the tracks that a reader subscribed to, and may receive, on their down tracks. Returns the
 * session ids of participants whose tracks come on other m-lines than before.
 */
export function assignDownTracks(
  reader: ParticipantSession,
  participants: SubscribableParticipants,
): ReadonlySet<string> {
  const { subscriptions, downTracks } = reader;
  const voice = downTracks.receivesVoice ? findVoice(reader, participants) : null;
  const wanted: WantedTrack[] = [];
  for (const sessionId of subscriptions.sessionIds) {
    const participant = participants.findVisible(sessionId, reader);
    if (participant === undefined) continue;
    for (const publication of participant.publications.values()) {
      if (publication === voice?.publication) continue;
      if (!subscriptions.wants(sessionId, publication.name)) continue;
      if (!mayReceive(reader.permissions, participant, publication)) continue;
      const layer = subscriptions.layerOf(sessionId, publication.name);
      wanted.push({ sessionId, publication, layer });
    }
  }
  return downTracks.assign(wanted, voice);
}

/**
 * The microphone's m-line carries the first agent that the reader subscribed to. Until then it is
 * reserved for the first agent in the room.
 */
function findVoice(
  reader: ParticipantSession,
  { agents }: SubscribableParticipants,
): WantedVoice | null {
  if (reader.level !== 'full') return null;
  const { subscriptions } = reader;
  const subscribed = [...subscriptions.sessionIds].find(
    (sessionId) => agents.has(sessionId) && subscriptions.wants(sessionId, 'audio'),
  );
  const agent = agents.get(subscribed ?? '') ?? agents.values().next().value;
  const publication = agent?.publications.get('audio');
  if (agent === undefined || publication === undefined) return null;
  const { sessionId } = agent;
  return { sessionId, publication, subscribed: subscribed === sessionId };
}
