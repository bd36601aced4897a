import type { CallMessage } from '@kindling/protocol';
import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { callLineTable } from '../../../platform/database/call-line-table.ts';
import type { Database } from '../../../platform/database/database.ts';
import { callTable } from '../../../platform/database/schema.ts';
import { storableJson } from '../../chats/storable-text.ts';

/** What was said in each of these calls, in order; calls without a line are left out. */
export async function readLines(
  db: Database,
  callIds: readonly string[],
): Promise<ReadonlyMap<string, CallMessage[]>> {
  if (callIds.length === 0) return new Map();
  const { callId, position, message } = callLineTable;
  const rows = await db
    .select({ callId, messages: sql<CallMessage[]>`jsonb_agg(${message} order by ${position})` })
    .from(callLineTable)
    .where(inArray(callId, [...callIds]))
    .groupBy(callId);
  return new Map(rows.map((row) => [row.callId, row.messages]));
}

export async function linesOf(db: Database, callId: string): Promise<CallMessage[]> {
  return (await readLines(db, [callId])).get(callId) ?? [];
}

/** Number of the last command that lines from this position on came with; 0: none did. */
export function lastCommandOf(lines: readonly PlacedLine[], from: number): number {
  const numbers = lines.flatMap(({ position, command }) =>
    position >= from ? (command ?? []) : [],
  );
  return Math.max(0, ...numbers);
}

/** A line at its place; null: it was withdrawn. */
export interface PlacedLine {
  readonly position: number;
  readonly line: CallMessage | null;
  /** Number of the page's command that it came with. @default none */
  readonly command?: number;
}

/**
 * Writes lines of a call that goes on, `held` by who writes, and answers whether it is: new ones, others in the place
 * of those there were, or none. The call's row is held meanwhile: lines that come late never mix with the final
 * record. Repeating it changes nothing.
 */
export async function writeLines(
  db: Database,
  held: SQL,
  lines: readonly PlacedLine[],
): Promise<boolean> {
  const kept = lines.filter(({ line }) => line !== null);
  const gone = lines.flatMap(({ position, line }) => (line === null ? [position] : []));
  const answer = await db.execute(sql`
    with held as (select id from ${callTable} where ${held} for share), withdrawn as (
      delete from ${callLineTable} using held
      where call_id = held.id and position = any (${`{${gone.join(',')}}`}::int[])
    ), written as (
      insert into ${callLineTable} (call_id, position, message, command)
      select held.id, (placed.line ->> 'position')::int, placed.line -> 'line', (placed.line ->> 'command')::int
      from held, jsonb_array_elements(${storableJson(kept)}::jsonb) as placed(line)
      on conflict (call_id, position) do update set message = excluded.message)
    select id from held`);
  const { rows } = answer as unknown as { readonly rows: readonly unknown[] };
  return rows.length > 0;
}

/** The lines of a call that goes on, at their places. */
export async function placedLinesOf(db: Database, callId: string): Promise<PlacedLine[]> {
  const { position, message: line, command } = callLineTable;
  const rows = await db
    .select({ position, line, command })
    .from(callLineTable)
    .where(eq(callLineTable.callId, callId))
    .orderBy(asc(position));
  return rows.map(({ command: number, ...placed }) =>
    number === null ? placed : { ...placed, command: number },
  );
}

/** The final record of a call, instead of what was written down while it went on. */
export async function replaceLines(
  tx: Database,
  callId: string,
  lines: readonly CallMessage[],
): Promise<void> {
  await forgetLines(tx, [callId]);
  if (lines.length === 0) return;
  await tx.execute(sql`
    insert into ${callLineTable} (call_id, position, message)
    select ${callId}::uuid, (line.place - 1)::int, line.message from ${rowsOf(lines)}`);
}

export async function forgetLines(tx: Database, callIds: readonly string[]): Promise<void> {
  if (callIds.length === 0) return;
  await tx.delete(callLineTable).where(inArray(callLineTable.callId, [...callIds]));
}

/** One parameter, however many lines there are. */
const rowsOf = (lines: readonly CallMessage[]): SQL =>
  sql`jsonb_array_elements(${storableJson(lines)}::jsonb) with ordinality as line(message, place)`;

/** Whether a call has a line; for the conditions of statements about calls. */
export const hasLines = sql`exists (
  select from ${callLineTable} where ${callLineTable.callId} = ${callTable.id}
)`;

/** Everything that was said in a call as one text; for the conditions of statements about calls. */
export const linesText = sql`(
  select string_agg(${callLineTable.message}::text, ' ')
  from ${callLineTable} where ${callLineTable.callId} = ${callTable.id}
)`;
