import type { MediaEngine } from '@kindling/media';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import { createAssistantStore } from './api/assistant/assistant-store.ts';
import { assistantHandlers } from './api/assistant/handlers.ts';
import { createWebCallHandler } from './api/call/create-web-call.ts';
import { callHandlers } from './api/call/handlers.ts';
import { createApp } from './app.ts';
import { createCallStore } from './calls/call-store.ts';
import { createSelectModel, type SpeechEngines } from './calls/engines.ts';
import { createLiveCalls, type LiveCalls } from './calls/live-calls.ts';
import type { Config } from './config.ts';
import type { AppEnv } from './http/app-env.ts';
import { createRateLimit } from './http/rate-limit.ts';
import type { MailQueue } from './mail/mail-queue.ts';
import { createInvitations } from './scheduling/invitations/create-invitations.ts';
import { createManageTokens } from './scheduling/manage-token.ts';
import type { Schedule } from './scheduling/settings/schedule-schema.ts';
import type { ServerParts } from './server-parts.ts';
import type { Database } from './storage/database.ts';
import type { Metrics } from './telemetry/metrics.ts';
import { createTokenStore } from './tokens/token-store.ts';

export interface ComposeOptions {
  readonly config: Config;
  readonly parts: Pick<ServerParts, 'createConversation' | 'models' | 'clock'>;
  readonly log: Logger;
  readonly db: Database;
  readonly media: MediaEngine;
  readonly metrics: Metrics;
  readonly mail: MailQueue;
  readonly schedule: Schedule;
  /** What manage links are made with. */
  readonly bookingSecret: Buffer;
  /** Null until the engines are loaded. */
  readonly speech: () => SpeechEngines | null;
  readonly isClosing: () => boolean;
}

export interface ComposedServer {
  readonly app: Hono<AppEnv>;
  readonly live: LiveCalls;
}

/** Joins stores, calls and routes over resources that somebody else opened and will close. */
export function composeServer(options: ComposeOptions): ComposedServer {
  const { config, db, log, media, metrics, parts, speech } = options;
  const live = createLiveCalls(config.limits.calls);
  metrics.watch({ activeCalls: () => live.size, media: () => media.stats() });
  const assistants = createAssistantStore(db);
  const calls = createCallStore(db);
  const app = createApp({
    ...{ config, log, metrics, live, assistants },
    leads: { db, mail: options.mail },
    scheduling: {
      ...{ db, mail: options.mail, schedule: options.schedule, clock: parts.clock },
      tokens: createManageTokens(options.bookingSecret),
      invitations: createInvitations(config.mail),
    },
    tokens: createTokenStore(db),
    isReady: () => speech() !== null && !options.isClosing(),
    handlers: {
      ...assistantHandlers(assistants),
      ...callHandlers(calls),
      'call.createWeb': createWebCallHandler({
        ...{ assistants, calls, live, media, metrics, speech },
        selectModel: createSelectModel({ factories: parts.models, llm: config.llm }),
        createConversation: parts.createConversation,
        clock: parts.clock,
        addressLimit: createRateLimit(config.limits.callsPerMinutePerIp),
        tokenLimit: createRateLimit(config.limits.callsPerMinutePerKey),
      }),
    },
  });
  return { app, live };
}
