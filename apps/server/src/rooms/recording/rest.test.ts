import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordingSchema } from '@kindling/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPglite } from '../../../testing/databases/test-pglite.ts';
import { createTestServer, type TestServer } from '../../../testing/server/test-server.ts';
import type { OpenDatabase } from '../../platform/database/database.ts';
import {
  createRecordingStore,
  type RecordingChange,
  type RecordingStore,
} from './recording-store.ts';

const BYTES = 'abcdefghij';

describe('recordings over REST', () => {
  let database: OpenDatabase;
  let server: TestServer;
  let store: RecordingStore;
  let blobFolder: string;
  beforeAll(async () => {
    blobFolder = await mkdtemp(join(tmpdir(), 'kindling-blobs-'));
    database = await openTestPglite();
    server = await createTestServer(database, {}, { blobFolder });
    store = createRecordingStore(database.db);
  }, 60_000);
  afterAll(async () => {
    await database.close();
    await rm(blobFolder, { recursive: true, force: true });
  });

  const track = {
    name: '1-audio.webm',
    sessionId: 'ada',
    userName: 'Ada',
    track: 'audio',
    media: 'audio' as const,
    offset: 0,
    end: 10,
    size: 10,
  };

  async function record(end: RecordingChange | null, file = 'recording.mp4'): Promise<string> {
    const id = randomUUID();
    await store.create({
      id,
      orgId: server.orgId,
      roomName: 'lesson',
      meetingId: 'm',
      callId: null,
      instanceId: 'default',
      type: 'cloud',
      startedBy: 'ada',
      startedAt: new Date(),
    });
    if (end !== null) await store.update(id, end);
    await mkdir(join(blobFolder, 'recordings', id), { recursive: true });
    await writeFile(join(blobFolder, 'recordings', id, file), BYTES);
    return id;
  }
  const finished = () =>
    record({ status: 'finished', duration: 10, file: { name: 'recording.mp4', size: 10 } });

  async function link(id: string, body: object = {}): Promise<string> {
    const answer = await server.send('POST', `/recordings/${id}/access-link`, { body });
    expect(answer.status).toBe(201);
    const url = new URL(answer.json.downloadLink);
    return url.pathname + url.search;
  }

  it('reads and lists', async () => {
    const id = await finished();
    const { status, json } = await server.send('GET', `/recordings/${id}`);
    expect([status, json]).toEqual([200, recordingSchema.parse(json)]);
    expect(json).toMatchObject({ id, status: 'finished', roomName: 'lesson' });
    const list = await server.send('GET', '/recordings?roomName=lesson&limit=1');
    expect([list.status, list.json]).toEqual([200, [json]]);
    expect((await server.send('GET', '/recordings?roomName=other')).json).toEqual([]);
    expect((await server.send('GET', `/recordings?callId=${randomUUID()}`)).json).toEqual([]);
  });

  it('downloads by link, whole and in ranges', async () => {
    const path = await link(await finished());
    const whole = await server.fetch(path);
    expect([whole.status, await whole.text()]).toEqual([200, BYTES]);
    expect(whole.headers.get('content-type')).toBe('video/mp4');
    expect(whole.headers.get('content-disposition')).toContain('attachment');
    const ranged = async (range: string) => {
      const answer = await server.fetch(path, { headers: { Range: range } });
      return [answer.status, await answer.text(), answer.headers.get('content-range')];
    };
    expect(await ranged('bytes=2-4')).toEqual([206, 'cde', 'bytes 2-4/10']);
    expect(await ranged('bytes=8-')).toEqual([206, 'ij', 'bytes 8-9/10']);
    expect(await ranged('bytes=8-99')).toEqual([206, 'ij', 'bytes 8-9/10']);
    expect(await ranged('bytes=-3')).toEqual([206, 'hij', 'bytes 7-9/10']);
    expect(await ranged('bytes=10-')).toEqual([416, '', 'bytes */10']);
    expect(await ranged('bytes=4-2')).toEqual([200, BYTES, null]);
    expect(await ranged('pages=1-2')).toEqual([200, BYTES, null]);
    const head = await server.fetch(path, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '10']);
  });

  it('links to single tracks', async () => {
    const id = await record({ status: 'finished', tracks: [track] }, '1-audio.webm');
    const answer = await server.fetch(await link(id, { track: '1-audio.webm' }));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'video/webm']);
    for (const body of [{}, { track: '../../private-key' }, { track: 'recording.mp4' }]) {
      const refused = await server.send('POST', `/recordings/${id}/access-link`, { body });
      expect([refused.status, refused.json.fields[0].path]).toEqual([400, 'track']);
    }
  });

  it('gives nothing for links that expired or were changed', async () => {
    const id = await finished();
    const other = await finished();
    const path = await link(id, { validForSeconds: 60 });
    const status = async (changed: string) => (await server.fetch(changed)).status;
    expect(await status(path.replace(id, other))).toBe(403);
    expect(await status(path.replace('recording.mp4', 'manifest.json'))).toBe(403);
    expect(await status(path.replace(/expires=\d+/, 'expires=9999999999'))).toBe(403);
    expect(await status(path.replace(/signature=.*/, 'signature='))).toBe(403);
    expect(await status(`/recordings/${id}/file`)).toBe(403);
    server.clock.advance(59_000);
    expect(await status(path)).toBe(200);
    server.clock.advance(2_000);
    expect(await status(path)).toBe(403);
  });

  it('deletes with its files, and its links lead nowhere then', async () => {
    const id = await finished();
    const path = await link(id);
    expect((await server.send('DELETE', `/recordings/${id}`)).json.id).toBe(id);
    expect(await readdir(join(blobFolder, 'recordings'))).not.toContain(id);
    expect((await server.fetch(path)).status).toBe(404);
    expect((await server.send('GET', `/recordings/${id}`)).status).toBe(404);
  });

  it('neither deletes nor links to one that is under way', async () => {
    const id = await record(null);
    expect((await server.send('DELETE', `/recordings/${id}`)).status).toBe(409);
    const answer = await server.send('POST', `/recordings/${id}/access-link`, { body: {} });
    expect([answer.status, answer.json.code]).toEqual([409, 'conflict']);
  });

  it('tells callers of video recordings only where they are made', async () => {
    const assistant = { name: 'Filmed', artifactPlan: { videoRecordingEnabled: true } };
    const plan = async (one: TestServer, body: object) =>
      (await one.send('POST', '/call/web', { body })).json.artifactPlan;
    expect(await plan(server, { assistant })).toEqual({ videoRecordingEnabled: false });
    const other = await openTestPglite();
    try {
      const ffmpeg = { path: '/bin/false', mp4: true };
      const allowed = await createTestServer(other, { CALL_RECORDING: 'true' }, { ffmpeg });
      expect(await plan(allowed, { assistant })).toEqual({ videoRecordingEnabled: true });
      expect(await plan(allowed, { assistant: { name: 'Not' } })).toEqual({
        videoRecordingEnabled: false,
      });
    } finally {
      await other.close();
    }
  }, 60_000);

  it.each([
    ['GET', '/recordings', undefined],
    ['GET', `/recordings/${randomUUID()}`, undefined],
    ['POST', `/recordings/${randomUUID()}/access-link`, {}],
    ['DELETE', `/recordings/${randomUUID()}`, undefined],
  ])('%s %s: keys, and what is not there', async (method, path, body) => {
    expect((await server.send(method, path, { body, key: null })).status).toBe(401);
    expect((await server.send(method, path, { body, key: server.publicKey })).status).toBe(403);
    const found = await server.send(method, path, { body });
    expect(found.status).toBe(path === '/recordings' ? 200 : 404);
  });

  it.each([
    ['GET', '/recordings?limit=-1', undefined],
    ['GET', '/recordings?callId=x', undefined],
    ['GET', '/recordings/x', undefined],
    ['DELETE', '/recordings/x', undefined],
    ['POST', '/recordings/x/access-link', {}],
    ['POST', `/recordings/${randomUUID()}/access-link`, { validForSeconds: 0 }],
    ['POST', `/recordings/${randomUUID()}/access-link`, { validForSeconds: 86_401 }],
  ])('%s %s with %j is invalid', async (method, path, body) => {
    expect((await server.send(method, path, { body })).status).toBe(400);
  });
});
