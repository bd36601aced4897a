import type { Clock } from '@kindling/protocol/clock';
import type { Peer } from '../transport/create-peer.ts';

/** An answered offer must lead to a connection within this time. */
export const CONNECT_TIMEOUT = 10_000;

/** A peer and what is known of the client end it connects to. */
export interface Link {
  peer: Peer | null;
  /** Certificate of the client: the same again means the same connection object there. */
  readonly fingerprint: string;
  readonly ufrag: string;
  /** Kept after the peer has closed, for a later ICE restart. */
  channelId: number | null;
}

export type Links = ReturnType<typeof createLinks>;

/** The link in use, and one that may replace it once it works. */
export function createLinks(clock: Clock) {
  let current: Link | null = null;
  let successor: Link | null = null;
  let established: Link | null = null;
  let cancelSuccessor: (() => void) | null = null;

  const forgetSuccessor = (): void => {
    cancelSuccessor?.();
    cancelSuccessor = null;
    successor = null;
  };

  const drop = (link: Link | null): void => {
    link?.peer?.close();
    if (link === successor) forgetSuccessor();
  };

  return {
    get current() {
      return current;
    },
    get successor() {
      return successor;
    },
    has: (link: Link) => link === current || link === successor,
    find: (fingerprint: string, ufrag: string) =>
      [current, successor].find((one) => one?.fingerprint === fingerprint && one.ufrag === ufrag),
    drop,
    /** The link replaces the current one if it connects in time. */
    prepare(link: Link): void {
      successor = link;
      cancelSuccessor = clock.schedule(CONNECT_TIMEOUT, () => drop(link));
    },
    /** Makes a link the current one; returns the one it replaces. */
    promote(link: Link): Link | null {
      const former = current;
      forgetSuccessor();
      current = link;
      return former;
    },
    /** The current link works. True when another one worked before. */
    noteEstablished(link: Link): boolean {
      const isReplacement = established !== null && established !== link;
      established = link;
      return isReplacement;
    },
    close(): void {
      drop(successor);
      current?.peer?.close();
      current = null;
      established = null;
    },
  };
}
