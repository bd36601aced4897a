import type { Hono } from 'hono';
import { createIdempotency, type Idempotency } from '../http/registrar/idempotency.ts';
import { createHandOver, type HandOver } from '../modules/calls/handover/hand-over-calls.ts';
import {
  createListenUpgrade,
  type UpgradeHandler,
} from '../modules/calls/monitor/listen-upgrade.ts';
import { createPurgeJob } from '../modules/files/purge-job.ts';
import { createRetentionJob } from '../modules/retention/retention-job.ts';
import { createNodeRequests } from '../platform/cluster/node-requests.ts';
import type { HourlyJob } from '../platform/jobs/hourly-job.ts';
import { createOutboxFiles } from '../platform/mail/outbox-files.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import {
  createHandOverMeetings,
  type HandOverMeetings,
} from '../rooms/meetings/return/hand-over-meetings.ts';
import { createApp } from './app.ts';
import { createAskToTake } from './ask-to-take.ts';
import { createFindCallNode } from './find-owner.ts';
import { createModuleServices, type ModuleServices } from './module-services.ts';
import { registerModules } from './modules.ts';
import { createRoomServices, type RoomServices } from './room-services.ts';
import type { OpenedServer, ServerContext } from './server-context.ts';

export interface ComposedServer
  extends Pick<ModuleServices, 'live' | 'lost'>,
    Pick<RoomServices, 'meetings' | 'recordings' | 'takeMeetings'> {
  readonly handOver: HandOver;
  readonly handOverMeetings: HandOverMeetings;
  readonly app: Hono<AppEnv>;
  readonly upgrades: UpgradeHandler;
  readonly idempotency: Idempotency;
  /** Deletes what is not kept any longer. */
  readonly retention: HourlyJob;
  /** Removes what crashes left of uploads. */
  readonly purge: HourlyJob;
}

/** Composes services, resources and routes over what the caller opened and closes. */
export function composeServer(opened: OpenedServer): ComposedServer {
  const { callMedia, config, clock, db, jobs, metrics, nodes, vault } = opened;
  const services = createModuleServices(opened);
  const rooms = createRoomServices({ ...opened, ...services });
  const context: ServerContext = { ...opened, ...services, ...rooms };
  const { live, lost, meetings, recordings } = context;
  nodes.report(() => ({ calls: live.size, draining: opened.isDraining() || opened.isClosing() }));
  metrics.watch({
    activeCalls: () => live.size,
    unjoinedCalls: () => live.unjoined,
    meetings: () => meetings.stats(),
    recordings: () => recordings.running,
    media: () => callMedia.stats(),
    livekit: callMedia.livekitHealth,
  });
  const requests = createNodeRequests(opened.secrets.session, () => clock.now());
  const idempotency = createIdempotency({ db, vault, nodes, now: () => clock.now() });
  return {
    live,
    lost,
    meetings,
    recordings,
    idempotency,
    handOver: createHandOver({
      ...{ clock, live, nodes, log: opened.log },
      ask: createAskToTake('call', requests),
    }),
    takeMeetings: context.takeMeetings,
    handOverMeetings: createHandOverMeetings({
      ...{ clock, meetings, nodes, log: opened.log },
      ask: createAskToTake('meeting', requests),
    }),
    purge: createPurgeJob(opened),
    upgrades: createListenUpgrade(context.monitorLinks, live, createFindCallNode(context)),
    app: createApp(context, { idempotency, handlers: registerModules(context) }),
    retention: createRetentionJob({
      db,
      clock,
      idempotency,
      jobs,
      recordings: recordings.eraser,
      outbox: createOutboxFiles(config.mail.outboxFolder),
      store: context.retention,
    }),
  };
}
