import type { RefusalReason } from '../../../platform/metrics/metrics.ts';

/** Who wants a call. */
export interface Caller {
  readonly orgId: string;
  /** How many calls the organisation may have at once; null: as many as there are. */
  readonly orgLimit: number | null;
  /** Whether a private key asks: a slot at once, from those that are kept for such keys too. */
  readonly isTrusted: boolean;
  /** Whose calls are counted together; null: nobody's. */
  readonly visitor: string | null;
}

export interface SlotLimits {
  /** Calls that a participant has joined. */
  readonly slots: number;
  /** How many of the slots public keys cannot take. */
  readonly keptForPrivateKeys: number;
  /** Calls of one visitor, joined or not. */
  readonly perVisitor: number;
  /** Calls of public keys that nobody joined yet: they take no slot. */
  readonly unjoined: number;
}

/** Counts the calls that hold a slot, and those in the pool that wait for a participant to join. */
export interface CallSlots<T> {
  readonly size: number;
  readonly unjoined: number;
  /** Why there is no call for this one; null: there is. */
  refusalOf(caller: Caller): RefusalReason | null;
  add(holder: T): void;
  /** To a slot at once, whatever the limits. */
  readmit(holder: T): void;
  /** From the pool to a slot; `joined`: it has one; null: it has one now. */
  join(holder: T): RefusalReason | 'joined' | null;
  /** Back to the pool. */
  unjoin(holder: T): void;
  leave(holder: T): void;
  /** The oldest in the pool of the visitor who has most there; null: none that fits. */
  findStale(fits: (holder: T) => boolean): T | null;
}

export function createCallSlots<T extends { readonly caller: Caller }>(
  limits: SlotLimits,
): CallSlots<T> {
  // Sets keep their order: the oldest first.
  const pool = new Set<T>();
  const joined = new Set<T>();

  const count = (holders: ReadonlySet<T>, fits: (caller: Caller) => boolean) =>
    [...holders].filter(({ caller }) => fits(caller)).length;

  function noSlot(caller: Caller): RefusalReason | null {
    const forPages = limits.slots - limits.keptForPrivateKeys;
    if (joined.size >= limits.slots) return 'lines';
    if (!caller.isTrusted && count(joined, (one) => !one.isTrusted) >= forPages) return 'lines';
    const { orgId, orgLimit } = caller;
    if (orgLimit !== null && count(joined, (one) => one.orgId === orgId) >= orgLimit)
      return 'organisation';
    return null;
  }

  function countVisitor(visitor: string): number {
    const isTheirs = (one: Caller) => one.visitor === visitor;
    return count(pool, isTheirs) + count(joined, isTheirs);
  }

  return {
    get size() {
      return pool.size + joined.size;
    },
    get unjoined() {
      return pool.size;
    },
    refusalOf(caller) {
      const { visitor } = caller;
      if (visitor !== null && countVisitor(visitor) >= limits.perVisitor) return 'visitor';
      return noSlot(caller);
    },
    add(holder) {
      (holder.caller.isTrusted ? joined : pool).add(holder);
    },
    readmit: (holder) => void joined.add(holder),
    join(holder) {
      if (joined.has(holder)) return 'joined';
      const reason = noSlot(holder.caller);
      if (reason !== null) return reason;
      if (pool.delete(holder)) joined.add(holder);
      return null;
    },
    unjoin(holder) {
      if (joined.delete(holder)) pool.add(holder);
    },
    leave(holder) {
      pool.delete(holder);
      joined.delete(holder);
    },
    findStale(fits) {
      const fitting = [...pool].filter(fits);
      const held = new Map<string | null, number>();
      for (const { caller } of fitting)
        held.set(caller.visitor, (held.get(caller.visitor) ?? 0) + 1);
      const most = Math.max(0, ...held.values());
      return fitting.find(({ caller }) => held.get(caller.visitor) === most) ?? null;
    },
  };
}
