import { pino } from 'pino';
import { composeServer } from '../compose-server.ts';
import { type Config, readConfig } from '../config.ts';
import { createMailQueue } from '../mail/create-mail-queue.ts';
import { readSchedule } from '../scheduling/settings/read-schedule.ts';
import { seed } from '../seed/seed.ts';
import type { OpenDatabase } from '../storage/database.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { createTokenStore, type NewToken, type TokenStore } from '../tokens/token-store.ts';
import { createFakeParts, type FakeParts, testAssistant } from './fake-parts.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';

export const ORIGIN = 'http://localhost';

export interface TestServer {
  /** To be listened with, where a test needs a network. */
  readonly app: ReturnType<typeof composeServer>['app'];
  readonly parts: FakeParts;
  readonly clock: ManualClock;
  readonly tokens: TokenStore;
  readonly orgId: string;
  readonly assistantId: string;
  readonly publicKey: string;
  readonly privateKey: string;
  readonly live: ReturnType<typeof composeServer>['live'];
  /** Sends JSON with a key (the private one unless named) from the server's own origin. */
  send(method: string, path: string, options?: SendOptions): Promise<Answer>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  addToken(token: Omit<NewToken, 'orgId'>): Promise<string>;
  setReady(ready: boolean): void;
}

export interface SendOptions {
  readonly body?: unknown;
  /** Null sends none. */
  readonly key?: string | null;
  readonly headers?: Record<string, string>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape.
  readonly json: any;
}

/** A whole server over `database` with fake media, conversation and engines. Seeds it. */
export async function createTestServer(
  database: OpenDatabase,
  environment: Record<string, string> = {},
): Promise<TestServer> {
  const clock = createManualClock();
  const parts = createFakeParts({ clock });
  const config: Config = readConfig({ SITE_DIST: '/nowhere', ...environment });
  const seeded = await seed({
    db: database.db,
    assistant: testAssistant,
    keepPrivateKey: async () => undefined,
  });
  if (seeded === null) throw new Error('the test database was not empty');
  const engines = await parts.loadSpeech({ cacheFolder: '' });
  const metrics = createMetrics();
  const log = pino({ level: 'silent' });
  // Not started: what is enqueued stays in the table `mail` for tests to read.
  const mail = createMailQueue({ db: database.db, config: config.mail, clock, log, metrics });
  let ready = true;
  const { app, live } = composeServer({
    ...{ config, parts, db: database.db, media: parts.media, metrics, mail, log },
    schedule: await readSchedule(config.scheduling),
    bookingSecret: Buffer.alloc(32, 7),
    speech: () => (ready ? engines : null),
    isClosing: () => false,
  });
  const tokens = createTokenStore(database.db);
  const site = await tokens.findSiteToken();
  if (!site?.plain) throw new Error('the seed made no public key');
  const fetch = async (path: string, init: RequestInit = {}) =>
    app.request(`${ORIGIN}${path}`, init);
  return {
    ...{ app, parts, clock, tokens, live, fetch },
    orgId: site.orgId,
    assistantId: seeded.assistantId,
    publicKey: site.plain,
    privateKey: seeded.privateKey,
    async send(method, path, { body, key = seeded.privateKey, headers = {} } = {}) {
      const response = await fetch(path, {
        method,
        headers: {
          Origin: ORIGIN,
          ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json') ?? false;
      return {
        status: response.status,
        headers: response.headers,
        json: isJson ? JSON.parse(text) : text,
      };
    },
    addToken: async (token) => (await tokens.create({ orgId: site.orgId, ...token })).key,
    setReady: (value) => {
      ready = value;
    },
  };
}
