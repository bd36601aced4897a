import type { ContactForm } from '@kindling/protocol/contact-form';
import { and, asc, eq, gt, gte, or } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { contactRequestTable, subscriptionTable } from '../../../platform/database/schema.ts';
import type { CsvTable, Cursor } from '../../../platform/requests/csv/csv-pages.ts';

type Lead = typeof subscriptionTable.$inferSelect;
type ContactRequest = typeof contactRequestTable.$inferSelect;

const ROWS_PER_PAGE = 500;

/** The footer's addresses, oldest first. */
export function leadTable(db: Database, since: Date | null): CsvTable<Lead> {
  return {
    columns: [
      ['id', (lead) => lead.id],
      ['email', (lead) => lead.email],
      ['source', (lead) => lead.source],
      ['created_at', (lead) => lead.createdAt.toISOString()],
    ],
    readPage: (after) =>
      db
        .select()
        .from(subscriptionTable)
        .where(later(subscriptionTable, after, since))
        .orderBy(asc(subscriptionTable.createdAt), asc(subscriptionTable.id))
        .limit(ROWS_PER_PAGE),
  };
}

/** The contact forms, oldest first. */
export function contactRequestCsv(db: Database, since: Date | null): CsvTable<ContactRequest> {
  const field = (header: string, name: keyof ContactForm) =>
    [header, (request: ContactRequest) => request.form[name]] as const;
  return {
    columns: [
      ['id', (request) => request.id],
      ['created_at', (request) => request.createdAt.toISOString()],
      field('full_name', 'fullName'),
      field('email', 'email'),
      field('phone_number', 'phoneNumber'),
      field('institution', 'institution'),
      field('number_of_students', 'numberOfStudents'),
      field('service_of_interest', 'serviceOfInterest'),
      field('problem_description', 'problemDescription'),
    ],
    readPage: (after) =>
      db
        .select()
        .from(contactRequestTable)
        .where(later(contactRequestTable, after, since))
        .orderBy(asc(contactRequestTable.createdAt), asc(contactRequestTable.id))
        .limit(ROWS_PER_PAGE),
  };
}

function later(
  table: typeof subscriptionTable | typeof contactRequestTable,
  after: Cursor | null,
  since: Date | null,
) {
  const { createdAt, id } = table;
  return and(
    since === null ? undefined : gte(createdAt, since),
    after === null
      ? undefined
      : or(gt(createdAt, after.createdAt), and(eq(createdAt, after.createdAt), gt(id, after.id))),
  );
}
