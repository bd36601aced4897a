import type { Clock } from '@kindling/protocol/clock';
import type { McpConnection } from './mcp-connection.ts';

/** Sessions with servers, which are kept for a while: who uses one has it until they are done. */
export interface McpSessions {
  /** `isKnown`: the session was already open. A session in which something failed is not used again. */
  use<T>(
    key: string,
    open: () => Promise<McpConnection>,
    work: (connection: Promise<McpConnection>, isKnown: boolean) => Promise<T>,
  ): Promise<T>;
}

export interface McpSessionsOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** Whether a session may be used again after this. */
  readonly isHarmless: (error: unknown) => boolean;
}

/** One that was not used for so long is not used again, ms. */
const IDLE_SESSION = 60_000;
const MAX_KEPT = 200;

interface Session {
  readonly opening: Promise<McpConnection>;
  users: number;
  /** Closed as soon as nobody uses it. */
  isDropped: boolean;
  /** Epoch ms. */
  usedAt: number;
}

export function createMcpSessions({ clock, isHarmless }: McpSessionsOptions): McpSessions {
  const kept = new Map<string, Session>();

  function drop(key: string, session: Session): void {
    if (kept.get(key) === session) kept.delete(key);
    session.isDropped = true;
    // Its server's answers that are still on their way are given up with it.
    if (session.users === 0)
      session.opening.then((connection) => connection.close()).catch(() => undefined);
  }

  /** Not by a timer, which would hold up the end of the process. */
  function dropIdle(now: number): void {
    for (const [key, session] of kept)
      if (session.users === 0 && session.usedAt + IDLE_SESSION <= now) drop(key, session);
  }

  function keep(key: string, session: Session): void {
    kept.delete(key);
    kept.set(key, session);
    const [oldest] = kept;
    if (kept.size > MAX_KEPT && oldest !== undefined) drop(...oldest);
  }

  return {
    async use(key, open, work) {
      dropIdle(clock.now());
      const known = kept.get(key);
      const session = known ?? { opening: open(), users: 0, isDropped: false, usedAt: 0 };
      session.users += 1;
      keep(key, session);
      let isGood = false;
      try {
        const result = await work(session.opening, known !== undefined);
        isGood = true;
        return result;
      } catch (error) {
        isGood = isHarmless(error);
        throw error;
      } finally {
        session.users -= 1;
        session.usedAt = clock.now();
        if (!isGood || session.isDropped) drop(key, session);
      }
    },
  };
}
