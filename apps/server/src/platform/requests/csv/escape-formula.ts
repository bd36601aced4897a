/**
 * What a spreadsheet may take for the beginning of a formula, once it has dropped what cannot be seen
 * and read full-width and small letters as plain ones, as Numbers and some imports do. A tab or a
 * carriage return at the beginning is dropped by some, and kept from being so here.
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-\u2212@|%])/u;

/** A cell that a spreadsheet shows and does not run: an apostrophe says that it is text (OWASP). */
export function escapeFormula(cell: string): string {
  return FORMULA.test(cell.slice(0, 100).normalize('NFKC')) ? `'${cell}` : cell;
}
