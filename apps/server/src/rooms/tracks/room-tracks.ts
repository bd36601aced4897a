import type { Room } from '@kindling/media';

/** A track that a participant is currently sending. */
export interface RoomTrack {
  readonly sessionId: string;
  readonly userName: string;
  readonly name: string;
  readonly media: 'audio' | 'video';
}

/** Everything that is on, of people with full access, agents and sources alike. */
export function listTracks(room: Room): RoomTrack[] {
  const people = room.members().filter((member) => member.level === 'full');
  const ids = new Set(room.members().map((member) => member.sessionId));
  const tracks = people.flatMap(({ sessionId, userName, tracks: own }) =>
    [...own]
      .filter(([, track]) => track.on)
      .map(([name, { media }]) => ({ sessionId, userName, name, media })),
  );
  const [first] = people;
  if (first === undefined) return tracks;
  // Agents and sources are no members: they are in what any member sees.
  for (const { sessionId, userName, tracks: own } of room.describeTo(first.sessionId)) {
    if (ids.has(sessionId)) continue;
    for (const [name, { media, state }] of Object.entries(own)) {
      if (state !== 'off' && state !== 'blocked') tracks.push({ sessionId, userName, name, media });
    }
  }
  return tracks;
}
