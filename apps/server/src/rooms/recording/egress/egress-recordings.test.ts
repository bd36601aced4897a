import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { EgressRequest, EgressState, LivekitEgress } from '@kindling/media-livekit';
import type { RoomRequestName } from '@kindling/protocol/room';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestPglite } from '../../../../testing/databases/test-pglite.ts';
import { testAssistant } from '../../../../testing/server/fake-parts.ts';
import { createManualClock, type ManualClock } from '../../../../testing/server/manual-clock.ts';
import { seed } from '../../../main/seed.ts';
import { createTokenStore } from '../../../modules/tokens/token-store.ts';
import type { OpenDatabase } from '../../../platform/database/database.ts';
import { createFolderBlobs } from '../../../platform/storage/folder-blobs.ts';
import type { MeetingFeature } from '../../meetings/request-handlers.ts';
import { createObservedRoom, type ObservedRoom } from '../../tracks/testing/observed-room.ts';
import { createRecordings, type Recordings } from '../create-recordings.ts';
import { createRecordingStore, type RecordingStore } from '../recording-store.ts';

const ACTIVE: EgressState = { isOver: false };
const DONE: EgressState = { isOver: true, file: { size: 4, duration: 5_100 }, fault: null };

/** A LiveKit with an Egress that does what its script says. */
function scriptEgress() {
  const script = {
    started: [] as EgressRequest[],
    layouts: [] as string[],
    stopped: [] as string[],
    state: ACTIVE as EgressState | null,
    isAway: false,
    takesNone: false,
  };
  const answer = () => {
    if (script.isAway) throw new Error('LiveKit is away');
  };
  const egress: LivekitEgress = {
    async start(request) {
      answer();
      if (script.takesNone) throw new Error('no response from servers');
      script.started.push(request);
      return `EG_${script.started.length}`;
    },
    async setLayout(_id, layout) {
      answer();
      script.layouts.push(layout);
    },
    async stop(id) {
      answer();
      if (script.state?.isOver !== false) throw new Error('cannot be stopped');
      script.stopped.push(id);
    },
    async find() {
      answer();
      return script.state;
    },
    async check() {
      answer();
    },
  };
  return { script, egress };
}

