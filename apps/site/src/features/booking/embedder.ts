import type { WidgetMessage } from '@kindling/protocol/scheduling';

export interface EmbedderClues {
  /** What the query says: an origin, or a host name. */
  readonly embedDomain: string | null;
  /** What the browser says of the frames around this one, nearest first; null where it does not say. */
  readonly ancestorOrigins: ArrayLike<string> | null;
  readonly referrer: string;
}

/**
 * The origin that messages may go to: the one the browser vouches for, if the query names the same.
 * Where the browser says nothing, a full origin in the query is taken at its word: a message addressed
 * to an origin reaches only that origin.
 */
export function embedderOrigin(clues: EmbedderClues): string | null {
  if (!clues.embedDomain) return null;
  const vouched = originOf(clues.ancestorOrigins?.[0] ?? clues.referrer);
  const named = /^https?:\/\//.test(clues.embedDomain) ? originOf(clues.embedDomain) : null;
  if (vouched === null) return named;
  const agrees = named === null ? new URL(vouched).host === clues.embedDomain : named === vouched;
  // Embedders that follow other documentation say only `1`.
  return agrees || clues.embedDomain === '1' ? vouched : null;
}

/** Sends events to the embedding page; does nothing when this page is not embedded. */
export function createEmbedderPost(embedDomain: string | null): (message: WidgetMessage) => void {
  if (window.parent === window) return () => {};
  const origin = embedderOrigin({
    embedDomain,
    ancestorOrigins: window.location.ancestorOrigins ?? null,
    referrer: document.referrer,
  });
  if (origin === null) return () => {};
  return (message) => window.parent.postMessage(message, origin);
}

function originOf(url: string): string | null {
  try {
    const { origin } = new URL(url);
    return origin === 'null' ? null : origin;
  } catch {
    return null;
  }
}
