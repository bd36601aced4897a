import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Config } from '../../platform/config/config.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { AppContext, AppEnv } from '../../platform/requests/app-env.ts';
import { forwarded } from '../../platform/requests/visitors/client-address.ts';
import { isLoopbackHost } from '../../platform/requests/visitors/loopback-host.ts';

export type KnownHostsConfig = Pick<
  Config,
  'host' | 'publicUrl' | 'allowedHosts' | 'trustedProxies'
>;

/** Answered under every name: an orchestrator probes under whichever it has, and learns nothing else. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
const ANY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/**
 * Without PUBLIC_URL serves only hosts that are known to be this server: a page elsewhere whose name
 * was pointed here (DNS rebinding) would otherwise count as one of its own.
 */
export function serveKnownHosts(config: KnownHostsConfig): MiddlewareHandler<AppEnv> {
  const isKnown = createKnownHosts(config);
  return createMiddleware<AppEnv>(async (c, next) => {
    if (PROBES.has(c.req.path)) return next();
    const stranger = namedHosts(c, config.trustedProxies).find((host) => !isKnown(host));
    if (stranger !== undefined) throw unknownHost(stranger);
    return next();
  });
}

/** Both what the request itself names and what a trusted proxy says: a page may send either header. */
function namedHosts(c: AppContext, trustedProxies: number): string[] {
  const { host } = new URL(c.req.url);
  const original = forwarded(c, 'x-forwarded-host', trustedProxies);
  return [host, ...(original === undefined ? [] : [original])];
}

/** Tells by a Host, with or without its port, whether it means this server. */
export function createKnownHosts({
  host,
  publicUrl,
  allowedHosts,
}: Omit<KnownHostsConfig, 'trustedProxies'>): (host: string) => boolean {
  if (publicUrl !== null) return () => true;
  const isOpen = !isLoopbackHost(host);
  const own = new Set([host, ...(isOpen ? ownNames() : [])].map(plainHost));
  const suffixes = allowedHosts
    .filter((name) => name.startsWith('*.'))
    .map((name) => name.slice(1));
  const listed = new Set(allowedHosts.map(plainHost));
  return (given) => {
    const name = plainHost(given);
    if (isLoopbackHost(name) || own.has(name) || listed.has(name)) return true;
    if (suffixes.some((suffix) => name.endsWith(suffix))) return true;
    // DNS cannot redirect an IP address: a client that uses one meant this machine.
    return ANY_ADDRESS.has(host) && isIP(name) !== 0;
  };
}

/** Of this machine, in its network. */
function ownNames(): string[] {
  const full = hostname().toLowerCase();
  const [short = full] = full.split('.');
  return [full, short, `${short}.local`];
}

/** Lower case, without port, brackets and the dot of a full name. */
function plainHost(host: string): string {
  const text = `http://${isIP(host) === 6 ? `[${host}]` : host}`;
  const name = URL.canParse(text) ? new URL(text).hostname : host.toLowerCase();
  return name.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function unknownHost(host: string): ApiError {
  // A host that could not be one is not written back.
  const name = /^[\w.:[\]-]{1,200}$/.test(host) ? `as “${host}”` : 'by that host';
  return new ApiError(
    'host_not_allowed',
    `This server does not know itself ${name}. Set PUBLIC_URL to the address that browsers use, or add the host to ALLOWED_HOSTS.`,
  );
}
