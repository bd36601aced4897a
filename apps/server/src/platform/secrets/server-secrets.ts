import { hkdfSync } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { serverSecretTable } from '../database/server-secret-table.ts';
import { StartupError } from '../errors/startup-error.ts';
import { canOpen } from './can-open.ts';
import { createVault } from './create-vault.ts';
import { sealAgain } from './seal-again.ts';
import {
  openSecretFile,
  readSecretFiles,
  SECRET_NAMES,
  type SecretName,
  type SecretValues,
} from './secret-files.ts';
import type { Vault } from './vault.ts';

export interface ServerSecretsOptions {
  readonly db: Database;
  readonly dataFolder: string;
  /** KINDLING_SECRET; null: each is a file of the data folder. */
  readonly secret: Buffer | null;
  /** What KINDLING_SECRET was until now. */
  readonly previous: Buffer | null;
  /** CREDENTIAL_KEY, which is the `credential-key` whatever else is configured. */
  readonly credentialKey: Buffer | null;
  readonly log: Logger;
}

/** The row that says which secret this database belongs to: it opens with that one alone. */
const PROOF = 'proof';

/**
 * What this server signs and seals with. With a KINDLING_SECRET all of it is derived from that, the
 * same on every server; what a data folder had before is kept in the database, sealed, so that
 * nothing ends or becomes unreadable on the day of the change.
 *
 * @throws `secret_refused` where the database belongs to another secret, a `ConfigError` for a broken file
 */
export async function openServerSecrets(options: ServerSecretsOptions): Promise<SecretValues> {
  const { db, dataFolder, secret, previous, credentialKey } = options;
  const rows = await readRows(db);
  if (secret === null) {
    if (rows.size > 0) throw refused(NEEDS_SECRET);
    return collect(async (name) =>
      name === 'credential-key' && credentialKey !== null
        ? credentialKey
        : openSecretFile(dataFolder, name),
    );
  }
  if (rows.size === 0) await adopt(options, secret);
  else if (!proves(secret, rows)) await renew(options, { secret, previous, rows });
  const common = await readRows(db);
  // Another server was first, with another one.
  if (!proves(secret, common)) throw refused(OTHER_SECRET);
  const values = openAll(secret, common);
  return credentialKey === null ? values : { ...values, 'credential-key': credentialKey };
}

type Rows = ReadonlyMap<string, Buffer>;

async function readRows(db: Database): Promise<Rows> {
  const rows = await db.select().from(serverSecretTable);
  return new Map(rows.map(({ name, sealed }) => [name, sealed]));
}

/** Makes the database one of this secret, with what the data folder signed and sealed with until now. */
async function adopt({ db, dataFolder, log }: ServerSecretsOptions, secret: Buffer): Promise<void> {
  const vault = vaultOf(secret);
  const files = await readSecretFiles(dataFolder);
  await db.transaction(async (tx) => {
    // Of servers that start at once one is the first.
    const proof = { name: PROOF, sealed: vault.seal(PROOF, PROOF) };
    const first = await tx
      .insert(serverSecretTable)
      .values(proof)
      .onConflictDoNothing()
      .returning();
    if (first.length === 0) return;
    for (const [name, value] of files)
      await tx.insert(serverSecretTable).values({ name, sealed: sealValue(vault, name, value) });
    log.info({ kept: [...files.keys()] }, 'this database belongs to KINDLING_SECRET now');
  });
}

interface Renewal {
  readonly secret: Buffer;
  readonly previous: Buffer | null;
  readonly rows: Rows;
}

/** Replaces a secret that others may know: all is derived anew, and what is stored is sealed with the new one. */
async function renew(
  { db, credentialKey, log }: ServerSecretsOptions,
  { secret, previous, rows }: Renewal,
): Promise<void> {
  if (previous === null || !proves(previous, rows)) throw refused(OTHER_SECRET);
  const before = openAll(previous, rows)['credential-key'];
  const after = derive(secret, 'credential-key');
  // First: what a crash leaves in between both keys open, and this is done again.
  if (credentialKey === null) await sealAgain(db, createVault(after, before), log);
  await db.transaction(async (tx) => {
    await tx.delete(serverSecretTable);
    const sealed = vaultOf(secret).seal(PROOF, PROOF);
    await tx.insert(serverSecretTable).values({ name: PROOF, sealed });
  });
  log.info('everything is derived from the new KINDLING_SECRET; KINDLING_SECRET_PREVIOUS can go');
}

function openAll(secret: Buffer, rows: Rows): SecretValues {
  const vault = vaultOf(secret);
  const entries = SECRET_NAMES.map((name): [SecretName, Buffer] => {
    const sealed = rows.get(name);
    const kept = sealed && Buffer.from(vault.open(sealed, name), 'hex');
    return [name, kept ?? derive(secret, name)];
  });
  return Object.fromEntries(entries) as SecretValues;
}

async function collect(open: (name: SecretName) => Promise<Buffer>): Promise<SecretValues> {
  const values = new Map<SecretName, Buffer>();
  for (const name of SECRET_NAMES) values.set(name, await open(name));
  return Object.fromEntries(values) as SecretValues;
}

function proves(secret: Buffer, rows: Rows): boolean {
  const proof = rows.get(PROOF);
  return proof !== undefined && canOpen(vaultOf(secret), proof, PROOF);
}

const sealValue = (vault: Vault, name: SecretName, value: Buffer): Buffer =>
  vault.seal(value.toString('hex'), name);

const vaultOf = (secret: Buffer): Vault => createVault(derive(secret, 'server-secrets'));

/** HKDF (RFC 5869): nobody finds the secret, or another of these, by one of them. */
function derive(secret: Buffer, label: SecretName | 'server-secrets'): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `kindling ${label}`, 32));
}

const NEEDS_SECRET =
  'KINDLING_SECRET: must be set. The servers of this database sign and seal with one; give this server the same.';
const OTHER_SECRET =
  'KINDLING_SECRET: is not the one that this database belongs to. Give this server the same as the others have. To change it on all of them, stop them and start one with the new one as KINDLING_SECRET and the old one as KINDLING_SECRET_PREVIOUS.';

function refused(message: string): StartupError {
  return new StartupError('secret_refused', message);
}
