import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../testing/server/manual-clock.ts';
import { openBlobs } from './open-blobs.ts';
import { createS3Blobs } from './s3-blobs.ts';
import type { S3Settings } from './s3-settings.ts';

const SECRET = 'the-secret-of-the-key';
const LARGE = 9_000_000;

/** What a store answers: a status, and its body. */
type Reply = readonly [status: number, body?: string];

const error = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;

/** A store that answers as scripted: what is done about its faults. */
describe('a bucket', () => {
  let server: Server;
  let settings: S3Settings;
  let asked: string[];
  let reply: (request: string) => Reply;
  let lines: string[];
  beforeEach(async () => {
    asked = [];
    lines = [];
    reply = () => [200];
    server = createServer(async (request, response) => {
      await text(request);
      const { method, url = '' } = request;
      const short = `${method} ${url.replace(/[?&]x-id=\w+/, '')}`;
      asked.push(short);
      const [status, body = ''] = reply(short);
      response.writeHead(status, { ETag: '"tag"', 'Content-Type': 'application/xml' }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    settings = {
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      region: 'us-east-1',
      bucket: 'school',
      prefix: '',
      pathStyle: true,
      credentials: { accessKeyId: 'key', secretAccessKey: SECRET },
    };
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
    expect(lines.join()).not.toContain(SECRET);
  });

  const log = () => pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  /** Its pauses are over at once. */
  const open = () =>
    createS3Blobs(settings, {
      log: log(),
      clock: {
        ...createManualClock(),
        schedule: (_, callback) => {
          queueMicrotask(callback);
          return () => undefined;
        },
      },
    });

  it('is asked again where it fails in passing', async () => {
    const replies: Reply[] = [[500], [503, error('SlowDown')], [200]];
    reply = () => replies.shift() ?? [200];
    await open().put('files/org/key', Buffer.from('x'));
    expect(asked).toEqual(Array(3).fill('PUT /school/files/org/key'));
    expect(lines).toEqual([]);
  });

  it('that goes on failing is said to be away, to be asked later', async () => {
    reply = () => [500, error('InternalError')];
    await expect(open().get('files/org/key')).rejects.toMatchObject({
      code: 'storage_unavailable',
      headers: { 'Retry-After': '5' },
    });
    expect(asked).toHaveLength(3);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 50, fault: expect.stringContaining('InternalError (500)') },
    ]);
  });

  it('that refuses is not asked again', async () => {
    reply = () => [403, error('SignatureDoesNotMatch')];
    const refused = await open()
      .remove('files/org/key')
      .catch((reason: unknown) => reason);
    expect(refused).toMatchObject({ code: 'storage_unavailable' });
    expect(asked).toHaveLength(1);
    expect(lines.join()).toContain('SignatureDoesNotMatch (403)');
  });

  it.each(['NoSuchBucket', 'XAdminUserNotFound'])(
    'with the fault %s says nothing of a blob',
    async (code) => {
      reply = () => [404, error(code)];
      await expect(open().get('files/org/key')).rejects.toMatchObject({
        code: 'storage_unavailable',
      });
      reply = () => [404, error('NoSuchKey')];
      expect(await open().get('files/org/key')).toBeNull();
    },
  );

  it('that nobody answers for is away', async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    for (const asking of [
      () => open().head('files/org/key'),
      () => open().put('files/org/key', Buffer.from('x')),
      () => open().list('files/')[Symbol.asyncIterator]().next(),
      () => open().removeUnfinished('files/', new Date()),
    ])
      await expect(asking()).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(lines.join()).toContain('ECONNREFUSED');
  });

  it('is sent again only the part of a large blob that failed', async () => {
    let failed = 0;
    reply = (request) => {
      if (request.startsWith('POST') && request.includes('uploads')) {
        return [
          200,
          '<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>',
        ];
      }
      if (request.startsWith('POST')) return [200, '<CompleteMultipartUploadResult/>'];
      if (!request.includes('partNumber=2')) return [200];
      failed += 1;
      return failed === 1 ? [500] : [200];
    };
    await open().put('recordings/id/film.mp4', Buffer.alloc(LARGE));
    const parts = asked.filter((request) => request.startsWith('PUT'));
    expect(parts.map((part) => /partNumber=(\d)/.exec(part)?.[1]).toSorted()).toEqual([
      '1',
      '2',
      '2',
    ]);
  });

  it('has nothing left of a large blob that could not be sent', async () => {
    reply = (request) => {
      if (request.startsWith('POST'))
        return [
          200,
          '<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>',
        ];
      return request.startsWith('PUT') ? [403, error('QuotaExceeded')] : [204];
    };
    const put = open().put('recordings/id/film.mp4', Buffer.alloc(LARGE));
    await expect(put).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(asked.at(-1)).toBe('DELETE /school/recordings/id/film.mp4?uploadId=u');
    expect(asked.filter((request) => request.startsWith('POST'))).toHaveLength(1);
  });

  it('ends the start where it refuses, and says what to look at', async () => {
    reply = () => [404, error('NoSuchBucket')];
    const refused = await openBlobs({ s3: settings, folder: '/nowhere', log: log() }).catch(
      (reason: unknown) => reason,
    );
    expect(refused).toMatchObject({ name: 'StartupError', code: 'storage_refused' });
    expect(String(refused)).toMatch(/STORAGE_URL: the bucket school at http.*NoSuchBucket \(404\)/);
    expect(String(refused)).not.toContain(SECRET);
  });

  it('that is away at the start is used when it is back', async () => {
    reply = () => [500];
    const { blobs, close } = await openBlobs({ s3: settings, folder: '/nowhere', log: log() });
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['storage does not answer yet']);
    reply = () => [200];
    expect(await blobs.put('files/org/key', Buffer.from('four'))).toBe(4);
    close();
  });

  it('leaves no trace of its probe', async () => {
    (await openBlobs({ s3: settings, folder: '/nowhere', log: log() })).close();
    const [put, removal] = asked;
    expect(put).toMatch(/^PUT \/school\/probes\//);
    expect(removal).toBe(put?.replace('PUT', 'DELETE'));
  });
});
