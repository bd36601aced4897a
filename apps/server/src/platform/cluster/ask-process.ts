import { connect } from 'node:net';

const TIMEOUT = 500;

/**
 * Whether the process at `address` is gone: its machine answers, and says that nobody listens. One that
 * stands still is there, and of one that does not answer at all nothing is known.
 */
export function isProcessGone(address: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(address);
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(port || (protocol === 'https:' ? 443 : 80)),
      timeout: TIMEOUT,
    });
    const answer = (isGone: boolean) => {
      socket.destroy();
      resolve(isGone);
    };
    socket.once('connect', () => answer(false));
    socket.once('timeout', () => answer(false));
    socket.once('error', (error: NodeJS.ErrnoException) => answer(error.code === 'ECONNREFUSED'));
  });
}
