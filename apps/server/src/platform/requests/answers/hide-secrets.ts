import { isFields } from '../../errors/is-fields.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What stands for a secret where it may not be read. */
export const HIDDEN = '(hidden)';

/** Their owner's own words: nothing of ours is in them. */
const OWN_WORDS: ReadonlySet<string> = new Set([
  ...['metadata', 'variableValues', 'messages', 'input', 'output', 'artifact'],
]);

/**
 * An answer without what proves to other servers whose requests are whose: secrets and headers of
 * servers, headers of API requests and of models. Who may only read needs none of them, and could
 * speak to those servers in the organisation's name.
 */
export function hideSecrets(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(hideSecrets);
  if (!isFields(answer)) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, hideIn(answer, name, value)]),
  );
}

function hideIn(owner: Fields, name: string, value: unknown): unknown {
  if (OWN_WORDS.has(name)) return value;
  if (name === 'serverUrlSecret' && typeof value === 'string') return HIDDEN;
  if (name === 'server' && isFields(value)) return hideOfServer(value);
  if (name === 'headers' && isFields(value) && ('url' in owner || 'provider' in owner))
    return hideHeaders(value);
  return hideSecrets(value);
}

function hideOfServer(server: Fields): unknown {
  return mapValues(server, (value, name) => {
    if (name === 'secret' && typeof value === 'string') return HIDDEN;
    return name === 'headers' && isFields(value) ? hideHeaders(value) : hideSecrets(value);
  });
}

/** A header a field; of an API request, a property of a schema with its `value`. */
function hideHeaders(headers: Fields): Fields {
  const { properties } = headers;
  if (isFields(properties)) return { ...headers, properties: mapValues(properties, hideProperty) };
  return mapValues(headers, (value) => (typeof value === 'string' ? HIDDEN : value));
}

function hideProperty(property: unknown): unknown {
  if (!isFields(property)) return property;
  return mapValues(property, (value, name) =>
    ['value', 'default', 'const'].includes(name) ? HIDDEN : value,
  );
}

function mapValues(fields: Fields, change: (value: unknown, name: string) => unknown): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, change(value, name)]),
  );
}
