import type { RoomEvent, WireParticipant } from '@kindling/protocol/room';
import type { Clock } from '../../core/clock.ts';
import type { Peer } from './peer.ts';
import type { Media, TransceiverCounts } from './receivers.ts';

/** Tracks that appear together are negotiated together: how long to wait for more, ms. */
const DELAY = 20;

export interface ReceiveTransceiversOptions {
  readonly clock: Clock;
  peer(): Peer | null;
  /** Transceivers were added: they have to be negotiated. */
  onAdded(): void;
}

/** Transceivers for receiving: as many as there are tracks at the same time, each reused. */
export class ReceiveTransceivers {
  readonly #options: ReceiveTransceiversOptions;
  /** The mids on which each participant's tracks arrive, by session id. */
  readonly #used = new Map<string, readonly string[]>();
  #cancel = () => {};

  constructor(options: ReceiveTransceiversOptions) {
    this.#options = options;
  }

  start(participants: readonly WireParticipant[]): void {
    this.#used.clear();
    for (const participant of participants) this.#take(participant);
  }

  handleEvent(event: RoomEvent): void {
    if (event.type === 'participant-joined' || event.type === 'participant-updated') {
      this.#take(event.participant);
    }
    if (event.type === 'participant-left') this.#used.delete(event.sessionId);
    if (event.type === 'access' && event.level === 'full') this.start(event.participants);
  }

  /** Where everything that is received arrives. */
  get used(): readonly string[] {
    return [...this.#used.values()].flat();
  }

  /** Requests transceivers for so many tracks. */
  need(needed: TransceiverCounts): void {
    this.#cancel();
    this.#cancel = this.#options.clock.schedule(DELAY, () => this.#add(needed));
  }

  close(): void {
    this.#cancel();
  }

  #add(needed: TransceiverCounts): void {
    const peer = this.#options.peer();
    if (peer === null) return;
    const used = new Set(this.used);
    // Those without a mid are still being negotiated.
    const free = peer.transceivers().filter(({ mid }) => mid === null || !used.has(mid));
    const missing = (media: Media) =>
      Math.max(0, needed[media] - free.filter((line) => line.media === media).length);
    const counts = { audio: missing('audio'), video: missing('video') };
    if (counts.audio + counts.video === 0) return;
    peer.addTransceivers(counts);
    this.#options.onAdded();
  }

  #take({ sessionId, tracks }: WireParticipant): void {
    const mids = Object.values(tracks).flatMap(({ mid }) => (mid === null ? [] : [mid]));
    this.#used.set(sessionId, mids);
  }
}
