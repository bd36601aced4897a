import type { OwnOutput } from '@kindling/protocol';
import { isFields } from '../../platform/errors/is-fields.ts';
import { readRegex, searchedLength } from './read-regex.ts';

/** Types that a regex can find. */
export const REGEX_TYPES = ['boolean', 'string', 'number', 'integer', 'array'] as const;
/** Of a list. */
const MAX_MATCHES = 1_000;

/**
 * What a regex finds in a text, by the type of the schema; null: nothing.
 *
 * @throws an Error that says why it cannot be had
 */
export function extractByRegex(
  { regex, schema }: Pick<OwnOutput, 'regex' | 'schema'>,
  text: string,
): unknown {
  if (regex === undefined) throw new Error('It has no regex.');
  const { type } = schema;
  const found = matchesOf(regex, text, type === 'array' ? MAX_MATCHES : 1);
  if (type === 'boolean') return found.length > 0;
  if (type === 'array') return found.map((match) => readMatch(match, typeOfItems(schema)));
  const [first] = found;
  return first === undefined ? null : readMatch(first, type);
}

/** Of each match its first group, where it has one; of a very long text the end is searched. */
function matchesOf(regex: string, text: string, most: number): string[] {
  const matcher = readRegex(regex).matcher(text.slice(-searchedLength(regex)));
  const found: string[] = [];
  while (found.length < most && matcher.find())
    found.push((matcher.groupCount() > 0 ? matcher.group(1) : null) ?? matcher.group() ?? '');
  return found;
}

function typeOfItems({ items }: OwnOutput['schema']): unknown {
  return isFields(items) ? items.type : undefined;
}

const THOUSANDS = /^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

function readMatch(match: string, type: unknown): unknown {
  if (type !== 'number' && type !== 'integer') return match;
  const text = match.trim();
  const value =
    text === '' ? Number.NaN : Number(THOUSANDS.test(text) ? text.replaceAll(',', '') : text);
  if (Number.isFinite(value)) return value;
  throw new Error('What the regex finds is no number.');
}
