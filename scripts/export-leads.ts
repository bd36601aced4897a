import { createWriteStream } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { parseArgs } from 'node:util';

/** Asks the running server for its leads and writes them as CSV. */

const USAGE = `Writes the addresses left in the footer as CSV. The server must be running.

  npm run --silent leads:export > leads.csv
  npm run leads:export -- --output leads.csv

  --contact-requests  the contact forms instead of the addresses
  --since <time>      only what came since: 2026-11-01, or 2026-11-01T08:00:00Z
  --output <file>     a file instead of the standard output; it is replaced when all is there
  --url <url>         the server; without it PUBLIC_URL, or http://127.0.0.1 and PORT (8787)

The private key is read from the data folder (KINDLING_DATA, or data).
`;

class ExportError extends Error {
  override readonly name = 'ExportError';
}

try {
  await exportLeads();
} catch (error) {
  // The reader of our output has closed it.
  if (hasCode(error, 'EPIPE')) process.exit(0);
  const known = error instanceof ExportError;
  process.stderr.write(`${known ? error.message : String(error)}\n`);
  process.exit(1);
}

async function exportLeads(): Promise<void> {
  const options = readOptions();
  if (options.help) return void process.stdout.write(USAGE);
  const key = await readKey(
    resolve(import.meta.dirname, '..', process.env.KINDLING_DATA || 'data'),
  );
  const url = new URL(
    options['contact-requests'] ? 'contact-requests/export' : 'leads/export',
    base(options.url),
  );
  if (options.since !== undefined) url.searchParams.set('since', options.since);
  const csv = await ask(url, key);
  if (options.output === undefined) await pipe(csv, process.stdout);
  else await writeWhole(csv, resolve(options.output));
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        'contact-requests': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
        output: { type: 'string' },
        since: { type: 'string' },
        url: { type: 'string' },
      },
    });
    return values;
  } catch (error) {
    throw new ExportError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
}

function base(given: string | undefined): URL {
  const text = given ?? (process.env.PUBLIC_URL || `http://127.0.0.1:${process.env.PORT || 8787}`);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === 'http:' || url?.protocol === 'https:')
    return new URL(`${url.href.replace(/\/+$/, '')}/`);
  throw new ExportError(`“${text}” is not an http or https url.`);
}

async function readKey(folder: string): Promise<string> {
  const path = join(folder, 'private-key');
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (cause) {
    const reason = hasCode(cause, 'ENOENT')
      ? 'There is no private key'
      : 'The private key cannot be read';
    throw new ExportError(
      `${reason} at ${path}. Name the data folder of the running server in KINDLING_DATA.`,
      { cause },
    );
  }
}

async function ask(url: URL, key: string): Promise<ReadableStream<Uint8Array>> {
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${key}` } }).catch(
    (cause: unknown) => {
      throw new ExportError(
        `No server answers at ${url.origin}. Start it (npm start), or name it with --url.`,
        { cause },
      );
    },
  );
  const isCsv = answer.headers.get('content-type')?.startsWith('text/csv') ?? false;
  if (answer.ok && isCsv && answer.body !== null) return answer.body as ReadableStream<Uint8Array>;
  const said = await readMessage(answer);
  if (answer.status === 401 || answer.status === 403) {
    throw new ExportError(
      `The server at ${url.origin} refuses the key of this data folder${said}\nName the data folder of the running server in KINDLING_DATA.`,
    );
  }
  if (said === '.')
    throw new ExportError(
      `What answers at ${url.origin} is no Kindling server (status ${answer.status}).`,
    );
  throw new ExportError(`The server answered ${answer.status}${said}`);
}

/** What the server says of its refusal; a full stop when it says nothing we know. */
async function readMessage(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => null);
  const message =
    typeof body === 'object' && body !== null && 'message' in body ? body.message : null;
  return typeof message === 'string' ? `: ${message}` : '.';
}

/** Under another name until it is whole: an export that broke off must not look like one. */
async function writeWhole(csv: ReadableStream<Uint8Array>, path: string): Promise<void> {
  const unfinished = `${path}.part`;
  try {
    // These are people's addresses: for the operator alone.
    await pipe(csv, createWriteStream(unfinished, { mode: 0o600 }));
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function pipe(csv: ReadableStream<Uint8Array>, to: NodeJS.WritableStream): Promise<void> {
  try {
    await pipeline(Readable.fromWeb(csv), to);
  } catch (cause) {
    if (hasCode(cause, 'EPIPE')) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ExportError(`The export broke off before it was complete: ${reason}`, { cause });
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
