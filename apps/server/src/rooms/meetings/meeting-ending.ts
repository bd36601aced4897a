import type { Room } from '@kindling/media';
import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import { isDoneWithin } from '../../platform/time/is-done-within.ts';
import type { FeatureSet } from './feature-set.ts';

/** How long recordings may take to be written before people are sent away, ms. */
const FEATURES_TIMEOUT = 2_000;

export interface MeetingEndingOptions {
  readonly room: Pick<Room, 'close' | 'move'>;
  readonly features: () => Pick<FeatureSet, 'close'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Once, as soon as nobody can join any more; `closed` resolves when nothing is left. */
  readonly onEnded: (closed: Promise<void>) => void;
}

/** Ends a meeting once, or lets go of it. */
export interface MeetingEnding {
  readonly begun: boolean;
  /** It goes on elsewhere. */
  readonly isMoving: boolean;
  end(message: string): Promise<void>;
  /** `handedOver`: the node that has it waits for its people. */
  move(handedOver: boolean): Promise<void>;
}

export function createMeetingEnding(options: MeetingEndingOptions): MeetingEnding {
  const { room, features, clock, log } = options;
  let ended: Promise<void> | null = null;
  let isMoving = false;

  function finish(close: () => Promise<void>): Promise<void> {
    if (ended === null) {
      // Not before it is known to be over.
      ended = Promise.resolve().then(close);
      options.onEnded(ended);
    }
    return ended;
  }

  async function leave(leaving: Promise<void>): Promise<void> {
    await leaving.catch((error: unknown) => log.error({ err: error }, 'room not closed'));
  }

  return {
    get begun() {
      return ended !== null;
    },
    get isMoving() {
      return isMoving;
    },
    end: (message) =>
      finish(async () => {
        await features().close();
        await leave(room.close(message));
        log.info('meeting closed');
      }),
    /** What records it is done before people go, where it does not take long: they are notified. */
    move: (handedOver) =>
      finish(async () => {
        isMoving = true;
        const closing = features().close();
        if (handedOver) await isDoneWithin(clock, FEATURES_TIMEOUT, closing);
        await leave(room.move(handedOver));
        await closing;
        log.warn({ handedOver }, 'meeting let go: another node has it');
      }),
  };
}
