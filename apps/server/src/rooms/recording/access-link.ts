import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** What a link gives access to; `expires` in Unix seconds. */
export interface LinkedFile {
  readonly recordingId: string;
  readonly file: string;
  readonly expires: number;
}

/** Links that carry their own permission: nobody can change what they name, or for how long. */
export interface AccessLinks {
  /** Path and query. */
  make(linked: LinkedFile): string;
  /** Null when the link was changed, or has expired by `now` (ms). */
  read(recordingId: string, query: Readonly<Record<string, string>>, now: number): string | null;
}

/** `secret`: the server's own; what signs links is derived from it. */
export function createAccessLinks(secret: Buffer): AccessLinks {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'kindling recording links', 32));

  function sign({ recordingId, file, expires }: LinkedFile): Buffer {
    return createHmac('sha256', key)
      .update(JSON.stringify([recordingId, file, expires]))
      .digest();
  }

  return {
    make(linked) {
      const query = new URLSearchParams({
        file: linked.file,
        expires: String(linked.expires),
        signature: sign(linked).toString('base64url'),
      });
      return `/recordings/${linked.recordingId}/file?${query}`;
    },
    read(recordingId, query, now) {
      const expires = Number(query.expires);
      const file = query.file ?? '';
      if (!Number.isInteger(expires) || expires * 1_000 <= now) return null;
      const given = Buffer.from(query.signature ?? '', 'base64url');
      const expected = sign({ recordingId, file, expires });
      return given.length === expected.length && timingSafeEqual(given, expected) ? file : null;
    },
  };
}
