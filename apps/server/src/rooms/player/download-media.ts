import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { RoomError } from '@kindling/media/room-error';
import { openRequest } from '../../platform/http-client/open-request.ts';
import { isOutgoingError } from '../../platform/http-client/outgoing-error.ts';

export interface DownloadRules {
  /** From nowhere else, redirected or not. */
  readonly origins: readonly string[];
  readonly isAllowedAddress: (address: string) => boolean;
}

export interface Download extends DownloadRules {
  readonly url: URL;
  /** Of the file to write. */
  readonly path: string;
  readonly signal: AbortSignal;
}

const MAX_REDIRECTS = 5;
const MAX_BYTES = 1_024 ** 3;
/** Without a byte for so long the other side is gone, ms. */
const IDLE = 15_000;

/** Throws a `RoomError` when media may not be fetched from there. */
export function checkUrl(text: string, origins: readonly string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '') {
    throw new RoomError('bad_request', 'url: must be an http or https address without a user.');
  }
  if (origins.includes(url.origin)) return url;
  throw new RoomError(
    'not_allowed',
    `url: this server does not fetch media from ${url.origin}. Its operator lists the origins in MEDIA_PLAYER_ORIGINS.`,
  );
}

/** Fetches media into a file. Rejects with a `RoomError` whose message can be shown to the client. */
export async function downloadMedia(download: Download): Promise<void> {
  let { url } = download;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const answer = await open(url, download);
    const { statusCode = 0, headers } = answer;
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      answer.destroy();
      // Checked again: a listed host may send on to one that is not.
      url = checkUrl(new URL(headers.location, url).href, download.origins);
      continue;
    }
    if (statusCode === 200) return save(answer, download);
    answer.destroy();
    throw failed(`its server answered ${statusCode}`);
  }
  throw failed('it is redirected too often');
}

async function open(url: URL, download: Download): Promise<IncomingMessage> {
  const { isAllowedAddress, signal } = download;
  try {
    return await openRequest({ url, isAllowedAddress, signal, idleTimeout: IDLE });
  } catch (error) {
    if (isOutgoingError(error) && error.code === 'closed_address') throw closedAddress();
    throw failed(isOutgoingError(error) ? error.message : 'its server cannot be reached', error);
  }
}

async function save(answer: IncomingMessage, { path, signal }: Download): Promise<void> {
  let bytes = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      done(bytes > MAX_BYTES ? failed('it is larger than 1 GiB') : null, chunk);
    },
  });
  try {
    await pipeline(answer, limit, createWriteStream(path, { mode: 0o600 }), { signal });
  } catch (error) {
    throw error instanceof RoomError ? error : failed('it broke off', error);
  }
}

function closedAddress(): RoomError {
  return new RoomError('not_allowed', 'url: its server is not on the open internet.');
}

function failed(why: string, cause?: unknown): RoomError {
  return new RoomError('bad_request', `url: the media could not be fetched: ${why}.`, { cause });
}
