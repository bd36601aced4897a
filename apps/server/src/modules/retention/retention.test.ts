import { randomUUID } from 'node:crypto';
import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { retentionSchema } from '@kindling/protocol';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { storeCall } from '../../../testing/calls/stored-call.ts';
import { storeRecording } from '../../../testing/calls/stored-recording.ts';
import { describeOnBothDatabases } from '../../../testing/databases/describe-databases.ts';
import type { TestServer } from '../../../testing/server/test-server.ts';
import type { OpenDatabase } from '../../platform/database/database.ts';
import {
  chatTable,
  jobTable,
  logTable,
  retentionTable,
  sessionTable,
} from '../../platform/database/platform-tables.ts';
import { callTable, orgTable, recordingTable } from '../../platform/database/schema.ts';
import { createRecordingFiles } from '../../platform/storage/create-recording-files.ts';
import { createFolderBlobs } from '../../platform/storage/folder-blobs.ts';
import { createRecordingEraser } from '../../rooms/recording/erase-recordings.ts';
import { createRecordingStore } from '../../rooms/recording/recording-store.ts';
import { linesOf } from '../calls/store/call-lines.ts';
import { purge } from './purge.ts';
import { createRetentionStore } from './retention-store.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 0, 31);
const daysAgo = (days: number) => new Date(NOW - days * DAY);

