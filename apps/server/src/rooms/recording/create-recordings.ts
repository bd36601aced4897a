import type { LivekitEgress } from '@kindling/media-livekit';
import type { Clock } from '@kindling/protocol/clock';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Nodes } from '../../platform/cluster/nodes.ts';
import type { DiskSpace } from '../../platform/data-folder/disk-space.ts';
import type { Database } from '../../platform/database/database.ts';
import type { AppEnv } from '../../platform/requests/app-env.ts';
import type { Handlers } from '../../platform/requests/operation-handlers.ts';
import type { BlobStore } from '../../platform/storage/blob-store.ts';
import { createRecordingFiles } from '../../platform/storage/create-recording-files.ts';
import type { RecordingFiles } from '../../platform/storage/recording-files.ts';
import type { CreateMeetingFeature } from '../meetings/request-handlers.ts';
import type { Ffmpeg } from '../tracks/ffmpeg.ts';
import { createAccessLinks } from './access-link.ts';
import { createComposer } from './composer.ts';
import { createDownloadLinks, type DownloadLinks } from './download-links.ts';
import { createEgressFilms } from './egress/egress-films.ts';
import { createEgressMaker } from './egress/egress-maker.ts';
import { createRecordingEraser, type RecordingEraser } from './erase-recordings.ts';
import { recordingFileRoutes } from './file-routes.ts';
import { recordingHandlers } from './handlers.ts';
import { createOwnMaker } from './own-maker.ts';
import { type CallRecordings, createCallRecordings } from './parts/call-recordings.ts';
import { createPrepareParts } from './parts/prepare-parts.ts';
import { createRecordingFeature, type RecordingFeatureOptions } from './recording-feature.ts';
import type { RecordingMaker } from './recording-maker.ts';
import { createRecordingMoves, NO_MOVES } from './recording-moves.ts';
import {
  type AbandonedRecording,
  createRecordingStore,
  type RecordingStore,
} from './recording-store.ts';
import { createRetention } from './retention.ts';

export interface EgressSettings {
  readonly service: LivekitEgress;
  /** Of its keys in the bucket: empty, or with a slash at its end. */
  readonly prefix: string;
}

export interface RecordingsOptions extends Pick<RecordingFeatureOptions, 'mayRecordCall'> {
  readonly db: Database;
  readonly blobs: BlobStore;
  /** Of this machine's disk: where recordings are written. */
  readonly workFolder: string;
  /** @default the only server of its database */
  readonly nodes?: Pick<Nodes, 'own' | 'isCluster'>;
  /** The server's own; links are signed with what is derived from it. */
  readonly secret: Buffer;
  /** Null: the host has none. */
  readonly ffmpeg: Ffmpeg | null;
  readonly disk: DiskSpace;
  /** Records meetings that LiveKit carries. @default nobody does */
  readonly egress?: EgressSettings | null;
  /** Days; null: recordings are kept until they are deleted by request. */
  readonly keepDays: number | null;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Everything about recordings: what meetings do, the REST operations, and where files are downloaded. */
export interface Recordings {
  /** Recordings under way, in all meetings and calls. */
  readonly running: number;
  readonly feature: CreateMeetingFeature;
  /** Of meetings that LiveKit carries; null: they are not recorded. */
  readonly egressFeature: CreateMeetingFeature | null;
  readonly handlers: ReturnType<typeof recordingHandlers> & Partial<Handlers>;
  readonly routes: Hono<AppEnv>;
  readonly eraser: RecordingEraser;
  readonly ofCalls: CallRecordings;
  readonly linksOf: DownloadLinks;
  /** What processes that are over left is composed, or marked as failed. */
  recover(): Promise<void>;
  /** Once, at the start: the same; and what is older than it is kept goes, now and from then on. */
  resume(): Promise<void>;
  close(): Promise<void>;
}

export function createRecordings(options: RecordingsOptions): Recordings {
  const { ffmpeg, log, clock, disk, mayRecordCall } = options;
  const store = createRecordingStore(options.db, options.nodes);
  const files = createRecordingFiles(options);
  const links = createAccessLinks(options.secret);
  const { unmoved } = files;
  const moves =
    unmoved === null ? NO_MOVES : createRecordingMoves({ store, files, unmoved, clock, log });
  const composer = createComposer({ ffmpeg, store, files, disk, log, moves });
  const retention = createRetention({ store, files, clock, log, days: options.keepDays });
  const now = () => clock.now();
  const parts = createPrepareParts({ ffmpeg, store, files, disk, clock, log });
  const egress = openEgress(options, { store, files });
  let running = 0;
  const toFeature = (maker: RecordingMaker) =>
    createRecordingFeature({
      maker,
      mayRecordCall,
      onRunning: (change) => {
        running += change;
      },
    });
  const recover = async () => {
    const abandoned = await store.claimAbandoned();
    const isEgress = ({ egressId }: AbandonedRecording) => egress !== null && egressId !== null;
    await composer.resume(abandoned.filter((one) => !isEgress(one)));
    await egress?.films.resume(abandoned.filter(isEgress));
  };
  return {
    get running() {
      return running;
    },
    feature: toFeature(createOwnMaker({ store, files, composer, moves, ffmpeg, disk })),
    egressFeature: egress && toFeature(egress.maker),
    handlers: recordingHandlers({ store, files, links, now }),
    eraser: createRecordingEraser(store, files),
    ofCalls: createCallRecordings({ store, links, parts, ffmpeg, now }),
    linksOf: createDownloadLinks(links, now),
    routes: recordingFileRoutes({ store, files, links, parts, now }),
    recover,
    async resume() {
      await recover();
      await moves.resume();
      retention.start();
    },
    async close() {
      await Promise.all([
        composer.close(),
        egress?.films.close(),
        parts.close(),
        retention.close(),
      ]);
      await moves.close();
    },
  };
}

function openEgress(
  { egress: settings, clock, log }: RecordingsOptions,
  kept: { readonly store: RecordingStore; readonly files: RecordingFiles },
) {
  if (settings == null) return null;
  const { service: egress, prefix } = settings;
  const films = createEgressFilms({ ...kept, egress, clock, log });
  return { films, maker: createEgressMaker({ ...kept, egress, films, prefix }) };
}
