import type { SiteConfig } from '@kindling/protocol';
import { schedulingPaths } from '@kindling/protocol/scheduling';
import { Hono } from 'hono';
import type { AssistantStore } from '../api/assistant/assistant-store.ts';
import { ASSISTANT_DEFAULTS } from '../calls/conversation-settings.ts';
import type { Config } from '../config.ts';
import { ApiError } from '../http/api-error.ts';
import type { AppEnv } from '../http/app-env.ts';
import { hostedScheduler } from '../scheduling/hosted-scheduler.ts';
import type { TokenStore } from '../tokens/token-store.ts';

export interface SiteConfigOptions {
  readonly tokens: Pick<TokenStore, 'findSiteToken'>;
  readonly assistants: Pick<AssistantStore, 'find'>;
  readonly config: Pick<Config, 'hostedLeads' | 'scheduling'>;
}

/** `/site-config.json`: the site's public key and the assistant it is bound to. */
export function siteConfigRoutes(options: SiteConfigOptions): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/site-config.json', async (c) =>
    c.json(await readSiteConfig(options), 200, { 'Cache-Control': 'no-store' }),
  );
}

async function readSiteConfig({
  tokens,
  assistants,
  config,
}: SiteConfigOptions): Promise<SiteConfig> {
  const token = await tokens.findSiteToken();
  const assistantId = token?.allowedAssistantIds?.[0];
  const assistant =
    token && assistantId !== undefined ? await assistants.find(token.orgId, assistantId) : null;
  if (!token?.plain || !assistant) {
    throw new ApiError('not_found', 'No valid public key names an assistant for the site.');
  }
  return {
    voice: {
      publicKey: token.plain,
      assistantId: assistant.id,
      assistantName: assistant.name ?? 'Assistant',
      // The site and the API have one origin.
      apiUrl: '',
      maxDurationSeconds: assistant.maxDurationSeconds ?? ASSISTANT_DEFAULTS.maxDurationSeconds,
    },
    // This server's own store takes the site's public key.
    leads: config.hostedLeads ?? { url: '', anonKey: token.plain },
    scheduling: toScheduling(config.scheduling.hostedUrl),
  };
}

function toScheduling(hostedUrl: string | null): SiteConfig['scheduling'] {
  if (hostedUrl === null) {
    return { scriptUrl: schedulingPaths.widget, link: schedulingPaths.demoPage };
  }
  return { scriptUrl: hostedScheduler(hostedUrl).scriptUrl, link: hostedUrl };
}
