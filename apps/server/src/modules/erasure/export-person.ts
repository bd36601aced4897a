import { PERSON_RECORD_KINDS, type Person, type PersonRecordKind } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/database/database.ts';
import { hideSecrets } from '../../platform/requests/answers/hide-secrets.ts';
import type { FileContents } from '../files/file-contents.ts';
import type { LogWriter } from '../logs/log-port.ts';
import { findRetained } from './find-retained.ts';
import { findMentions, findSubject } from './find-subject.ts';
import type { PersonPlaces } from './places/person-places.ts';
import { type PersonPlace, type ReadContext, visitPlaces } from './places/place.ts';

/** How many things are in memory at once: a call may hold 200 kB of words, and its record as much again. */
const AT_ONCE = 20;

export interface ExportPersonOptions {
  readonly db: Database;
  readonly places: PersonPlaces;
  readonly contents: Pick<FileContents, 'readText'>;
  readonly logs: Pick<LogWriter, 'flush'>;
  readonly clock: Clock;
}

export interface ExportContext {
  /** Of the server, for links. */
  readonly baseUrl: string;
  /** Called at the end with the number of rows of each kind. */
  readonly onFinished: (found: Readonly<Record<string, number>>) => void;
}

/**
 * The JSON of a `PersonExport`, in pieces: everything an org keeps about a person, from the places that
 * erasure clears. The first piece comes when all of it is found.
 */
export type ExportPerson = (
  orgId: string,
  person: Person,
  context: ExportContext,
) => AsyncGenerator<string>;

interface Found {
  readonly place: PersonPlace;
  readonly ids: readonly string[];
}

export function createExportPerson(options: ExportPersonOptions): ExportPerson {
  const { db, places, clock } = options;
  return async function* exportPerson(orgId, person, { baseUrl, onFinished }) {
    const startedAt = new Date(clock.now()).toISOString();
    // What waits to be written to the log would be missed.
    await options.logs.flush();
    const found: Found[] = [];
    const subject = await visitPlaces(
      [...places.calls, ...places.rows, ...places.files],
      await findSubject(db, orgId, person),
      async (place, known) => {
        const ids = await place.find(db, known);
        found.push({ place, ids });
        return ids;
      },
    );
    yield `${open({ person, startedAt })},"found":{`;
    for (const [index, kind] of PERSON_RECORD_KINDS.entries()) {
      yield `${index === 0 ? '' : ','}${JSON.stringify(kind)}:[`;
      yield* list(readKind(db, found, { kind, orgId, baseUrl }));
      yield ']';
    }
    const kept = await findRetained(options, subject, rowsOf(found));
    const rest = {
      mentionedIn: await findMentions(db, subject),
      leftOut: kept.map(({ advice: _, ...one }) => one),
      finishedAt: new Date(clock.now()).toISOString(),
    };
    yield `},${JSON.stringify(rest).slice(1)}`;
    onFinished(countKinds(found));
  };
}

/** An object that goes on. */
const open = (fields: object) => JSON.stringify(fields).slice(0, -1);

async function* list(batches: AsyncGenerator<readonly object[]>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    const items = batch.map((item) => JSON.stringify(item)).join(',');
    yield isFirst ? items : `,${items}`;
    isFirst = false;
  }
}

interface ReadKind extends ReadContext {
  readonly kind: PersonRecordKind;
}

async function* readKind(
  db: Database,
  found: readonly Found[],
  { kind, ...context }: ReadKind,
): AsyncGenerator<readonly object[]> {
  for (const { place, ids } of found) {
    if (place.kind !== kind) continue;
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      const items = await place.read(db, ids.slice(start, start + AT_ONCE), context);
      yield items.map(toExported);
    }
  }
}

/** The document is handed on: secrets of the organisation's own servers are no part of it. */
function toExported(item: object): object {
  return hideSecrets(JSON.parse(JSON.stringify(item))) as object;
}

function rowsOf(found: readonly Found[]): ReadonlyMap<PgTable, readonly string[]> {
  const rows = new Map<PgTable, readonly string[]>();
  for (const { place, ids } of found)
    if (place.table !== null) rows.set(place.table, [...(rows.get(place.table) ?? []), ...ids]);
  return rows;
}

function countKinds(found: readonly Found[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { place, ids } of found) counts[place.kind] = (counts[place.kind] ?? 0) + ids.length;
  return counts;
}
