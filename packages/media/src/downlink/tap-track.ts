import type { TrackTap } from '../port.ts';
import type { Publication } from '../uplink/publication.ts';
import { createForwarder } from './forwarder.ts';

/** Lets the server itself receive a track, as one continuous stream. The function returned ends it. */
export function tapTrack(publication: Publication, tap: TrackTap, now: number): () => void {
  let ended = false;
  const stop = (): void => {
    ended = true;
    forwarder.setSource(null, now);
  };
  const forwarder = createForwarder({
    media: publication.media,
    emit(packet) {
      if (!ended) tap.onPacket(packet);
      return true;
    },
    onSourceEnded() {
      if (ended) return;
      stop();
      tap.onEnded();
    },
  });
  forwarder.setSource(publication, now);
  return stop;
}
