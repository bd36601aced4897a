import { randomUUID } from 'node:crypto';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { storeCall } from '../../../../testing/calls/stored-call.ts';
import { storeRecording } from '../../../../testing/calls/stored-recording.ts';
import { describeWithServer } from '../../../../testing/databases/describe-databases.ts';
import { findFfmpeg } from '../../tracks/ffmpeg.ts';
import { CALL_INSTANCE } from '../recording-feature.ts';
import { readWav, recordCall, soundLine } from '../testing/call-sound.ts';
import { probe } from '../testing/film.ts';

const ffmpeg = await findFfmpeg(null, process.env.PATH);
const withFfmpeg = ffmpeg === null ? ' (SKIPPED: there is no ffmpeg on PATH)' : '';
const TALK = [
  { who: 'agent', seconds: 1 },
  { who: 'visitor', seconds: 1 },
  { who: 'agent', seconds: 1 },
] as const;

const GOING_ON = {
  status: 'in-progress' as const,
  endedReason: null,
  endedAt: null,
  artifact: null,
};

describeWithServer(
  'recordings of calls',
  (server, database) => {
    const get = (id: string, part: string, key?: string | null) =>
      server().send('GET', `/call/${id}/${part}`, key === undefined ? {} : { key });
    const localOf = (url: string) => {
      const { pathname, search } = new URL(url);
      return pathname + search;
    };
    async function download(id: string, part: string, headers = {}) {
      const answer = await get(id, part);
      expect([answer.status, answer.json]).toEqual([302, '']);
      const location = localOf(answer.headers.get('location') ?? '');
      const file = await server().fetch(location, { headers });
      const body = Buffer.from(await file.arrayBuffer());
      return { status: file.status, type: file.headers.get('content-type'), body };
    }
    async function recorded(row: object = {}): Promise<string> {
      const callId = await storeCall(database().db, server().orgId, row);
      await recordCall(server(), database(), { callId, stretches: TALK });
      return callId;
    }
    const folderOf = async (callId: string) => {
      const [recording] = (await server().send('GET', `/recordings?callId=${callId}`)).json;
      return join(server().blobFolder, 'recordings', recording.id);
    };

    it.skipIf(ffmpeg === null)(
      `have the customer on the left, the assistant on the right${withFfmpeg}`,
      async () => {
        const id = await recorded();
        const { status, type, body } = await download(id, 'stereo-recording');
        expect([status, type]).toEqual([200, 'audio/wav']);
        const { rate, channels } = readWav(body);
        const [left, right] = channels.map((one) => soundLine(one, rate));
        // 0.4 s of nothing, then a second each.
        expect(left).toMatch(/^\.{13,15}#{9,11}\.{9,11}$/);
        expect(right).toMatch(/^\.{3,5}#{9,11}\.{8,11}#{9,11}\.?$/);
        const lines: Record<string, string | undefined> = { customer: left, assistant: right };
        for (const [one, line] of Object.entries(lines)) {
          const alone = readWav((await download(id, `${one}-recording`)).body);
          expect(alone.channels.map((channel) => soundLine(channel, alone.rate))).toEqual([line]);
        }
        const mono = readWav((await download(id, 'mono-recording')).body);
        expect(mono.channels.map((channel) => soundLine(channel, mono.rate))).toEqual([
          expect.stringMatching(/^\.{3,5}#{28,32}\.?$/),
        ]);
      },
    );

    it.skipIf(ffmpeg === null)(`are made once, and read in ranges${withFfmpeg}`, async () => {
      const id = await recorded();
      const both = await Promise.all([1, 2].map(() => download(id, 'stereo-recording')));
      const [first, second] = both.map(({ body }) => body);
      expect(first?.equals(second ?? Buffer.alloc(0))).toBe(true);
      const folder = await folderOf(id);
      const made = await stat(join(folder, 'stereo.wav'));
      const range = await download(id, 'stereo-recording', { Range: 'bytes=0-3' });
      expect([range.status, String(range.body)]).toEqual([206, 'RIFF']);
      expect((await stat(join(folder, 'stereo.wav'))).ino).toBe(made.ino);
      expect((await readdir(folder)).filter((name) => !name.endsWith('.webm'))).toEqual([
        'stereo.wav',
      ]);
    });

    it.skipIf(ffmpeg?.mp3 !== true)('are MP3 where the assistant says so', async () => {
      const id = await recorded({ artifactPlan: { recordingFormat: 'mp3' } });
      const { type } = await download(id, 'stereo-recording');
      expect(type).toBe('audio/mpeg');
      const file = join(await folderOf(id), 'stereo.mp3');
      expect(probe(file)).toMatchObject({ codec: 'mp3', duration: expect.closeTo(3.4, 0) });
    });

    it.skipIf(ffmpeg === null)(`are silent where nobody was heard${withFfmpeg}`, async () => {
      const callId = await storeCall(database().db, server().orgId);
      await recordCall(server(), database(), {
        callId,
        stretches: [{ who: 'agent', seconds: 1 }],
      });
      const { rate, channels } = readWav((await download(callId, 'customer-recording')).body);
      expect(channels.map((one) => soundLine(one, rate))).toEqual([
        expect.stringMatching(/^\.{14}$/),
      ]);
    });

    it.skipIf(ffmpeg === null)(
      `are reported with the call, by links that make them${withFfmpeg}`,
      async () => {
        const id = await recorded();
        const { artifact } = (await server().send('GET', `/call/${id}`)).json;
        const url = (part: string) => `http://localhost/call/${id}/${part}-recording`;
        expect(artifact).toMatchObject({
          recordingUrl: url('mono'),
          stereoRecordingUrl: url('stereo'),
          recording: {
            stereoUrl: url('stereo'),
            mono: {
              combinedUrl: url('mono'),
              customerUrl: url('customer'),
              assistantUrl: url('assistant'),
            },
          },
          presignedUrlsExpiresAt: new Date(server().clock.now() + 3_600_000).toISOString(),
        });
        expect(artifact).not.toHaveProperty('videoRecordingUrl');
        const file = await server().fetch(localOf(artifact.presignedAssistantUrl), {
          headers: { Range: 'bytes=0-3' },
        });
        expect([file.status, await file.text()]).toEqual([206, 'RIFF']);
        const listed = (await server().send('GET', '/v2/call')).json.results;
        expect(listed.find((one: { id: string }) => one.id === id).artifact).toEqual(artifact);
        const csv = await server().send('GET', `/v2/call/export?columns=id,recordingUrl&id=${id}`);
        expect(parse(csv.json, { bom: true })[1]).toEqual([id, url('mono')]);
        const viewer = await server().addToken({ kind: 'private', name: 'v', role: 'viewer' });
        const read = (await server().send('GET', `/call/${id}`, { key: viewer })).json;
        expect(read.artifact.recordingUrl).toBe(url('mono'));
        expect(JSON.stringify(read)).not.toContain('signature');
      },
    );

    it('are described where the words are gone', async () => {
      const id = await recorded({ artifact: null, messages: [] });
      const { artifact } = (await server().send('GET', `/call/${id}`)).json;
      expect(artifact).toMatchObject(
        ffmpeg === null ? {} : { messages: [], transcript: '', recordingUrl: expect.any(String) },
      );
    });

    it('go with the call, and so do links to them', async () => {
      const id = await recorded();
      const folder = await folderOf(id);
      const location = (await get(id, 'mono-recording')).headers.get('location');
      expect((await server().send('DELETE', `/call/${id}`)).status).toBe(200);
      await expect(stat(folder)).rejects.toThrow('ENOENT');
      if (location === null) return;
      expect((await server().fetch(localOf(location))).status).toBe(404);
    });

    it.skipIf(ffmpeg === null)(
      `that are deleted while a part is made are not there${withFfmpeg}`,
      async () => {
        const id = await recorded();
        const folder = await folderOf(id);
        const asked = get(id, 'stereo-recording');
        await server().send('DELETE', `/call/${id}`);
        expect([302, 404]).toContain((await asked).status);
        await expect(stat(folder)).rejects.toThrow('ENOENT');
      },
    );

    it('are missing where there was none, and it is said how one is made', async () => {
      const id = await storeCall(database().db, server().orgId);
      for (const part of ['mono', 'stereo', 'customer', 'assistant', 'video']) {
        const { status, json } = await get(id, `${part}-recording`);
        expect([status, json.code]).toEqual([404, 'not_found']);
        expect(json.message).toContain('CALL_RECORDING=true');
      }
      const { artifact } = (await server().send('GET', `/call/${id}`)).json;
      expect(artifact).not.toHaveProperty('recording');
    });

    it.each([
      ['a call that goes on', GOING_ON, null],
      ['a recording that is being written', {}, 'recording' as const],
    ])('are not there yet for %s', async (_, row, status) => {
      const callId = await storeCall(database().db, server().orgId, row);
      const own = {
        callId,
        type: 'raw-tracks',
        instanceId: CALL_INSTANCE,
        duration: null,
      } as const;
      if (status !== null) await storeRecording(database().db, server().orgId, { ...own, status });
      const { status: answered, json } = await get(callId, 'mono-recording');
      expect([answered, json.code]).toEqual([409, 'conflict']);
      expect(json.message).toMatch(/once it is over|ask again/);
    });

    it('that a crash cut off are not there', async () => {
      const callId = await storeCall(database().db, server().orgId);
      await storeRecording(database().db, server().orgId, {
        callId,
        type: 'raw-tracks',
        instanceId: CALL_INSTANCE,
        status: 'failed',
        duration: null,
      });
      expect((await get(callId, 'mono-recording')).status).toBe(404);
    });

    it('of one track are no stereo, and the film is the video', async () => {
      const callId = await storeCall(database().db, server().orgId);
      const id = await storeRecording(database().db, server().orgId, {
        callId,
        file: { name: 'recording.mp4', size: 4 },
      });
      await mkdir(join(server().blobFolder, 'recordings', id), { recursive: true });
      await writeFile(join(server().blobFolder, 'recordings', id, 'recording.mp4'), 'film');
      const film = await download(callId, 'video-recording');
      expect([film.type, String(film.body)]).toEqual(['video/mp4', 'film']);
      const { status, json } = await get(callId, 'stereo-recording');
      expect([status, json.message]).toEqual([404, expect.stringContaining('mono-recording')]);
      // No film at all.
      if (ffmpeg !== null) expect((await get(callId, 'mono-recording')).json.code).toBe('internal');
      expect((await readdir(join(server().blobFolder, 'recordings', id))).sort()).toEqual([
        'recording.mp4',
      ]);
    });

    it('are for editors, and reading them is kept in the log', async () => {
      const id = await recorded();
      const role = 'viewer' as const;
      const viewer = await server().addToken({ kind: 'private', name: role, role });
      for (const key of [viewer, server().publicKey])
        expect((await get(id, 'mono-recording', key)).status).toBe(403);
      expect((await get(id, 'mono-recording', null)).status).toBe(401);
      await get(id, 'mono-recording');
      expect((await get(id, 'call-logs', viewer)).status).toBe(200);
      expect((await get(id, 'call-logs', server().publicKey)).status).toBe(403);
      const log = (await get(id, 'call-logs')).json.trim().split('\n').map(JSON.parse);
      const read = log.filter((line: { log: string }) => line.log === 'What was said was read.');
      expect(read).toHaveLength(ffmpeg === null ? 0 : 1);
      expect(log[0]).toMatchObject({ callId: id, level: 'ERROR', time: expect.any(String) });
    });
  },
  {},
  { ffmpeg },
);

describeWithServer('recordings of calls without ffmpeg', (server, database) => {
  it('are the sound as it is; what has to be made is refused', async () => {
    const callId = await storeCall(database().db, server().orgId);
    const id = await storeRecording(database().db, server().orgId, {
      callId,
      file: { name: 'audio.webm', size: 5 },
    });
    await mkdir(join(server().blobFolder, 'recordings', id), { recursive: true });
    await writeFile(join(server().blobFolder, 'recordings', id, 'audio.webm'), 'sound');
    const answer = await server().send('GET', `/call/${callId}/mono-recording`);
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      expect.stringContaining('file=audio.webm'),
    ]);
    await storeRecording(database().db, server().orgId, {
      callId,
      type: 'raw-tracks',
      instanceId: CALL_INSTANCE,
    });
    const { status, json } = await server().send('GET', `/call/${callId}/stereo-recording`);
    expect([status, json.code]).toEqual([409, 'not_configured']);
    expect(json.message).toContain('FFMPEG_PATH');
  });

  it('the log of a call is a JSON object a line, the oldest first, however long', async () => {
    const callId = await storeCall(database().db, server().orgId);
    for (let line = 0; line < 1_201; line += 1) {
      server().logs.write({
        orgId: server().orgId,
        type: 'Call',
        time: server().clock.now() + line,
        callId,
        message: `Line ${line}`,
      });
    }
    const answer = await server().send('GET', `/call/${callId}/call-logs`);
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
    expect(answer.headers.get('content-disposition')).toContain(`${callId}-logs.jsonl`);
    const lines = answer.json.trimEnd().split('\n');
    expect(lines.map((line: string) => JSON.parse(line).log)).toEqual(
      Array.from({ length: 1_201 }, (_, line) => `Line ${line}`),
    );
    expect((await server().send('GET', `/call/${randomUUID()}/call-logs`)).status).toBe(404);
  });
});
