import { parse } from 'csv-parse/sync';

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** A paragraph a row: "Name: Ada; city: London." Without a row of names the values alone. */
export function readCsv(text: string): string {
  const rows: string[][] = parse(text, {
    delimiter: findDelimiter(text),
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  });
  const [first = [], ...others] = rows;
  const isHeader =
    others.length > 0 && first.every((cell) => cell !== '' && !/^[\d.,\s%$€-]+$/.test(cell));
  return (isHeader ? others : rows)
    .map((row) => describeRow(row, isHeader ? first : []))
    .filter((line) => line !== '')
    .join('\n\n');
}

function describeRow(row: readonly string[], header: readonly string[]): string {
  const cells = row.flatMap((value, index) => {
    if (value === '') return [];
    const name = header[index];
    // A cell may have lines of its own; a row is one paragraph.
    const line = value.replace(/\s*\n\s*/g, ' ');
    return [name === undefined ? line : `${name}: ${line}`];
  });
  return cells.length === 0 ? '' : `${cells.join('; ')}.`;
}

function findDelimiter(text: string): string {
  const line = text.slice(0, 10_000).split(/\r?\n/, 1)[0] ?? '';
  const count = (delimiter: string) => line.split(delimiter).length;
  return DELIMITERS.reduce<string>((best, one) => (count(one) > count(best) ? one : best), ',');
}
