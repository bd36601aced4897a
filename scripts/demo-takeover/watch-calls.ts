import pg from 'pg';
import { timeOfDay } from './narrate.ts';

const INTERVAL = 250;

const OPEN_CALLS = `select call.id, node.name from call left join node on node.id = call.node_id
  where call.status <> 'ended' order by call.created_at desc`;

export interface WatchedCalls {
  /** The node that has the newest call; null: there is none, or it is between two nodes. */
  holder(): string | null;
  close(): Promise<void>;
}

/** Says which node has which call, whenever that changes. */
export async function watchCalls(
  databaseUrl: string,
  say: (line: string) => void,
): Promise<WatchedCalls> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // The database is stopped at the end.
  client.on('error', () => undefined);
  await client.connect();
  let holders = new Map<string, string | null>();

  async function look(): Promise<void> {
    const { rows } = await client.query<{ id: string; name: string | null }>(OPEN_CALLS);
    for (const { id, name } of rows)
      if (name !== null && holders.get(id) !== name)
        say(`  ${timeOfDay()}  call ${id.slice(0, 8)} is on ${name}`);
    // Where a call is between two nodes the last one is kept: it is said once that another has it.
    holders = new Map(rows.map(({ id, name }) => [id, name ?? holders.get(id) ?? null]));
  }

  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look).catch(() => undefined);
  }, INTERVAL);
  return {
    holder: () => [...holders.values()][0] ?? null,
    async close() {
      clearInterval(timer);
      await looking;
      await client.end();
    },
  };
}
