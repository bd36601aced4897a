import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import type { Nodes } from './cluster/nodes.ts';
import type { Config } from './config/config.ts';
import type { Database } from './database/database.ts';
import type { HttpOut } from './http-client/http-out.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { PendingWork } from './jobs/pending-work.ts';
import type { MailQueue } from './mail/mail-queue.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { InstalledModels } from './models/installed-models.ts';
import type { CreateSharedLimit, SharedUses } from './requests/visitors/rate-limit.ts';
import type { Vault } from './secrets/vault.ts';
import type { BlobStore } from './storage/blob-store.ts';

/** What every module can build on. Opened once, and closed by its opener. */
export interface PlatformContext {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: Clock;
  readonly db: Database;
  /** The servers on that database; alone there is one. */
  readonly nodes: Nodes;
  /** Limits that all of them count together. */
  readonly sharedLimit: CreateSharedLimit;
  /** Counts what is under way on all of them, by name and how much of one key may be; null: there are no others. */
  readonly sharedUses: (name: string, atOnce: number) => SharedUses | null;
  /** Not started yet: modules say what they do for theirs. */
  readonly jobs: Jobs;
  readonly mail: MailQueue;
  readonly metrics: Metrics;
  readonly vault: Vault;
  /** Reaches what users and providers name, and nothing of this network that it must not. */
  readonly http: HttpOut;
  /** What requests began and must still store. */
  readonly pending: PendingWork;
  /** Files that were uploaded, and recordings. */
  readonly blobs: BlobStore;
  readonly folders: ServerFolders;
  /** Voices and recognisers beside those that every server has. */
  readonly installedModels: InstalledModels;
  readonly secrets: ServerSecrets;
}

export interface ServerFolders {
  /** On this machine's disk: where uploads and recordings are written, and kept unless `blobs` are elsewhere. */
  readonly blobs: string;
  /** For what may be lost. */
  readonly cache: string;
}

/** What this server signs with: files of its data folder, or derived from KINDLING_SECRET. */
export interface ServerSecrets {
  /** Links to manage a booking. */
  readonly booking: Buffer;
  /** Meeting tokens, and links to recordings. */
  readonly meeting: Buffer;
  /** Sessions of the API, and requests to servers of organisations. */
  readonly session: Buffer;
}
