import { once } from 'node:events';
import type { Clock } from '@kindling/protocol/clock';
import pg from 'pg';

const CONNECTION_TIMEOUT = 1_000;

/**
 * A machine that lost its power, or its network, says no farewell: PostgreSQL gives its locks back after
 * about five seconds, when the machine has fenced itself. The last one is for who waits for a lock and dies
 * meanwhile. Not every PostgreSQL has each of these.
 */
const NOTICED_SOON = [
  ['tcp_keepalives_idle', '2'],
  ['tcp_keepalives_interval', '1'],
  ['tcp_keepalives_count', '3'],
  ['tcp_user_timeout', '5000'],
  ['client_connection_check_interval', '500'],
] as const;

export interface NodeSessionOptions {
  readonly url: string;
  readonly name: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly onFault: (error: unknown) => void;
  /** On each connection, before anything else is asked on it. */
  readonly prepare?: string;
  readonly onNotification?: (payload: string) => void;
}

/** A connection of its own, outside the pool: locks and notifications belong to it. */
export interface NodeSession {
  /** Which connection is in use; another one has no lock of it. 0: there is none. */
  readonly number: number;
  /** When that connection was made, by the clock. */
  readonly since: number;
  /** On the connection in use, or on a new one. */
  query<R extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /** Gives the connection up, whatever it waits for. */
  drop(): void;
  close(): Promise<void>;
}

export function createNodeSession(options: NodeSessionOptions): NodeSession {
  const { clock } = options;
  let client: Promise<pg.Client> | null = null;
  let made = 0;
  let since = 0;
  let isClosed = false;

  async function connect(): Promise<pg.Client> {
    const made = new pg.Client({
      connectionString: options.url,
      application_name: options.name,
      connectionTimeoutMillis: CONNECTION_TIMEOUT,
      keepAlive: true,
      keepAliveInitialDelayMillis: 2_000,
    });
    // Without a listener a connection lost while idle would end the process.
    made.on('error', options.onFault);
    made.on('notification', ({ payload = '' }) => options.onNotification?.(payload));
    try {
      await made.connect();
      for (const setting of NOTICED_SOON)
        await made.query('select set_config($1, $2, false)', [...setting]).catch(() => undefined);
      if (options.prepare !== undefined) await made.query(options.prepare);
      return made;
    } catch (error) {
      void made.end().catch(() => undefined);
      throw error;
    }
  }

  function open(): Promise<pg.Client> {
    if (isClosed) throw new Error('The session is closed.');
    if (client !== null) return client;
    const opening = connect();
    const forget = () => {
      if (client === opening) client = null;
    };
    client = opening;
    made += 1;
    since = clock.now();
    opening.then((it) => it.once('end', forget), forget);
    return opening;
  }

  function drop(): void {
    const dropped = client;
    client = null;
    // Whatever waits on it is rejected; a connection that is not yet made ends when it is.
    void dropped?.then((it) => it.end()).catch(() => undefined);
  }

  return {
    get number() {
      return client === null ? 0 : made;
    },
    get since() {
      return since;
    },
    async query<R extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) {
      const connection = await open();
      return (await connection.query<R>(text, [...values])).rows;
    },
    drop,
    async close() {
      isClosed = true;
      const last = await client?.catch(() => null);
      client = null;
      if (last === undefined || last === null) return;
      const ended = once(last, 'end');
      await last.end();
      await ended.catch(() => undefined);
    },
  };
}
