import { createOutboxFiles } from '../../platform/mail/outbox-files.ts';
import type { PlatformContext } from '../../platform/platform-context.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import type { DownloadLinks } from '../../rooms/recording/download-links.ts';
import { type CallEraserOptions, createEraseCalls } from '../calls/store/erase-calls.ts';
import { createFileContents } from '../files/file-contents.ts';
import { createErasePerson } from './erase-person.ts';
import { createExportPerson } from './export-person.ts';
import { personHandlers } from './handlers.ts';
import { createPersonPlaces } from './places/person-places.ts';

/** Of an organisation: nobody has so many people to answer, and each is looked for everywhere. */
const EXPORTS_PER_MINUTE = 20;

export interface PeopleContext
  extends Pick<PlatformContext, 'config' | 'db' | 'clock' | 'blobs' | 'sharedLimit'>,
    Pick<CallEraserOptions, 'endCall' | 'logs'> {
  readonly recordings: {
    readonly eraser: CallEraserOptions['recordings'];
    readonly linksOf: DownloadLinks;
  };
}

/** Export and erasure of what is kept about a person: one list of places for both. */
export function registerPeople(context: PeopleContext): HandlersOf<'person'> {
  const { config, db, clock, blobs, endCall, logs, recordings } = context;
  const contents = createFileContents(blobs);
  const places = createPersonPlaces({
    linksOf: recordings.linksOf,
    outbox: createOutboxFiles(config.mail.outboxFolder),
  });
  const eraseCalls = createEraseCalls({ db, endCall, logs, recordings: recordings.eraser });
  return personHandlers({
    erase: createErasePerson({ db, clock, logs, contents, places, eraseCalls }),
    exportPerson: createExportPerson({ db, clock, logs, contents, places }),
    exportLimit: context.sharedLimit('person-export', EXPORTS_PER_MINUTE),
  });
}
