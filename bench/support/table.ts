/** Plain tables and plain statistics for the benchmarks. */

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = Math.max(0, Math.ceil(share * sorted.length) - 1);
  return sorted[rank] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export function printTable(
  heads: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  const cells = [
    heads,
    ...rows.map((row) => row.map((cell) => (typeof cell === 'number' ? format(cell) : cell))),
  ];
  const widths = heads.map((_, column) =>
    Math.max(...cells.map((row) => String(row[column] ?? '').length)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  const [head = [], ...body] = cells;
  console.log(line(head));
  console.log(widths.map((width) => '-'.repeat(width)).join('  '));
  for (const row of body) console.log(line(row));
}

function format(value: number): string {
  if (Number.isNaN(value)) return '–';
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(1);
}
