import type { Logger } from 'pino';
import type { SpeechEngines } from '../modules/assistants/runtime/engines.ts';
import { hurryReports } from '../modules/calls/webhooks/crash-report.ts';
import { readSchedule } from '../modules/scheduling/settings/read-schedule.ts';
import type { Config } from '../platform/config/config.ts';
import type { OpenDatabase } from '../platform/database/database.ts';
import { createMaintenanceJob } from '../platform/jobs/maintenance-job.ts';
import { createMetrics } from '../platform/metrics/metrics.ts';
import { findInstalledModels } from '../platform/models/installed-models.ts';
import { RECORDING_WARNING, serverUrl } from './announce.ts';
import { attendAbandonedCalls, attendNodes } from './attend-nodes.ts';
import { type ComposedServer, composeServer } from './compose-server.ts';
import { untilDrained } from './drain.ts';
import { listen } from './listen.ts';
import { loadSpeech } from './load-speech.ts';
import { openData, openFolder } from './open-data.ts';
import { openPlatform } from './open-platform.ts';
import type { Seeded } from './seed.ts';
import type { OpenedServer } from './server-context.ts';
import type { ServerParts } from './server-parts.ts';
import type { Starting } from './starting.ts';

export interface RunningServer {
  readonly port: number;
  readonly udpPort: number;
  readonly database: string;
  readonly seeded: Seeded | null;
  /** Resolves when calls can be taken; rejects when the speech engines cannot be loaded. */
  readonly ready: Promise<SpeechEngines>;
  /**
   * Begins nothing new, and resolves when nothing goes on any more, or for as long as a node may take. A
   * server without others has nowhere to send new calls to: it resolves at once.
   */
  drain(signal: AbortSignal): Promise<void>;
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
  const metrics = resources.adopt(createMetrics(), (it) => it.close());
  const starting: Starting = { config, parts, log, metrics, resources };
  const schedule = await readSchedule(config.scheduling);
  const folder = await openFolder(starting);
  // The engines load while the database opens and the first requests come in.
  const installed = await findInstalledModels(config.models.folder);
  const speech = loadSpeech(starting, { cacheFolder: folder.cachePath, installed });
  const data = await openData(starting, folder);
  const { database, ownerKey, seeded } = data;
  const platform = await openPlatform(starting, folder, data);
  await database.started();
  let closing: Promise<void> | null = null;
  let isDraining = false;
  const server: OpenedServer = {
    ...platform,
    installedModels: installed,
    schedule,
    ownerKey,
    speech: speech.loaded,
    isClosing: () => closing !== null,
    isDraining: () => isDraining,
  };
  const composed = composeServer(server);
  if (config.roomMedia.callRecording) log.warn(RECORDING_WARNING);
  await resumeWork(composed, server, database);
  resources.adopt(attendNodes(composed, server), (it) => it.close());
  deferClosing(composed, server, resources);
  const http = resources.adopt(
    await listen(composed.app, { ...config, upgrades: composed.upgrades }),
    (it) => it.close(),
  );
  await folder.keepAddress(serverUrl(config, http.port));
  platform.jobs.start();
  const running = resources.move();
  return {
    port: http.port,
    udpPort: platform.media.udpPort,
    database: database.description,
    seeded,
    ready: speech.loading,
    async drain(signal) {
      if (config.cluster === null) return;
      isDraining = true;
      const { live, meetings, handOver, handOverMeetings } = composed;
      await untilDrained({
        clock: parts.clock,
        timeout: config.cluster.drainTimeout,
        left: () => live.size + meetings.size + handOver.underWay + handOverMeetings.underWay,
        look(isLate) {
          handOver.look(isLate);
          handOverMeetings.look();
        },
        signal,
      });
      await Promise.all([handOver.settled(), handOverMeetings.settled()]);
    },
    close: () => {
      closing ??= running.disposeAsync();
      return closing;
    },
  };
}

/** Goes on with what the last process left. */
async function resumeWork(
  { recordings, idempotency, lost, retention, purge }: ComposedServer,
  { clock, db, jobs, log, nodes }: OpenedServer,
  { needsMaintenance }: OpenDatabase,
): Promise<void> {
  await attendAbandonedCalls(lost, { db, nodes, log });
  await recordings.resume();
  await hurryReports(db, nodes, new Date(clock.now()));
  await jobs.recover();
  await idempotency.recover();
  await retention.plan('now');
  await purge.plan('now');
  if (needsMaintenance) await createMaintenanceJob({ jobs, db, clock }).plan('next hour');
}

/** What is said to those who are here, and waited for, before anything is closed; the last comes first. */
function deferClosing(
  { live, lost, meetings, recordings }: ComposedServer,
  { pending }: OpenedServer,
  resources: AsyncDisposableStack,
): void {
  resources.defer(() => recordings.close());
  resources.defer(() => lost.close());
  resources.defer(() => live.closeAll('kindling.server-shutdown'));
  resources.defer(() =>
    meetings.closeAll('The meeting has ended because the server is restarting.'),
  );
  resources.defer(() => pending.settled());
}
