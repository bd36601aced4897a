import type { MediaEngineOptions } from '@kindling/media';
import type { Logger } from 'pino';
import { createCallStore } from './calls/call-store.ts';
import type { SpeechEngines } from './calls/engines.ts';
import { composeServer } from './compose-server.ts';
import type { Config } from './config.ts';
import { openDataFolder } from './data-folder/data-folder.ts';
import { listen } from './http/listen.ts';
import { createMailQueue } from './mail/create-mail-queue.ts';
import { openBookingSecret } from './scheduling/booking-secret.ts';
import { readSchedule } from './scheduling/settings/read-schedule.ts';
import { type Seeded, seed } from './seed/seed.ts';
import type { ServerParts } from './server-parts.ts';
import { openDatabase } from './storage/open-database.ts';
import { createMetrics } from './telemetry/metrics.ts';

export interface RunningServer {
  readonly port: number;
  readonly udpPort: number;
  readonly database: string;
  readonly seeded: Seeded | null;
  /** Resolves when calls can be taken; rejects when the speech engines cannot be loaded. */
  readonly ready: Promise<SpeechEngines>;
  /** Ends and stores every call, then frees everything. Idempotent. */
  close(): Promise<void>;
}

/** Starts everything in order and closes what was opened when a step fails. */
export async function startServer(
  config: Config,
  parts: ServerParts,
  log: Logger,
): Promise<RunningServer> {
  await using resources = new AsyncDisposableStack();
  const schedule = await readSchedule(config.scheduling);
  const folder = resources.adopt(await openDataFolder(config.dataFolder), (it) => it.release());
  const bookingSecret = await openBookingSecret(folder.path);
  // The engines load while the database opens and the first requests come in.
  const speech = loadSpeech(parts, folder.cachePath, resources);
  const database = resources.adopt(
    await openDatabase(config.databaseUrl, folder.databasePath, log),
    (it) => it.close(),
  );
  const seeded = await seed({
    db: database.db,
    assistant: parts.defaultAssistant,
    keepPrivateKey: (key) => folder.keepPrivateKey(key),
  });
  await closeAbandonedCalls(createCallStore(database.db), log);
  const media = resources.adopt(await parts.createMedia(mediaOptions(config, log)), (it) =>
    it.close(),
  );
  const metrics = resources.adopt(createMetrics(), (it) => it.close());
  const mail = resources.adopt(
    createMailQueue({
      ...{ log, metrics, db: database.db, config: config.mail, clock: parts.clock },
    }),
    (it) => it.close(),
  );
  let closing: Promise<void> | null = null;
  const { app, live } = composeServer({
    ...{ config, parts, log, media, metrics, mail, schedule, bookingSecret, db: database.db },
    speech: speech.loaded,
    isClosing: () => closing !== null,
  });
  resources.defer(() => live.closeAll('kindling.server-shutdown'));
  const http = resources.adopt(await listen(app, config), (it) => it.close());
  mail.start();
  const opened = resources.move();
  return {
    port: http.port,
    udpPort: media.udpPort,
    database: database.description,
    seeded,
    ready: speech.loading,
    close: () => {
      closing ??= opened.disposeAsync();
      return closing;
    },
  };
}

function loadSpeech(parts: ServerParts, cacheFolder: string, resources: AsyncDisposableStack) {
  let loaded: SpeechEngines | null = null;
  const loading = parts.loadSpeech({ cacheFolder }).then((engines) => {
    loaded = engines;
    return engines;
  });
  // Who waits for `ready` hears of a failure; until then it must not end the process.
  loading.catch(() => undefined);
  resources.defer(async () => {
    const engines = await loading.catch(() => null);
    await engines?.close();
  });
  return { loading, loaded: () => loaded };
}

async function closeAbandonedCalls(
  calls: ReturnType<typeof createCallStore>,
  log: Logger,
): Promise<void> {
  const abandoned = await calls.closeAbandoned(
    'kindling.server-crashed',
    'The server stopped without warning during this call.',
  );
  if (abandoned > 0) log.warn({ calls: abandoned }, 'calls of a crashed server closed');
}

function mediaOptions({ host, media }: Config, log: Logger): MediaEngineOptions {
  return {
    udpPort: media.udpPort,
    bindAddress: host === 'localhost' ? '127.0.0.1' : host,
    ...(media.publicAddress === null ? {} : { publicAddress: media.publicAddress }),
    iceServers: media.iceServers,
    onFault: ({ stage, error }) => log.warn({ stage, err: error }, 'media fault'),
  };
}
