import { inArray } from 'drizzle-orm';
import { callTable, recordingTable } from '../../../platform/database/schema.ts';
import type { DownloadLinks } from '../../../rooms/recording/download-links.ts';
import { readCalls } from '../../calls/store/read-call.ts';
import { type PersonPlace, rowsPlace } from './place.ts';

/** Calls of a person with what was recorded of them; `createEraseCalls` ends and deletes both. */
export function callPlaces(linksOf: DownloadLinks): readonly PersonPlace[] {
  return [
    rowsPlace({
      kind: 'calls',
      table: callTable,
      key: callTable.id,
      order: callTable.createdAt,
      org: callTable.orgId,
      where: ({ calls }) => inArray(callTable.id, [...calls]),
      show: (rows, db) => readCalls(db, rows),
    }),
    rowsPlace({
      kind: 'recordings',
      table: recordingTable,
      key: recordingTable.id,
      order: recordingTable.createdAt,
      org: recordingTable.orgId,
      where: ({ calls }) => inArray(recordingTable.callId, [...calls]),
      show: (rows, _, baseUrl) => rows.map((row) => ({ ...row, downloads: linksOf(row, baseUrl) })),
    }),
  ];
}
