import type { Clock } from '@kindling/protocol/clock';
import { createTicker } from '../audio/ticker.ts';
import type { MediaContext, PacketCounters } from '../participant/media-context.ts';
import type { MediaEngine, MediaEngineOptions, RoomOptions } from '../port.ts';
import type { LocalRoom } from '../room/create-room.ts';

/** An engine in this process. */
export interface LocalMediaEngine extends MediaEngine {
  /** Its server died: sends clients to look for their rooms elsewhere. */
  abandon(): void;
}

/** What all rooms of an engine share, however people are connected. */
export type SharedContext = Omit<
  MediaContext,
  'readOffer' | 'openPeer' | 'openVoice' | 'openDownTracks'
>;

export interface EngineAssembly
  extends Pick<MediaEngineOptions, 'udpPort' | 'reconnectGrace' | 'onFault'> {
  /** `onClosed` is called once, when everything is freed. */
  readonly openRoom: (
    options: RoomOptions,
    shared: SharedContext,
    onClosed: () => void,
  ) => LocalRoom;
  /** Frees what rooms were made on; all of them are closed. */
  readonly release: () => Promise<void>;
}

const DEFAULTS = { reconnectGrace: 10_000 } as const satisfies Partial<MediaEngineOptions>;

/** An engine of rooms that are connected in some way. */
export function assembleEngine(options: EngineAssembly): LocalMediaEngine {
  const onFault = (stage: string, error: unknown) => options.onFault?.({ stage, error });
  const clock = createMonotonicClock();
  const counters: PacketCounters = { received: 0, sent: 0, concealed: 0 };
  const shared: SharedContext = {
    reconnectGrace: options.reconnectGrace ?? DEFAULTS.reconnectGrace,
    clock,
    ticker: createTicker({ clock, onError: (error) => onFault('pacing', error) }),
    counters,
    onFault,
  };
  const rooms = new Set<LocalRoom>();
  let closing: Promise<void> | null = null;

  const shut = async (): Promise<void> => {
    await Promise.all([...rooms].map((room) => room.close('The server is shutting down.')));
    shared.ticker.stop();
    await options.release();
  };

  return {
    udpPort: options.udpPort,
    createRoom(given) {
      if (closing !== null) throw new Error('The media engine is closed.');
      const room = options.openRoom(given, shared, () => rooms.delete(room));
      rooms.add(room);
      return room;
    },
    stats: () => ({
      rooms: rooms.size,
      participants: [...rooms].reduce((count, room) => count + room.participantCount, 0),
      packetsReceived: counters.received,
      packetsSent: counters.sent,
      packetsConcealed: counters.concealed,
      tracksForwarded: [...rooms].reduce((count, room) => count + room.tracksForwarded, 0),
    }),
    abandon() {
      for (const room of rooms) room.abandon();
    },
    close() {
      closing ??= shut();
      return closing;
    },
  };
}

/** Counts from the start of the process and ignores changes of the system time. */
function createMonotonicClock(): Clock {
  return {
    now: () => performance.now(),
    schedule(delay, callback) {
      const timer = setTimeout(callback, delay);
      return () => clearTimeout(timer);
    },
  };
}
