import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';

/** The rooms are fakes: what the server says of meetings that LiveKit carries. */
describeWithServer(
  'meetings over LiveKit',
  (server) => {
    const createRoom = async (): Promise<string> => {
      const { json } = await server().send('POST', '/rooms', { body: {} });
      return new URL(json.url).pathname;
    };

    it('a client is notified before its first offer', async () => {
      const room = await createRoom();
      const { json } = await server().send('GET', `${room}/ice-servers`, { key: null });
      expect(json).toEqual({ iceServers: [], media: 'livekit' });
    });

    it('the room of a call says nothing of it', async () => {
      const { assistantId, publicKey: key } = server();
      const call = await server().send('POST', '/call/web', { key, body: { assistantId } });
      const { pathname } = new URL(call.json.webCallUrl);
      const { json } = await server().send('GET', `${pathname}/ice-servers`, { key: null });
      expect(json).toEqual({ iceServers: [] });
    });

    it('an offer is SDP or a connection', async () => {
      const room = await createRoom();
      const join = (body: object) => server().send('POST', room, { key: null, body });
      expect((await join({ sdp: '' })).json).toMatchObject({
        message: expect.stringContaining('sdp'),
      });
      expect((await join({ sdp: '', livekit: { connection: 'mine' } })).status).toBe(400);
    });

    it.each([
      ['start-recording', {}, /recordings are not made/],
      ['stop-recording', {}, /recordings are not made/],
      ['start-media-player', { url: 'https://films.example/a.webm' }, /cannot be played/],
      ['stop-media-player', { sessionId: 'x' }, /cannot be played/],
    ])('%s is refused by name', async (method, params, message) => {
      const room = await createRoom();
      const body = { sdp: 'v=0', userName: 'Olga' };
      const joined = await server().send('POST', room, { key: null, body });
      const { sessionId } = joined.json;
      const asked = server().parts.media.last().ask(sessionId, method, params);
      await expect(asked).rejects.toMatchObject({
        code: 'not_configured',
        message: expect.stringMatching(message),
      });
    });
  },
  {
    MEETING_ENGINE: 'livekit',
    LIVEKIT_URL: 'ws://livekit.internal:7880',
    LIVEKIT_API_KEY: 'kindling',
    LIVEKIT_API_SECRET: 'a secret of at least 32 characters',
  },
);
