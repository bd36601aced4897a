import type { Room } from '@kindling/media';
import type { EndReason } from '@kindling/protocol';
import { ApiError } from '../http/api-error.ts';
import { notReady } from '../telemetry/routes.ts';
import type { LiveCall } from './live-call.ts';

/** How many names of ended rooms are remembered, to answer "ended" rather than "unknown". */
const REMEMBERED = 2_000;

export type RoomLookup =
  | { readonly state: 'open'; readonly room: Room }
  | { readonly state: 'ended' | 'unknown' };

/** Every call that is not over, within the server's limit. */
export interface LiveCalls {
  readonly size: number;
  /** Takes one of the server's places. Throws `concurrency_limit`, or `not_ready` while closing. */
  reserve(): Place;
  findRoom(roomName: string): RoomLookup;
  /** Ends every call and takes no new ones. */
  closeAll(reason: EndReason): Promise<void>;
}

/** A place taken before the call exists, so that two requests cannot take the last one. */
export interface Place {
  occupy(call: LiveCall): void;
  /** Frees the place; further calls do nothing. */
  leave(): void;
}

export function createLiveCalls(limit: number): LiveCalls {
  const places = new Map<Place, LiveCall | null>();
  const byRoom = new Map<string, LiveCall>();
  const endedRooms = new Set<string>();
  let closing: EndReason | null = null;

  function rememberEnded(roomName: string): void {
    endedRooms.add(roomName);
    const [oldest] = endedRooms;
    if (endedRooms.size > REMEMBERED && oldest !== undefined) endedRooms.delete(oldest);
  }

  function createPlace(): Place {
    const place: Place = {
      occupy(call) {
        places.set(place, call);
        byRoom.set(call.room.name, call);
        // A request that was under way when the server began to stop.
        if (closing !== null) void call.end(closing);
      },
      leave() {
        const roomName = places.get(place)?.room.name;
        places.delete(place);
        if (roomName !== undefined && byRoom.delete(roomName)) rememberEnded(roomName);
      },
    };
    places.set(place, null);
    return place;
  }

  return {
    get size() {
      return places.size;
    },
    reserve() {
      if (closing !== null) throw notReady();
      if (places.size >= limit) throw full();
      return createPlace();
    },
    findRoom(roomName) {
      const call = byRoom.get(roomName);
      if (call !== undefined) return { state: 'open', room: call.room };
      return { state: endedRooms.has(roomName) ? 'ended' : 'unknown' };
    },
    async closeAll(reason) {
      closing = reason;
      await Promise.all([...byRoom.values()].map((call) => call.end(reason)));
    },
  };
}

function full(): ApiError {
  return new ApiError(
    'concurrency_limit',
    'All lines are busy: the server holds as many calls as it may. Try again in a minute.',
    { headers: { 'Retry-After': '30' } },
  );
}
