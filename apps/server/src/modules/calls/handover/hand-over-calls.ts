import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import type { ClusterNode, Nodes } from '../../../platform/cluster/nodes.ts';
import type { LiveCall } from '../live/live-call.ts';
import type { LiveCalls } from '../live/live-calls.ts';

/** The last word has to be out of the caller's loudspeaker, too, ms. */
const REST = 300;
/** Rooms that another node opens at the same time. */
const MAX_AT_ONCE = 4;
/** A node that refused a call, or is of a release that takes none, is asked again after this, ms. */
const ASK_AGAIN = 5_000;

export interface HandOverOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
  readonly live: Pick<LiveCalls, 'all'>;
  readonly nodes: Pick<Nodes, 'own' | 'alive'>;
  /** Asks a node to take a call of the node `from`; false: it did not. */
  readonly ask: (node: ClusterNode, callId: string, from: number) => Promise<boolean>;
}

/** Hands the calls of a draining node over to others. */
export interface HandOver {
  /** How many are being handed over. */
  readonly underWay: number;
  /** Begins with those that rest; `isLate`: with all. To be called again and again. */
  look(isLate: boolean): void;
  /** Resolves when none is under way. */
  settled(): Promise<void>;
}

export function createHandOver({ clock, log, live, nodes, ask }: HandOverOptions): HandOver {
  const underWay = new Map<string, Promise<void>>();
  /** Since when calls are seen to rest. */
  const resting = new Map<string, number>();
  const refusedAt = new Map<number, number>();
  /** How many each got that it has not reported yet. */
  const given = new Map<number, number>();

  function hasRested(call: LiveCall): boolean {
    if (!call.isAtRest) {
      resting.delete(call.id);
      return false;
    }
    const since = resting.get(call.id) ?? clock.now();
    resting.set(call.id, since);
    return clock.now() - since >= REST;
  }

  /** The one with most lines free. Null: there is none, or none with a free line; a call that is late may be one too many. */
  function findTaker(isLate: boolean): ClusterNode | null {
    const load = ({ id, calls, capacity }: ClusterNode) =>
      (calls + (given.get(id) ?? 0)) / Math.max(1, capacity);
    const takers = nodes
      .alive()
      .filter(({ id, draining }) => id !== nodes.own && !draining)
      .filter(({ id }) => clock.now() - (refusedAt.get(id) ?? -ASK_AGAIN) >= ASK_AGAIN)
      .filter((node) => isLate || load(node) < 1)
      .sort((one, other) => load(one) - load(other));
    return takers[0] ?? null;
  }

  async function handOver(call: LiveCall, taker: ClusterNode, from: number): Promise<void> {
    const atRest = call.isAtRest;
    if (!(await call.keep(atRest))) return;
    const isTaken = call.isAtRest === atRest && (await isTakenBy(taker, call.id, from));
    if (isTaken) {
      log.info({ callId: call.id, node: taker.id, atRest }, 'call handed over');
      await call.abandon(true);
      return;
    }
    // A participant has spoken meanwhile, or it is not known whether it was taken: this write is refused then.
    await call.keep(false);
  }

  async function isTakenBy(taker: ClusterNode, callId: string, from: number): Promise<boolean> {
    const isTaken = await ask(taker, callId, from).catch((error: unknown) => {
      log.warn({ callId, node: taker.id, err: error }, 'call not handed over');
      return false;
    });
    if (isTaken) given.set(taker.id, (given.get(taker.id) ?? 0) + 1);
    else refusedAt.set(taker.id, clock.now());
    return isTaken;
  }

  function begin(call: LiveCall, isLate: boolean): void {
    const taker = findTaker(isLate);
    const from = nodes.own;
    if (taker === null || from === null) return;
    const done = handOver(call, taker, from)
      .catch((error: unknown) => log.error({ callId: call.id, err: error }, 'call not handed over'))
      .finally(() => underWay.delete(call.id));
    underWay.set(call.id, done);
  }

  return {
    get underWay() {
      return underWay.size;
    },
    look(isLate) {
      for (const call of live.all()) {
        const isDue = hasRested(call) || isLate;
        if (isDue && !underWay.has(call.id) && underWay.size < MAX_AT_ONCE) begin(call, isLate);
      }
    },
    async settled() {
      await Promise.all(underWay.values());
    },
  };
}
