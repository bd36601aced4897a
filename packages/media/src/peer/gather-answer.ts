import type { PeerConnection } from 'node-datachannel';

/** Gathering on a bound port is a matter of milliseconds; past this something is wrong. */
const GATHERING_TIMEOUT = 3_000;

/** Applies an offer and resolves to the whole answer, candidates included. */
export function gatherAnswer(connection: PeerConnection, offer: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('No candidate was gathered in time.')),
      GATHERING_TIMEOUT,
    );
    const finish = (): void => {
      const description = connection.localDescription();
      if (description === null || !description.sdp.includes('a=candidate:')) return;
      clearTimeout(timer);
      resolve(description.sdp);
    };
    connection.onGatheringStateChange((state) => {
      if (state === 'complete') finish();
    });
    try {
      connection.setRemoteDescription(offer, 'offer');
      connection.setLocalDescription('answer');
    } catch (error) {
      clearTimeout(timer);
      reject(error instanceof Error ? error : new Error(String(error)));
    }
  });
}
