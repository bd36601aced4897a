import type { Clock } from '../../core/clock.ts';

/** The longest wait for candidates, ms; with an awaited server longer. */
const HOST_LIMIT = 300;
const SERVERS_LIMIT = 2_000;
/** How long to wait after the last UDP candidate, ms. */
const SETTLED = 10;

/**
 * Resolves when the candidates are in. Where no server is awaited, a browser knows its UDP
 * addresses within 10 ms and takes 120 more for TCP ones that never answer: not awaited.
 */
export function gathered(
  connection: RTCPeerConnection,
  clock: Clock,
  awaitsServers: boolean,
): Promise<void> {
  return new Promise((resolve) => {
    let cancelSettle = () => {};
    const finish = () => {
      cancelLimit();
      cancelSettle();
      connection.onicegatheringstatechange = null;
      connection.onicecandidate = null;
      resolve();
    };
    const cancelLimit = clock.schedule(awaitsServers ? SERVERS_LIMIT : HOST_LIMIT, finish);
    connection.onicegatheringstatechange = () => {
      if (connection.iceGatheringState === 'complete') finish();
    };
    connection.onicecandidate = ({ candidate }) => {
      if (awaitsServers || candidate?.protocol !== 'udp') return;
      cancelSettle();
      cancelSettle = clock.schedule(SETTLED, finish);
    };
    if (connection.iceGatheringState === 'complete') finish();
  });
}
