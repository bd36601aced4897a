import { stringify } from 'csv-stringify/sync';
import { escapeFormula } from './escape-formula.ts';

/** Where a page ends and the next one begins. */
export interface Cursor {
  readonly createdAt: Date;
  readonly id: string;
}

export interface CsvTable<Row extends Cursor> {
  /** Header and value of each column. */
  readonly columns: readonly (readonly [header: string, value: (row: Row) => string])[];
  /** Rows after the cursor by (created_at, id); an empty page is the last. */
  readPage(after: Cursor | null): Promise<readonly Row[]>;
}

/** A CSV (RFC 4180) in pieces: the header first, then a piece for each page as it is asked for. */
export async function* csvPages<Row extends Cursor>(table: CsvTable<Row>): AsyncGenerator<string> {
  yield toCsv([table.columns.map(([header]) => header)]);
  let after: Cursor | null = null;
  while (true) {
    const rows: readonly Row[] = await table.readPage(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield toCsv(rows.map((row) => table.columns.map(([, value]) => value(row))));
    after = last;
  }
}

function toCsv(rows: string[][]): string {
  const cells = rows.map((row) => row.map(escapeFormula));
  return stringify(cells, {
    record_delimiter: 'windows',
    // Where the comma is the decimal sign spreadsheets part cells here, and what follows begins one.
    quoted_match: /[;\t]/,
  });
}
