import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isApiError } from '@kindling/api-client';
import { CommandError } from './command-error.ts';

export interface FoundServer {
  /** Without a slash at its end. */
  readonly url: string;
  readonly privateKey: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The server of a data folder and its private key. Throws a `CommandError` when there is no key. */
export async function findServer(
  dataFolder: string,
  environment: Environment,
  named?: string,
): Promise<FoundServer> {
  const privateKey = await readPrivateKey(dataFolder);
  const known = named ?? (await readAddress(dataFolder)) ?? namedBy(environment);
  if (!/^https?:$/.test(URL.canParse(known) ? new URL(known).protocol : '')) {
    throw new CommandError(`“${known}” is not an http or https url.`);
  }
  return { url: known.replace(/\/+$/, ''), privateKey };
}

function namedBy({ PUBLIC_URL, PORT }: Environment): string {
  return PUBLIC_URL || `http://127.0.0.1:${PORT || 8_787}`;
}

/** What a running server has written there. */
async function readAddress(dataFolder: string): Promise<string | null> {
  const text = await readFile(join(dataFolder, 'address'), 'utf8').catch(() => '');
  return text.trim() || null;
}

async function readPrivateKey(dataFolder: string): Promise<string> {
  const path = join(dataFolder, 'private-key');
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    const what = isMissing
      ? `There is no private key at ${path}.`
      : `The private key at ${path} cannot be read.`;
    throw new CommandError(
      `${what} The first start of a server makes it: run npm start in another window, or name the data folder of your server in KINDLING_DATA.`,
      { cause },
    );
  }
}

/** An error of the server in words for the person at the keyboard; others stay as they are. */
export function explain(error: unknown, { url }: FoundServer): unknown {
  if (!isApiError(error)) return error;
  const because = { cause: error };
  if (error.code === 'unreachable' || error.code === 'timeout') {
    const advice = 'Start it in another window (npm start) and wait until it says “Ready”.';
    return new CommandError(`No server answers at ${url}. ${advice}`, because);
  }
  if (error.status === 401 || error.status === 403) {
    return new CommandError(
      `The server at ${url} refuses the key of this data folder: ${error.message} Name the data folder of that server in KINDLING_DATA.`,
      because,
    );
  }
  // Kindling's own refusals have an id.
  if (error.requestId === undefined) {
    return new CommandError(`What answers at ${url} is no Kindling server.`, because);
  }
  return new CommandError(`The server answered ${error.status}: ${error.message}`, because);
}
