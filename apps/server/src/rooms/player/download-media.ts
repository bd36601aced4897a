import { createWriteStream } from 'node:fs';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { RoomError } from '@kindling/media/room-error';
import type { OpenRequest, OutgoingAnswer } from '../../platform/http-client/open-request.ts';
import { isOutgoingError } from '../../platform/http-client/outgoing-error.ts';

export interface DownloadRules {
  /** From nowhere else, redirected or not. */
  readonly origins: readonly string[];
  readonly openRequest: OpenRequest;
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

/** @throws a `RoomError` when media may not be fetched from there */
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

/**
 * Fetches media into a file.
 *
 * @throws a `RoomError` whose message can be shown to the client
 */
export async function downloadMedia(download: Download): Promise<void> {
  let { url } = download;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const answer = await open(url, download);
    const { status, headers, body } = answer;
    const [location] = [headers.location].flat();
    if (status >= 300 && status < 400 && location !== undefined) {
      body.destroy();
      // Checked again: a listed host may send on to one that is not.
      url = checkUrl(new URL(location, url).href, download.origins);
      continue;
    }
    if (status === 200) return save(body, download);
    body.destroy();
    throw failed(`its server answered ${status}`);
  }
  throw failed('it is redirected too often');
}

async function open(url: URL, download: Download): Promise<OutgoingAnswer> {
  const { openRequest, signal } = download;
  try {
    return await openRequest({ url, signal, idleTimeout: IDLE });
  } catch (error) {
    if (isOutgoingError(error) && error.code === 'closed_address') throw closedAddress();
    throw failed(isOutgoingError(error) ? error.message : 'its server cannot be reached', error);
  }
}

async function save(body: Readable, { path, signal }: Download): Promise<void> {
  let bytes = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      done(bytes > MAX_BYTES ? failed('it is larger than 1 GiB') : null, chunk);
    },
  });
  try {
    await pipeline(body, limit, createWriteStream(path, { mode: 0o600 }), { signal });
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
