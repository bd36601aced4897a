import type { Room } from '@kindling/media';
import type { EndReason } from '@kindling/protocol';
import { ApiError } from '../../../platform/errors/api-error.ts';
import type { RefusalReason } from '../../../platform/metrics/metrics.ts';
import { notReady } from '../../../platform/metrics/routes.ts';
import type { CallClosing } from './call-ending.ts';
import { type Caller, createCallSlots, type SlotLimits } from './call-slots.ts';
import type { LiveCall } from './live-call.ts';
import { createOnLine } from './on-line.ts';

/** How many names of ended rooms are remembered, to answer "ended" rather than "unknown". */
const REMEMBERED = 2_000;

export type RoomLookup =
  | {
      readonly state: 'open';
      readonly room: Room;
      readonly callId: string;
      /**
       * Takes a slot where the call has none yet.
       *
       * @throws `concurrency_limit` too
       */
      readonly join: LiveCall['join'];
    }
  | { readonly state: 'ended' | 'unknown' };

/** Every call that is not over, within the server's limits. */
export interface LiveCalls {
  readonly size: number;
  /** Calls that nobody has joined. */
  readonly unjoined: number;
  /**
   * Takes a place for a new call.
   *
   * @throws `concurrency_limit`, or `not_ready` while closing
   */
  reserve(caller: Caller): Slot;
  /**
   * The place of a call that goes on here, whatever the limits where it had one: where a participant had joined it.
   *
   * @throws `not_ready` while closing
   */
  readmit(caller: Caller, wasJoined: boolean): Slot;
  findRoom(roomName: string): RoomLookup;
  /** Null: no such call goes on here. */
  find(callId: string): LiveCall | null;
  /** Ends the call if it goes on here; resolves when it is stored. */
  end(callId: string, reason: EndReason): Promise<void>;
  /** Those that can be joined. */
  all(): readonly LiveCall[];
  /** Lets go of every call: another node may have them. */
  abandonAll(): Promise<void>;
  /** Ends every call and takes no new ones. */
  closeAll(reason: EndReason): Promise<void>;
}

/** A place taken before the call exists, so that two requests cannot take the last one. */
export interface Slot {
  occupy(call: LiveCall): void;
  /**
   * The organisation, or the visitor, holds as many as they may, counted over all nodes.
   *
   * @throws `concurrency_limit`
   */
  reject(reason: Exclude<RefusalReason, 'lines'>): never;
  /** Frees the place; further calls do nothing. `moved`: its room is elsewhere. @default `ended` */
  leave(how?: CallClosing): void;
}

export interface LiveCallsOptions extends SlotLimits {
  /** A call was refused, or could not be joined. */
  readonly onRejected: (reason: RefusalReason) => void;
  /** Whether this node may hold calls at the moment. @default always */
  readonly mayHold?: () => boolean;
}

interface OccupiedSlot extends Omit<Slot, 'reject'> {
  readonly caller: Caller;
  call: LiveCall | null;
}

export function createLiveCalls(options: LiveCallsOptions): LiveCalls {
  const slots = createCallSlots<OccupiedSlot>(options);
  const byRoom = new Map<string, OccupiedSlot>();
  const endedRooms = new Set<string>();
  let closing: EndReason | null = null;
  const calls = () => [...byRoom.values()].flatMap(({ call }) => call ?? []);

  function rememberEnded(roomName: string): void {
    endedRooms.add(roomName);
    const [oldest] = endedRooms;
    if (endedRooms.size > REMEMBERED && oldest !== undefined) endedRooms.delete(oldest);
  }

  function createSlot(caller: Caller): OccupiedSlot {
    return {
      caller,
      call: null,
      occupy(call) {
        this.call = call;
        byRoom.set(call.room.name, this);
        // A request that was under way when the server began to stop.
        if (closing !== null) void call.end(closing);
      },
      leave(how = 'ended') {
        slots.leave(this);
        const roomName = this.call?.room.name;
        if (roomName === undefined || byRoom.get(roomName) !== this) return;
        byRoom.delete(roomName);
        if (how === 'ended') rememberEnded(roomName);
      },
    };
  }

  function reject(reason: RefusalReason, caller: Caller): never {
    options.onRejected(reason);
    throw refusal(reason, caller, options);
  }

  /** A caller that floods the pool loses its own calls before others lose theirs. */
  function makeRoomInPool(caller: Caller): void {
    if (caller.isTrusted || slots.unjoined < options.unjoined) return;
    const slot = slots.findStale((one) => one.call !== null);
    if (slot === null) reject('lines', caller);
    slots.leave(slot);
    void slot.call?.end('kindling.never-joined');
  }

  const onLine = createOnLine({ slots, reject });

  const handle = (slot: OccupiedSlot, caller: Caller): Slot => ({
    occupy: (call) => slot.occupy(call),
    reject: (reason) => reject(reason, caller),
    leave: (how) => slot.leave(how),
  });

  return {
    get size() {
      return slots.size;
    },
    get unjoined() {
      return slots.unjoined;
    },
    reserve(caller) {
      if (closing !== null || options.mayHold?.() === false) throw notReady();
      const reason = slots.refusalOf(caller);
      if (reason !== null) reject(reason, caller);
      makeRoomInPool(caller);
      const slot = createSlot(caller);
      slots.add(slot);
      return handle(slot, caller);
    },
    readmit(caller, wasJoined) {
      if (closing !== null) throw notReady();
      const slot = createSlot(caller);
      if (wasJoined) slots.readmit(slot);
      else slots.add(slot);
      return handle(slot, caller);
    },
    findRoom(roomName) {
      const slot = byRoom.get(roomName);
      const call = slot?.call ?? null;
      if (slot === undefined || call === null)
        return { state: endedRooms.has(roomName) ? 'ended' : 'unknown' };
      const join: LiveCall['join'] = (offer, userAgent) =>
        onLine(slot, () => call.join(offer, userAgent));
      return { state: 'open', room: call.room, callId: call.id, join };
    },
    all: calls,
    find: (callId) => calls().find(({ id }) => id === callId) ?? null,
    async end(callId, reason) {
      const found = calls().filter(({ id }) => id === callId);
      await Promise.all(found.map((call) => call.end(reason)));
    },
    abandonAll: async () => void (await Promise.all(calls().map((call) => call.abandon()))),
    async closeAll(reason) {
      closing = reason;
      await Promise.all(calls().map((call) => call.end(reason)));
    },
  };
}

function refusal(reason: RefusalReason, { orgLimit }: Caller, { perVisitor }: SlotLimits) {
  const messages: Readonly<Record<RefusalReason, string>> = {
    lines: 'All lines are busy: the server holds as many calls as it may. Try again in a minute.',
    organisation: `All lines are busy: the organisation holds the ${orgLimit} calls that its concurrencyLimit allows. Try again in a minute.`,
    visitor: `There are ${perVisitor} calls from your address already, as many as it may have at once. End one of them, or try again in a minute.`,
  };
  return new ApiError('concurrency_limit', messages[reason], { headers: { 'Retry-After': '30' } });
}
