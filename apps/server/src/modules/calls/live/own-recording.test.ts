import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NO_FFMPEG } from '../../../../testing/calls/recorded-call.ts';
import { describeWithServer } from '../../../../testing/databases/describe-databases.ts';
import { useTestReceiver } from '../../../../testing/receivers/test-receiver.ts';

const receiver = useTestReceiver();

describeWithServer(
  'the server’s own recording of a call',
  (server) => {
    beforeAll(() => server().jobs.start());
    afterAll(() => server().jobs.close());

    async function talk(plan: object, more: object = {}) {
      const assistant = { artifactPlan: plan, server: { url: `${receiver.url}/hook` }, ...more };
      const made = await server().send('POST', '/call/web', { body: { assistant } });
      expect(made.status, JSON.stringify(made.json)).toBe(201);
      const room = server().parts.media.last();
      await room.join({ sdp: 'v=0' });
      room.say('playable');
      const conversation = server().parts.conversations.last();
      await expect.poll(() => conversation.started).toBe(true);
      const id: string = made.json.id;
      const announced = () =>
        room.events.flatMap(({ event }) => (event.type === 'recording' ? [event.change] : []));
      const recordings = async () => (await server().send('GET', `/recordings?callId=${id}`)).json;
      const end = async () => {
        conversation.endItself('assistant-ended-call');
        await expect.poll(() => room.closedWith).not.toBeNull();
      };
      return { id, room, announced, recordings, end, json: made.json };
    }

    const reportOf = async (id: string) => {
      const reports = () =>
        receiver.received
          .map(({ body }) => JSON.parse(body).message)
          .filter(({ type, call }) => type === 'end-of-call-report' && call.id === id);
      await expect.poll(reports).toHaveLength(1);
      return reports()[0];
    };

    it('runs before the first word, is announced, and ends with the call', async () => {
      const { id, announced, recordings, end } = await talk({ recordingEnabled: true });
      expect(announced()).toEqual(['started']);
      expect(await recordings()).toMatchObject([
        { status: 'recording', type: 'raw-tracks', instanceId: 'call', callId: id },
      ]);
      const early = await server().send('GET', `/call/${id}/mono-recording`);
      expect([early.status, early.json.code]).toEqual([409, 'conflict']);
      await end();
      expect(await recordings()).toMatchObject([{ status: 'finished' }]);
      expect(announced()).toEqual(['started', 'stopped', 'stored']);
      const { artifact } = await reportOf(id);
      expect(artifact).toMatchObject({
        recordingUrl: `http://localhost/call/${id}/mono-recording`,
        recording: { stereoUrl: `http://localhost/call/${id}/stereo-recording` },
        presignedStereoUrl: expect.stringContaining('file=stereo.wav'),
      });
      const read = (await server().send('GET', `/call/${id}`)).json.artifact;
      expect(read.recording).toEqual(artifact.recording);
    });

    it.each([
      ['the assistant does not ask for one', {}, {}],
      ['only video is asked for', { videoRecordingEnabled: true }, {}],
      [
        'nothing may be kept',
        { recordingEnabled: true },
        { compliancePlan: { hipaaEnabled: true } },
      ],
    ])('is not made where %s', async (_, plan, more) => {
      const { id, announced, recordings, end } = await talk(plan, more);
      await end();
      expect([announced(), await recordings()]).toEqual([[], []]);
      expect((await reportOf(id)).artifact).not.toHaveProperty('recordingUrl');
      const { status } = await server().send('GET', `/call/${id}/mono-recording`);
      expect(status).toBe(404);
    });

    it('is made where no words are kept, and the report that is sent says where it is', async () => {
      const plan = { recordingEnabled: true, transcriptPlan: { enabled: false } };
      const { id, end } = await talk(plan);
      await end();
      expect((await reportOf(id)).artifact.recordingUrl).toContain(id);
      const { artifact } = (await server().send('GET', `/call/${id}`)).json;
      expect(artifact).toMatchObject({ messages: [], recordingUrl: expect.stringContaining(id) });
    });

    it('is not announced where the page waits for a video of its own', async () => {
      const both = { recordingEnabled: true, videoRecordingEnabled: true };
      const { announced, recordings, end, json } = await talk(both);
      expect(json.artifactPlan).toEqual({ videoRecordingEnabled: true });
      expect(await recordings()).toMatchObject([{ status: 'recording' }]);
      await end();
      expect(announced()).toEqual([]);
      expect(await recordings()).toMatchObject([{ status: 'finished' }]);
    });

    it('has a name that no page can take', async () => {
      const { room, end } = await talk({ recordingEnabled: true });
      const params = { type: 'raw-tracks', instanceId: 'call' };
      await expect(room.ask('person', 'start-recording', params)).rejects.toMatchObject({
        code: 'bad_request',
        message: expect.stringContaining('instanceId'),
      });
      await end();
    });
  },
  { CALL_RECORDING: 'true', TOOL_PRIVATE_ADDRESSES: 'true' },
  { ffmpeg: NO_FFMPEG },
);

describeWithServer(
  'a call that cannot be recorded',
  (server) => {
    it('is held all the same, and its log says so', async () => {
      // What is not there has no size.
      await mkdir(server().blobFolder, { recursive: true });
      const artifactPlan = { recordingEnabled: true };
      const made = await server().send('POST', '/call/web', {
        body: { assistant: { artifactPlan } },
      });
      const room = server().parts.media.last();
      await room.join({ sdp: 'v=0' });
      room.say('playable');
      const conversation = server().parts.conversations.last();
      await expect.poll(() => conversation.started).toBe(true);
      conversation.endItself('assistant-ended-call');
      await expect.poll(() => room.closedWith).not.toBeNull();
      const log = await server().send('GET', `/call/${made.json.id}/call-logs`);
      expect(log.json).toMatch(/The call is not recorded: .*nearly full/);
      expect((await server().send('GET', `/call/${made.json.id}/mono-recording`)).status).toBe(404);
    });
  },
  // More than any disk has.
  { CALL_RECORDING: 'true', RECORDING_MIN_FREE_MB: '1000000000' },
);

describeWithServer('a call on a server that records none', (server) => {
  it('is not recorded, whatever its assistant says', async () => {
    const artifactPlan = { recordingEnabled: true };
    const made = await server().send('POST', '/call/web', {
      body: { assistant: { artifactPlan } },
    });
    const room = server().parts.media.last();
    await room.join({ sdp: 'v=0' });
    room.say('playable');
    // Nothing is waited for.
    expect(server().parts.conversations.last().started).toBe(true);
    expect((await server().send('GET', `/recordings?callId=${made.json.id}`)).json).toEqual([]);
  });
});
