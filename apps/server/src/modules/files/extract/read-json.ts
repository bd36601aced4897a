const MAX_DEPTH = 60;
/** A record that is longer is read value by value. */
const MAX_RECORD_CHARACTERS = 380;

type Path = readonly string[];

/**
 * A paragraph for each object, its values in one sentence like a row of a table, under a heading
 * with the names that lead to it.
 */
export function readJson(text: string): string {
  const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
  const lines: string[] = [];
  let heading = '';
  for (const { path, text: line } of describe(value, [])) {
    const next = path.join(', ');
    if (next !== heading && next !== '') lines.push('', `# ${next}`);
    // What stands above every name is under no heading.
    if (next === '' && heading !== '') lines.push('', '#');
    heading = next;
    lines.push('', line);
  }
  return lines.join('\n').trim();
}

interface Line {
  readonly path: Path;
  readonly text: string;
}

function describe(value: unknown, path: Path): Line[] {
  if (path.length > MAX_DEPTH) throw new RangeError(`it is nested deeper than ${MAX_DEPTH} levels`);
  if (Array.isArray(value)) {
    if (value.every(isPlain)) return plainLine(path, value);
    return value.flatMap((item) => describe(item, path));
  }
  if (typeof value !== 'object' || value === null) return plainLine(path, [value]);
  const entries = Object.entries(value).map(([name, item]) => [toWords(name), item] as const);
  const own = entries.filter(([, item]) => isPlain(item) || isPlainList(item));
  const fields = own.flatMap(([name, item]) => {
    const said = sayValue(item);
    return said === '' ? [] : [`${name}: ${said}`];
  });
  const rest = entries.filter(([, item]) => !isPlain(item) && !isPlainList(item));
  return [
    ...toRecords(fields).map((text) => ({ path, text })),
    ...rest.flatMap(([name, item]) => describe(item, [...path, name])),
  ];
}

function toRecords(fields: readonly string[]): string[] {
  if (fields.length === 0) return [];
  const record = fields.join('; ');
  return record.length <= MAX_RECORD_CHARACTERS ? [ended(record)] : [fields.map(ended).join('\n')];
}

function plainLine(path: Path, values: readonly unknown[]): Line[] {
  const text = values.map(sayValue).filter(Boolean).join(', ');
  return text === '' ? [] : [{ path, text }];
}

function sayValue(value: unknown): string {
  if (value === null || value === '') return '';
  return Array.isArray(value)
    ? value.map(sayValue).filter(Boolean).join(', ')
    : String(value)
        .replace(/\s*\n\s*/g, ' ')
        .trim();
}

/** "pricePerTerm" and "price_per_term" as a person would say them. */
function toWords(name: string): string {
  return name
    .replace(
      /(\p{Ll})(\p{Lu})/gu,
      (_, left: string, right: string) => `${left} ${right.toLowerCase()}`,
    )
    .replace(/[_-]+/g, ' ')
    .trim();
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function isPlainList(value: unknown): boolean {
  return Array.isArray(value) && value.every(isPlain);
}

function ended(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
