import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaEngine, MediaEngineOptions } from '@kindling/media';
import type { Logger } from 'pino';
import { moveContents } from '../modules/files/move-contents.ts';
import { createLogWriter } from '../modules/logs/create-log-writer.ts';
import { DEAD_AFTER } from '../platform/cluster/heartbeat.ts';
import type { Config } from '../platform/config/config.ts';
import type { DataFolder } from '../platform/data-folder/data-folder.ts';
import { createJobs } from '../platform/jobs/create-jobs.ts';
import { createPendingWork } from '../platform/jobs/pending-work.ts';
import { createMailQueue } from '../platform/mail/create-mail-queue.ts';
import { createMailTransport } from '../platform/mail/create-mail-transport.ts';
import { deliverMail } from '../platform/mail/deliver-mail.ts';
import { createSharedLimits, createSharedUses } from '../platform/requests/visitors/rate-limit.ts';
import { checkVault } from '../platform/secrets/check-vault.ts';
import { sealAgain } from '../platform/secrets/seal-again.ts';
import type { Spans } from '../platform/telemetry/spans.ts';
import { MEDIA_FOLDER } from '../rooms/player/media-player-feature.ts';
import { type Ffmpeg, findFfmpeg } from '../rooms/tracks/ffmpeg.ts';
import { openCallMedia } from './open-call-media.ts';
import type { OpenedData } from './open-data.ts';
import type { OpenedServer } from './server-context.ts';
import type { Starting } from './starting.ts';

type OpenedPlatform = Omit<
  OpenedServer,
  'schedule' | 'ownerKey' | 'speech' | 'isClosing' | 'isDraining' | 'installedModels'
>;

/** Opens what works over the data: media, logs, jobs and mail. No job runs yet. */
export async function openPlatform(
  starting: Starting,
  folder: DataFolder,
  { blobs, database, nodes, secrets, vault }: OpenedData,
): Promise<OpenedPlatform> {
  const { config, parts, log, metrics, resources } = starting;
  const { clock, createConversation, models } = parts;
  const { db, pool } = database;
  const shared = nodes.isCluster && pool !== null ? { pool, secret: secrets.session } : null;
  const media: MediaEngine = resources.adopt(
    await parts.createMedia(mediaOptions(config, log)),
    (it) => it.close(),
  );
  const callMedia = await openCallMedia(starting, media);
  await moveContents({ db, blobs, log, folder: folder.blobPath });
  const transport = resources.adopt(createMailTransport(config.mail), (it) => it.close());
  if (config.previousCredentialKey !== null) await sealAgain(db, vault, log);
  await checkVault(db, vault, log);
  const logs = resources.adopt(createLogWriter({ log, db, clock, nodes }), (it) => it.close());
  const jobs = resources.adopt(createJobs({ log, db, clock, nodes }), (it) => it.close());
  const mail = createMailQueue({ jobs, clock, config: config.mail });
  await deliverMail({ jobs, transport, log, metrics, db, clock, config: config.mail });
  // What was playing when the last process ended.
  await rm(join(folder.cachePath, MEDIA_FOLDER), { recursive: true, force: true });
  return {
    config,
    log,
    clock,
    db,
    nodes,
    sharedLimit: createSharedLimits(shared),
    sharedUses: (name, atOnce) => (shared === null ? null : createSharedUses(shared, name, atOnce)),
    jobs,
    mail,
    metrics,
    vault,
    secrets,
    media,
    callMedia,
    logs,
    createConversation,
    models,
    http: parts.createHttpOut({ allowPrivate: config.privateAddresses }),
    pending: createPendingWork(clock),
    blobs,
    folders: { blobs: folder.blobPath, cache: folder.cachePath },
    ffmpeg: await openFfmpeg(config, log),
    spans: await openTraces({ config, log, resources }),
  };
}

/** What sends traces is loaded only where they go somewhere. */
async function openTraces({
  config,
  log,
  resources,
}: Pick<Starting, 'config' | 'log' | 'resources'>): Promise<Spans | null> {
  if (config.traces === null) return null;
  const { openSpans } = await import('../platform/telemetry/open-spans.ts');
  return resources.adopt(await openSpans(config.traces, log), (it) => it.close());
}

async function openFfmpeg({ roomMedia }: Config, log: Logger): Promise<Ffmpeg | null> {
  const ffmpeg = await findFfmpeg(roomMedia.ffmpegPath, process.env.PATH);
  if (ffmpeg === null && roomMedia.ffmpegPath !== null)
    log.warn({ path: roomMedia.ffmpegPath }, 'FFMPEG_PATH does not run');
  return ffmpeg;
}

function mediaOptions({ cluster, media }: Config, log: Logger): MediaEngineOptions {
  return {
    // By then the others take this node for dead, too.
    ...(cluster !== null && { serverSilenceLimit: DEAD_AFTER }),
    udpPort: media.udpPort,
    ...(media.bindAddress === null ? {} : { bindAddress: media.bindAddress }),
    announceLoopback: media.announceLoopback,
    ...(media.publicAddress === null ? {} : { publicAddress: media.publicAddress }),
    ...(media.relayUdpPort === null ? {} : { relayUdpPort: media.relayUdpPort }),
    onFault: ({ stage, error }) => log.warn({ stage, err: error }, 'media fault'),
  };
}
