import { createSocket, type Socket } from 'node:dgram';

/** What happens to each datagram, both ways. */
export interface Faults {
  /** Share that is lost, 0 to 1. */
  readonly loss?: number;
  /** One way, ms. */
  readonly delay?: number;
  /** Nothing passes. */
  readonly cut?: boolean;
}

/** A UDP relay in front of a server's media port: the network between it and a browser. */
export interface FaultyLink {
  readonly passed: number;
  readonly lost: number;
  set(faults: Faults): void;
  /** As when a router forgets its table: the server sees the browser come from other ports. */
  rebind(): void;
  close(): void;
}

/** Listens on `address:port` and passes on to 127.0.0.1 on the same port. */
export async function createFaultyLink(address: string, port: number): Promise<FaultyLink> {
  let faults: Faults = {};
  let passed = 0;
  let lost = 0;
  const outer = createSocket('udp4');
  const inner = new Map<string, Socket>();
  const timers = new Set<NodeJS.Timeout>();

  const pass = (send: () => void): void => {
    if (faults.cut === true || Math.random() < (faults.loss ?? 0)) {
      lost += 1;
      return;
    }
    passed += 1;
    if (faults.delay === undefined) {
      send();
      return;
    }
    const timer = setTimeout(() => {
      timers.delete(timer);
      send();
    }, faults.delay);
    timers.add(timer);
  };

  const towardsServer = (key: string, host: string, clientPort: number): Socket => {
    const known = inner.get(key);
    if (known !== undefined) return known;
    const socket = createSocket('udp4');
    socket.on('message', (data) => pass(() => outer.send(data, clientPort, host)));
    socket.on('error', () => {});
    inner.set(key, socket);
    return socket;
  };

  outer.on('message', (data, { address: host, port: clientPort }) => {
    pass(() =>
      towardsServer(`${host}:${clientPort}`, host, clientPort).send(data, port, '127.0.0.1'),
    );
  });
  outer.on('error', () => {});
  await new Promise<void>((resolve) => outer.bind(port, address, resolve));

  const forget = (): void => {
    for (const socket of inner.values()) socket.close();
    inner.clear();
  };

  return {
    get passed() {
      return passed;
    },
    get lost() {
      return lost;
    },
    set(next) {
      faults = next;
    },
    rebind: forget,
    close() {
      for (const timer of timers) clearTimeout(timer);
      forget();
      outer.close();
    },
  };
}
