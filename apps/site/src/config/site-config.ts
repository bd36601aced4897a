import type { SiteConfig } from '@kindling/protocol';

let loading: Promise<SiteConfig> | undefined;

/** The configuration of this deployment: fetched once, when first needed; a failed attempt is retried. */
export function loadSiteConfig(): Promise<SiteConfig> {
  loading ??= fetchSiteConfig().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function fetchSiteConfig(): Promise<SiteConfig> {
  const response = await fetch('/site-config.json', { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`The site's configuration answered ${response.status}`);
  return readSiteConfig(await response.json());
}

/**
 * Checks by hand what protocol's schema says: a schema library would be larger than the page.
 *
 * @throws when a field is missing
 */
export function readSiteConfig(value: unknown): SiteConfig {
  return {
    voice: {
      ...texts(value, 'voice', ['publicKey', 'assistantId', 'assistantName', 'apiUrl']),
      ...longestCall(value),
      ...notice(value),
      ...greeting(value),
    },
    leads: texts(value, 'leads', ['url', 'anonKey']),
    scheduling: texts(value, 'scheduling', ['scriptUrl', 'link']),
  };
}

function longestCall(value: unknown): { maxDurationSeconds?: number } {
  const seconds = field(field(value, 'voice'), 'maxDurationSeconds');
  return typeof seconds === 'number' ? { maxDurationSeconds: seconds } : {};
}

function notice(value: unknown): { notice?: string[] } {
  const given = field(field(value, 'voice'), 'notice');
  return Array.isArray(given) ? { notice: given.map(String) } : {};
}

function greeting(value: unknown): { firstMessage?: string } {
  const text = field(field(value, 'voice'), 'firstMessage');
  return typeof text === 'string' ? { firstMessage: text } : {};
}

function texts<Name extends string>(
  from: unknown,
  part: string,
  names: readonly Name[],
): Record<Name, string> {
  const given = field(from, part);
  const read = names.map((name) => {
    const value = field(given, name);
    if (typeof value !== 'string') throw new Error(`site-config.json has no ${part}.${name}`);
    return [name, value] as const;
  });
  return Object.fromEntries(read) as Record<Name, string>;
}

function field(from: unknown, name: string): unknown {
  return isRecord(from) ? from[name] : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
