import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import type { ClusterNode, Nodes } from '../../../platform/cluster/nodes.ts';
import type { LiveMeetings } from '../live-meetings.ts';
import type { Meeting } from '../meeting.ts';

/** After a node did not take one, ms. */
const ASK_AGAIN = 5_000;

export interface HandOverMeetingsOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
  readonly meetings: Pick<LiveMeetings, 'all'>;
  readonly nodes: Pick<Nodes, 'own' | 'alive'>;
  /** Asks a node to take the meeting in a room of the node `from`; false: it did not. */
  readonly ask: (node: ClusterNode, roomId: string, from: number) => Promise<boolean>;
}

/** Hands the meetings of a draining node over to others, one after another: a meeting never rests. */
export interface HandOverMeetings {
  readonly underWay: number;
  /** Begins with the next. To be called again and again. */
  look(): void;
  settled(): Promise<void>;
}

export function createHandOverMeetings(options: HandOverMeetingsOptions): HandOverMeetings {
  const { clock, log, meetings, nodes, ask } = options;
  let running: Promise<void> | null = null;
  let refusedAt = Number.NEGATIVE_INFINITY;

  function findTaker(): ClusterNode | null {
    const load = ({ calls, capacity }: ClusterNode) => calls / Math.max(1, capacity);
    const takers = nodes.alive().filter(({ id, draining }) => id !== nodes.own && !draining);
    return takers.sort((one, other) => load(one) - load(other))[0] ?? null;
  }

  async function handOver(meeting: Meeting, taker: ClusterNode, from: number): Promise<void> {
    const { roomId } = meeting;
    const isTaken =
      (await meeting.flush()) &&
      (await ask(taker, roomId, from).catch((error: unknown) => {
        log.warn({ roomId, node: taker.id, err: error }, 'meeting not handed over');
        return false;
      }));
    if (isTaken) {
      log.info({ roomId, node: taker.id }, 'meeting handed over');
      await meeting.move(true);
      return;
    }
    refusedAt = clock.now();
    // Where it was taken after all, this is refused, and the meeting let go.
    await meeting.flush();
  }

  return {
    get underWay() {
      return running === null ? 0 : 1;
    },
    look() {
      const [meeting] = meetings.all();
      const [taker, from] = [findTaker(), nodes.own];
      if (running !== null || meeting === undefined || taker === null || from === null) return;
      if (clock.now() - refusedAt < ASK_AGAIN) return;
      running = handOver(meeting, taker, from)
        .catch((error: unknown) =>
          log.error({ roomId: meeting.roomId, err: error }, 'meeting not handed over'),
        )
        .finally(() => {
          running = null;
        });
    },
    async settled() {
      await running;
    },
  };
}
