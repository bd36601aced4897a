import { retry } from '@kindling/protocol/retry';
import { CommandError } from '../assistant/command-error.ts';

/** A resource as the account tells it. */
export type SourceRow = Readonly<Record<string, unknown>> & { readonly id: string };

export type SourceKind = 'file' | 'tool' | 'structured-output' | 'assistant' | 'squad' | 'eval';

/** The account that is copied; only read. */
export interface SourceAccount {
  /** All of a kind, the oldest first; none where its server does not know the kind. */
  list(kind: SourceKind): Promise<readonly SourceRow[]>;
  /**
   * The content of one of its files.
   *
   * @throws a `FileGoneError`
   */
  download(url: string): Promise<Blob>;
}

/** A file that its account still lists, and whose content cannot be had. */
export class FileGoneError extends Error {
  override readonly name = 'FileGoneError';
}

export interface SourceAccountOptions {
  readonly baseUrl: string;
  readonly key: string;
}

/** What its lists answer at once, at most. */
const PAGE_SIZE = 100;
/** Not every server that speaks the API has them. */
const RECENT: ReadonlySet<SourceKind> = new Set(['structured-output', 'eval']);
const ATTEMPTS = 6;
const TIMEOUT = 60_000;
/** Longest that it may ask to wait, ms. */
const MAX_WAIT = 30_000;

/** @throws a `CommandError` that says what the account's API answered */
export function createSourceAccount({ baseUrl, key }: SourceAccountOptions): SourceAccount {
  /** Again while it is busy, after as long as it asks for. */
  async function request(
    url: string,
    headers: Record<string, string>,
    mayBeMissing = false,
  ): Promise<Response | null> {
    let wait = 0;
    const answer = await retry(
      {
        attempts: ATTEMPTS,
        isFailure: ({ status }) => status === 429 || (status >= 500 && status !== 501),
        pause: (attempt) => pause(wait || 500 * 2 ** attempt),
      },
      async () => {
        const signal = AbortSignal.timeout(TIMEOUT);
        const response = await fetch(url, { headers, signal }).catch((cause: unknown) => {
          throw new CommandError(`${new URL(url).origin} does not answer.`, { cause });
        });
        wait = Math.min(MAX_WAIT, Number(response.headers.get('retry-after') ?? 0) * 1_000 || 0);
        return response;
      },
    );
    if (answer.ok) return answer;
    if (mayBeMissing && (answer.status === 404 || answer.status === 501)) return null;
    const said = (await answer.text()).slice(0, 300);
    if (answer.status === 401 || answer.status === 403)
      throw new CommandError(
        `${baseUrl} refuses the key: give a private key of the account. ${said}`,
      );
    throw new CommandError(`${new URL(url).pathname} answered ${answer.status}. ${said}`);
  }

  return {
    async list(kind) {
      const rows = new Map<string, SourceRow>();
      // Newest first; the next page is what is older than the last row, or as old.
      for (let before = ''; ; ) {
        const query = new URLSearchParams({ limit: String(PAGE_SIZE) });
        if (before !== '') query.set('createdAtLe', before);
        const headers = { authorization: `Bearer ${key}` };
        const answer = await request(`${baseUrl}/${kind}?${query}`, headers, RECENT.has(kind));
        if (answer === null) break;
        const page = readRows(await answer.json(), kind);
        const size = rows.size;
        for (const row of page) rows.set(row.id, row);
        before = String(page.at(-1)?.createdAt ?? '');
        // Where all of a page is known already, its rows are of one moment, or it does not page.
        if (page.length < PAGE_SIZE || rows.size === size || before === '') break;
      }
      return [...rows.values()].reverse();
    },
    async download(url) {
      if (!/^https?:/.test(URL.canParse(url) ? url : ''))
        throw new FileGoneError('It has no address to fetch it from.');
      const answer = await request(url, {}, true).catch((cause: unknown) => {
        throw new FileGoneError('Its content cannot be fetched there.', { cause });
      });
      if (answer === null) throw new FileGoneError('Its content is not there any more.');
      return answer.blob();
    },
  };
}

function readRows(answer: unknown, kind: string): SourceRow[] {
  const rows: unknown =
    typeof answer === 'object' && answer !== null && 'results' in answer ? answer.results : answer;
  if (!Array.isArray(rows)) throw new CommandError(`/${kind} answered no list.`);
  return rows.filter(
    (row: unknown): row is SourceRow =>
      typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string',
  );
}

const pause = (duration: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, duration);
  });
