import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeCall } from '../../../testing/calls/stored-call.ts';
import { openTestPglite } from '../../../testing/databases/test-pglite.ts';
import { createManualClock } from '../../../testing/server/manual-clock.ts';
import { createTestServer, type TestServer } from '../../../testing/server/test-server.ts';
import { type OpenTestStore, remoteStores } from '../../../testing/storage/test-stores.ts';
import { createDiskSpace } from '../../platform/data-folder/disk-space.ts';
import type { OpenDatabase } from '../../platform/database/database.ts';
import type { BlobStore } from '../../platform/storage/blob-store.ts';
import { findFfmpeg } from '../tracks/ffmpeg.ts';
import { createRecordings, type Recordings } from './create-recordings.ts';
import { readWav, recordCall } from './testing/call-sound.ts';

const ffmpeg = await findFfmpeg(null, process.env.PATH);
const withFfmpeg = ffmpeg === null ? ' (SKIPPED: there is no ffmpeg on PATH)' : '';
const TALK = [
  { who: 'agent', seconds: 0.4 },
  { who: 'visitor', seconds: 0.4 },
] as const;

describe.each(remoteStores)('recordings kept in $name', ({ missing, open }) => {
  describe.skipIf(missing !== null)('and not where they are written', () => {
    let database: OpenDatabase;
    let server: TestServer;
    let store: OpenTestStore;
    let blobFolder: string;
    const opened: Recordings[] = [];
    beforeAll(async () => {
      blobFolder = await mkdtemp(join(tmpdir(), 'kindling-work-'));
      store = await open();
      database = await openTestPglite();
      server = await createTestServer(database, {}, { blobFolder, blobs: store.blobs, ffmpeg });
    }, 60_000);
    afterAll(async () => {
      for (const one of opened) await one.close();
      await store?.close();
      await database.close();
      await rm(blobFolder, { recursive: true, force: true });
    });

    /** As the next start of the server. */
    async function restart(blobs: BlobStore = store.blobs) {
      const clock = createManualClock();
      const recordings = createRecordings({
        db: database.db,
        blobs,
        clock,
        ffmpeg,
        log: pino({ level: 'silent' }),
        workFolder: blobFolder,
        secret: Buffer.alloc(32, 8),
        keepDays: null,
        mayRecordCall: async () => true,
        disk: createDiskSpace({ folder: blobFolder, keepFree: 0 }),
      });
      opened.push(recordings);
      await recordings.resume();
      return clock;
    }
    async function record() {
      const callId = await storeCall(database.db, server.orgId);
      // The store is away until the next start.
      const away = { ...store.blobs, putFile: () => Promise.reject(new Error('away')) };
      await recordCall({ ...server, blobs: away }, database, { callId, stretches: TALK });
      const [recording] = (await server.send('GET', `/recordings?callId=${callId}`)).json;
      return { callId, id: recording.id as string, tracks: recording.tracks as Track[] };
    }
    const here = () => readdir(join(blobFolder, 'recordings'));
    const there = async (id: string) => {
      const keys = [];
      for await (const { key } of store.blobs.list(`recordings/${id}/`))
        keys.push(key.split('/')[2]);
      return keys.toSorted();
    };
    async function download(id: string, track: string, headers = {}) {
      const body = { track };
      const link = await server.send('POST', `/recordings/${id}/access-link`, { body });
      const { pathname, search } = new URL(link.json.downloadLink);
      const answer = await server.fetch(pathname + search, { headers });
      const content = Buffer.from(await answer.arrayBuffer());
      return { status: answer.status, headers: answer.headers, content };
    }

    it('are downloaded from here until they are there, and from there afterwards', async () => {
      const { id, tracks } = await record();
      const name = tracks[0]?.name ?? '';
      const before = await download(id, name);
      expect([await here(), await there(id)]).toEqual([[id], []]);
      await restart();
      await expect.poll(here).toEqual([]);
      expect(await there(id)).toEqual(tracks.map((track) => track.name).toSorted());
      const after = await download(id, name);
      expect(after.content.equals(before.content)).toBe(true);
      for (const { headers } of [before, after]) headers.delete('x-request-id');
      expect([...after.headers]).toEqual([...before.headers]);
      const range = await download(id, name, { Range: 'bytes=4-7' });
      expect([range.status, range.content.equals(before.content.subarray(4, 8))]).toEqual([
        206,
        true,
      ]);
      const past = await download(id, name, { Range: 'bytes=99999999-' });
      expect(past.status).toBe(416);
      await server.send('DELETE', `/recordings/${id}`);
      expect(await there(id)).toEqual([]);
    });

    it.skipIf(ffmpeg === null)(`have parts made of them${withFfmpeg}`, async () => {
      const { callId, id } = await record();
      const stereo = async () => {
        const { status, headers } = await server.send('GET', `/call/${callId}/stereo-recording`);
        expect(status).toBe(302);
        const { pathname, search } = new URL(headers.get('location') ?? '');
        return Buffer.from(await (await server.fetch(pathname + search)).arrayBuffer());
      };
      const early = await stereo();
      expect(readWav(early).channels).toHaveLength(2);
      expect(await there(id)).toEqual(['stereo.wav']);
      await restart();
      await expect.poll(here).toEqual([]);
      await store.blobs.remove(`recordings/${id}/stereo.wav`);
      expect((await stereo()).equals(early)).toBe(true);
      expect(await there(id)).toContain('stereo.wav');
      // Nothing of what they are made from is left here.
      expect(await readdir(join(blobFolder, 'deriving'))).toEqual([]);
      await server.send('DELETE', `/call/${callId}`);
      expect(await there(id)).toEqual([]);
    });

    it('are moved when the store answers again, and are here meanwhile', async () => {
      const { id, tracks } = await record();
      let answers = false;
      const refused = Promise.withResolvers<void>();
      const clock = await restart({
        ...store.blobs,
        async putFile(...put) {
          if (answers) return store.blobs.putFile(...put);
          refused.resolve();
          throw new Error('away');
        },
      });
      await refused.promise;
      expect(await here()).toEqual([id]);
      expect((await download(id, tracks[0]?.name ?? '')).status).toBe(200);
      answers = true;
      await expect
        .poll(() => {
          clock.advance(10_000);
          return here();
        })
        .toEqual([]);
      expect(await there(id)).toHaveLength(tracks.length);
    });

    it('leave nothing where they are deleted while they are moved', async () => {
      const { id } = await record();
      const moving = Promise.withResolvers<void>();
      const deleted = Promise.withResolvers<void>();
      const removed = Promise.withResolvers<void>();
      await restart({
        ...store.blobs,
        async putFile(...put) {
          moving.resolve();
          await deleted.promise;
          await store.blobs.put(put[0], Buffer.from('late'));
        },
        async removeAll(prefix) {
          await store.blobs.removeAll(prefix);
          removed.resolve();
        },
      });
      await moving.promise;
      expect((await server.send('DELETE', `/recordings/${id}`)).status).toBe(200);
      deleted.resolve();
      await removed.promise;
      expect([await here(), await there(id)]).toEqual([[], []]);
    });

    it('say that they are not stored yet where another server has them still', async () => {
      const { id, tracks } = await record();
      await rm(join(blobFolder, 'recordings', id), { recursive: true });
      const early = await download(id, tracks[0]?.name ?? '');
      expect([early.status, early.headers.get('retry-after')]).toEqual([503, '5']);
    });
  });
});

interface Track {
  readonly name: string;
}
