import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { TokenVerifier } from 'livekit-server-sdk';
import { afterEach, describe, expect, it } from 'vitest';
import { createLivekitEgress, type EgressRequest } from './livekit-egress.ts';

const KEY = 'kindling';
const SECRET = 'a secret of at least 32 characters';
const BUCKET = {
  endpoint: 'http://store.internal:9000',
  region: 'eu-central-1',
  bucket: 'school',
  pathStyle: true,
  credentials: { accessKeyId: 'id', secretAccessKey: 'hidden' },
};
const FILM: EgressRequest = {
  room: 'staff',
  key: 'kindling/recordings/1/recording.mp4',
  layout: 'grid',
  picture: { width: 1_280, height: 720, fps: 25 },
};

interface Asked {
  readonly method: string;
  readonly token: string;
  readonly body: unknown;
}

describe('LiveKit Egress', () => {
  let server: Server | null = null;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  /** A LiveKit that answers everything alike. */
  async function open(status: number, answer: object, bucket: typeof BUCKET | null = BUCKET) {
    const asked: Asked[] = [];
    const listening = createServer(async (request, response) => {
      const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
      asked.push({
        method: request.url?.split('/').at(-1) ?? '',
        token,
        body: JSON.parse(await text(request)),
      });
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer));
    });
    server = listening;
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    const address = listening.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const access = { url: `ws://127.0.0.1:${port}`, apiKey: KEY, apiSecret: SECRET };
    const anonymous = { ...BUCKET, endpoint: null, region: null, credentials: null };
    return { egress: createLivekitEgress(access, bucket ?? anonymous), asked };
  }

  it('is asked for a film, and where to put it', async () => {
    const { egress, asked } = await open(200, { egressId: 'EG_1' });
    expect(await egress.start(FILM)).toBe('EG_1');
    expect(asked).toMatchObject([
      {
        method: 'StartRoomCompositeEgress',
        body: {
          roomName: 'staff',
          layout: 'grid',
          advanced: { width: 1_280, height: 720, framerate: 25 },
          fileOutputs: [
            {
              fileType: 'MP4',
              filepath: FILM.key,
              disableManifest: true,
              s3: {
                accessKey: 'id',
                secret: 'hidden',
                region: 'eu-central-1',
                endpoint: 'http://store.internal:9000',
                bucket: 'school',
                forcePathStyle: true,
              },
            },
          ],
        },
      },
    ]);
    const { video } = await new TokenVerifier(KEY, SECRET).verify(asked[0]?.token ?? '');
    expect(video).toEqual({ roomRecord: true });
  });

  it('is asked for sound alone, with the keys it has itself', async () => {
    const { egress, asked } = await open(200, { egressId: 'EG_1' }, null);
    await egress.start({ ...FILM, picture: null });
    const { body } = asked[0] ?? {};
    expect(body).toMatchObject({ audioOnly: true });
    expect(body).toMatchObject({ fileOutputs: [{ fileType: 'OGG' }] });
    expect(body).not.toHaveProperty('advanced');
    expect(body).toHaveProperty('fileOutputs.0.s3', { bucket: 'school', forcePathStyle: true });
  });

  it('changes and stops one', async () => {
    const { egress, asked } = await open(200, { egressId: 'EG_1' });
    await egress.setLayout('EG_1', 'speaker');
    await egress.stop('EG_1');
    expect(asked).toMatchObject([
      { method: 'UpdateLayout', body: { egressId: 'EG_1', layout: 'speaker' } },
      { method: 'StopEgress', body: { egressId: 'EG_1' } },
    ]);
  });

  const file = { filename: 'recording.mp4', size: '4000', duration: '2500000000' };
  it.each([
    ['EGRESS_STARTING', {}, { isOver: false }],
    ['EGRESS_ACTIVE', {}, { isOver: false }],
    ['EGRESS_ENDING', { fileResults: [file] }, { isOver: false }],
    ['EGRESS_COMPLETE', { fileResults: [file] }, { file: { size: 4_000, duration: 2_500 } }],
    ['EGRESS_COMPLETE', {}, { file: null, fault: null }],
    ['EGRESS_FAILED', { error: 'no disk', fileResults: [file] }, { file: null, fault: 'no disk' }],
    ['EGRESS_ABORTED', {}, { file: null, fault: 'LiveKit Egress gave it up' }],
    [
      'EGRESS_LIMIT_REACHED',
      { fileResults: [file] },
      { file: { size: 4_000, duration: 2_500 }, fault: 'the limit of LiveKit Egress is reached' },
    ],
  ])('reads %s with %j', async (status, more, state) => {
    const { egress } = await open(200, { items: [{ egressId: 'EG_1', status, ...more }] });
    expect(await egress.find('EG_1')).toMatchObject(state);
  });

  it('knows that LiveKit knows none', async () => {
    const { egress } = await open(404, { code: 'not_found', msg: 'egress does not exist' });
    expect(await egress.find('EG_1')).toBeNull();
  });

  it('rejects where LiveKit does not say', async () => {
    const { egress } = await open(503, { code: 'unavailable', msg: 'later' });
    await expect(egress.find('EG_1')).rejects.toThrow(/later/);
  });

  it('rejects where no Egress takes it', async () => {
    const { egress, asked } = await open(503, { code: 'unavailable', msg: 'no response' });
    await expect(egress.start(FILM)).rejects.toThrow(/no response/);
    // What it may have begun all the same would record people unawares.
    expect(asked.at(-1)).toMatchObject({
      method: 'ListEgress',
      body: { roomName: 'staff', active: true },
    });
  });
});
