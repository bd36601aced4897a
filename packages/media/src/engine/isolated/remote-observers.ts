import type { Room, TrackObserver } from '../../port.ts';
import type { ObjectId } from './messages.ts';
import type { RemoteRoomOptions } from './remote-room.ts';

/** Track observers of a remote room. */
export interface RemoteObservers extends Pick<Room, 'observeTrack'> {
  /** The process is gone: every observed track has ended. */
  endAll(): void;
  /** Handles no more notices. */
  close(): void;
}

export function createRemoteObservers({
  roomId,
  reach,
  nextId,
  listen,
}: RemoteRoomOptions): RemoteObservers {
  const observers = new Map<ObjectId, TrackObserver>();

  return {
    observeTrack(sessionId, track, observer) {
      const id = nextId();
      const found = reach.askAtOnce({ type: 'observe-track', roomId, id, sessionId, track });
      if (found !== true) return null;
      observers.set(id, observer);
      listen(id, (notice) => {
        if (notice.type === 'packet')
          reach.guard('track-observer', () => observer.onPacket(notice.packet));
        else if (notice.type === 'track-ended' && observers.delete(id)) {
          listen(id, null);
          reach.guard('track-observer', observer.onEnded);
        }
      });
      return () => {
        if (!observers.delete(id)) return;
        listen(id, null);
        reach.post({ type: 'stop-observing', id });
      };
    },
    endAll() {
      for (const observer of [...observers.values()])
        reach.guard('track-observer', observer.onEnded);
      observers.clear();
    },
    close() {
      for (const id of observers.keys()) listen(id, null);
      observers.clear();
    },
  };
}
