import { rm } from 'node:fs/promises';
import manifest from '../../package.json' with { type: 'json' };
import { uploadFolder } from '../modules/files/upload-folder.ts';
import { createOwnerKey, type OwnerKey } from '../modules/tokens/owner-key.ts';
import { createNodeRequests } from '../platform/cluster/node-requests.ts';
import type { Nodes } from '../platform/cluster/nodes.ts';
import { openPostgresNodes } from '../platform/cluster/postgres-nodes.ts';
import { singleNode } from '../platform/cluster/single-node.ts';
import { type DataFolder, openDataFolder } from '../platform/data-folder/data-folder.ts';
import type { Database, OpenDatabase } from '../platform/database/database.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import type { ServerSecrets } from '../platform/platform-context.ts';
import { createVault } from '../platform/secrets/create-vault.ts';
import { openServerSecrets } from '../platform/secrets/server-secrets.ts';
import type { Vault } from '../platform/secrets/vault.ts';
import type { BlobStore } from '../platform/storage/blob-store.ts';
import { derivingFolder } from '../platform/storage/moved-recording-files.ts';
import { openBlobs } from '../platform/storage/open-blobs.ts';
import { createAskReaches } from './ask-reaches.ts';
import { type Seeded, seed } from './seed.ts';
import type { Starting } from './starting.ts';

export async function openFolder({ config, resources }: Starting): Promise<DataFolder> {
  return resources.adopt(await openDataFolder(config.dataFolder), (it) => it.release());
}

export interface OpenedData extends OpenedSecrets {
  readonly blobs: BlobStore;
  readonly database: OpenDatabase;
  readonly nodes: Nodes;
  readonly ownerKey: OwnerKey;
  /** Null: it had an organisation already. */
  readonly seeded: Seeded | null;
}

/** Opens the database, fills an empty one, and ends what a crash left unfinished. */
export async function openData(starting: Starting, folder: DataFolder): Promise<OpenedData> {
  const { config, parts, log, resources } = starting;
  const where = {
    url: config.databaseUrl,
    folder: folder.databasePath,
    statementTimeout: config.statementTimeout,
    isCluster: config.cluster !== null,
  };
  // First of all: one that refuses this server is not found out when others know of it already.
  const { blobs } = resources.adopt(
    await openBlobs({ s3: config.storage, folder: folder.blobPath, log }),
    (it) => it.close(),
  );
  const database = resources.adopt(await openDatabase(where, log), (it) => it.close());
  const { db } = database;
  // Before anything is changed: it may be the database of servers with another secret.
  const opened = await openSecrets(starting, folder, db);
  const nodes = resources.adopt(await openNodes(starting, db, opened.secrets), (it) => it.close());
  const seeded = await seed({
    db,
    assistant: parts.defaultAssistant,
    keepPrivateKey: (key) => folder.keepPrivateKey(key),
  });
  const ownerKey = createOwnerKey(db, folder);
  if (await ownerKey.replaceRevoked()) log.warn('the revoked key in private-key was replaced');
  await folder.tightenDatabase();
  await removeUnfinished(folder.blobPath);
  return { ...opened, blobs, database, nodes, ownerKey, seeded };
}

/** What the server signs and seals with. */
interface OpenedSecrets {
  readonly secrets: ServerSecrets;
  readonly vault: Vault;
}

async function openSecrets(
  { config, log }: Starting,
  folder: DataFolder,
  db: Database,
): Promise<OpenedSecrets> {
  const { secret, previousSecret, credentialKey, previousCredentialKey } = config;
  const values = await openServerSecrets({
    db,
    log,
    secret,
    credentialKey,
    dataFolder: folder.path,
    previous: previousSecret,
  });
  return {
    vault: createVault(values['credential-key'], previousCredentialKey),
    secrets: {
      booking: values['booking-secret'],
      meeting: values['meeting-secret'],
      session: values['session-secret'],
    },
  };
}

async function openNodes(
  { config, parts, log }: Starting,
  db: Database,
  { session }: ServerSecrets,
): Promise<Nodes> {
  const { cluster, databaseUrl } = config;
  if (cluster === null || databaseUrl === null) return singleNode;
  return openPostgresNodes({
    ...{ name: cluster.name, address: cluster.address },
    ...{ db, log, url: databaseUrl, clock: parts.clock, version: manifest.version },
    capacity: config.limits.calls,
    askReaches: createAskReaches(createNodeRequests(session, () => parts.clock.now())),
  });
}

/** Of uploads and of parts of recordings, as the last process left them. */
async function removeUnfinished(blobFolder: string): Promise<void> {
  for (const folder of [uploadFolder(blobFolder), derivingFolder(blobFolder)])
    await rm(folder, { recursive: true, force: true });
}
