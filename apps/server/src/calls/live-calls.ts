import type { Room } from '@kindling/media';
import type { EndReason } from '@kindling/protocol';
import { ApiError } from '../http/api-error.ts';
import { notReady } from '../telemetry/routes.ts';
import type { LiveCall } from './live-call.ts';

/** How many names of ended rooms are remembered, to answer "ended" rather than "unknown". */
const REMEMBERED = 2_000;

export type RoomLookup =
  | {
      readonly state: 'open';
      readonly room: Room;
      readonly callId: string;
      readonly join: LiveCall['join'];
    }
  | { readonly state: 'ended' | 'unknown' };

/** Every call that is not over, within the server's limit. */
export interface LiveCalls {
  readonly size: number;
  /**
   * Takes one of the server's places for a call of `orgId`, which may have `orgLimit` of them; null:
   * as many as there are. Throws `concurrency_limit`, or `not_ready` while closing.
   */
  reserve(orgId: string, orgLimit: number | null): Place;
  findRoom(roomName: string): RoomLookup;
  /** Ends the call if it goes on here; resolves when it is stored. */
  end(callId: string, reason: EndReason): Promise<void>;
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
  const byOrg = new Map<string, number>();
  const endedRooms = new Set<string>();
  let closing: EndReason | null = null;

  function rememberEnded(roomName: string): void {
    endedRooms.add(roomName);
    const [oldest] = endedRooms;
    if (endedRooms.size > REMEMBERED && oldest !== undefined) endedRooms.delete(oldest);
  }

  function countOrg(orgId: string, change: 1 | -1): void {
    const count = (byOrg.get(orgId) ?? 0) + change;
    if (count > 0) byOrg.set(orgId, count);
    else byOrg.delete(orgId);
  }

  function createPlace(orgId: string): Place {
    const place: Place = {
      occupy(call) {
        places.set(place, call);
        byRoom.set(call.room.name, call);
        // A request that was under way when the server began to stop.
        if (closing !== null) void call.end(closing);
      },
      leave() {
        const roomName = places.get(place)?.room.name;
        if (places.delete(place)) countOrg(orgId, -1);
        if (roomName !== undefined && byRoom.delete(roomName)) rememberEnded(roomName);
      },
    };
    places.set(place, null);
    countOrg(orgId, 1);
    return place;
  }

  return {
    get size() {
      return places.size;
    },
    reserve(orgId, orgLimit) {
      if (closing !== null) throw notReady();
      if (places.size >= limit) throw full();
      if (orgLimit !== null && (byOrg.get(orgId) ?? 0) >= orgLimit) throw orgFull(orgLimit);
      return createPlace(orgId);
    },
    findRoom(roomName) {
      const call = byRoom.get(roomName);
      if (call !== undefined)
        return { state: 'open', room: call.room, callId: call.id, join: call.join };
      return { state: endedRooms.has(roomName) ? 'ended' : 'unknown' };
    },
    async end(callId, reason) {
      const calls = [...byRoom.values()].filter(({ id }) => id === callId);
      await Promise.all(calls.map((call) => call.end(reason)));
    },
    async closeAll(reason) {
      closing = reason;
      await Promise.all([...byRoom.values()].map((call) => call.end(reason)));
    },
  };
}

function orgFull(limit: number): ApiError {
  return new ApiError(
    'concurrency_limit',
    `All lines are busy: the organisation holds the ${limit} calls that its concurrencyLimit allows. Try again in a minute.`,
    { headers: { 'Retry-After': '30' } },
  );
}

function full(): ApiError {
  return new ApiError(
    'concurrency_limit',
    'All lines are busy: the server holds as many calls as it may. Try again in a minute.',
    { headers: { 'Retry-After': '30' } },
  );
}
