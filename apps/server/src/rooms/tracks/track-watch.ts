import type { Room, TrackObserver } from '@kindling/media';
import { listTracks, type RoomTrack } from './room-tracks.ts';

/** Takes in one stretch of a track: from its being switched on to its end. */
export interface TrackSink {
  readonly onPacket: TrackObserver['onPacket'];
  /** The track went off, or nobody listens any more; called once. */
  onEnded(): void;
}

export interface TrackWatchOptions {
  readonly room: Room;
  /** Null: not this one. */
  readonly open: (track: RoomTrack, control: TrackControl) => TrackSink | null;
  /** Whether to observe a track. @default always */
  readonly isWanted?: (track: RoomTrack) => boolean;
}

export interface TrackControl {
  /** Observes the track again, which requests a key frame from a video sender. */
  refresh(): void;
}

export interface TrackWatch {
  /** Re-reads the room: observes new tracks, stops observing those that are gone. */
  update(): void;
  close(): void;
}

interface Observed {
  readonly sink: TrackSink;
  stop: () => void;
}

/** Observes every wanted track of a room. */
export function createTrackWatch({
  room,
  open,
  isWanted = () => true,
}: TrackWatchOptions): TrackWatch {
  const observed = new Map<string, Observed>();
  let closed = false;

  function end(key: string): void {
    const one = observed.get(key);
    if (one === undefined) return;
    observed.delete(key);
    one.stop();
    one.sink.onEnded();
  }

  function observeTrack(key: string, track: RoomTrack, sink: TrackSink): (() => void) | null {
    return room.observeTrack(track.sessionId, track.name, {
      onPacket: (packet) => sink.onPacket(packet),
      onEnded: () => {
        if (observed.get(key)?.sink === sink) end(key);
      },
    });
  }

  function start(key: string, track: RoomTrack): void {
    const refresh = () => {
      const one = observed.get(key);
      if (one === undefined) return;
      one.stop();
      one.stop = observeTrack(key, track, one.sink) ?? (() => {});
    };
    const sink = open(track, { refresh });
    if (sink === null) return;
    const stop = observeTrack(key, track, sink);
    if (stop === null) sink.onEnded();
    else observed.set(key, { sink, stop });
  }

  return {
    update() {
      if (closed) return;
      const present = new Map(
        listTracks(room)
          .filter(isWanted)
          .map((track) => [`${track.sessionId} ${track.name}`, track]),
      );
      for (const key of [...observed.keys()]) if (!present.has(key)) end(key);
      for (const [key, track] of present) if (!observed.has(key)) start(key, track);
    },
    close() {
      closed = true;
      for (const key of [...observed.keys()]) end(key);
    },
  };
}
