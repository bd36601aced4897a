import type { PeerConnection } from 'node-datachannel';

/** Gathering on a bound port is a matter of milliseconds; past this something is wrong. */
const GATHERING_TIMEOUT = 3_000;

/**
 * Has a connection describe itself and resolves to the whole description: with the candidates of the
 * machine's interfaces as they are now, with none where there is only loopback.
 */
export function gather(connection: PeerConnection, describe: () => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      // A process that stood still meets its timers first, and what happened meanwhile after them.
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
