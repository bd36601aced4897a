import { Hono } from 'hono';
import { z } from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import type { AppEnv } from '../../../platform/requests/app-env.ts';
import { parseWith } from '../../../platform/requests/bodies/read-json.ts';
import { answerCsv } from '../../../platform/requests/csv/answer-csv.ts';
import { type CsvTable, type Cursor, csvPages } from '../../../platform/requests/csv/csv-pages.ts';
import type { AuthenticateOperator } from '../../tokens/site-org.ts';
import { contactRequestCsv, leadTable } from './export-tables.ts';

export interface ExportOptions {
  readonly db: Database;
  readonly authenticate: AuthenticateOperator;
}

/** `GET /leads/export` and `GET /contact-requests/export`: everything, as CSV, for a private key. */
export function exportRoutes({ db, authenticate }: ExportOptions): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const add = <Row extends Cursor>(
    name: string,
    table: (db: Database, since: Date | null) => CsvTable<Row>,
  ) =>
    routes
      .get(`/${name}/export`, async (c) => {
        await authenticate(c);
        const { since } = parseWith(querySchema, c.req.query(), 'query');
        return answerCsv(c, name, csvPages(table(db, since ?? null)));
      })
      .all(`/${name}/export`, () => {
        throw new ApiError('method_not_allowed', 'This address takes GET.', {
          headers: { Allow: 'GET, HEAD' },
        });
      });
  add('leads', leadTable);
  add('contact-requests', contactRequestCsv);
  return routes;
}

const SINCE = 'must be a date such as 2026-11-01, or a time such as 2026-11-01T08:00:00Z.';

const querySchema = z.strictObject({
  /** Rows from this moment on. A date alone is midnight UTC. */
  since: z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], { error: SINCE })
    .transform((text) => new Date(text))
    .optional(),
});