describeOnBothDatabases('retention', (givenServer, givenDatabase) => {
  let database: OpenDatabase;
  let server: TestServer;
  let blobFolder: string;
  beforeAll(() => {
    [server, database] = [givenServer(), givenDatabase()];
    blobFolder = server.blobFolder;
  });
  beforeEach(async () => {
    const tables = [callTable, chatTable, sessionTable, logTable, recordingTable, jobTable];
    for (const table of tables) await database.db.delete(table);
  });

  const execute = (
    days: Record<'transcriptDays' | 'recordingDays' | 'logDays', number | null>,
    now = NOW,
  ) =>
    purge(
      {
        db: database.db,
        recordings: createRecordingEraser(
          createRecordingStore(database.db),
          createRecordingFiles({
            workFolder: blobFolder,
            blobs: createFolderBlobs(blobFolder),
          }),
        ),
      },
      { orgId: server.orgId, ...days },
      { now, signal: new AbortController().signal },
    );
  const KEEP = { transcriptDays: null, recordingDays: null, logDays: null };
  const store = (row: Parameters<typeof storeCall>[2]) => storeCall(database.db, server.orgId, row);
  const read = async (id: string) =>
    (await database.db.select().from(callTable).where(eq(callTable.id, id)))[0];

  it('says what the server does until an operator sets something', async () => {
    const { json } = await server.send('GET', '/retention');
    expect(retentionSchema.parse(json)).toEqual({
      ...KEEP,
      defaults: { transcriptDays: 90, recordingDays: null, logDays: 30 },
      updatedAt: null,
    });
    const id = await store({ endedAt: daysAgo(9_000) });
    expect(await execute(KEEP)).toEqual({ transcripts: 0, recordings: 0, logs: 0 });
    expect((await read(id))?.artifact).not.toBeNull();
  });

  it('keeps to the millisecond what is as old as is kept, in any zone, and what others have', async () => {
    const { TZ } = process.env;
    const orgId = randomUUID();
    const now = new Date();
    await database.db
      .insert(orgTable)
      .values({ id: orgId, name: 'Other', createdAt: now, updatedAt: now });
    const at = (ms: number) => ({ createdAt: new Date(ms), updatedAt: new Date(ms) });
    // Around midnight and around the hour that summer time takes away.
    for (const [zone, end] of [
      ['Pacific/Kiritimati', NOW],
      ['America/St_Johns', NOW],
      ['Europe/Berlin', Date.UTC(2026, 3, 28, 1, 30)],
    ] as const) {
      process.env.TZ = zone;
      const edge = end - 30 * DAY;
      const add = async (owner: string, ms: number) => {
        const log = { id: randomUUID(), orgId: owner, type: 'API' as const, body: {} };
        await database.db.insert(logTable).values({ ...log, ...at(ms) });
        await database.db
          .insert(chatTable)
          .values({ id: randomUUID(), orgId: owner, body: {}, ...at(ms) });
        await storeCall(database.db, owner, { endedAt: new Date(ms) });
        await storeRecording(database.db, owner, { startedAt: new Date(ms) });
      };
      for (const owner of [server.orgId, orgId])
        for (const ms of [edge - 1, edge, edge + 1]) await add(owner, ms);
      const days = { transcriptDays: 30, recordingDays: 30, logDays: 30 };
      expect(await execute(days, end)).toEqual({ transcripts: 2, recordings: 1, logs: 1 });
      expect(await execute(days, end + 1)).toEqual({ transcripts: 2, recordings: 1, logs: 1 });
      for (const table of [logTable, chatTable, recordingTable, callTable]) {
        const theirs = await database.db.select().from(table).where(eq(table.orgId, orgId));
        expect(theirs).toHaveLength(3);
        await database.db.delete(table);
      }
    }
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });

  it('sets what is named and keeps the rest', async () => {
    const set = (body: object) => server.send('PATCH', '/retention', { body });
    expect((await set({ transcriptDays: 30, logDays: 7 })).json).toMatchObject({
      transcriptDays: 30,
      recordingDays: null,
      logDays: 7,
    });
    const { json } = await set({ logDays: null, recordingDays: 1 });
    expect(retentionSchema.parse(json)).toMatchObject({
      transcriptDays: 30,
      recordingDays: 1,
      logDays: null,
    });
    const all = await createRetentionStore({
      db: database.db,
      now: () => NOW,
      defaults: KEEP,
    }).listLimited();
    expect(all).toMatchObject([{ orgId: server.orgId, transcriptDays: 30 }]);
  });

  it('forgets what was said, and keeps that there was a call', async () => {
    const message = { role: 'user', message: 'Hi.', time: 0, endTime: 0, secondsFromStart: 0 };
    const analysis = { summary: 'They said hello.' };
    const old = await store({ endedAt: daysAgo(31), analysis, cost: 0.5 });
    // The server died during this one: only its messages are there.
    const crashed = await store({
      endedAt: daysAgo(31),
      artifact: null,
      endedReason: 'kindling.server-crashed',
      messages: [{ ...message, role: 'user' }],
    });
    const recent = await store({ endedAt: daysAgo(29) });
    const swept = await execute({ ...KEEP, transcriptDays: 30 });
    expect(swept.transcripts).toBe(2);
    for (const id of [old, crashed]) {
      const call = await read(id);
      expect(call).toMatchObject({ artifact: null, analysis: null });
      expect(call?.endedReason).not.toBeNull();
      expect(await linesOf(database.db, id)).toEqual([]);
    }
    expect((await read(old))?.cost).toBe(0.5);
    expect((await read(recent))?.artifact?.transcript).toBe('User: Hello.');
    expect(await linesOf(database.db, recent)).toHaveLength(1);
    expect((await execute({ ...KEEP, transcriptDays: 30 })).transcripts).toBe(0);
  });

  it('forgets more calls than it changes at once', async () => {
    await database.db.execute(sql`
        insert into call (id, org_id, type, status, ended_reason, ended_at, artifact, created_at, updated_at)
        select gen_random_uuid(), ${server.orgId}::uuid, 'webCall', 'ended', 'manually-canceled',
          ${daysAgo(40).toISOString()}::timestamptz, '{"messages":[],"transcript":"x"}', now(), now()
        from generate_series(1, 1201)`);
    expect((await execute({ ...KEEP, transcriptDays: 30 })).transcripts).toBe(1_201);
  });

  it('deletes chats and empties sessions', async () => {
    const { orgId } = server;
    const at = (days: number) => ({ createdAt: daysAgo(days), updatedAt: daysAgo(days) });
    const body = { messages: [{ role: 'user', content: 'Hi.' }], name: 'Desk' };
    const session = {
      id: randomUUID(),
      orgId,
      body,
      ...at(31),
      status: 'active' as const,
      expiresAt: daysAgo(30),
    };
    await database.db.insert(sessionTable).values(session);
    const kept = randomUUID();
    await database.db.insert(chatTable).values([
      { id: randomUUID(), orgId, body: {}, ...at(31) },
      { id: kept, orgId, body: {}, ...at(29) },
    ]);
    expect((await execute({ ...KEEP, transcriptDays: 30 })).transcripts).toBe(2);
    expect(await database.db.select({ id: chatTable.id }).from(chatTable)).toEqual([{ id: kept }]);
    const [left] = await database.db.select().from(sessionTable);
    expect(left?.body).toEqual({ messages: [], name: 'Desk' });
  });

  it('forgets reports that were sent, and none that waits', async () => {
    const { orgId } = server;
    const report = (days: number, finished: boolean) => ({
      id: randomUUID(),
      orgId,
      kind: 'webhook',
      payload: { callId: randomUUID() },
      createdAt: daysAgo(days),
      ...(finished ? { finishedAt: daysAgo(days) } : { dueAt: daysAgo(days) }),
    });
    const kept = [report(29, true), report(31, false)];
    await database.db.insert(jobTable).values([report(31, true), ...kept]);
    expect((await execute({ ...KEEP, transcriptDays: 30 })).transcripts).toBe(1);
    const left = await database.db.select({ id: jobTable.id }).from(jobTable);
    expect(left.map(({ id }) => id).sort()).toEqual(kept.map(({ id }) => id).sort());
  });

  it('deletes recordings with their files, but not one that goes on', async () => {
    const record = (row: Parameters<typeof storeRecording>[2]) =>
      storeRecording(database.db, server.orgId, row);
    const old = await record({ startedAt: daysAgo(8) });
    const running = await record({ startedAt: daysAgo(8), status: 'recording' });
    const recent = await record({ startedAt: daysAgo(6) });
    const folder = join(blobFolder, 'recordings', old);
    await mkdir(folder, { recursive: true });
    expect((await execute({ ...KEEP, recordingDays: 7 })).recordings).toBe(1);
    await expect(access(folder)).rejects.toThrow('ENOENT');
    const left = await database.db.select({ id: recordingTable.id }).from(recordingTable);
    expect(left.map(({ id }) => id).sort()).toEqual([running, recent].sort());
  });

  it('deletes logs', async () => {
    const log = (days: number) => ({
      id: randomUUID(),
      orgId: server.orgId,
      type: 'API' as const,
      body: {},
      createdAt: daysAgo(days),
      updatedAt: daysAgo(days),
    });
    await database.db.insert(logTable).values([log(3), log(2), log(0)]);
    expect((await execute({ ...KEEP, logDays: 1 })).logs).toBe(2);
  });

  it('is what the server does, in orgs that set nothing and in those that set something else', async () => {
    const store = createRetentionStore({
      db: database.db,
      now: () => NOW,
      defaults: { transcriptDays: 90, recordingDays: null, logDays: 30 },
    });
    await database.db.delete(retentionTable);
    const days = async () =>
      (await store.listLimited()).find(({ orgId }) => orgId === server.orgId);
    expect(await days()).toMatchObject({ transcriptDays: 90, recordingDays: null, logDays: 30 });
    await store.update(server.orgId, { transcriptDays: 7 }, null);
    expect(await days()).toMatchObject({ transcriptDays: 7, logDays: 30 });
    await store.update(server.orgId, { transcriptDays: null, logDays: 300 }, null);
    expect(await days()).toMatchObject({ transcriptDays: 90, logDays: 300 });
    await database.db.delete(retentionTable);
  });

  it('needs nobody to set anything: a call of 91 days ago has no words left', async () => {
    const daysBefore = (days: number) => new Date(server.clock.now() - days * DAY);
    const old = await store({ endedAt: daysBefore(91) });
    const recent = await store({ endedAt: daysBefore(89) });
    const log = (days: number) => ({
      id: randomUUID(),
      orgId: server.orgId,
      type: 'API' as const,
      body: {},
      createdAt: daysBefore(days),
      updatedAt: daysBefore(days),
    });
    const [gone, kept] = [log(31), log(29)];
    await database.db.insert(logTable).values([gone, kept]);
    await server.retention.plan('now');
    server.jobs.start();
    await server.jobs.settled();
    expect((await read(old))?.artifact).toBeNull();
    expect((await read(recent))?.artifact?.transcript).toBe('User: Hello.');
    const logs = await database.db.select({ id: logTable.id }).from(logTable);
    expect(logs.map(({ id }) => id)).not.toContain(gone.id);
    expect(logs.map(({ id }) => id)).toContain(kept.id);
  });

  it('is carried out by a job, which plans the next round', async () => {
    await server.send('PATCH', '/retention', { body: { transcriptDays: 30 } });
    const old = await store({ endedAt: new Date(server.clock.now() - 31 * DAY) });
    await server.retention.plan('now');
    await server.retention.plan('now');
    const waiting = () =>
      database.db.select().from(jobTable).where(sql`kind = 'retention' and due_at is not null`);
    expect(await waiting()).toHaveLength(1);
    server.jobs.start();
    await server.jobs.settled();
    expect((await read(old))?.artifact).toBeNull();
    const [next, ...more] = await waiting();
    expect(more).toEqual([]);
    expect(next?.dueAt?.getTime()).toBeGreaterThan(server.clock.now());
    await server.jobs.close();
  });

  it.each([
    [{}, ''],
    [{ transcriptDays: 0 }, 'transcriptDays'],
    [{ logDays: 1.5 }, 'logDays'],
    [{ recordingDays: 40_000 }, 'recordingDays'],
  ])('refuses %j', async (body, field) => {
    const answer = await server.send('PATCH', '/retention', { body });
    expect([answer.status, answer.json.fields[0].path]).toEqual([400, field]);
  });

  it('is set by administrators and read by all of the org', async () => {
    const body = { logDays: 1 };
    const editor = await server.addToken({ kind: 'private', name: 'editor', role: 'editor' });
    const viewer = await server.addToken({ kind: 'private', name: 'viewer', role: 'viewer' });
    const set = (key: string | null) => server.send('PATCH', '/retention', { key, body });
    expect((await set(null)).status).toBe(401);
    for (const key of [editor, viewer, server.publicKey])
      expect((await set(key)).json.code).toBe('forbidden');
    expect((await server.send('GET', '/retention', { key: viewer })).status).toBe(200);
    expect((await server.send('GET', '/retention', { key: null })).status).toBe(401);
    expect((await server.send('GET', '/retention', { key: server.publicKey })).status).toBe(403);
  });
});
