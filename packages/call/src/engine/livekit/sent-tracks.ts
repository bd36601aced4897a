import type { SentTrack } from '@kindling/protocol/room';
import type { LocalParticipant, LocalTrackPublication } from 'livekit-client';
import { ParticipantEvent, PublishTrackError } from 'livekit-client';
import type { OutgoingTrack } from '../port.ts';
import { encodeAs, publishAs } from './publish-options.ts';

/** Status of the client's error for a track that LiveKit does not allow. */
const FORBIDDEN = 403;

const NO_MICROPHONE: OutgoingTrack = { name: 'audio', media: 'audio', track: null, on: false };

/** Publishes what is to be sent; of each track one change after the other. */
export class SentTracks {
  readonly #participant: LocalParticipant;
  readonly #wanted = new Map<string, OutgoingTrack>();
  readonly #agreed = new Set<string>(['audio']);
  /** How each was encoded last. */
  readonly #encoded = new WeakMap<LocalTrackPublication, OutgoingTrack>();
  readonly #changes = new Map<string, Promise<unknown>>();
  #started = false;

  constructor(participant: LocalParticipant, tracks: readonly OutgoingTrack[]) {
    this.#participant = participant;
    this.#wanted.set('audio', NO_MICROPHONE);
    for (const track of tracks)
      if (track.name === 'audio' || track.track !== null) this.#wanted.set(track.name, track);
    // What may not be sent is taken away by LiveKit; what may be again comes back.
    participant.on(ParticipantEvent.ParticipantPermissionsChanged, () => this.#sendAll());
  }

  describe(): SentTrack[] {
    return [...this.#wanted.values()].map(({ name, media, on }) => ({
      mid: name,
      name,
      media,
      on,
    }));
  }

  /** The server knows every name so far. */
  agree(): void {
    for (const name of this.#wanted.keys()) this.#agreed.add(name);
  }

  /** It refused the others: they are not sent. */
  async withdraw(): Promise<void> {
    for (const name of [...this.#wanted.keys()].filter((one) => !this.#agreed.has(one))) {
      this.#wanted.delete(name);
      const track = this.#find(name)?.track;
      if (track !== undefined) await this.#participant.unpublishTrack(track, false);
    }
  }

  /** Connected. */
  start(): void {
    this.#started = true;
    this.#sendAll();
  }

  /** True when the server has to learn of it: a new name. */
  async set(track: OutgoingTrack): Promise<boolean> {
    const isNew = !this.#wanted.has(track.name);
    if (isNew && track.track === null) return false;
    this.#wanted.set(track.name, track);
    await this.#send(track.name);
    return isNew;
  }

  async getStats(): Promise<RTCStatsReport[]> {
    const publications = [...this.#participant.trackPublications.values()];
    const reports = publications.map(({ track }) => track?.getRTCStatsReport());
    return (await Promise.all(reports)).filter((report) => report !== undefined);
  }

  /** What fails is tried again with the next connection or change. */
  #sendAll(): void {
    for (const name of this.#wanted.keys()) this.#send(name).catch(() => {});
  }

  #send(name: string): Promise<void> {
    const before = this.#changes.get(name) ?? Promise.resolve();
    const change = before.then(() => this.#apply(name));
    this.#changes.set(
      name,
      change.catch(() => {}),
    );
    return change;
  }

  async #apply(name: string): Promise<void> {
    const wanted = this.#wanted.get(name);
    if (wanted === undefined || !this.#started) return;
    const publication = this.#find(name);
    const { track, on } = wanted;
    if (track === null) {
      await publication?.pauseUpstream();
      return;
    }
    // It is silent by itself. The client of LiveKit would switch it on.
    if (!on) return;
    try {
      if (publication?.track === undefined) await this.#publish(wanted, track);
      else await this.#update(publication, wanted, track);
    } finally {
      // It may have been switched off meanwhile.
      const now = this.#wanted.get(name);
      if (now?.track === track) track.enabled = now.on;
    }
  }

  async #publish(wanted: OutgoingTrack, track: MediaStreamTrack): Promise<void> {
    try {
      const publication = await this.#participant.publishTrack(track, publishAs(wanted, track));
      this.#encoded.set(publication, wanted);
    } catch (error) {
      // It is sent once permissions change.
      if (!(error instanceof PublishTrackError) || error.status !== FORBIDDEN) throw error;
    }
  }

  async #update(
    publication: LocalTrackPublication,
    wanted: OutgoingTrack,
    track: MediaStreamTrack,
  ): Promise<void> {
    const { track: sent } = publication;
    if (sent === undefined) return;
    if (sent.mediaStreamTrack !== track) await sent.replaceTrack(track, true);
    await publication.resumeUpstream();
    // Muted by an owner, or because the track before it ended.
    if (publication.isMuted) await publication.unmute();
    const before = this.#encoded.get(publication);
    this.#encoded.set(publication, wanted);
    if (before?.encodings === wanted.encodings && before?.audioMode === wanted.audioMode) return;
    await encodeAs(wanted, sent.sender);
  }

  #find(name: string): LocalTrackPublication | undefined {
    return [...this.#participant.trackPublications.values()].find(
      ({ trackName }) => trackName === name,
    );
  }
}
