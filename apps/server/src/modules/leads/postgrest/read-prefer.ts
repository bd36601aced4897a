import { RestError } from './rest-error.ts';

/** What a `Prefer` header asks of an insert. */
export interface Preferences {
  readonly return: 'minimal' | 'headers-only' | 'representation' | null;
  readonly count: 'exact' | 'planned' | 'estimated' | null;
  readonly resolution: 'ignore-duplicates' | 'merge-duplicates' | null;
  /** The header that says which of them were followed; null when none was asked for. */
  readonly applied: string | null;
}

const VALUES = {
  return: ['minimal', 'headers-only', 'representation'],
  count: ['exact', 'planned', 'estimated'],
  resolution: ['ignore-duplicates', 'merge-duplicates'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
  tx: ['commit', 'rollback'],
} as const;
type Name = keyof typeof VALUES;

/** In the order in which they are listed when they were followed. */
const FOLLOWED = ['missing', 'return', 'count', 'handling'] as const satisfies readonly Name[];

/**
 * Reads the header; the first of two that disagree counts.
 *
 * @throws PGRST122 on an odd one under `handling=strict`
 */
export function readPrefer(header: string | undefined): Preferences {
  const given = (header ?? '')
    .split(',')
    .map((preference) => preference.trim())
    .filter(Boolean);
  const find = <N extends Name>(name: N): (typeof VALUES)[N][number] | null => {
    const values: readonly (typeof VALUES)[N][number][] = VALUES[name];
    const all = given.map((preference) => values.find((it) => preference === `${name}=${it}`));
    return all.find((value) => value !== undefined) ?? null;
  };
  if (find('handling') === 'strict') rejectUnknown(given);
  const applied = FOLLOWED.flatMap((name) => {
    const value = find(name);
    return value === null ? [] : [`${name}=${value}`];
  });
  return {
    return: find('return'),
    count: find('count'),
    resolution: find('resolution'),
    applied: applied.length === 0 ? null : applied.join(', '),
  };
}

function rejectUnknown(given: readonly string[]): void {
  const unknown = given.filter((preference) => {
    const [name = '', value = ''] = preference.split('=');
    return !(Object.hasOwn(VALUES, name) && VALUES[name as Name].some((it) => it === value));
  });
  if (unknown.length === 0) return;
  throw new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${unknown.join(', ')}`,
  });
}
