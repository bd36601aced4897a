import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaEngineOptions } from '@kindling/media';
import type { Logger } from 'pino';
import type { SpeechEngines } from '../modules/assistants/runtime/engines.ts';
import { createCallStore } from '../modules/calls/store/call-store.ts';
import { purgeContents } from '../modules/files/purge-contents.ts';
import { uploadFolder } from '../modules/files/upload-folder.ts';
import { createLogWriter } from '../modules/logs/create-log-writer.ts';
import { openBookingSecret } from '../modules/scheduling/booking-secret.ts';
import { readSchedule } from '../modules/scheduling/settings/read-schedule.ts';
import { createOwnerKey } from '../modules/tokens/owner-key.ts';
import { openSessionSecret } from '../modules/tokens/session-secret.ts';
import type { Config } from '../platform/config/config.ts';
import { openDataFolder } from '../platform/data-folder/data-folder.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { createJobs } from '../platform/jobs/create-jobs.ts';
import { createMaintenanceJob } from '../platform/jobs/maintenance-job.ts';
import { createMailQueue } from '../platform/mail/create-mail-queue.ts';
import { createMailTransport } from '../platform/mail/create-mail-transport.ts';
import { deliverMail } from '../platform/mail/deliver-mail.ts';
import { createMetrics } from '../platform/metrics/metrics.ts';
import { checkVault } from '../platform/secrets/check-vault.ts';
import { createVault } from '../platform/secrets/create-vault.ts';
import { sealAgain } from '../platform/secrets/seal-again.ts';
import { openVaultKey } from '../platform/secrets/vault-key.ts';
import { openMeetingSecret } from '../rooms/meetings/meeting-secret.ts';
import { MEDIA_FOLDER } from '../rooms/player/media-player-feature.ts';
import { findFfmpeg } from '../rooms/tracks/ffmpeg.ts';
import { RECORDING_WARNING, serverUrl } from './announce.ts';
import { composeServer } from './compose-server.ts';
import { listen } from './listen.ts';
import { type Seeded, seed } from './seed.ts';
import type { ServerParts } from './server-parts.ts';

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
  const meetingSecret = await openMeetingSecret(folder.path);
  const vault = createVault(
    await openVaultKey(folder.path, config.credentialKey),
    config.previousCredentialKey,
  );
  const sessionSecret = await openSessionSecret(folder.path);
  // The engines load while the database opens and the first requests come in.
  const speech = loadSpeech(parts, folder.cachePath, resources);
  const database = resources.adopt(
    await openDatabase(
      {
        url: config.databaseUrl,
        folder: folder.databasePath,
        statementTimeout: config.statementTimeout,
      },
      log,
    ),
    (it) => it.close(),
  );
  const seeded = await seed({
    db: database.db,
    assistant: parts.defaultAssistant,
    keepPrivateKey: (key) => folder.keepPrivateKey(key),
  });
  const ownerKey = createOwnerKey(database.db, folder);
  if (await ownerKey.replaceRevoked()) log.warn('the revoked key in private-key was replaced');
  await folder.tightenDatabase();
  await closeAbandonedCalls(createCallStore(database.db), log);
  const before = new Date(parts.clock.now());
  await rm(uploadFolder(folder.blobPath), { recursive: true, force: true });
  const orphaned = await purgeContents({ db: database.db, blobFolder: folder.blobPath, before });
  if (orphaned > 0) log.warn({ contents: orphaned }, 'contents that belong to no file removed');
  const media = resources.adopt(await parts.createMedia(mediaOptions(config, log)), (it) =>
    it.close(),
  );
  const metrics = resources.adopt(createMetrics(), (it) => it.close());
  const transport = resources.adopt(createMailTransport(config.mail), (it) => it.close());
  if (config.previousCredentialKey !== null) await sealAgain(database.db, vault, log);
  await checkVault(database.db, vault, log);
  const logs = resources.adopt(
    createLogWriter({ log, db: database.db, clock: parts.clock }),
    (it) => it.close(),
  );
  const jobs = resources.adopt(createJobs({ log, db: database.db, clock: parts.clock }), (it) =>
    it.close(),
  );
  const mail = createMailQueue({ jobs, config: config.mail, clock: parts.clock });
  await deliverMail({
    jobs,
    transport,
    log,
    metrics,
    db: database.db,
    config: config.mail,
    clock: parts.clock,
  });
  let closing: Promise<void> | null = null;
  // What was playing when the last process ended.
  await rm(join(folder.cachePath, MEDIA_FOLDER), { recursive: true, force: true });
  const ffmpeg = await findFfmpeg(config.roomMedia.ffmpegPath, process.env.PATH);
  if (ffmpeg === null && config.roomMedia.ffmpegPath !== null)
    log.warn({ path: config.roomMedia.ffmpegPath }, 'FFMPEG_PATH does not run');
  const { app, live, meetings, pending, recordings, idempotency, retention } = composeServer({
    config,
    parts,
    log,
    media,
    metrics,
    mail,
    jobs,
    schedule,
    db: database.db,
    bookingSecret,
    meetingSecret,
    vault,
    logs,
    sessionSecret,
    ffmpeg,
    ownerKey,
    blobFolder: folder.blobPath,
    cacheFolder: folder.cachePath,
    speech: speech.loaded,
    isClosing: () => closing !== null,
  });
  if (config.roomMedia.callRecording) log.warn(RECORDING_WARNING);
  await recordings.resume();
  await idempotency.recover();
  await retention.plan('now');
  if (database.needsMaintenance)
    await createMaintenanceJob({ jobs, db: database.db, clock: parts.clock }).plan('next hour');
  resources.defer(() => recordings.close());
  resources.defer(() => live.closeAll('kindling.server-shutdown'));
  resources.defer(() =>
    meetings.closeAll('The meeting has ended because the server is restarting.'),
  );
  resources.defer(() => pending.settled());
  const http = resources.adopt(await listen(app, config), (it) => it.close());
  await folder.keepAddress(serverUrl(config, http.port));
  jobs.start();
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

function mediaOptions({ media }: Config, log: Logger): MediaEngineOptions {
  return {
    udpPort: media.udpPort,
    ...(media.bindAddress === null ? {} : { bindAddress: media.bindAddress }),
    announceLoopback: media.announceLoopback,
    ...(media.publicAddress === null ? {} : { publicAddress: media.publicAddress }),
    ...(media.relayUdpPort === null ? {} : { relayUdpPort: media.relayUdpPort }),
    onFault: ({ stage, error }) => log.warn({ stage, err: error }, 'media fault'),
  };
}
