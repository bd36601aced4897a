import {
  type RemoteParticipant,
  type RemoteTrackPublication,
  type Room,
  RoomEvent,
  type VideoQuality,
} from 'livekit-client';

interface Wanted {
  readonly sessionId: string;
  readonly name: string;
  /** Null: the best that fits. */
  readonly layer: VideoQuality | null;
}

const BEST_LAYER: VideoQuality = 2;

/** Subscribes to what the room lets this page receive, and to nothing else. */
export class ReceivedTracks {
  readonly #room: Room;
  #wanted: readonly Wanted[] = [];
  /** What was asked for last, of each publication. */
  readonly #asked = new WeakMap<RemoteTrackPublication, boolean>();

  constructor(room: Room, onChanged: () => void) {
    this.#room = room;
    room
      .on(RoomEvent.TrackPublished, (publication, participant) =>
        this.#subscribe(participant, publication),
      )
      .on(RoomEvent.TrackSubscribed, (_, publication, participant) => {
        this.#chooseLayer(participant, publication);
        onChanged();
      })
      .on(RoomEvent.TrackUnsubscribed, onChanged);
  }

  receive(mids: readonly string[]): void {
    this.#wanted = mids.map(readMid);
    this.refresh();
  }

  /** Also after the client came back, which knows nothing of it then. */
  refresh(): void {
    for (const participant of this.#room.remoteParticipants.values())
      for (const publication of participant.trackPublications.values())
        this.#subscribe(participant, publication);
  }

  find(mid: string): MediaStreamTrack | undefined {
    const { sessionId, name } = readMid(mid);
    const arrived = [...this.#room.remoteParticipants.values()]
      .filter(({ identity }) => sessionOf(identity) === sessionId)
      // Of someone who has just connected anew the newest connection counts.
      .sort((a, b) => Number(b.joinedAt ?? 0) - Number(a.joinedAt ?? 0))
      .flatMap(({ trackPublications }) => [...trackPublications.values()])
      .filter(({ trackName, track }) => trackName === name && track !== undefined);
    return arrived[0]?.track?.mediaStreamTrack;
  }

  async getStats(): Promise<RTCStatsReport[]> {
    const publications = [...this.#room.remoteParticipants.values()].flatMap(
      ({ trackPublications }) => [...trackPublications.values()],
    );
    const reports = publications.map(({ track }) => track?.getRTCStatsReport());
    return (await Promise.all(reports)).filter((report) => report !== undefined);
  }

  #subscribe(participant: RemoteParticipant, publication: RemoteTrackPublication): void {
    const wanted = this.#wantedOf(participant, publication) !== undefined;
    if ((this.#asked.get(publication) ?? false) !== wanted) {
      this.#asked.set(publication, wanted);
      publication.setSubscribed(wanted);
    }
    this.#chooseLayer(participant, publication);
  }

  #chooseLayer(participant: RemoteParticipant, publication: RemoteTrackPublication): void {
    const wanted = this.#wantedOf(participant, publication);
    if (wanted === undefined || publication.kind !== 'video' || !publication.isSubscribed) return;
    publication.setVideoQuality(wanted.layer ?? BEST_LAYER);
  }

  #wantedOf({ identity }: RemoteParticipant, { trackName }: RemoteTrackPublication) {
    const sessionId = sessionOf(identity);
    return this.#wanted.find((one) => one.sessionId === sessionId && one.name === trackName);
  }
}

/** Each connection of a session is a participant of LiveKit. */
function sessionOf(identity: string): string {
  return identity.split(':')[0] ?? '';
}

/** See the protocol's `room.ts`. */
function readMid(mid: string): Wanted {
  const [sessionId = '', layer = '', ...name] = mid.split(' ');
  return { sessionId, name: name.join(' '), layer: layer === '*' ? null : Number(layer) };
}
