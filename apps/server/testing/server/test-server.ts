import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { composeServer } from '../../src/main/compose-server.ts';
import { seed } from '../../src/main/seed.ts';
import type { OpenedServer } from '../../src/main/server-context.ts';
import { createLogWriter } from '../../src/modules/logs/create-log-writer.ts';
import type { LogWriter } from '../../src/modules/logs/log-port.ts';
import { readSchedule } from '../../src/modules/scheduling/settings/read-schedule.ts';
import {
  createTokenStore,
  type NewToken,
  type TokenStore,
} from '../../src/modules/tokens/token-store.ts';
import { singleNode } from '../../src/platform/cluster/single-node.ts';
import { type Config, readConfig } from '../../src/platform/config/config.ts';
import type { OpenDatabase } from '../../src/platform/database/database.ts';
import { createJobs } from '../../src/platform/jobs/create-jobs.ts';
import type { Jobs } from '../../src/platform/jobs/jobs.ts';
import { createPendingWork } from '../../src/platform/jobs/pending-work.ts';
import { createMailQueue } from '../../src/platform/mail/create-mail-queue.ts';
import { createMetrics } from '../../src/platform/metrics/metrics.ts';
import { createSharedLimits } from '../../src/platform/requests/visitors/rate-limit.ts';
import { createVault } from '../../src/platform/secrets/create-vault.ts';
import type { BlobStore } from '../../src/platform/storage/blob-store.ts';
import { createFolderBlobs } from '../../src/platform/storage/folder-blobs.ts';
import { createFakeParts, type FakeParts, testAssistant } from './fake-parts.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';

export const ORIGIN = 'http://localhost';

