import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface PausableLink {
  /** The same url, through this link. */
  through(url: string): string;
  /** Lets nothing pass any more, in silence, as a stopped process does. */
  pause(): void;
  /** Cuts connections and takes no others, as a process that has ended does. */
  cut(): void;
  /** Everything as before; what was held back goes on. */
  resume(): void;
  close(): void;
}

/** A wire to `target` that can fail. */
export async function createPausableLink(target: string): Promise<PausableLink> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let state: 'open' | 'paused' | 'cut' = 'open';
  const server = createServer((inside) => {
    if (state === 'cut') return inside.resetAndDestroy();
    const outside = connect(Number(port), hostname);
    for (const [from, to] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => to.write(bytes));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (state === 'paused') from.pause();
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    through(url) {
      const address = new URL(url);
      address.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
      return address.href;
    },
    pause() {
      state = 'paused';
      for (const socket of sockets) socket.pause();
    },
    cut() {
      state = 'cut';
      for (const socket of sockets) socket.destroy();
    },
    resume() {
      state = 'open';
      for (const socket of sockets) socket.resume();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
