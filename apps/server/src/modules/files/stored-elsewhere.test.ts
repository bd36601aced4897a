import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPglite } from '../../../testing/databases/test-pglite.ts';
import { uploadText } from '../../../testing/requests/upload-text.ts';
import { createTestServer, type TestServer } from '../../../testing/server/test-server.ts';
import { type OpenTestStore, remoteStores } from '../../../testing/storage/test-stores.ts';
import type { OpenDatabase } from '../../platform/database/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { BlobStore } from '../../platform/storage/blob-store.ts';
import { createFolderBlobs } from '../../platform/storage/folder-blobs.ts';
import { moveContents } from './move-contents.ts';
import { purgeContents } from './purge-contents.ts';

const HOUR = 3_600_000;
const AWAY = new ApiError('storage_unavailable', 'away', { headers: { 'Retry-After': '5' } });

describe.each(remoteStores)('files kept in $name', ({ missing, open }) => {
  describe.skipIf(missing !== null)('and not in the data folder', () => {
    let database: OpenDatabase;
    let server: TestServer;
    let store: OpenTestStore;
    let blobFolder: string;
    /** What the store answers instead of doing anything; null: it is there. */
    let fault: Error | null = null;
    beforeAll(async () => {
      blobFolder = await mkdtemp(join(tmpdir(), 'kindling-work-'));
      store = await open();
      database = await openTestPglite();
      const blobs = failing(store.blobs, () => fault);
      server = await createTestServer(database, {}, { blobFolder, blobs });
    }, 60_000);
    afterAll(async () => {
      await store?.close();
      await database.close();
      await rm(blobFolder, { recursive: true, force: true });
    });

    const upload = () =>
      uploadText(server, { text: 'Open from nine.', name: 'a.txt', path: '/file' });
    const stored = async () => {
      const keys = [];
      for await (const { key } of store.blobs.list('files/')) keys.push(key);
      return keys.toSorted();
    };

    it('are uploaded, read and deleted, and leave nothing here', async () => {
      const { status, json } = await upload();
      expect(status).toBe(201);
      const key = `files/${server.orgId}/${json.key}`;
      expect(await stored()).toEqual([key, `${key}.txt`]);
      const read = async (part: string) =>
        (await server.send('GET', `/file/${json.id}/${part}`)).json;
      expect([await read('content'), await read('text')]).toEqual([
        'Open from nine.',
        'Open from nine.',
      ]);
      expect(await readdir(join(blobFolder, 'uploads'))).toEqual([]);
      expect((await server.send('DELETE', `/file/${json.id}`)).status).toBe(200);
      expect(await stored()).toEqual([]);
    });

    it('are not acknowledged while the store is away, and nothing is left of them', async () => {
      const kept = (await upload()).json;
      fault = AWAY;
      const refused = await upload();
      expect([refused.status, refused.json.code]).toEqual([503, 'storage_unavailable']);
      const read = await server.send('GET', `/file/${kept.id}/content`);
      expect([read.status, read.headers.get('retry-after')]).toEqual([503, '5']);
      fault = null;
      const { json } = await server.send('GET', '/file');
      expect(json.map((file: { id: string }) => file.id)).toEqual([kept.id]);
      expect(await readdir(join(blobFolder, 'uploads'))).toEqual([]);
      expect((await server.send('GET', `/file/${kept.id}/content`)).status).toBe(200);
      await server.send('DELETE', `/file/${kept.id}`);
    });

    it('are moved from the data folder, where they were before', async () => {
      const { json } = await upload();
      const key = `files/${server.orgId}/${json.key}`;
      const local = createFolderBlobs(blobFolder);
      const strange = `files/${randomUUID()}/${randomUUID()}`;
      await local.put(strange, Buffer.from('another database’s'));
      for (const one of [key, `${key}.txt`]) {
        await local.put(one, Buffer.from('from before'));
        await store.blobs.remove(one);
      }
      const log = pino({ level: 'silent' });
      const move = () =>
        moveContents({ db: database.db, folder: blobFolder, blobs: store.blobs, log });
      await move();
      await move();
      expect((await server.send('GET', `/file/${json.id}/text`)).json).toBe('from before');
      const left = [];
      for await (const one of local.list('files/')) left.push(one.key);
      expect(left).toEqual([strange]);
      await server.send('DELETE', `/file/${json.id}`);
    });

    it('that no row names go, once nobody can be about to write it', async () => {
      const kept = (await upload()).json;
      const [orphan, stranger] = [randomUUID(), randomUUID()];
      await store.blobs.put(`files/${server.orgId}/${orphan}`, Buffer.from('left'));
      await store.blobs.put(`files/${stranger}/${orphan}`, Buffer.from('another database’s'));
      // Deleted while the store is away: its row is gone.
      const deleted = (await upload()).json;
      fault = AWAY;
      expect((await server.send('DELETE', `/file/${deleted.id}`)).status).toBe(200);
      fault = null;
      const purge = (now: number) => purgeContents({ db: database.db, blobs: store.blobs, now });
      expect(await purge(Date.now())).toBe(0);
      expect(await purge(Date.now() + HOUR + 60_000)).toBe(3);
      const key = `files/${server.orgId}/${kept.key}`;
      const left = [key, `${key}.txt`, `files/${stranger}/${orphan}`];
      expect(await stored()).toEqual(left.toSorted());
    });
  });
});

/** A store that does nothing but fail, while a test wants it to. */
function failing(blobs: BlobStore, fault: () => Error | null): BlobStore {
  return new Proxy(blobs, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        const error = fault();
        return error === null ? value.apply(target, given) : Promise.reject(error);
      };
    },
  });
}