describe('recordings by LiveKit Egress', () => {
  let database: OpenDatabase;
  let orgId: string;
  let store: RecordingStore;
  let folder: string;
  let clock: ManualClock;
  let people: ObservedRoom;
  let livekit: ReturnType<typeof scriptEgress>;
  let recordings: Recordings;
  let feature: MeetingFeature;

  beforeAll(async () => {
    database = await openTestPglite();
    await seed({ db: database.db, assistant: testAssistant, keepPrivateKey: async () => {} });
    orgId = (await createTokenStore(database.db).findSiteToken())?.orgId ?? '';
    store = createRecordingStore(database.db);
  }, 60_000);
  afterAll(() => database.close());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kindling-egress-'));
    clock = createManualClock();
    livekit = scriptEgress();
    open();
  });
  afterEach(async () => {
    await feature.close?.();
    await recordings.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** As a server does that starts. */
  function open(): void {
    people = createObservedRoom();
    const log = pino({ level: 'silent' });
    recordings = createRecordings({
      ...{ db: database.db, secret: Buffer.alloc(32, 1), clock, log, ffmpeg: null },
      blobs: createFolderBlobs(folder),
      workFolder: folder,
      mayRecordCall: async () => false,
      keepDays: null,
      disk: { free: async () => 0, isLow: async () => true },
      egress: { service: livekit.egress, prefix: '' },
    });
    const meeting = { room: people.room, meetingId: 'm', orgId, config: {}, clock, log };
    const opened = recordings.egressFeature?.(meeting);
    if (opened === undefined) throw new Error('Egress is not there');
    feature = opened;
  }

  async function ask(method: RoomRequestName, params: object = {}) {
    const member = people.join({ sessionId: 'ada', userName: 'Ada', owner: true });
    const handler = feature.handlers[method];
    if (handler === undefined) throw new Error(`no handler for ${method}`);
    // As the schema leaves them.
    return handler({ meeting: {} as never, member, params: { type: 'cloud', ...params } as never });
  }

  const changes = () =>
    people.events.flatMap(({ event }) => (event.type === 'recording' ? [event] : []));
  const newest = async () => {
    const [recording] = await store.list(orgId, { limit: 1 });
    if (recording === undefined) throw new Error('nothing was recorded');
    return recording;
  };

  /** What Egress uploads. */
  async function upload(): Promise<void> {
    const path = join(folder, livekit.script.started.at(-1)?.key ?? '');
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'film');
  }

  /** Lets the next questions to LiveKit be asked and answered. */
  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 200) {
      clock.advance(200);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  it('are started, stopped, and stored when the file is there', async () => {
    await ask('start-recording', { layout: { preset: 'active-participant' } });
    const { id } = await newest();
    expect(livekit.script.started).toEqual([
      {
        room: people.room.name,
        key: `recordings/${id}/recording.mp4`,
        layout: 'speaker',
        picture: { width: 1_280, height: 720, fps: 25 },
      },
    ]);
    await pass(5_000);
    expect(await ask('stop-recording')).toEqual({ duration: 5_000 });
    expect(await newest()).toMatchObject({ status: 'processing', duration: 5_000 });
    await expect.poll(() => livekit.script.stopped).toEqual(['EG_1']);
    await upload();
    livekit.script.state = DONE;
    await expect
      .poll(async () => {
        await pass(2_000);
        return newest();
      })
      .toMatchObject({
        status: 'finished',
        duration: 5_100,
        file: { name: 'recording.mp4', size: 4 },
        errorMessage: null,
      });
    expect(changes()).toMatchObject([
      { change: 'started', recordingId: id, startedBy: 'ada' },
      { change: 'stopped', recordingId: id, duration: 5_000 },
      { change: 'stored', files: [{ name: 'recording.mp4', size: 4 }] },
    ]);
    // One that is being made is asked to stop once.
    expect(livekit.script.stopped).toEqual(['EG_1']);
  });

  it('are of sound alone, and change their layout', async () => {
    await ask('start-recording', { layout: { preset: 'audio-only' } });
    expect(livekit.script.started).toMatchObject([{ picture: null }]);
    expect(livekit.script.started[0]?.key).toMatch(/recording\.ogg$/);
    await ask('update-recording', { layout: { preset: 'active-participant' } });
    expect(livekit.script.layouts).toEqual(['speaker']);
  });

  it.each([
    [{ type: 'raw-tracks' }, /^type: .* tracks by themselves/],
    [{ backgroundColor: '#112233' }, /^backgroundColor: /],
    [{ layout: { preset: 'single-participant', session_id: 'ada' } }, /^layout\.preset: /],
    [
      { layout: { preset: 'default', participants: { audio: ['ada'] } } },
      /^layout\.participants: /,
    ],
  ])('refuse %j by name', async (params, message) => {
    await expect(ask('start-recording', params)).rejects.toMatchObject({
      code: 'not_configured',
      message: expect.stringMatching(message),
    });
    expect(livekit.script.started).toEqual([]);
  });

  it('say that none could be started, and keep that', async () => {
    livekit.script.takesNone = true;
    await expect(ask('start-recording')).rejects.toMatchObject({ code: 'not_configured' });
    expect(await newest()).toMatchObject({
      status: 'failed',
      errorMessage: 'The recording could not be started.',
    });
    expect(changes()).toEqual([]);
    expect(recordings.running).toBe(0);
  });

  it('say why Egress ended by itself', async () => {
    await ask('start-recording');
    await upload();
    livekit.script.state = { isOver: true, file: { size: 4, duration: 9 }, fault: 'out of memory' };
    await expect
      .poll(async () => {
        await pass(2_000);
        return newest();
      })
      .toMatchObject({
        status: 'finished',
        errorMessage: 'The recording ended early: out of memory.',
      });
    expect(changes().map(({ change }) => change)).toEqual([
      'started',
      'error',
      'stopped',
      'stored',
    ]);
  });

  it('fail where there is no file in the store', async () => {
    await ask('start-recording');
    livekit.script.state = DONE;
    await ask('stop-recording');
    await expect.poll(newest).toMatchObject({
      status: 'failed',
      errorMessage: expect.stringContaining('did not put it into the store'),
    });
    expect(changes().at(-1)).toMatchObject({ change: 'error' });
  });

  it('wait for a LiveKit that is away', async () => {
    await ask('start-recording');
    livekit.script.isAway = true;
    await pass(20_000);
    await ask('stop-recording');
    await pass(20_000);
    expect(await newest()).toMatchObject({ status: 'processing' });
    livekit.script.isAway = false;
    await pass(2_000);
    expect(livekit.script.stopped).toEqual(['EG_1']);
  });

  it('end at their longest', async () => {
    await ask('start-recording', { maxDuration: 3 });
    await pass(3_200);
    await expect.poll(newest).toMatchObject({ status: 'processing' });
    expect(livekit.script.stopped).toEqual(['EG_1']);
  });

  it('are waited for by the next process', async () => {
    await ask('start-recording');
    await ask('stop-recording');
    await feature.close?.();
    await recordings.close();
    expect(await newest()).toMatchObject({ status: 'processing' });
    await upload();
    livekit.script.state = DONE;
    open();
    await recordings.recover();
    await expect.poll(newest).toMatchObject({ status: 'finished', file: { size: 4 } });
  });

  it('of a killed process are stopped by the next, which says so', async () => {
    await ask('start-recording');
    await recordings.close();
    // The killed one has no time any more.
    clock = createManualClock();
    open();
    await recordings.recover();
    await expect.poll(() => livekit.script.stopped).toEqual(['EG_1']);
    await upload();
    livekit.script.state = DONE;
    await expect
      .poll(async () => {
        await pass(2_000);
        return newest();
      })
      .toMatchObject({
        status: 'finished',
        errorMessage: 'The server stopped without warning during this recording.',
      });
  });

  it('leave no file of one that was deleted meanwhile', async () => {
    await ask('start-recording');
    await ask('stop-recording');
    const { id } = await newest();
    await upload();
    await store.remove(orgId, id);
    livekit.script.state = DONE;
    const files = createFolderBlobs(folder);
    await expect
      .poll(async () => {
        await pass(2_000);
        return files.head(`recordings/${id}/recording.mp4`);
      })
      .toBeNull();
  });
});
