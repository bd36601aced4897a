import type { SiteConfig } from '@kindling/protocol';
import type { PrivacyFacts } from '@kindling/protocol/privacy-facts';
import { schedulingPaths } from '@kindling/protocol/scheduling';
import { Hono } from 'hono';
import type { AssistantStore } from '../../../modules/assistants/assistant-store.ts';
import { ASSISTANT_DEFAULTS } from '../../../modules/assistants/runtime/conversation-settings.ts';
import { greetingOf } from '../../../modules/calls/live/greeting.ts';
import { noticeWords, privacyFacts } from '../../../modules/privacy/data-use-words.ts';
import type { ReadDataUse } from '../../../modules/privacy/read-data-use.ts';
import { hostedScheduler } from '../../../modules/scheduling/hosted-scheduler.ts';
import type { TokenStore } from '../../../modules/tokens/token-store.ts';
import type { Config } from '../../../platform/config/config.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import type { AppEnv } from '../../../platform/requests/app-env.ts';
import type { ReadPrivacyFacts } from './privacy-facts.ts';

export interface SiteConfigOptions {
  readonly tokens: Pick<TokenStore, 'findSiteToken'>;
  readonly assistants: Pick<AssistantStore, 'find'>;
  readonly config: Pick<Config, 'hostedLeads' | 'scheduling'>;
  readonly readDataUse: ReadDataUse;
}

/** `/site-config.json`: the site's public key and the assistant it is bound to. */
export function siteConfigRoutes(options: SiteConfigOptions): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/site-config.json', async (c) =>
    c.json(await readSiteConfig(options), 200, { 'Cache-Control': 'no-store' }),
  );
}

const NO_ORG = '00000000-0000-4000-8000-000000000000';

/** What the pages say of the site's assistant; without one, of the server. While the database is away: what was last so. */
export function createReadPrivacyFacts(options: SiteConfigOptions): ReadPrivacyFacts {
  let last: PrivacyFacts | null = null;
  return async () => {
    try {
      const found = await findSiteAssistant(options).catch(orNone);
      const orgId = found?.orgId ?? NO_ORG;
      last = privacyFacts(await options.readDataUse(orgId, found ?? {}));
    } catch (error) {
      if (last === null) throw error;
    }
    return last;
  };
}

function orNone(error: unknown): null {
  if (error instanceof ApiError && error.code === 'not_found') return null;
  throw error;
}

async function findSiteAssistant({ tokens, assistants }: SiteConfigOptions) {
  const token = await tokens.findSiteToken();
  const assistantId = token?.allowedAssistantIds?.[0];
  const assistant =
    token && assistantId !== undefined ? await assistants.find(token.orgId, assistantId) : null;
  if (!token?.plain || !assistant) {
    throw new ApiError('not_found', 'No valid public key names an assistant for the site.');
  }
  return { ...assistant, publicKey: token.plain };
}

async function readSiteConfig(options: SiteConfigOptions): Promise<SiteConfig> {
  const { config } = options;
  const { publicKey, ...assistant } = await findSiteAssistant(options);
  const use = await options.readDataUse(assistant.orgId, assistant);
  const firstMessage = greetingOf(assistant, new Date());
  return {
    voice: {
      publicKey,
      assistantId: assistant.id,
      assistantName: assistant.name ?? 'Assistant',
      // The site and the API have one origin.
      apiUrl: '',
      maxDurationSeconds: assistant.maxDurationSeconds ?? ASSISTANT_DEFAULTS.maxDurationSeconds,
      notice: noticeWords(use),
      ...(firstMessage === null ? {} : { firstMessage }),
    },
    // This server's own store takes the site's public key.
    leads: config.hostedLeads ?? { url: '', anonKey: publicKey },
    scheduling: toScheduling(config.scheduling.hostedUrl),
  };
}

function toScheduling(hostedUrl: string | null): SiteConfig['scheduling'] {
  if (hostedUrl === null) {
    return { scriptUrl: schedulingPaths.widget, link: schedulingPaths.demoPage };
  }
  return { scriptUrl: hostedScheduler(hostedUrl).scriptUrl, link: hostedUrl };
}
