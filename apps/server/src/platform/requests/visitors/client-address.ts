import type { AppContext } from '../app-env.ts';

/** What the proxies in front of this server say about a request; nothing when there are none. */
export function forwarded(
  c: AppContext,
  header: string,
  trustedProxies: number,
): string | undefined {
  if (trustedProxies === 0) return undefined;
  const hops = (c.req.header(header) ?? '').split(',').map((hop) => hop.trim());
  // Each proxy appends; what stands left of the trusted ones is the client's own claim.
  return hops.at(-Math.min(trustedProxies, hops.length)) || undefined;
}

/** The visitor's address: the socket's, or the one the outermost trusted proxy saw. */
export function clientAddress(c: AppContext, trustedProxies: number): string {
  return (
    forwarded(c, 'x-forwarded-for', trustedProxies) ??
    c.env?.incoming?.socket.remoteAddress ??
    'unknown'
  );
}

/** Scheme and host under which the visitor reached this server. */
export function requestBaseUrl(c: AppContext, trustedProxies: number): string {
  const url = new URL(c.req.url);
  const protocol = forwarded(c, 'x-forwarded-proto', trustedProxies);
  const host = forwarded(c, 'x-forwarded-host', trustedProxies) ?? url.host;
  const base = `${protocol === 'https' ? 'https:' : url.protocol}//${host}`;
  return URL.canParse(base) ? new URL(base).origin : url.origin;
}