export interface TestServer {
  /** To be listened with, where a test needs a network. */
  readonly app: ReturnType<typeof composeServer>['app'];
  readonly upgrades: ReturnType<typeof composeServer>['upgrades'];
  readonly parts: FakeParts;
  readonly clock: ManualClock;
  readonly tokens: TokenStore;
  /** Not started: a test starts them to have run what was added. */
  readonly jobs: Jobs;
  /** Writes when its clock moves, or when it is flushed. */
  readonly logs: LogWriter;
  readonly orgId: string;
  readonly assistantId: string;
  /** Made when something is kept in it; the test that made the server removes it. */
  readonly blobFolder: string;
  readonly blobs: BlobStore;
  readonly publicKey: string;
  readonly privateKey: string;
  readonly live: ReturnType<typeof composeServer>['live'];
  readonly meetings: ReturnType<typeof composeServer>['meetings'];
  readonly retention: ReturnType<typeof composeServer>['retention'];
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

/** What a test replaces of the server's surroundings. */
type TestServerOptions = Partial<
  Pick<OpenedServer, 'ffmpeg' | 'spans' | 'ownerKey' | 'log' | 'blobs' | 'nodes' | 'callMedia'> & {
    readonly blobFolder: string;
  }
>;

/** A whole server over `database` with fake media, conversation and engines. Seeds it. */
export async function createTestServer(
  database: OpenDatabase,
  environment: Record<string, string> = {},
  room: TestServerOptions = {},
): Promise<TestServer> {
  const blobFolder = room.blobFolder ?? join(tmpdir(), `kindling-test-${randomUUID()}`);
  const blobs = room.blobs ?? createFolderBlobs(blobFolder);
  const clock = createManualClock();
  const parts = createFakeParts({ clock });
  const config = readTestConfig(blobFolder, environment);
  const seeded = await seed({
    db: database.db,
    assistant: testAssistant,
    keepPrivateKey: async () => undefined,
  });
  if (seeded === null) throw new Error('the test database was not empty');
  const engines = await parts.loadSpeech({ cacheFolder: '' });
  const metrics = createMetrics();
  const log = room.log ?? pino({ level: 'silent' });
  const jobs = createJobs({ db: database.db, clock, log });
  // Nothing delivers it: what is enqueued stays in the table `mail` for tests to read.
  const mail = createMailQueue({ jobs, config: config.mail, clock });
  const logs = createLogWriter({ db: database.db, clock, log });
  let ready = true;
  const { app, upgrades, live, meetings, retention } = composeServer({
    config,
    log,
    clock,
    jobs,
    mail,
    metrics,
    logs,
    db: database.db,
    ...standIns(parts, room),
    http: parts.createHttpOut({ allowPrivate: config.privateAddresses }),
    pending: createPendingWork(clock),
    blobs,
    folders: { blobs: blobFolder, cache: '/nowhere' },
    speech: () => (ready ? engines : null),
    schedule: await readSchedule(config.scheduling),
  });
  const tokens = createTokenStore(database.db);
  const site = await tokens.findSiteToken();
  if (!site?.plain) throw new Error('the seed made no public key');
  const fetch = async (path: string, init: RequestInit = {}) =>
    app.request(`${ORIGIN}${path}`, init.body instanceof FormData ? await writeForm(init) : init);
  return {
    app,
    upgrades,
    parts,
    clock,
    tokens,
    live,
    meetings,
    retention,
    fetch,
    jobs,
    logs,
    orgId: site.orgId,
    blobFolder,
    blobs,
    assistantId: seeded.assistantId,
    publicKey: site.plain,
    privateKey: seeded.privateKey,
    send: createSend(fetch, seeded.privateKey),
    addToken: async (token) => (await tokens.create({ orgId: site.orgId, ...token })).key,
    setReady: (value) => {
      ready = value;
    },
  };
}

/** As bytes: Node goes on writing a form into a body whose reader has refused it, and faults. */
async function writeForm(init: RequestInit): Promise<RequestInit> {
  const written = new Request(ORIGIN, init);
  return { ...init, headers: written.headers, body: await written.arrayBuffer() };
}

function readTestConfig(blobFolder: string, environment: Record<string, string>): Config {
  return readConfig({
    SITE_DIST: '/nowhere',
    // Never the developer's own: mails in it are read, and erased.
    KINDLING_DATA: join(blobFolder, 'data'),
    // Tests come from one address, and leave calls behind.
    MAX_CALLS_PER_IP: '1000000',
    MAX_UNJOINED_CALLS: '1000000',
    ...environment,
  });
}

/** What a server opens before it is composed, where a test brings none of its own. */
function standIns(parts: FakeParts, room: TestServerOptions) {
  return {
    nodes: room.nodes ?? singleNode,
    sharedLimit: createSharedLimits(null),
    sharedUses: () => null,
    vault: createVault(Buffer.alloc(32, 9)),
    installedModels: { voices: [], recognisers: [], encoders: [], turnModels: [] },
    secrets: {
      booking: Buffer.alloc(32, 7),
      meeting: Buffer.alloc(32, 8),
      session: Buffer.alloc(32, 9),
    },
    media: parts.media,
    callMedia: room.callMedia ?? {
      engineFor: () => parts.media,
      meetings: parts.media,
      egress: null,
      health: null,
      livekitHealth: null,
      stats: parts.media.stats,
    },
    createConversation: parts.createConversation,
    models: parts.models,
    ffmpeg: room.ffmpeg ?? null,
    spans: room.spans ?? null,
    // No file: none is replaced.
    ownerKey: room.ownerKey ?? {
      replaceRevoked: async () => false,
      renew: async () => undefined,
    },
    isClosing: () => false,
    isDraining: () => false,
  };
}

/** Sends JSON with `privateKey`, unless another key or none is named. */
function createSend(fetch: TestServer['fetch'], privateKey: string): TestServer['send'] {
  return async (method, path, { body, key = privateKey, headers = {} } = {}) => {
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
    const isJson = response.headers.get('content-type')?.includes('application/json') ?? false;
    return {
      status: response.status,
      headers: response.headers,
      json: isJson ? JSON.parse(text) : text,
    };
  };
}
