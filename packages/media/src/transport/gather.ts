import type { PeerConnection } from 'node-datachannel';

/** Gathering on a bound port takes milliseconds. */
const GATHERING_TIMEOUT = 3_000;

/**
 * Resolves to the local description with all candidates: those of the machine's current interfaces,
 * none when there is only loopback.
 */
export function gather(connection: PeerConnection, describe: () => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      // After a blocked event loop, timers fire before the events that happened meanwhile.
      finish();
      reject(new Error('The candidates were not gathered in time.'));
    }, GATHERING_TIMEOUT);
    const finish = (): void => {
      const description = connection.localDescription();
      if (description === null || connection.gatheringState() !== 'complete') return;
      clearTimeout(timer);
      resolve(description.sdp);
    };
    connection.onGatheringStateChange(finish);
    try {
      describe();
    } catch (error) {
      clearTimeout(timer);
      reject(error instanceof Error ? error : new Error(String(error)));
    }
  });
}
