import {
  type ErasureReport,
  PERSON_RECORD_KINDS,
  type Person,
  type PersonRecordKind,
} from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import type { Database } from '../../platform/database/database.ts';
import type { EraseCalls } from '../calls/store/erase-calls.ts';
import type { FileContents } from '../files/file-contents.ts';
import type { LogWriter } from '../logs/log-port.ts';
import { findRetained } from './find-retained.ts';
import { findMentions, findSubject } from './find-subject.ts';
import type { PersonPlaces } from './places/person-places.ts';
import { type ErasablePlace, type Subject, visitPlaces } from './places/place.ts';

export interface ErasePersonOptions {
  readonly db: Database;
  readonly places: PersonPlaces;
  /** Clears the places of calls. */
  readonly eraseCalls: EraseCalls;
  readonly contents: Pick<FileContents, 'readText'>;
  readonly logs: Pick<LogWriter, 'flush'>;
  readonly clock: Clock;
}

/** Deletes everything an org keeps about a person; may be repeated. Nothing of it is kept, not even the report. */
export type ErasePerson = (orgId: string, person: Person) => Promise<ErasureReport>;

export function createErasePerson(options: ErasePersonOptions): ErasePerson {
  const { db, places, eraseCalls, clock } = options;
  return async (orgId, person) => {
    const startedAt = new Date(clock.now()).toISOString();
    const subject = await findSubject(db, orgId, person);
    const deleted = countNone();
    // Calls first, with their files: if one cannot be deleted, all that leads to it is still there.
    Object.assign(deleted, await eraseCalls(orgId, subject.calls));
    // What waits to be written to the log would come back afterwards.
    await options.logs.flush();
    const erase = (some: readonly ErasablePlace[], tx: Database, from: Subject) =>
      visitPlaces(some, from, async (place, known) => {
        const ids = await place.erase(tx, known);
        deleted[place.kind] += ids.length;
        return ids;
      });
    const known = await db.transaction((tx) => erase(places.rows, tx, subject));
    // The files after their rows: a mail under way would be written again otherwise.
    await erase(places.files, db, known);
    const kept = await findRetained(options, subject, new Map());
    return {
      person,
      startedAt,
      deleted,
      finishedAt: new Date(clock.now()).toISOString(),
      mentionedIn: await findMentions(db, subject),
      kept: kept.map(({ advice, why, ...one }) => ({ ...one, why: `${why} ${advice}`.trim() })),
    };
  };
}

function countNone(): Record<PersonRecordKind, number> {
  const none = PERSON_RECORD_KINDS.map((kind) => [kind, 0]);
  return Object.fromEntries(none) as Record<PersonRecordKind, number>;
}
