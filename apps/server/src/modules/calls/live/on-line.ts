import type { RefusalReason } from '../../../platform/metrics/metrics.ts';
import type { Caller, CallSlots } from './call-slots.ts';
import type { LiveCall } from './live-call.ts';

interface HeldSlot {
  readonly caller: Caller;
  readonly call: Pick<LiveCall, 'takeSlot' | 'giveSlot'> | null;
}

export interface OnLineOptions<T extends HeldSlot> {
  readonly slots: Pick<CallSlots<T>, 'join' | 'unjoin'>;
  readonly reject: (reason: RefusalReason, caller: Caller) => never;
}

/** Joins calls that have a slot, here and among all nodes; one that cannot be joined takes none. */
export function createOnLine<T extends HeldSlot>({ slots, reject }: OnLineOptions<T>) {
  /** The slot here is taken: does the organisation have one among all nodes? */
  async function takeEverywhere(slot: T): Promise<void> {
    try {
      if ((await slot.call?.takeSlot(slot.caller.orgLimit)) !== false) return;
    } catch (error) {
      slots.unjoin(slot);
      throw error;
    }
    slots.unjoin(slot);
    reject('organisation', slot.caller);
  }

  return async <Joined>(slot: T, join: () => Promise<Joined>): Promise<Joined> => {
    const reason = slots.join(slot);
    if (reason !== null && reason !== 'joined') reject(reason, slot.caller);
    if (reason === null) await takeEverywhere(slot);
    try {
      return await join();
    } catch (error) {
      if (reason === null) {
        slots.unjoin(slot);
        await slot.call?.giveSlot().catch(() => undefined);
      }
      throw error;
    }
  };
}
