/** Milliseconds that `work` took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The value below which `share` (0 to 1) of them lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Columns as wide as their widest cell. */
export function printTable(head: readonly string[], rows: readonly string[][]): void {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  for (const row of all) {
    console.log(
      widths
        .map((width, column) => (row[column] ?? '').padEnd(width))
        .join('  ')
        .trimEnd(),
    );
  }
}
