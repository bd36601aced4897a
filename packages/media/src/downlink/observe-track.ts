import type { TrackObserver } from '../port.ts';
import type { Publication } from '../uplink/publication.ts';
import { createForwarder } from './forwarder.ts';

/** Lets the server receive a track as one continuous stream; the returned function stops it. */
export function observeTrack(
  publication: Publication,
  observer: TrackObserver,
  now: number,
): () => void {
  let ended = false;
  const stop = (): void => {
    ended = true;
    forwarder.setSource(null, now);
  };
  const forwarder = createForwarder({
    media: publication.media,
    observes: true,
    emit(packet) {
      if (!ended) observer.onPacket(packet);
      return true;
    },
    onSourceEnded() {
      if (ended) return;
      stop();
      observer.onEnded();
    },
  });
  forwarder.setSource(publication, now);
  return stop;
}
