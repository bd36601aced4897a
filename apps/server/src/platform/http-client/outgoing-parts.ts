import { OutgoingError } from './outgoing-error.ts';

/**
 * An address that may be asked, as far as one can see from it.
 *
 * @throws an `OutgoingError`
 */
export function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && /^https?:$/.test(url.protocol) && !hasUser(url)) return url;
  throw new OutgoingError('bad_url', 'its address must be http or https, without a user');
}

function hasUser({ username, password }: URL): boolean {
  return username !== '' || password !== '';
}

/** Set by the connection itself; a user's own values could redirect the request or break the connection. */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  ...['sec-websocket-key', 'sec-websocket-version', 'sec-websocket-extensions'],
  ...['host', 'content-length', 'transfer-encoding', 'connection', 'keep-alive'],
  ...['upgrade', 'expect', 'te', 'trailer', 'proxy-authorization', 'proxy-connection'],
]);

export function ownHeaders(headers: Headers = {}): Record<string, string> {
  const given = Object.entries(mergeHeaders(headers)).map(
    // Keys are pasted with the line break behind them.
    ([name, value]) => [name, value.trim()] as const,
  );
  return {
    'user-agent': 'Kindling',
    ...Object.fromEntries(given.filter(([name]) => !CONNECTION_HEADERS.has(name))),
  };
}

type Headers = Readonly<Record<string, string>>;

/** As one, in small letters: of those that differ in their spelling alone the last counts. */
export function mergeHeaders(...parts: readonly Headers[]): Record<string, string> {
  return Object.fromEntries(
    parts.flatMap((part) =>
      Object.entries(part).map(([name, value]) => [name.toLowerCase(), value] as const),
    ),
  );
}
