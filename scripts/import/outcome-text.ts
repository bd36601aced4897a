import type { ImportedRow } from './import-account.ts';

/** What is printed when all went well. */
export function outcomeText(
  rows: readonly ImportedRow[],
  { isDry }: { readonly isDry: boolean },
): string {
  if (rows.length === 0) return 'The account is empty: there is nothing to copy.\n';
  const lines = rows.flatMap((row) => [
    `  ${(row.kind === 'structured-output' ? 'output' : row.kind).padEnd(10)} ${row.name}: ${wordsOf(row, isDry)}`,
    ...row.leftOut.map(({ path, why }) => `             without ${path}: ${why}`),
    ...row.warnings.map(({ path, message }) => `             ${path}: ${message}`),
  ]);
  const copied = rows.filter(({ outcome }) => outcome !== 'not copied').length;
  const last = isDry
    ? 'Nothing was copied: this was a dry run. What will differ here is said when it is copied.'
    : `${copied} of ${rows.length} are here. Lines below a name say what is different from there.`;
  return `${lines.join('\n')}\n\n${last}\n`;
}

function wordsOf({ outcome, reason }: ImportedRow, isDry: boolean): string {
  if (outcome === 'not copied') return `not copied. ${reason ?? ''}`;
  if (outcome === 'as it was') return 'as it was';
  if (isDry) return outcome === 'made' ? 'would be made' : 'would be changed';
  return outcome;
}
