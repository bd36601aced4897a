import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testDatabases } from '../../../testing/databases/test-databases.ts';
import type { OpenDatabase } from '../database/database.ts';
import { credentialTable } from '../database/platform-tables.ts';
import { orgTable } from '../database/schema.ts';
import { serverSecretTable } from '../database/server-secret-table.ts';
import { ConfigError } from '../errors/config-error.ts';
import { createVault } from './create-vault.ts';
import { SECRET_NAMES, type SecretValues } from './secret-files.ts';
import { openServerSecrets, type ServerSecretsOptions } from './server-secrets.ts';

const SECRET = Buffer.alloc(32, 1);
const OTHER = Buffer.alloc(32, 2);

describe.each(testDatabases)('secrets of servers on $name', ({ missing, open: openDatabase }) => {
  describe.skipIf(missing !== null)('and in data folders', () => {
    let database: OpenDatabase;
    let folders: string[];
    const lines: string[] = [];
    beforeEach(async () => {
      folders = [];
      database = await openDatabase();
    }, 60_000);
    afterEach(async () => {
      await database.close();
      for (const folder of folders) await rm(folder, { recursive: true });
      for (const secret of [SECRET, OTHER])
        expect(lines.join()).not.toContain(secret.toString('hex'));
    });

    const makeFolder = async () => {
      const folder = await mkdtemp(join(tmpdir(), 'kindling-secrets-'));
      folders.push(folder);
      return folder;
    };
    const open = (options: Partial<ServerSecretsOptions> & { readonly dataFolder: string }) =>
      openServerSecrets({
        db: database.db,
        secret: null,
        previous: null,
        credentialKey: null,
        log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }),
        ...options,
      });
    const hex = (values: SecretValues) => SECRET_NAMES.map((name) => values[name].toString('hex'));
    const rows = () => database.db.select().from(serverSecretTable);
    const refusal = { name: 'StartupError', code: 'secret_refused' };

    it('are made in the folder once, for its owner alone, where none is configured', async () => {
      const dataFolder = await makeFolder();
      const made = await open({ dataFolder });
      expect(new Set(hex(made)).size).toBe(4);
      expect(hex(await open({ dataFolder }))).toEqual(hex(made));
      expect((await readdir(dataFolder)).toSorted()).toEqual([...SECRET_NAMES].toSorted());
      const file = join(dataFolder, 'credential-key');
      expect((await readFile(file, 'utf8')).trim()).toBe(made['credential-key'].toString('hex'));
      if (process.platform !== 'win32') expect((await stat(file)).mode & 0o077).toBe(0);
      expect(await rows()).toEqual([]);
    });

    it('are not taken from a file that holds something else', async () => {
      const dataFolder = await makeFolder();
      await writeFile(join(dataFolder, 'booking-secret'), 'half a secr');
      await expect(open({ dataFolder })).rejects.toThrow(ConfigError);
      await expect(open({ dataFolder, secret: SECRET })).rejects.toThrow(ConfigError);
      expect(await rows()).toEqual([]);
    });

    it('have the key that is configured for credentials, and no file of it', async () => {
      const dataFolder = await makeFolder();
      const credentialKey = Buffer.alloc(32, 5);
      const values = await open({ dataFolder, credentialKey });
      expect(values['credential-key']).toEqual(credentialKey);
      expect(await readdir(dataFolder)).not.toContain('credential-key');
      const derived = await open({ dataFolder, credentialKey, secret: SECRET });
      expect(derived['credential-key']).toEqual(credentialKey);
    });

    it('are derived from one, the same on every server, and are in no folder', async () => {
      const [first, second] = [await makeFolder(), await makeFolder()];
      const values = await open({ dataFolder: first, secret: SECRET });
      expect(hex(await open({ dataFolder: second, secret: SECRET }))).toEqual(hex(values));
      expect(new Set([...hex(values), SECRET.toString('hex')]).size).toBe(5);
      expect([await readdir(first), await readdir(second)]).toEqual([[], []]);
    });

    it('of another one, or of none, are refused, and nothing is changed', async () => {
      const dataFolder = await makeFolder();
      await open({ dataFolder, secret: SECRET });
      const before = await rows();
      await expect(open({ dataFolder, secret: OTHER })).rejects.toMatchObject({
        ...refusal,
        message: expect.stringMatching(/^KINDLING_SECRET: is not the one/),
      });
      await expect(open({ dataFolder })).rejects.toMatchObject({
        ...refusal,
        message: expect.stringMatching(/^KINDLING_SECRET: must be set/),
      });
      const previous = Buffer.alloc(32, 3);
      await expect(open({ dataFolder, secret: OTHER, previous })).rejects.toMatchObject(refusal);
      expect([await rows(), await readdir(dataFolder)]).toEqual([before, []]);
    });

    it('stay what they were when one is configured, on every server', async () => {
      const [first, second] = [await makeFolder(), await makeFolder()];
      const before = await open({ dataFolder: first });
      expect(hex(await open({ dataFolder: first, secret: SECRET }))).toEqual(hex(before));
      // A second server, and the first one on another machine.
      expect(hex(await open({ dataFolder: second, secret: SECRET }))).toEqual(hex(before));
      for (const { sealed } of await rows())
        for (const value of hex(before)) {
          expect(Buffer.from(sealed).includes(value)).toBe(false);
          expect(Buffer.from(sealed).includes(Buffer.from(value, 'hex'))).toBe(false);
        }
    });

    it('of a folder that comes later are not read', async () => {
      const [first, second] = [await makeFolder(), await makeFolder()];
      const values = await open({ dataFolder: first, secret: SECRET });
      await writeFile(join(second, 'session-secret'), `${'ab'.repeat(32)}\n`);
      expect(hex(await open({ dataFolder: second, secret: SECRET }))).toEqual(hex(values));
    });

    it('are one server’s where several begin at once', async () => {
      const [first, second] = [await makeFolder(), await makeFolder()];
      await open({ dataFolder: first });
      const begun = await Promise.all(
        [first, second].map((dataFolder) => open({ dataFolder, secret: SECRET })),
      );
      expect(new Set(begun.map((values) => hex(values).join())).size).toBe(1);
      await database.db.delete(serverSecretTable);
      const strangers = await Promise.allSettled([
        open({ dataFolder: first, secret: SECRET }),
        open({ dataFolder: second, secret: OTHER }),
      ]);
      expect(strangers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    });

    describe('that are renewed', () => {
      const id = randomUUID();
      async function storeCredential(key: Buffer) {
        const times = { createdAt: new Date(), updatedAt: new Date() };
        const orgId = randomUUID();
        await database.db.insert(orgTable).values({ id: orgId, name: 'School', ...times });
        const sealed = createVault(key).seal('sk-stored', id);
        await database.db
          .insert(credentialTable)
          .values({ id, orgId, provider: 'openai', body: {}, sealed, ...times });
      }
      async function readCredential(key: Buffer) {
        const [row] = await database.db
          .select()
          .from(credentialTable)
          .where(eq(credentialTable.id, id));
        return createVault(key).open(row?.sealed ?? Buffer.alloc(0), id);
      }

      it('are all others, and open what was stored before', async () => {
        const dataFolder = await makeFolder();
        const files = await open({ dataFolder });
        const before = await open({ dataFolder, secret: SECRET });
        await storeCredential(files['credential-key']);
        const renewing = { dataFolder, secret: OTHER, previous: SECRET };
        const after = await open(renewing);
        expect(new Set([...hex(before), ...hex(after)]).size).toBe(8);
        expect(await readCredential(after['credential-key'])).toBe('sk-stored');
        // The variable may stay a while, and may go.
        for (const options of [renewing, { dataFolder, secret: OTHER }])
          expect(hex(await open(options))).toEqual(hex(after));
        await expect(open({ dataFolder, secret: SECRET })).rejects.toMatchObject(refusal);
      });

      it('are renewed again after a crash in the middle', async () => {
        const dataFolder = await makeFolder();
        const before = await open({ dataFolder, secret: SECRET });
        await storeCredential(before['credential-key']);
        const kept = await rows();
        const renewing = { dataFolder, secret: OTHER, previous: SECRET };
        await open(renewing);
        // What was stored is sealed with the new one already, and the database is the old one's still.
        await database.db.delete(serverSecretTable);
        await database.db.insert(serverSecretTable).values(kept);
        const after = await open(renewing);
        expect(await readCredential(after['credential-key'])).toBe('sk-stored');
      });

      it('leave alone what is sealed with a key of its own', async () => {
        const dataFolder = await makeFolder();
        const credentialKey = Buffer.alloc(32, 5);
        await open({ dataFolder, secret: SECRET, credentialKey });
        await storeCredential(credentialKey);
        await open({ dataFolder, secret: OTHER, previous: SECRET, credentialKey });
        expect(await readCredential(credentialKey)).toBe('sk-stored');
      });
    });
  });
});
