type Fields = Readonly<Record<string, unknown>>;

/** What the server gives each row itself, or what means something in the other account alone. */
const NOT_COPIED: ReadonlySet<string> = new Set([
  'id',
  'orgId',
  'createdAt',
  'updatedAt',
  'isServerUrlSecretSet',
  'latestVersionId',
]);

const KNOWN_BASES: ReadonlySet<string> = new Set(['kindling', 'trieve', 'custom-knowledge-base']);

/** Lists of what is copied, too. */
const NAMED_HERE: ReadonlySet<string> = new Set([
  ...['toolIds', 'fileIds', 'structuredOutputIds', 'assistantIds', 'workflowIds'],
]);

/** What cannot be had here, by the path where it was named. */
export interface LeftOut {
  readonly path: string;
  readonly why: string;
}

/** A row as it is stored here: ids replaced, and what names nothing here left out. */
export interface MappedFields {
  readonly fields: Record<string, unknown>;
  readonly leftOut: readonly LeftOut[];
}

/** @param ids of what was copied: there, here */
export function mapFields(row: Fields, ids: ReadonlyMap<string, string>): MappedFields {
  const leftOut: LeftOut[] = [];

  function map(value: unknown, path: string): unknown {
    if (typeof value === 'string') return ids.get(value) ?? value;
    if (Array.isArray(value)) return value.map((one, at) => map(one, `${path}.${at}`));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, inner]) => {
        const at = path === '' ? name : `${path}.${name}`;
        const kept = keep(name, inner, at);
        return kept === undefined ? [] : [[name, map(kept, at)]];
      }),
    );
  }

  /** Undefined: nothing of it. */
  function keep(name: string, value: unknown, path: string): unknown {
    if (value === null || value === undefined) return value;
    if (/^credentialIds?$/.test(name)) {
      leftOut.push({ path, why: 'store the credential here, and name it again' });
      return undefined;
    }
    if (name === 'knowledgeBaseId' || (name === 'phoneNumberId' && !ids.has(String(value)))) {
      leftOut.push({
        path,
        why: `${name === 'phoneNumberId' ? 'a phone number' : 'a knowledge base'} is not copied`,
      });
      return undefined;
    }
    if (name === 'knowledgeBase') return searchedHere(value, path);
    if (!NAMED_HERE.has(name) || !Array.isArray(value)) return value;
    const known = value.filter((id) => ids.has(String(id)));
    if (known.length < value.length)
      leftOut.push({
        path,
        why: `${value.length - known.length} of ${value.length} could not be copied`,
      });
    return known;
  }

  /** Files that another provider searches there are searched by this server. */
  function searchedHere(base: unknown, path: string): unknown {
    const { provider, fileIds } = base as {
      readonly provider?: unknown;
      readonly fileIds?: unknown;
    };
    if (KNOWN_BASES.has(String(provider)) || !Array.isArray(fileIds)) return base;
    leftOut.push({
      path: `${path}.provider`,
      why: `this server searches the files, not ${provider}`,
    });
    return { provider: 'kindling', fileIds };
  }

  const own = Object.fromEntries(Object.entries(row).filter(([name]) => !NOT_COPIED.has(name)));
  return { fields: map(own, '') as Record<string, unknown>, leftOut };
}

/** Whether what is stored here already says all this. */
export function isSame(stored: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted))
    return (
      Array.isArray(stored) &&
      stored.length === wanted.length &&
      wanted.every((one, at) => isSame(stored[at], one))
    );
  if (typeof wanted !== 'object' || wanted === null)
    return stored === wanted || (stored ?? null) === (wanted ?? null);
  if (typeof stored !== 'object' || stored === null) return false;
  return Object.entries(wanted).every(([name, one]) => isSame((stored as Fields)[name], one));
}
