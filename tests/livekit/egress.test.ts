import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { createLivekitApi } from '../../packages/media-livekit/src/api/livekit-api.ts';
import { createLivekitEgress } from '../../packages/media-livekit/src/index.ts';
import { startTestEgress } from '../../scripts/test-egress.ts';
import { livekitAt } from '../support/server/livekit.ts';

const given = await startTestEgress();
const skipped = given === null ? ' (SKIPPED: there is no LiveKit, or no Redis)' : '';
afterAll(() => given?.stop());

const BUCKET = {
  endpoint: 'http://127.0.0.1:9000',
  region: 'us-east-1',
  bucket: 'school',
  pathStyle: true,
  credentials: { accessKeyId: 'id', secretAccessKey: 'hidden' },
};

function open() {
  if (given === null) throw new Error('There is no LiveKit.');
  const access = livekitAt(given.livekit.url);
  const egress = createLivekitEgress(access, BUCKET);
  return { ...given, api: createLivekitApi(access), egress, asked: () => given.asked };
}

it.skipIf(given === null)(
  `LiveKit passes a recording on to Egress, and says what became of it${skipped}`,
  async () => {
    const { api, egress, asked, updateEgress } = open();
    await egress.check();
    const room = randomUUID();
    await api.createRoom(room);
    const key = `recordings/${room}/recording.mp4`;
    const picture = { width: 1_280, height: 720, fps: 25 };
    const id = await egress.start({ room, key, layout: 'speaker', picture });
    expect(asked()).toMatchObject([
      {
        what: 'start',
        message: {
          egressId: id,
          roomComposite: {
            roomName: room,
            layout: 'speaker',
            advanced: { width: 1_280, height: 720, framerate: 25 },
            fileOutputs: [
              { filepath: key, fileType: 'MP4', s3: { bucket: 'school', secret: 'hidden' } },
            ],
          },
        },
      },
    ]);
    expect(await egress.find(id)).toEqual({ isOver: false });

    await egress.stop(id);
    expect(asked().at(-1)).toMatchObject({ what: 'stop', message: { egressId: id } });
    const file = { filename: key, size: '4000', duration: '2500000000' };
    await updateEgress({
      egressId: id,
      roomName: room,
      status: 'EGRESS_COMPLETE',
      fileResults: [file],
    });
    await expect
      .poll(() => egress.find(id))
      .toEqual({ isOver: true, file: { size: 4_000, duration: 2_500 }, fault: null });
  },
);

it.skipIf(given === null)(
  `a recording is refused where no Egress runs, and none is known of an id that never was${skipped}`,
  async () => {
    const { api, egress, leave } = open();
    expect(await egress.find('EG_never')).toBeNull();
    await leave();
    const room = randomUUID();
    await api.createRoom(room);
    const sound = { room, key: 'a.ogg', layout: 'grid', picture: null } as const;
    await expect(egress.start(sound)).rejects.toThrow();
  },
);
