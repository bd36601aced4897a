import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import type { Nodes } from '../../platform/cluster/nodes.ts';
import { singleNode } from '../../platform/cluster/single-node.ts';
import type { Database } from '../../platform/database/database.ts';
import { logTable } from '../../platform/database/platform-tables.ts';
import { createLogIds } from './log-ids.ts';
import type { LogEntry, LogWriter } from './log-port.ts';
import { toLogRow } from './log-row.ts';

/** What comes within this is written together, ms. */
const GATHER = 200;
const MAX_AT_ONCE = 200;
/** More than this is waiting only when the database does not keep up: then entries are dropped. */
const MAX_WAITING = 5_000;
/** Calls whose late entries are dropped; what was deleted before those has nothing under way any more. */
const MAX_FORGOTTEN = 2_000;
/** Nodes send each other so many ids at once. */
const MAX_SENT = 100;

export interface LogWriterOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** Hears of what could not be written. */
  readonly log: Logger;
  /** @default the only server of its database */
  readonly nodes?: Pick<Nodes, 'publish' | 'subscribe'>;
}

type Row = ReturnType<typeof toLogRow>;

/** Writes entries to the table `log`, in batches; reporting never waits and never throws. */
export function createLogWriter(options: LogWriterOptions): LogWriter {
  const { db, clock, log, nodes = singleNode } = options;
  const nextId = createLogIds();
  let waiting: Row[] = [];
  let dropped = 0;
  let cancel: (() => void) | null = null;
  let writing: Promise<void> = Promise.resolve();
  let closed = false;
  const forgotten = new Set<string>();

  async function insert(rows: Row[]): Promise<void> {
    try {
      await db.insert(logTable).values(rows);
    } catch (error) {
      if (rows.length > 1) {
        // One entry of an organisation that is gone must not take the others with it.
        for (const row of rows) await insert([row]);
        return;
      }
      log.warn({ err: error, type: rows[0]?.type }, 'log entry not written');
    }
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) await insert(waiting.splice(0, MAX_AT_ONCE));
    if (dropped > 0) log.warn({ dropped }, 'log entries dropped: the database is too slow');
    dropped = 0;
  }

  const flush = (): Promise<void> => {
    cancel?.();
    cancel = null;
    writing = writing.then(drain);
    return writing;
  };

  const forget = (callIds: readonly string[]) => {
    for (const id of callIds) forgotten.add(id);
    for (const id of forgotten) {
      if (forgotten.size <= MAX_FORGOTTEN) break;
      forgotten.delete(id);
    }
  };
  nodes.subscribe('forget-calls', ({ ids }) => forget(ids));

  return {
    write(entry: LogEntry) {
      // The deletion of a call is logged as an API request, and that entry is kept.
      if (entry.type !== 'API' && forgotten.has(entry.callId ?? '')) return;
      if (closed || waiting.length >= MAX_WAITING) {
        dropped += 1;
        return;
      }
      waiting.push(toLogRow(nextId(entry.time), entry));
      if (waiting.length >= MAX_AT_ONCE) void flush();
      else
        cancel ??= clock.schedule(GATHER, () => {
          cancel = null;
          void flush();
        });
    },
    flush,
    forgetCalls(callIds) {
      forget(callIds);
      for (let at = 0; at < callIds.length; at += MAX_SENT)
        void nodes.publish('forget-calls', { ids: callIds.slice(at, at + MAX_SENT) });
    },
    async close() {
      closed = true;
      await flush();
      waiting = [];
    },
  };
}
