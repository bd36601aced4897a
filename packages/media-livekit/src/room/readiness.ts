import type { Clock } from '@kindling/protocol/clock';
import { unavailable } from '../api/livekit-api.ts';

/** How long a caller waits for the host to be in the room, ms. */
const READY_TIMEOUT = 5_000;

/** Something that is so, or will be so again. */
export function createReadiness(clock: Clock) {
  let isReady = false;
  let next = Promise.withResolvers<void>();
  return {
    set(): void {
      isReady = true;
      next.resolve();
    },
    reset(): void {
      if (!isReady) return;
      isReady = false;
      next = Promise.withResolvers();
    },
    /** @throws RoomError `unavailable` when it takes too long */
    wait(): Promise<void> {
      const { promise } = next;
      return new Promise((resolve, reject) => {
        const cancel = clock.schedule(READY_TIMEOUT, () =>
          reject(unavailable(new Error('LiveKit did not let the server into the room.'))),
        );
        void promise.then(() => {
          cancel();
          resolve();
        });
      });
    },
  };
}
