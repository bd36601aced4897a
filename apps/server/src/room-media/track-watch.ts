import type { Room, TrackTap } from '@kindling/media';
import { listTracks, type RoomTrack } from './room-tracks.ts';

/** Takes in one stretch of a track: from its being switched on to its end. */
export interface TrackSink {
  readonly onPacket: TrackTap['onPacket'];
  /** The track went off, or nobody listens any more; called once. */
  onEnded(): void;
}

export interface TrackWatchOptions {
  readonly room: Room;
  /** Null: not this one. */
  readonly open: (track: RoomTrack, control: TrackControl) => TrackSink | null;
  /** Whether to go on with one that is tapped. @default always */
  readonly isWanted?: (track: RoomTrack) => boolean;
}

export interface TrackControl {
  /** Taps the track anew, which asks a video sender for a key frame. */
  refresh(): void;
}

export interface TrackWatch {
  /** Looks at the room again: taps what is new, lets go of what `open` no longer wants. */
  update(): void;
  close(): void;
}

interface Tapped {
  readonly sink: TrackSink;
  untap: () => void;
}

/** Keeps a tap in every track of a room that is wanted. */
export function createTrackWatch({
  room,
  open,
  isWanted = () => true,
}: TrackWatchOptions): TrackWatch {
  const tapped = new Map<string, Tapped>();
  let closed = false;

  function end(key: string): void {
    const one = tapped.get(key);
    if (one === undefined) return;
    tapped.delete(key);
    one.untap();
    one.sink.onEnded();
  }

  function tap(key: string, track: RoomTrack, sink: TrackSink): (() => void) | null {
    return room.tap(track.sessionId, track.name, {
      onPacket: (packet) => sink.onPacket(packet),
      onEnded: () => {
        if (tapped.get(key)?.sink === sink) end(key);
      },
    });
  }

  function start(key: string, track: RoomTrack): void {
    const refresh = () => {
      const one = tapped.get(key);
      if (one === undefined) return;
      one.untap();
      one.untap = tap(key, track, one.sink) ?? (() => {});
    };
    const sink = open(track, { refresh });
    if (sink === null) return;
    const untap = tap(key, track, sink);
    if (untap === null) sink.onEnded();
    else tapped.set(key, { sink, untap });
  }

  return {
    update() {
      if (closed) return;
      const present = new Map(
        listTracks(room)
          .filter(isWanted)
          .map((track) => [`${track.sessionId} ${track.name}`, track]),
      );
      for (const key of [...tapped.keys()]) if (!present.has(key)) end(key);
      for (const [key, track] of present) if (!tapped.has(key)) start(key, track);
    },
    close() {
      closed = true;
      for (const key of [...tapped.keys()]) end(key);
    },
  };
}
