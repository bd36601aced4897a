import type { Recording } from '@kindling/protocol';
import type { AccessLinks } from './access-link.ts';

/** As long as a link may last: a day. */
const VALID_SECONDS = 86_400;

export interface Download {
  /** Of the file. */
  readonly name: string;
  readonly downloadLink: string;
  readonly expiresAt: string;
}

/** A link to each file of a recording; none while there is nothing to download. */
export type DownloadLinks = (
  recording: Pick<Recording, 'id' | 'file' | 'tracks'>,
  baseUrl: string,
) => readonly Download[];

export function createDownloadLinks(links: AccessLinks, now: () => number): DownloadLinks {
  return ({ id, file, tracks }, baseUrl) => {
    const expires = Math.floor(now() / 1_000) + VALID_SECONDS;
    const names = [...(file === null ? [] : [file.name]), ...tracks.map(({ name }) => name)];
    return names.map((name) => ({
      name,
      downloadLink: baseUrl + links.make({ recordingId: id, file: name, expires }),
      expiresAt: new Date(expires * 1_000).toISOString(),
    }));
  };
}
